package access

import (
	"bytes"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSelfMade(t *testing.T) {
	dir := t.TempDir()
	c := &clock{at: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)}
	names, addrs := []string{"localhost", "pi.local"}, []netip.Addr{netip.MustParseAddr("127.0.0.1"), netip.MustParseAddr("192.168.1.5")}
	var said []error
	sans := func() ([]string, []netip.Addr) { return names, addrs }
	open := func() *Certificate {
		t.Helper()
		cert, err := SelfMade(dir, sans, c.now, func(err error) { said = append(said, err) })
		if err != nil {
			t.Fatal(err)
		}
		return cert
	}
	serial := func(cert *Certificate) string {
		t.Helper()
		shown, err := cert.Get(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"pi.local", "192.168.1.5"} {
			if err := shown.Leaf.VerifyHostname(name); err != nil {
				t.Error(err)
			}
		}
		return shown.Leaf.SerialNumber.String()
	}
	cert := open()
	first := serial(cert)
	if again := serial(open()); again != first {
		t.Error("a restart made another certificate")
	}
	for _, name := range []string{certificateFile, keyFile} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: %v %v", name, info, err)
		}
	}
	keyOf := func() []byte {
		data, err := os.ReadFile(filepath.Join(dir, keyFile))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	key := keyOf()
	c.pass(certificateLife - renewBefore - time.Hour)
	if serial(cert) != first {
		t.Error("renewed too early")
	}
	c.pass(2 * time.Hour)
	second := serial(cert)
	if second == first {
		t.Error("not renewed before its end")
	}
	addrs = append(addrs, netip.MustParseAddr("fd00::5"))
	c.pass(lookAgain)
	third := serial(cert)
	if third == second {
		t.Error("not made again for another address")
	}
	if !bytes.Equal(key, keyOf()) {
		t.Error("the key changed with the certificate")
	}
	if len(said) != 0 {
		t.Error(said)
	}
	if err := os.WriteFile(filepath.Join(dir, keyFile), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if serial(open()) == third || len(said) != 1 {
		t.Errorf("a damaged key: %v", said)
	}
}

func TestOwnCertificate(t *testing.T) {
	dir := t.TempDir()
	c := &clock{at: time.Now()}
	complain := func(err error) { t.Error(err) }
	sans := func() ([]string, []netip.Addr) { return []string{"pi"}, nil }
	if _, err := SelfMade(dir, sans, c.now, complain); err != nil {
		t.Fatal(err)
	}
	cert, key := filepath.Join(dir, certificateFile), filepath.Join(dir, keyFile)
	own, err := OwnCertificate(cert, key, c.now, complain)
	if err != nil {
		t.Fatal(err)
	}
	first, _ := own.Get(nil)
	if err := os.Remove(cert); err != nil {
		t.Fatal(err)
	}
	if err := own.Reload(); err == nil {
		t.Error("a missing certificate was read again")
	}
	if shown, _ := own.Get(nil); shown != first {
		t.Error("the old certificate isn't shown on")
	}
	if _, err := SelfMade(dir, sans, c.now, complain); err != nil {
		t.Fatal(err)
	}
	if err := own.Reload(); err != nil {
		t.Error(err)
	}
	if shown, _ := own.Get(nil); shown == first {
		t.Error("the new certificate isn't shown")
	}
	other := t.TempDir()
	if _, err := SelfMade(other, sans, c.now, complain); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []struct{ cert, key, want string }{
		{"nowhere.pem", key, "tls.certificate"},
		{cert, "nowhere.pem", "tls.key"},
		{key, cert, "mixed up"},
		{cert, filepath.Join(other, keyFile), "private key does not match"},
	} {
		if _, err := OwnCertificate(bad.cert, bad.key, c.now, complain); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%v: %v, want %q", bad, err, bad.want)
		}
	}
}
