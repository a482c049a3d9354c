//go:build demo

package mailbox

import (
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
)

// parse reads a message down to its text, its HTML and the names of its files.
func parse(r io.Reader) (Mail, error) {
	msg, err := mail.ReadMessage(r)
	if err != nil {
		return Mail{}, err
	}
	words := new(mime.WordDecoder)
	m := Mail{Attachments: []string{}}
	var serr, ferr error
	m.Subject, serr = words.DecodeHeader(msg.Header.Get("Subject"))
	m.From, ferr = words.DecodeHeader(msg.Header.Get("From"))
	if err := errors.Join(serr, ferr); err != nil {
		return Mail{}, err
	}
	err = walk(&m, msg.Header.Get("Content-Type"), msg.Header.Get("Content-Transfer-Encoding"), "", msg.Body)
	return m, err
}

func walk(m *Mail, contentType, encoding, disposition string, body io.Reader) error {
	media, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return err
	}
	if strings.HasPrefix(media, "multipart/") {
		parts := multipart.NewReader(body, params["boundary"])
		for {
			p, err := parts.NextRawPart()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			h := p.Header
			if err := walk(m, h.Get("Content-Type"), h.Get("Content-Transfer-Encoding"), h.Get("Content-Disposition"), p); err != nil {
				return err
			}
		}
	}
	if _, params, err := mime.ParseMediaType(disposition); err == nil && params["filename"] != "" {
		name, err := new(mime.WordDecoder).DecodeHeader(params["filename"])
		m.Attachments = append(m.Attachments, name)
		if err != nil || media != "text/calendar" {
			return err
		}
	}
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	b, err := io.ReadAll(body)
	switch media {
	case "text/plain":
		m.Text = strings.ReplaceAll(string(b), "\r\n", "\n")
	case "text/html":
		m.HTML = string(b)
	case "text/calendar":
		m.Calendar = string(b)
	}
	return err
}
