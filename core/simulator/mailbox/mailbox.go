//go:build demo

// Package mailbox is where mail goes in a demonstration: a mail server on this
// machine that keeps what it gets, and a page that shows it. A build without
// the tag demo has none of it.
package mailbox

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"net"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/valyala/fasthttp"
)

const (
	kept    = 1000
	largest = 40 << 20
	timeout = 30 * time.Second
)

// A Mail is one delivered message.
type Mail struct {
	ID          int       `json:"id"`
	At          time.Time `json:"at"`
	To          []string  `json:"to"`
	From        string    `json:"from"`
	Subject     string    `json:"subject"`
	Text        string    `json:"text"`
	HTML        string    `json:"html"`
	Links       []string  `json:"links"`
	Attachments []string  `json:"attachments"`
	Calendar    string    `json:"calendar,omitempty"` // what it carries for the reader's calendar
}

// A Mailbox is a running server and its mail.
type Mailbox struct {
	mu     sync.Mutex
	mails  []Mail // oldest first
	next   int
	server *smtp.Server
	addr   *net.TCPAddr
	done   chan struct{}
}

// Open starts the server on a free port of this machine.
func Open() (*Mailbox, error) {
	b := &Mailbox{next: 1, done: make(chan struct{})}
	b.server = smtp.NewServer(b)
	b.server.Domain, b.server.MaxMessageBytes = "localhost", largest
	b.server.ReadTimeout, b.server.WriteTimeout = timeout, timeout
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("mailbox: %w", err)
	}
	b.addr = ln.Addr().(*net.TCPAddr)
	go func() {
		defer close(b.done)
		_ = b.server.Serve(ln)
	}()
	return b, nil
}

// Port is where the server listens, in the clear.
func (b *Mailbox) Port() int { return b.addr.Port }

// Close ends the server; its mail is gone.
func (b *Mailbox) Close() {
	_ = b.server.Close()
	<-b.done
}

// Mails returns those to an address, or all, newest first.
func (b *Mailbox) Mails(to string) []Mail {
	b.mu.Lock()
	defer b.mu.Unlock()
	found := []Mail{}
	for i := len(b.mails) - 1; i >= 0; i-- {
		if to == "" || contains(b.mails[i].To, to) {
			found = append(found, b.mails[i])
		}
	}
	return found
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if strings.EqualFold(x, s) {
			return true
		}
	}
	return false
}

func (b *Mailbox) find(id string) (Mail, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range b.mails {
		if strconv.Itoa(m.ID) == id {
			return m, true
		}
	}
	return Mail{}, false
}

// NewSession is called by the server for every connection.
func (b *Mailbox) NewSession(*smtp.Conn) (smtp.Session, error) { return &session{box: b}, nil }

type session struct {
	box *Mailbox
	to  []string
}

func (s *session) Mail(string, *smtp.MailOptions) error { s.to = nil; return nil }
func (s *session) Reset()                               { s.to = nil }
func (s *session) Logout() error                        { return nil }

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = append(s.to, to)
	return nil
}

var link = regexp.MustCompile(`https?://[^\s<>"]+`)

func (s *session) Data(r io.Reader) error {
	m, err := parse(r)
	if err != nil {
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: err.Error()}
	}
	m.At, m.To, m.Links = time.Now().UTC(), s.to, link.FindAllString(m.Text, -1)
	b := s.box
	b.mu.Lock()
	defer b.mu.Unlock()
	m.ID = b.next
	b.next++
	b.mails = append(b.mails, m)
	if len(b.mails) > kept {
		b.mails = append([]Mail(nil), b.mails[len(b.mails)-kept:]...)
	}
	return nil
}

// Handle serves everything under /_dev: mailbox, mailbox/<id>, mailbox/<id>/html
// and mailbox.json?to=.
func (b *Mailbox) Handle(ctx *fasthttp.RequestCtx) {
	h := &ctx.Response.Header
	h.Set(fasthttp.HeaderCacheControl, "no-store")
	path, ok := strings.CutPrefix(string(ctx.Path()), "/_dev/mailbox")
	to := string(ctx.QueryArgs().Peek("to"))
	id, part, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	switch {
	case !ok:
		ctx.NotFound()
	case path == ".json":
		ctx.SetContentType("application/json")
		if err := json.NewEncoder(ctx).Encode(b.Mails(to)); err != nil {
			ctx.Error(err.Error(), fasthttp.StatusInternalServerError)
		}
	case path == "" || path == "/":
		b.write(ctx, list, struct {
			To    string
			Mails []Mail
		}{to, b.Mails(to)})
	default:
		m, found := b.find(id)
		switch {
		case !found:
			ctx.NotFound()
		case part == "html": // as a mail program shows it: no script, nothing from elsewhere
			h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation")
			ctx.SetContentType("text/html; charset=utf-8")
			ctx.SetBodyString(m.HTML)
		case part == "":
			b.write(ctx, one, struct {
				Mail
				Pieces []piece
			}{m, pieces(m.Text)})
		default:
			ctx.NotFound()
		}
	}
}

func (b *Mailbox) write(ctx *fasthttp.RequestCtx, t *template.Template, data any) {
	ctx.Response.Header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'")
	ctx.SetContentType("text/html; charset=utf-8")
	if err := t.Execute(ctx, data); err != nil {
		ctx.Error(err.Error(), fasthttp.StatusInternalServerError)
	}
}

// A piece of text is a link or not.
type piece struct {
	Text string
	Link bool
}

func pieces(text string) []piece {
	var out []piece
	at := 0
	for _, span := range link.FindAllStringIndex(text, -1) {
		out = append(out, piece{text[at:span[0]], false}, piece{text[span[0]:span[1]], true})
		at = span[1]
	}
	return append(out, piece{text[at:], false})
}
