package smtp

import (
	"bytes"
	"mime"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"zabuni.org/core/identity"
	"zabuni.org/core/platform/mail"
)

// A message goes to the one address that it is for, whatever stands in a name or
// a subject; and every address that an account can have can be written to.
func FuzzMessage(f *testing.F) {
	f.Add("ሰላም ተስፋዬ", "selam@example.com", "የዛቡኒ መለያዎን ያንቁ", "letter.pdf")
	f.Add("Eve\r\nBcc: victim@example.com", "eve@example.com", "x\r\nBcc: y@example.com", "a\r\nb.pdf")
	f.Add("<a@b.c>, x@y.z", `"a b"@example.org`, strings.Repeat("ü ", 80), `a"; name=b`)
	f.Add("", "a@b.c>,<d@e.f", "=?utf-8?q?x?=", "=?x?q?y?=")
	sender, err := New(Options{Host: "127.0.0.1", Port: 25, Security: Plain, From: mail.Address{Name: "Zabuni", Email: "no-reply@zabuni.example"}})
	if err != nil {
		f.Fatal(err)
	}
	headers := []string{"Auto-Submitted", "Content-Language", "Content-Type", "Date", "From", "List-Unsubscribe", "Message-Id", "Mime-Version", "Subject", "To", "User-Agent", "X-Mailer"}
	f.Fuzz(func(t *testing.T, name, address, subject, file string) {
		subject = strings.Join(strings.Fields(subject), " ") // as mail.Render makes it
		account, real := identity.Email(address)
		if real {
			address = account
		}
		msg, err := sender.compose(mail.Message{
			ID:          "1",
			To:          mail.Address{Name: name, Email: address},
			Language:    "en",
			Subject:     subject,
			Text:        "text",
			HTML:        "<p>text</p>",
			Unsubscribe: "https://zabuni.example/unsubscribe/1",
			Attachments: []mail.Attachment{{Name: file, Type: "application/pdf", Bytes: []byte("%PDF-1.7")}},
		})
		if err != nil {
			if real {
				t.Fatalf("%q can have an account and no mail: %v", address, err)
			}
			return
		}
		var wire bytes.Buffer
		if _, err := msg.WriteTo(&wire); err != nil {
			t.Fatal(err)
		}
		got, err := netmail.ReadMessage(&wire)
		if err != nil {
			t.Fatal(err)
		}
		for header, values := range got.Header {
			if !slices.Contains(headers, header) || len(values) != 1 {
				t.Fatalf("header %s: %q", header, values)
			}
		}
		to, err := got.Header.AddressList("To")
		if err != nil || len(to) != 1 || to[0].Address != address {
			t.Fatalf("to %v, %v: written to %q", to, err, address)
		}
		if strings.Contains(subject, "=?") || !utf8.ValidString(subject) {
			return // looks like a word that is coded already
		}
		if said, err := new(mime.WordDecoder).DecodeHeader(got.Header.Get("Subject")); err != nil || said != subject {
			t.Fatalf("%q arrives as %q, %v", subject, said, err)
		}
	})
}
