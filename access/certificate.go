package access

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// Files of the self-made certificate in the data folder.
const (
	certificateFile = "tls-certificate.pem"
	keyFile         = "tls-key.pem"
)

const (
	certificateLife = 365 * 24 * time.Hour // browsers refuse much longer ones
	renewBefore     = 30 * 24 * time.Hour
	lookAgain       = time.Hour
)

// Certificate is the certificate that the service shows, kept fresh: one's own
// is read again when its files change, a self-made one is made again before
// its end and when the machine has got another address.
type Certificate struct {
	cert, key string                          // files
	made      bool                            // by ourselves
	sans      func() ([]string, []netip.Addr) // what a self-made one is for
	now       func() time.Time

	mu      sync.Mutex
	shown   *tls.Certificate
	stamps  [2]stamp
	looked  time.Time
	trouble func(error)
}

// OwnCertificate reads a certificate with its chain and its key from PEM files.
func OwnCertificate(cert, key string, now func() time.Time, trouble func(error)) (*Certificate, error) {
	c := &Certificate{cert: cert, key: key, now: now, trouble: trouble}
	return c, c.refresh(now())
}

// SelfMade returns the certificate in a data folder, made there as needed, for
// these names and addresses.
func SelfMade(dir string, sans func() ([]string, []netip.Addr), now func() time.Time, trouble func(error)) (*Certificate, error) {
	c := &Certificate{cert: filepath.Join(dir, certificateFile), key: filepath.Join(dir, keyFile), made: true, sans: sans, now: now, trouble: trouble}
	return c, c.refresh(now())
}

// Get returns the certificate to show, for tls.Config. If a fresh one can't be
// had the old one is shown on.
func (c *Certificate) Get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.now(); now.Sub(c.looked) >= lookAgain {
		if err := c.refresh(now); err != nil {
			c.trouble(err)
		}
	}
	return c.shown, nil
}

// Reload reads the certificate's files now.
func (c *Certificate) Reload() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.refresh(c.now())
}

func (c *Certificate) refresh(now time.Time) error {
	c.looked = now
	if c.made {
		return c.renew(now)
	}
	stamps := [2]stamp{stampOf(c.cert), stampOf(c.key)}
	if c.shown != nil && stamps == c.stamps {
		return nil
	}
	pair, err := load(c.cert, c.key)
	if err != nil {
		return err
	}
	c.shown, c.stamps = pair, stamps
	if now.After(pair.Leaf.NotAfter) {
		c.trouble(fmt.Errorf("the certificate in %s is out of date since %s: browsers will refuse it", c.cert, pair.Leaf.NotAfter.Format(time.DateOnly)))
	}
	return nil
}

// load reads a certificate and key, and says which file is wrong.
func load(cert, key string) (*tls.Certificate, error) {
	certPEM, err := os.ReadFile(cert)
	if err != nil {
		return nil, fmt.Errorf("read the certificate (tls.certificate): %w", err)
	}
	keyPEM, err := os.ReadFile(key)
	if err != nil {
		return nil, fmt.Errorf("read the certificate's key (tls.key): %w", err)
	}
	for _, f := range []struct {
		file, want string
		data       []byte
	}{{cert, "CERTIFICATE", certPEM}, {key, "PRIVATE KEY", keyPEM}} {
		if !holds(f.data, f.want) {
			return nil, fmt.Errorf("read %s: it holds no PEM block %q; is it another kind of file, or were certificate and key mixed up?", f.file, f.want)
		}
	}
	pair, err := tls.X509KeyPair(certPEM, keyPEM)
	if err != nil {
		return nil, fmt.Errorf("use the certificate %s with the key %s: %w", cert, key, err)
	}
	return &pair, nil
}

// holds reports whether PEM data has a block whose type ends so.
func holds(data []byte, want string) bool {
	for {
		block, rest := pem.Decode(data)
		if block == nil {
			return false
		}
		if n := len(block.Type) - len(want); n >= 0 && block.Type[n:] == want {
			return true
		}
		data = rest
	}
}

// renew makes the certificate if there is none that still fits. The key stays
// the same as long as it can be read.
func (c *Certificate) renew(now time.Time) error {
	names, addrs := c.sans()
	pair, err := load(c.cert, c.key)
	if err == nil && now.Before(pair.Leaf.NotAfter.Add(-renewBefore)) && !now.Before(pair.Leaf.NotBefore) && covers(pair.Leaf, names, addrs) {
		c.shown = pair
		return nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.trouble(fmt.Errorf("the self-made certificate is made again: %w", err))
	}
	var key *ecdsa.PrivateKey
	if pair != nil {
		key, _ = pair.PrivateKey.(*ecdsa.PrivateKey)
	}
	if key == nil {
		if key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
			return fmt.Errorf("make a key for the certificate: %w", err)
		}
	}
	certPEM, keyPEM, err := signSelf(key, names, addrs, now)
	if err != nil {
		return fmt.Errorf("make a certificate: %w", err)
	}
	for _, f := range []struct {
		file string
		data []byte
	}{{c.key, keyPEM}, {c.cert, certPEM}} {
		if err := writeSecret(f.file, f.data); err != nil {
			return fmt.Errorf("keep the self-made certificate: %w", err)
		}
	}
	if c.shown, err = load(c.cert, c.key); err != nil {
		return err
	}
	return nil
}

// covers reports whether a certificate is for all these names and addresses.
func covers(leaf *x509.Certificate, names []string, addrs []netip.Addr) bool {
	for _, n := range names {
		if !slices.Contains(leaf.DNSNames, n) {
			return false
		}
	}
	for _, a := range addrs {
		if !slices.ContainsFunc(leaf.IPAddresses, func(ip net.IP) bool { return ip.Equal(a.AsSlice()) }) {
			return false
		}
	}
	return true
}

func signSelf(key *ecdsa.PrivateKey, names []string, addrs []netip.Addr, now time.Time) (cert, private []byte, err error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "Harbormaster", Organization: []string{"self-made by Harbormaster"}},
		// A day back, for devices whose clocks are behind.
		NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(certificateLife),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true, DNSNames: names,
	}
	for _, a := range addrs {
		template.IPAddresses = append(template.IPAddresses, a.AsSlice())
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, nil, err
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER}), nil
}
