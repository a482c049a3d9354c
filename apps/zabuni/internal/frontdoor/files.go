package frontdoor

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"mime"
	"path"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/valyala/fasthttp"
)

const (
	worthCompressing = 512 // bytes; below, the header costs more than is saved
	brotliLevel      = 5   // made at start, so quickly; a build may bring better ones
)

// types come before the system's table, which differs from host to host.
var types = map[string]string{
	".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".ico": "image/x-icon",
	".js": "text/javascript; charset=utf-8", ".json": "application/json", ".mjs": "text/javascript; charset=utf-8",
	".png": "image/png", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm",
	".webmanifest": "application/manifest+json", ".webp": "image/webp", ".woff2": "font/woff2",
}

// A site is one built application, in memory.
type site struct {
	files map[string]*file // by path, with the leading slash
	index *file
}

type file struct {
	media       string
	tag         string
	raw, br, gz []byte
}

// load reads a build once. A name.br or name.gz beside a file is used, else made.
func load(files fs.FS) (*site, error) {
	s := &site{files: map[string]*file{}}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		switch path.Ext(name) {
		case ".br", ".gz", ".map":
			return nil
		}
		f, err := read(files, name)
		s.files["/"+name] = f
		return err
	})
	if err != nil {
		return nil, err
	}
	if s.index = s.files["/index.html"]; s.index == nil {
		return nil, errors.New("no index.html: is it built?")
	}
	return s, nil
}

func read(files fs.FS, name string) (*file, error) {
	b, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	f := &file{raw: b, media: types[path.Ext(name)]}
	if f.media == "" {
		f.media = mime.TypeByExtension(path.Ext(name))
	}
	if f.media == "" {
		f.media = "application/octet-stream"
	}
	sum := sha256.Sum256(b)
	f.tag = base64.RawURLEncoding.EncodeToString(sum[:12])
	if len(b) < worthCompressing || !compressible(f.media) {
		return f, nil
	}
	if f.br, err = fs.ReadFile(files, name+".br"); err != nil {
		f.br, err = pack(b, func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotliLevel) })
		if err != nil {
			return nil, err
		}
	}
	if f.gz, err = fs.ReadFile(files, name+".gz"); err != nil {
		f.gz, err = pack(b, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
		if err != nil {
			return nil, err
		}
	}
	return f, nil
}

func pack(b []byte, with func(io.Writer) io.WriteCloser) ([]byte, error) {
	var out bytes.Buffer
	w := with(&out)
	_, err := w.Write(b)
	err = errors.Join(err, w.Close())
	return out.Bytes(), err
}

func compressible(media string) bool {
	for _, part := range []string{"text/", "javascript", "json", "svg", "wasm"} {
		if strings.Contains(media, part) {
			return true
		}
	}
	return false
}

// send answers in the best encoding that the client takes. Each encoding has a
// tag of its own, since they are different bytes.
func (f *file) send(ctx *fasthttp.RequestCtx, cache string) {
	h := &ctx.Response.Header
	h.Set(fasthttp.HeaderCacheControl, cache)
	body, tag, encoding := f.raw, f.tag, ""
	if f.br != nil {
		h.Add(fasthttp.HeaderVary, fasthttp.HeaderAcceptEncoding)
		accepted := string(ctx.Request.Header.Peek(fasthttp.HeaderAcceptEncoding))
		switch {
		case accepts(accepted, "br"):
			body, tag, encoding = f.br, f.tag+"-br", "br"
		case accepts(accepted, "gzip"):
			body, tag, encoding = f.gz, f.tag+"-gz", "gzip"
		}
	}
	if cache != "no-store" {
		h.Set(fasthttp.HeaderETag, `"`+tag+`"`)
		if matches(string(ctx.Request.Header.Peek(fasthttp.HeaderIfNoneMatch)), tag) {
			ctx.Response.SetStatusCode(fasthttp.StatusNotModified)
			ctx.Response.SkipBody = true
			return
		}
	}
	if encoding != "" {
		h.Set(fasthttp.HeaderContentEncoding, encoding)
	}
	ctx.SetContentType(f.media)
	ctx.Response.SetBodyRaw(body)
}

// accepts reads Accept-Encoding: a coding named with q=0 is refused.
func accepts(header, coding string) bool {
	star := false
	for part := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(strings.TrimSpace(part), ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name != coding && name != "*" {
			continue
		}
		wanted := true
		if _, q, ok := strings.Cut(strings.ReplaceAll(parameters, " ", ""), "q="); ok {
			n, err := strconv.ParseFloat(q, 64)
			wanted = err == nil && n > 0
		}
		if name == coding {
			return wanted
		}
		star = wanted
	}
	return star
}

func matches(header, tag string) bool {
	for part := range strings.SplitSeq(header, ",") {
		part = strings.TrimSpace(part)
		if part == "*" || strings.TrimPrefix(part, "W/") == `"`+tag+`"` {
			return true
		}
	}
	return false
}
