package api

import (
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"harbormaster/access"
	"harbormaster/exchange"
	"harbormaster/history"
)

// accessRoutes are pairing, logging in, and the list of devices.
func (s *Server) accessRoutes() []route {
	return []route{
		{"GET", "/access", access.Anybody, s.showAccess},
		{"GET", "/pairing", access.Anybody, s.showPairing},     // looks closer by itself
		{"GET", "/pairing.svg", access.Anybody, s.drawPairing}, // so does this
		{"POST", "/pairing", access.Anybody, s.pair},
		{"DELETE", "/pairing", access.Anybody, s.unpair},
		{"POST", "/login", access.Anybody, s.login},
		{"DELETE", "/login", access.Anybody, s.logout},
		{"GET", "/devices", access.Admin, s.listDevices},
		{"PATCH", "/devices/:device", access.Admin, s.renameDevice},
		{"DELETE", "/devices/:device", access.Admin, s.removeDevice},
	}
}

// secret keeps an answer out of every cache.
func secret(c *gin.Context) { c.Header("Cache-Control", "no-store") }

// showAccess tells a page what it may do here.
func (s *Server) showAccess(c *gin.Context) {
	secret(c)
	who := caller(c)
	open := s.Guard == nil || s.Guard.Settings().Open
	c.JSON(http.StatusOK, gin.H{"level": who.Level.String(), "local": who.Local, "open_reading": open, "device": who.Device})
}

// showPairing shows the PIN to those who may see it: paired devices, and
// pages opened on the machine itself.
func (s *Server) showPairing(c *gin.Context) {
	code, urls, ok := s.pairing(c)
	if !ok {
		return
	}
	answer := gin.H{"pin": code.PIN, "expires": code.Expires.UTC(), "urls": urls}
	if len(urls) > 0 {
		answer["url"] = urls[0]
	}
	c.JSON(http.StatusOK, answer)
}

// drawPairing draws the best of those addresses.
func (s *Server) drawPairing(c *gin.Context) {
	_, urls, ok := s.pairing(c)
	if !ok {
		return
	}
	if len(urls) == 0 {
		fail(c, s, notFound("no address is known by which another device reaches this machine"))
		return
	}
	code, err := exchange.QR(urls[0])
	if err != nil {
		fail(c, s, err)
		return
	}
	c.Data(http.StatusOK, "image/svg+xml", code.SVG())
}

// pairing returns the code and the addresses that hold it, best first, or
// answers why the caller may not see them.
func (s *Server) pairing(c *gin.Context) (access.Code, []string, bool) {
	secret(c)
	who := caller(c)
	if who.Level < access.Act && !who.Local {
		write(c, http.StatusUnauthorized, problem{Code: "unpaired", Message: "the PIN is only shown to paired devices and on the machine itself",
			Hint: "look at the score display or the terminal, or run harbormaster pin on the machine"})
		return access.Code{}, nil, false
	}
	if s.Guard == nil {
		fail(c, s, notFound("nobody needs to pair here"))
		return access.Code{}, nil, false
	}
	code := s.Guard.Code()
	urls := []string{}
	for _, base := range s.bases(c.Request) {
		urls = append(urls, base+"/pair#"+code.Token)
	}
	return code, urls, true
}

// bases returns where other devices reach this one, best first. An address
// that the asking device itself came by works from elsewhere too; a name may
// not (Android resolves .local badly), so it comes last.
func (s *Server) bases(r *http.Request) []string {
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	own := scheme + r.Host
	var list []string
	if s.Addresses != nil {
		list = s.Addresses()
	}
	if access.IsLocalhost(r.Host) {
		return list
	}
	name, _ := access.SplitHost(r.Host)
	_, err := netip.ParseAddr(name)
	if err == nil {
		list = append([]string{own}, list...)
	} else {
		list = append(list, own)
	}
	return list
}

