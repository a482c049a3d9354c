package smtp_test

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"mime"
	"net"
	"net/http/httptest"
	netmail "net/mail"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	gateway "zabuni.org/core/gateway/smtp"
	"zabuni.org/core/platform/mail"
)

// peer is a mail server of another make than the client.
type peer struct {
	got      chan string
	refusing error
}

func (p *peer) NewSession(*smtp.Conn) (smtp.Session, error) { return &session{p}, nil }

type session struct{ *peer }

func (s *session) Mail(string, *smtp.MailOptions) error { return nil }
func (s *session) Rcpt(string, *smtp.RcptOptions) error { return s.refusing }
func (s *session) Reset()                               {}
func (s *session) Logout() error                        { return nil }
func (s *session) Data(r io.Reader) error {
	b, err := io.ReadAll(r)
	s.got <- string(b)
	return err
}

// listen starts the peer; with a certificate when secure.
func listen(t *testing.T, p *peer, secure bool) (port int, trust *x509.CertPool) {
	t.Helper()
	s := smtp.NewServer(p)
	s.Domain = "localhost"
	if secure {
		web := httptest.NewTLSServer(nil) // for its certificate
		t.Cleanup(web.Close)
		s.TLSConfig = &tls.Config{Certificates: web.TLS.Certificates}
		trust = x509.NewCertPool()
		trust.AddCert(web.Certificate())
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(ln) }()
	t.Cleanup(func() { _ = s.Close(); <-done })
	return ln.Addr().(*net.TCPAddr).Port, trust
}

func message() mail.Message {
	return mail.Message{
		ID: "letter 7", To: mail.Address{Name: "ሰላም ተስፋዬ", Email: "selam@example.com"}, Language: "am",
		Subject: "የዛቡኒ መለያዎን ያንቁ", Text: "ሰላም", HTML: "<p>ሰላም</p>",
		Attachments: []mail.Attachment{{Name: "letter.pdf", Type: "application/pdf", Bytes: []byte("%PDF-1.7")}},
	}
}

func from() mail.Address { return mail.Address{Name: "Zabuni", Email: "no-reply@zabuni.example"} }

func TestOverStartTLS(t *testing.T) {
	p := &peer{got: make(chan string, 2)}
	port, trust := listen(t, p, true)
	s, err := gateway.New(gateway.Options{Host: "127.0.0.1", Port: port, From: from(), RootCAs: trust})
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for range 2 {
		if err := s.Send(t.Context(), message()); err != nil {
			t.Fatal(err)
		}
		m, err := netmail.ReadMessage(strings.NewReader(<-p.got))
		if err != nil {
			t.Fatal(err)
		}
		subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
		if err != nil || subject != message().Subject {
			t.Errorf("subject %q, %v", subject, err)
		}
		to, err := m.Header.AddressList("To")
		if err != nil || to[0].Name != message().To.Name || to[0].Address != message().To.Email {
			t.Errorf("to %v, %v", to, err)
		}
		ids[m.Header.Get("Message-ID")] = true
	}
	if len(ids) != 1 {
		t.Errorf("one message sent twice has the ids %v", ids)
	}
}

func TestNeverInTheClearOverTheNetwork(t *testing.T) {
	if _, err := gateway.New(gateway.Options{Host: "mail.example.com", Port: 25, Security: gateway.Plain, From: from()}); err == nil {
		t.Error("plain text to another machine is allowed")
	}
	p := &peer{got: make(chan string, 1)}
	port, _ := listen(t, p, false) // offers no STARTTLS, as one in the middle would have it
	s, err := gateway.New(gateway.Options{Host: "127.0.0.1", Port: port, From: from()})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Send(t.Context(), message()); err == nil || errors.Is(err, mail.ErrRefused) {
		t.Errorf("without STARTTLS: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	for name, tc := range map[string]struct {
		answer  *smtp.SMTPError
		refused bool
	}{
		"no such user": {&smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such user"}, true},
		"try later":    {&smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "greylisted"}, false},
	} {
		p := &peer{refusing: tc.answer}
		port, _ := listen(t, p, false)
		s, err := gateway.New(gateway.Options{Host: "127.0.0.1", Port: port, Security: gateway.Plain, From: from()})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Send(t.Context(), message()); err == nil || errors.Is(err, mail.ErrRefused) != tc.refused {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnAddressWithAHeaderInItIsRefused(t *testing.T) {
	s, err := gateway.New(gateway.Options{Host: "127.0.0.1", Port: 1, Security: gateway.Plain, From: from()})
	if err != nil {
		t.Fatal(err)
	}
	m := message()
	m.To.Email = "a@example.com\r\nBcc: b@example.com"
	if err := s.Send(t.Context(), m); !errors.Is(err, mail.ErrRefused) {
		t.Error(err)
	}
}
