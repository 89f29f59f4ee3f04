package api

import (
	"context"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"harbormaster/access"
)

// cookieAge is how long a pairing lasts in a browser that doesn't come back:
// the longest that browsers keep a cookie. Each visit begins it anew.
const cookieAge = 400 * 24 * time.Hour

// cookieName returns a cookie's name. Under TLS the prefix makes the browser
// promise that it was set by this very host over TLS; http and https of one
// host have cookies of their own, since browsers won't let one replace the other's.
func cookieName(r *http.Request, kind string) string {
	if r.TLS != nil {
		return "__Host-harbormaster-" + kind
	}
	return "harbormaster-" + kind
}

const (
	deviceCookie = "device"
	adminCookie  = "admin"
)

// cookie returns a cookie's value, or "".
func cookie(r *http.Request, kind string) string {
	k, err := r.Cookie(cookieName(r, kind))
	if err != nil {
		return ""
	}
	return k.Value
}

// giveCookie sets a cookie; a life of 0 takes it away. Scripts never see it
// and other sites' pages never send it.
func giveCookie(c *gin.Context, kind, value string, life time.Duration) {
	age := int(life / time.Second)
	if age <= 0 {
		age = -1
	}
	http.SetCookie(c.Writer, &http.Cookie{Name: cookieName(c.Request, kind), Value: value, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: c.Request.TLS != nil, SameSite: http.SameSiteStrictMode})
}

const callerKey = "caller"

// caller returns who sent the request.
func caller(c *gin.Context) access.Caller {
	who, _ := c.MustGet(callerKey).(access.Caller)
	return who
}

// need lets those through that may do what the route is for.
func (s *Server) need(r route) gin.HandlerFunc {
	return func(c *gin.Context) {
		if s.Guard == nil {
			c.Set(callerKey, access.Caller{Level: access.Admin, Local: true})
			return
		}
		device, admin := cookie(c.Request, deviceCookie), cookie(c.Request, adminCookie)
		who, err := s.Guard.Identify(c.Request.Context(), device, admin, local(c.Request))
		if err != nil {
			fail(c, s, err)
			return
		}
		if who.Fresh {
			giveCookie(c, deviceCookie, device, cookieAge)
		}
		c.Set(callerKey, who)
		switch {
		case r.level == access.Unset:
			s.Log.Error("a route says not who may ask it", "route", c.FullPath())
			write(c, http.StatusForbidden, problem{Code: "forbidden", Message: "nobody may do this"})
		case who.Level >= r.level:
			if r.path == "/events" {
				defer s.watchOver(c, r.level, device, admin)()
				c.Next()
			}
		case r.level == access.Admin:
			write(c, http.StatusForbidden, problem{Code: "admin", Message: "this needs the admin password", Hint: "log in with it; harbormaster password reset makes a new one"})
		default:
			write(c, http.StatusUnauthorized, problem{Code: "unpaired", Message: "this device isn't paired", Hint: "open /pair and type the PIN on the score display, or scan the QR code"})
		}
	}
}

// watchOver ends a stream when its reader may no longer have it: the device was
// removed, or reading was closed. The function it returns ends the watch.
func (s *Server) watchOver(c *gin.Context, level access.Level, device, admin string) (end func()) {
	ctx, cancel := context.WithCancel(c.Request.Context())
	c.Request = c.Request.WithContext(ctx)
	here := local(c.Request)
	go func() {
		for {
			changed := s.Guard.Changed()
			who, err := s.Guard.Identify(ctx, device, admin, here)
			if err == nil && who.Level < level {
				cancel()
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
		}
	}()
	return cancel
}

// refusals turns reasons into codes.
var refusals = map[access.Reason]struct {
	status int
	code   string
}{
	access.Malformed: {http.StatusUnprocessableEntity, "invalid"},
	access.Wrong:     {http.StatusForbidden, "wrong"},
	access.Waiting:   {http.StatusTooManyRequests, "wait"},
	access.Elsewhere: {http.StatusForbidden, "elsewhere"},
}

// refuse answers somebody whom the guard refused.
func refuse(c *gin.Context, r *access.Refusal) {
	if r.Wait > 0 {
		c.Header("Retry-After", strconv.Itoa(int(math.Ceil(r.Wait.Seconds()))))
	}
	kind := refusals[r.Reason]
	write(c, kind.status, problem{Code: kind.code, Message: r.What, Hint: r.Hint})
}
