//go:build demo

package mailbox_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"zabuni.org/core/gateway/smtp"
	"zabuni.org/core/platform/mail"
	"zabuni.org/core/simulator/mailbox"
)

func get(b *mailbox.Mailbox, uri string) *fasthttp.Response {
	var ctx fasthttp.RequestCtx
	ctx.Request.SetRequestURI(uri)
	b.Handle(&ctx)
	return &ctx.Response
}

func TestFromTheGatewayToThePage(t *testing.T) {
	b, err := mailbox.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	s, err := smtp.New(smtp.Options{Host: "127.0.0.1", Port: b.Port(), Security: smtp.Plain, From: mail.Address{Name: "Zabuni", Email: "no-reply@zabuni.example"}})
	if err != nil {
		t.Fatal(err)
	}
	for i, lang := range mail.Languages() {
		m, err := mail.Render(mail.Activation, lang, mail.Data{Name: "<i>Neema</i>", Company: "Maji", Link: "http://127.0.0.1:8080/verify_email?token=abc&x=1", Valid: 24 * time.Hour}, nil)
		if err != nil {
			t.Fatal(err)
		}
		m.To = mail.Address{Name: "Neema", Email: fmt.Sprintf("neema%d@example.com", i)}
		m.Attachments = []mail.Attachment{{Name: "ደብዳቤ.pdf", Type: "application/pdf", Bytes: []byte("%PDF-1.7")}}
		if err := s.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		var got []mailbox.Mail
		if err := json.Unmarshal(get(b, "/_dev/mailbox.json?to="+strings.ToUpper(m.To.Email)).Body(), &got); err != nil || len(got) != 1 {
			t.Fatalf("%v %v", got, err)
		}
		g := got[0]
		if g.Subject != m.Subject || strings.TrimSpace(g.Text) != strings.TrimSpace(m.Text) || len(g.Links) != 1 || g.Links[0] != "http://127.0.0.1:8080/verify_email?token=abc&x=1" || len(g.Attachments) != 1 || g.Attachments[0] != "ደብዳቤ.pdf" {
			t.Errorf("%s: %+v", lang, g)
		}
		page := string(get(b, fmt.Sprintf("/_dev/mailbox/%d", g.ID)).Body())
		if strings.Contains(page, "<i>") || !strings.Contains(page, `href="http://127.0.0.1:8080/verify_email?token=abc&amp;x=1"`) {
			t.Errorf("%s: %s", lang, page)
		}
		if html := get(b, fmt.Sprintf("/_dev/mailbox/%d/html", g.ID)); string(html.Body()) == "" || !strings.Contains(string(html.Header.Peek("Content-Security-Policy")), "sandbox") {
			t.Errorf("%s: HTML view", lang)
		}
	}
	if l := string(get(b, "/_dev/mailbox").Body()); strings.Count(l, "<tr><td>") != len(mail.Languages()) {
		t.Error(l)
	}
	for _, path := range []string{"/_dev/other", "/_dev/mailbox/99", "/_dev/mailbox/1/raw"} {
		if code := get(b, path).StatusCode(); code != fasthttp.StatusNotFound {
			t.Errorf("%s: %d", path, code)
		}
	}
}