// pair pairs the device that asks, by PIN, by the token of the QR code, or
// because it is the machine itself.
func (s *Server) pair(c *gin.Context) {
	secret(c)
	o, err := body(c, "pin", "token", "here", "name")
	if err != nil {
		fail(c, s, err)
		return
	}
	name, pin, code := optional(o, "name"), optional(o, "pin"), optional(o, "token")
	here := o.Has("here") && o.Get("here").Bool()
	if o.Failed() {
		fail(c, s, o.Err())
		return
	}
	if s.Guard == nil {
		fail(c, s, notFound("nobody needs to pair here"))
		return
	}
	ctx, who := c.Request.Context(), caller(c)
	if who.Device != nil { // paired already: a second token would only be a second device
		c.JSON(http.StatusOK, gin.H{"device": who.Device})
		return
	}
	var token string
	switch {
	case pin != "":
		token, err = s.Guard.PairPIN(ctx, peer(c.Request), who, pin, name)
	case code != "":
		token, err = s.Guard.PairToken(ctx, code, name)
	case here:
		token, err = s.Guard.PairLocal(ctx, who, name)
	default:
		err = &access.Refusal{Reason: access.Malformed, What: "what pairs this device is missing", Hint: `give "pin", or "token" from the QR code, or "here": true on the machine itself`}
	}
	if err != nil {
		fail(c, s, err)
		return
	}
	paired, err := s.Guard.Identify(ctx, token, "", who.Local)
	if err != nil {
		fail(c, s, err)
		return
	}
	giveCookie(c, deviceCookie, token, cookieAge)
	c.JSON(http.StatusCreated, gin.H{"device": paired.Device})
}

// unpair ends the pairing of the device that asks.
func (s *Server) unpair(c *gin.Context) {
	if who := caller(c); who.Device != nil {
		if err := s.Guard.Remove(c.Request.Context(), who.Device.ID); err != nil {
			fail(c, s, err)
			return
		}
	}
	giveCookie(c, deviceCookie, "", 0)
	c.Status(http.StatusNoContent)
}

func (s *Server) login(c *gin.Context) {
	secret(c)
	o, err := body(c, "password")
	if err != nil {
		fail(c, s, err)
		return
	}
	password := o.Need("password").Text()
	if o.Failed() {
		fail(c, s, o.Err())
		return
	}
	if s.Guard == nil {
		fail(c, s, notFound("nobody needs to log in here"))
		return
	}
	token, end, err := s.Guard.Login(peer(c.Request), caller(c), password)
	if err != nil {
		fail(c, s, err)
		return
	}
	giveCookie(c, adminCookie, token, time.Until(end))
	c.JSON(http.StatusOK, gin.H{"until": end.UTC()})
}

func (s *Server) logout(c *gin.Context) {
	if s.Guard != nil {
		s.Guard.Logout(cookie(c.Request, adminCookie))
	}
	giveCookie(c, adminCookie, "", 0)
	c.Status(http.StatusNoContent)
}

func (s *Server) listDevices(c *gin.Context) {
	list := []history.Device{}
	if s.Guard != nil {
		found, err := s.Guard.Devices(c.Request.Context())
		if err != nil {
			fail(c, s, err)
			return
		}
		list = append(list, found...)
	}
	c.JSON(http.StatusOK, gin.H{"devices": list})
}

func (s *Server) renameDevice(c *gin.Context) {
	id, ok := s.device(c)
	if !ok {
		return
	}
	o, err := body(c, "name")
	if err != nil {
		fail(c, s, err)
		return
	}
	name := o.Need("name").Text()
	if o.Failed() {
		fail(c, s, o.Err())
		return
	}
	if err := s.Guard.Rename(c.Request.Context(), id, name); err != nil {
		fail(c, s, err)
		return
	}
	c.Status(http.StatusNoContent)
}

func (s *Server) removeDevice(c *gin.Context) {
	id, ok := s.device(c)
	if !ok {
		return
	}
	if err := s.Guard.Remove(c.Request.Context(), id); err != nil {
		fail(c, s, err)
		return
	}
	c.Status(http.StatusNoContent)
}

// device returns the number of the device in the address, if there is one.
func (s *Server) device(c *gin.Context) (int64, bool) {
	id, err := strconv.ParseInt(c.Param("device"), 10, 64)
	if err != nil || id < 1 || s.Guard == nil {
		fail(c, s, notFound("there is no such device"))
		return 0, false
	}
	return id, true
}
