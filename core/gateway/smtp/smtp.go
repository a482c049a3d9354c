// Package smtp hands messages to a mail server.
package smtp

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"strings"
	"time"
	"unicode"

	gomail "github.com/wneessen/go-mail"

	"zabuni.org/core/platform/mail"
)

// Ways to protect the connection.
const (
	StartTLS = "starttls" // upgrade or give up: never fall back to plain
	TLS      = "tls"      // from the first byte
	Plain    = "none"     // only to this machine
)

const timeout = 30 * time.Second

// Options say which server, and who writes.
type Options struct {
	Host, User, Password string
	Port                 int
	Security             string         // StartTLS when empty
	From                 mail.Address   // the platform's own
	RootCAs              *x509.CertPool // the server's authority, where it is not a public one
}

// A Sender sends through one server.
type Sender struct {
	client *gomail.Client
	from   mail.Address
}

var _ mail.Sender = (*Sender)(nil)

// New checks the options; it does not connect.
func New(o Options) (*Sender, error) {
	opts := []gomail.Option{gomail.WithPort(o.Port), gomail.WithTimeout(timeout)}
	switch o.Security {
	case "", StartTLS:
		opts = append(opts, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case TLS:
		opts = append(opts, gomail.WithSSL())
	case Plain:
		if !loopback(o.Host) {
			return nil, fmt.Errorf("smtp: mail to %s would go over the network in the clear", o.Host)
		}
		opts = append(opts, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		return nil, fmt.Errorf("smtp: security %q is none of %s, %s, %s", o.Security, StartTLS, TLS, Plain)
	}
	if o.User != "" {
		opts = append(opts, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(o.User), gomail.WithPassword(o.Password))
	}
	if o.RootCAs != nil {
		opts = append(opts, gomail.WithTLSConfig(&tls.Config{RootCAs: o.RootCAs, ServerName: o.Host, MinVersion: tls.VersionTLS12}))
	}
	client, err := gomail.NewClient(o.Host, opts...)
	if err != nil {
		return nil, fmt.Errorf("smtp: %w", err)
	}
	if err := gomail.NewMsg().FromFormat(o.From.Name, o.From.Email); err != nil {
		return nil, fmt.Errorf("smtp: sender's address: %w", err)
	}
	return &Sender{client, o.From}, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Send delivers m to the server. A server that will never take it, or an
// address that is none, is mail.ErrRefused.
func (s *Sender) Send(ctx context.Context, m mail.Message) error {
	msg, err := s.compose(m)
	if err != nil {
		return fmt.Errorf("smtp: %w: %w", mail.ErrRefused, err)
	}
	if err := s.client.DialAndSendWithContext(ctx, msg); err != nil {
		var e *gomail.SendError
		if errors.As(err, &e) && !e.IsTemp() && e.ErrorCode() >= 500 {
			return fmt.Errorf("smtp: %w: %w", mail.ErrRefused, err)
		}
		return fmt.Errorf("smtp: %w", err)
	}
	return nil
}

// Login connects and signs in, and sends nothing.
func (s *Sender) Login(ctx context.Context) error {
	if err := s.client.DialWithContext(ctx); err != nil {
		return fmt.Errorf("smtp: %w", err)
	}
	return s.client.Close()
}

// written is an address as a header has it. A name with quotes or a line end in
// it is still somebody's, who has to be reached; an address with either is none.
func written(to mail.Address) (string, error) {
	if bare, err := netmail.ParseAddress(to.Email); err != nil || bare.Address != to.Email {
		return "", fmt.Errorf("%q is no address", to.Email)
	}
	words := strings.FieldsFunc(strings.ToValidUTF8(to.Name, ""), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\\' // which net/mail prints in a coded name so that nobody can read it
	})
	a := netmail.Address{Name: strings.Join(words, " "), Address: to.Email}
	return a.String(), nil
}

func (s *Sender) compose(m mail.Message) (*gomail.Msg, error) {
	to, err := written(m.To)
	if err != nil {
		return nil, err
	}
	msg := gomail.NewMsg()
	if err := errors.Join(msg.FromFormat(s.from.Name, s.from.Email), msg.AddTo(to)); err != nil {
		return nil, err
	}
	msg.Subject(m.Subject)
	msg.SetDate()
	if m.ID != "" { // a second copy of one message is recognised as such
		_, domain, _ := strings.Cut(s.from.Email, "@")
		msg.SetMessageIDWithValue(fmt.Sprintf("%x@%s", sha256.Sum256([]byte(m.ID)), domain))
	} else {
		msg.SetMessageID()
	}
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // absence notes need not answer
	msg.SetGenHeader("Content-Language", m.Language)
	if m.Unsubscribe != "" {
		msg.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+m.Unsubscribe+">")
	}
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	for _, a := range m.Attachments {
		if err := msg.AttachReader(a.Name, bytes.NewReader(a.Bytes), gomail.WithFileContentType(gomail.ContentType(a.Type))); err != nil {
			return nil, err
		}
	}
	return msg, nil
}
