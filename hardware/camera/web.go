package camera

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// web is a camera that speaks HTTP: an IP camera or a phone with an app. What it
// answers decides how it is asked: one that answers with a stream is listened
// to, one that answers with a picture is asked again and again.
type web struct{ settings Settings }

// mostRedirects is how often a camera may send us on, within the same host.
const mostRedirects = 5

func (w *web) run(ctx context.Context, to sink) error {
	// No timeouts here: a camera that gives no picture is given up by who runs
	// this. No proxy either, since cameras are near.
	transport := &http.Transport{DisableCompression: true, MaxResponseHeaderBytes: 64 << 10, MaxIdleConns: 1, ForceAttemptHTTP2: true}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, CheckRedirect: sameHost}
	l := &login{user: w.settings.from.User}
	for {
		if err := w.ask(ctx, client, l, to); err != nil {
			return err
		}
		if err := wait(ctx, to, w.settings.Every); err != nil {
			return err
		}
	}
}

// sameHost lets a camera send us on within itself only: a password is for it
// alone, and who else should have a picture of this table?
func sameHost(r *http.Request, before []*http.Request) error {
	was := before[0].URL
	switch {
	case len(before) > mostRedirects:
		return &Fault{"camera.redirects", "the camera sends us round in circles", "look at the address in a browser, and set camera to where that ends"}
	case !strings.EqualFold(r.URL.Hostname(), was.Hostname()):
		return &Fault{"camera.elsewhere", fmt.Sprintf("the camera sends us to another host, %q", r.URL.Hostname()), "if that is right, set camera to an address there"}
	case was.Scheme == "https" && r.URL.Scheme != "https":
		return &Fault{"camera.elsewhere", "the camera sends us from https to plain http", "if that is right, set camera to its address with http://"}
	}
	return nil
}

// ask asks once. It returns nil if the camera answered with one picture and is
// to be asked again.
func (w *web) ask(ctx context.Context, client *http.Client, l *login, to sink) error {
	from := *w.settings.from
	from.User, from.Fragment = nil, ""
	answer, err := get(ctx, client, l, cmp.Or(l.at, from.String()))
	if err != nil {
		return err
	}
	if l.take(answer) { // where it sent us on within itself, it wants the signature for there
		_ = answer.Body.Close()
		l.at = answer.Request.URL.String()
		if answer, err = get(ctx, client, l, l.at); err != nil {
			return err
		}
	}
	defer answer.Body.Close()
	if err := w.refused(answer); err != nil {
		return err
	}
	kind, _, _ := strings.Cut(strings.ToLower(answer.Header.Get("Content-Type")), ";") // what follows is wrong in many apps
	switch kind = strings.TrimSpace(kind); {
	case strings.HasPrefix(kind, "image/"):
		return onePicture(answer.Body, to)
	case strings.HasPrefix(kind, "text/"), kind == "application/json", strings.HasSuffix(kind, "xml"):
		return &Fault{"camera.page", fmt.Sprintf("the camera answers with a page (%s) instead of pictures", kind), "look in its app or manual for the address of the stream or snapshot itself, such as http://phone:8080/video"}
	}
	return stream(answer.Body, strings.HasPrefix(kind, "multipart/"), to)
}

func get(ctx context.Context, client *http.Client, l *login, address string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("ask the camera: %w", withoutAddress(err))
	}
	l.sign(r)
	r.Header.Set("Accept", "multipart/x-mixed-replace, image/jpeg, image/png;q=0.9, */*;q=0.5")
	r.Header.Set("User-Agent", "harbormaster")
	answer, err := client.Do(r)
	if err != nil {
		return nil, noAnswer(err)
	}
	return answer, nil
}

// onePicture reads an answer that is one picture.
func onePicture(from io.Reader, to sink) error {
	data, err := io.ReadAll(io.LimitReader(from, MostBytes+1))
	if err != nil {
		return cutOff(err)
	}
	size, err := Check(data)
	if err != nil {
		return &Fault{"camera.no-jpegs", fmt.Sprintf("the camera doesn't answer with a picture: %v", err), "look at its address in a browser; choose JPEG in its settings"}
	}
	to.give(Picture{Data: data}, size)
	return nil
}

// stream reads pictures until the answer ends. One that isn't said to have
// several parts may end after a picture, and is asked for again.
func stream(from io.Reader, parts bool, to sink) error {
	pictures := newSplitter(from)
	for n := 0; ; n++ {
		data, size, err := pictures.next()
		switch {
		case err == nil:
			to.give(Picture{Data: data}, size)
		case errors.Is(err, io.EOF) && n > 0 && !parts:
			return nil
		case errors.Is(err, errTooLarge), errors.Is(err, errBroken), errors.Is(err, io.EOF) && n == 0:
			return &Fault{"camera.no-jpegs", fmt.Sprintf("the camera's stream has no JPEGs that can be taken: %v", err), "look at its address in a browser; choose MJPEG in its settings"}
		default:
			return cutOff(err)
		}
	}
}

func cutOff(err error) error {
	return &Fault{"camera.cut-off", fmt.Sprintf("the camera's stream ended: %v", withoutAddress(err)), "look whether it has power and network"}
}

// refused says why an answer is none.
func (w *web) refused(answer *http.Response) error {
	host := w.settings.from.Host
	switch code := answer.StatusCode; {
	case code == http.StatusOK:
		return nil
	case code == http.StatusUnauthorized && w.settings.from.User != nil:
		return &Fault{"camera.unauthorized", "the camera at " + host + " doesn't take the user and password", "mend them in the address (@, / and : in a password are written %40, %2F and %3A), or allow basic or digest authentication in its settings"}
	case code == http.StatusUnauthorized, code == http.StatusForbidden:
		return &Fault{"camera.unauthorized", fmt.Sprintf("the camera at %s refuses us (%s)", host, answer.Status), "put its user and password into the address, as in http://USER:PASSWORD@" + host + "/..."}
	case code == http.StatusNotFound:
		return &Fault{"camera.not-found", "the camera at " + host + " has nothing at this address", "look in its app or manual for the address of the stream or snapshot"}
	}
	return &Fault{"camera.refused", fmt.Sprintf("the camera at %s answers %.60q", host, answer.Status), "switch it off and on; look at its address in a browser"}
}

// noAnswer says why there is no answer at all.
func noAnswer(err error) error {
	var fault *Fault
	if errors.As(err, &fault) { // a redirect that isn't followed
		return fault
	}
	err = withoutAddress(err)
	var certificate *tls.CertificateVerificationError
	if errors.As(err, &certificate) {
		return &Fault{"camera.certificate", fmt.Sprintf("the camera's certificate isn't one to trust: %v", certificate.Err), "within your own network use its address with http://"}
	}
	if errors.Is(err, http.ErrSchemeMismatch) || strings.Contains(err.Error(), "malformed HTTP response") {
		return &Fault{"camera.scheme", fmt.Sprintf("the camera doesn't speak the address's http or https: %v", err), "try the other one of http:// and https://"}
	}
	return &Fault{"camera.unreachable", fmt.Sprintf("the camera doesn't answer: %v", err), "look whether it is on, its app started, and in the same network; a phone's address changes: give it a fixed one in your router"}
}

// withoutAddress takes off what the HTTP client puts around an error: the whole
// address, with its secrets.
func withoutAddress(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
