package api

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"harbormaster/live/follow"
	"harbormaster/scoring/say"
	"harbormaster/session"
	"harbormaster/tracking"
	"harbormaster/web"
)

// pagePaths are the addresses that the one page answers to; which of its
// faces is shown, it decides by itself.
var pagePaths = []string{"/", "/table", "/phone", "/new", "/history", "/history/:id", "/pair", "/statistics", "/cards", "/settings", "/setup", "/doctor"}

// Languages are those that pages speak. What a language lacks is said in the
// first.
var Languages = []string{"en", "de", "fr"}

// pageTypes are the types of the files that pages are made of. Others aren't served.
var pageTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".json": "application/json; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json",
}

// pages are the files as they are sent. Their address holds the hash of them
// all, so that browsers may keep them for good and a new version is a new address.
type pages struct {
	once  sync.Once
	err   error
	hash  string
	files map[string]page
}

type page struct {
	kind          string
	plain, zipped []byte // zipped is nil where it would save nothing
}

// ready reads, joins and compresses all files, once.
func (p *pages) ready(s *Server) error {
	p.once.Do(func() { p.err = p.read(s) })
	return p.err
}

func (p *pages) read(s *Server) error {
	p.files = map[string]page{}
	files, sum := web.Files(), sha256.New()
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		kind, known := pageTypes[path.Ext(name)]
		if !known || path.Dir(name) == "messages" {
			return nil // licenses and the like; messages are joined below
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		p.files[name] = page{kind: kind, plain: data}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the pages: %w", err)
	}
	for _, language := range Languages {
		data, err := s.words(language)
		if err != nil {
			return err
		}
		p.files["messages/"+language+".json"] = page{kind: pageTypes[".json"], plain: data}
	}
	names := make([]string, 0, len(p.files))
	for name := range p.files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(sum, "%s %d\n", name, len(p.files[name].plain))
		sum.Write(p.files[name].plain)
	}
	p.hash = hex.EncodeToString(sum.Sum(nil)[:8])
	for name, f := range p.files {
		if strings.HasSuffix(name, ".html") {
			f.plain = bytes.ReplaceAll(f.plain, []byte("@assets@"), []byte("/assets/"+p.hash))
		}
		f.zipped = zip(f.plain)
		p.files[name] = f
	}
	return nil
}

// words joins the sentences of the pages, the games and the rest in one
// language, over those of the first.
func (s *Server) words(language string) ([]byte, error) {
	all := map[string]string{}
	sources := slices.Concat([]fs.FS{web.Files(), say.Messages(), session.Messages(), follow.Messages(), tracking.Messages()}, s.Messages)
	for _, g := range s.Games {
		sources = append(sources, g.Info().Messages)
	}
	for _, from := range sources {
		for _, l := range []string{Languages[0], language} {
			files, err := fs.Glob(from, "messages/*"+l+".json") // none: not translated yet
			if err != nil {
				return nil, fmt.Errorf("look for the sentences of language %q: %w", l, err)
			}
			for _, file := range files {
				data, err := fs.ReadFile(from, file)
				if err == nil {
					err = json.Unmarshal(data, &all) // adds to what is there
				}
				if err != nil {
					return nil, fmt.Errorf("read the sentences of language %q: %w", l, err)
				}
			}
		}
	}
	data, err := json.Marshal(all)
	if err != nil {
		return nil, fmt.Errorf("write the sentences of language %q: %w", language, err)
	}
	return data, nil
}

func zip(data []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil || b.Len() > len(data)*9/10 {
		return nil
	}
	return b.Bytes()
}

// page answers with the page, asked about anew each time: it names the newest
// version of all the rest.
func (s *Server) page(c *gin.Context) {
	if err := s.pages.ready(s); err != nil {
		fail(c, s, err)
		return
	}
	if c.FullPath() == "/pair" {
		secret(c)
	} else {
		c.Header("Cache-Control", "no-cache")
	}
	s.file(c, "index.html", http.StatusOK)
}

// nothing answers where there is nothing: a browser that somebody typed the address
// into gets the page, which says so and leads on.
func (s *Server) nothing(c *gin.Context) {
	path := c.Request.URL.Path
	person := c.Request.Method == http.MethodGet && strings.Contains(c.GetHeader("Accept"), "text/html")
	if !person || strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/assets/") || s.pages.ready(s) != nil {
		fail(c, s, notFound("there is nothing at this address"))
		return
	}
	c.Header("Cache-Control", "no-cache")
	s.file(c, "index.html", http.StatusNotFound)
}

// asset answers with one of the files.
func (s *Server) asset(c *gin.Context) {
	if err := s.pages.ready(s); err != nil {
		fail(c, s, err)
		return
	}
	if c.Param("version") == s.pages.hash {
		c.Header("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		c.Header("Cache-Control", "no-cache") // an old page in a new world
	}
	s.file(c, strings.TrimPrefix(c.Param("path"), "/"), http.StatusOK)
}

func (s *Server) file(c *gin.Context, name string, status int) {
	f, ok := s.pages.files[name]
	if !ok || name == "index.html" && c.Param("path") != "" {
		c.Header("Cache-Control", "no-cache")
		fail(c, s, notFound("there is nothing at this address"))
		return
	}
	tag := strconv.Quote(s.pages.hash)
	c.Header("ETag", tag)
	c.Header("Vary", "Accept-Encoding")
	if status == http.StatusOK && c.GetHeader("If-None-Match") == tag {
		c.Status(http.StatusNotModified)
		return
	}
	if f.zipped != nil && strings.Contains(c.GetHeader("Accept-Encoding"), "gzip") {
		c.Header("Content-Encoding", "gzip")
		c.Data(status, f.kind, f.zipped)
		return
	}
	c.Data(status, f.kind, f.plain)
}
