//go:build demo

package paymentsvc_test

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/uuid"

	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
)

// files is every file that people take away of payments, as text: receipts, the evidence of a dispute, what is exported, and
// what was uploaded.
func (c *chaos) files() map[string]string {
	c.t.Helper()
	out := map[string]string{}
	desk := c.reader()
	c.post = nil // what a provider sends arrives
	for _, s := range c.sales {
		if s.way == payment.Stripe && s.does == "pay" {
			c.must(c.sim.Press(s.page, "dispute"))
			break
		}
	}
	c.asks()
	dispute := c.dispute(c.ctx, payment.DisputeOpen, 1)
	_, pack, err := c.svc.DisputePack(c.ctx, desk, dispute, "en")
	c.must(err)
	z, err := zip.NewReader(bytes.NewReader(pack), int64(len(pack)))
	c.must(err)
	for _, f := range z.File {
		r, err := f.Open()
		c.must(err)
		data, err := io.ReadAll(r)
		c.must(err)
		out["pack "+f.Name] = readable(data)
	}
	var ids []uuid.UUID
	c.must(c.owner.QueryRow(c.ctx, `SELECT array_agg(id) FROM (SELECT id FROM payment_paper ORDER BY number LIMIT 20) x`).Scan(&ids))
	for _, id := range ids {
		name, data, err := c.svc.ReceiptPDF(c.ctx, desk, id, "en")
		c.must(err)
		out[name] = readable(data)
		if !strings.Contains(out[name], "ZB-") {
			c.t.Errorf("%s cannot be read: the sweep proves nothing of it", name)
		}
	}
	reports := reportsvc.New(c.db)
	for _, format := range report.Format("").Values() {
		data, err := reports.ExportStatement(c.ctx, c.actor, reportsvc.AskedStatement{Format: report.Format(format), Language: "en"})
		c.must(err)
		out["statement as "+format] = readable(data)
	}
	c.must(filepath.WalkDir(c.store, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		out["upload "+path] = readable(data)
		return err
	}))
	if len(out) < 25 {
		c.t.Errorf("%d files: the sweep proves little", len(out))
	}
	return out
}

var (
	streams = regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`)
	ranges  = regexp.MustCompile(`<([0-9A-Fa-f]{4})>\s*(?:<([0-9A-Fa-f]{4})>\s*)?<([0-9A-Fa-f]{4,})>`)
	strs    = regexp.MustCompile(`<([0-9A-Fa-f]+)>|\((?:[^()\\]|\\.)*\)`)
)

// readable is a file as its reader sees it: archives and streams unpacked, the letters of a PDF's fonts by what each stands for.
func readable(data []byte) string {
	if bytes.HasPrefix(data, []byte("PK")) {
		var out strings.Builder
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return string(data)
		}
		for _, f := range z.File {
			if r, err := f.Open(); err == nil {
				raw, _ := io.ReadAll(r)
				out.Write(raw)
			}
		}
		return out.String()
	}
	if !bytes.HasPrefix(data, []byte("%PDF")) {
		return string(data)
	}
	out := string(data)
	var pages []string
	var fonts []map[string]string
	for _, m := range streams.FindAllSubmatch(data, -1) {
		raw := m[1]
		if r, err := zlib.NewReader(bytes.NewReader(raw)); err == nil {
			raw, _ = io.ReadAll(r)
		}
		s := string(raw)
		if strings.Contains(s, "begincmap") {
			fonts = append(fonts, letters(s))
		} else if strings.Contains(s, "BT") {
			pages = append(pages, s)
		}
	}
	for _, font := range fonts {
		for _, p := range pages {
			for _, m := range strs.FindAllString(p, -1) {
				out += spelled(m, font)
			}
			out += "\n"
		}
	}
	return out
}

// letters is what each code of a font stands for.
func letters(cmap string) map[string]string {
	out := map[string]string{}
	for _, m := range ranges.FindAllStringSubmatch(cmap, -1) {
		first, _ := strconv.ParseUint(m[1], 16, 16)
		last := first
		if m[2] != "" {
			last, _ = strconv.ParseUint(m[2], 16, 16)
		}
		raw, _ := hex.DecodeString(m[3])
		var units []uint16
		for i := 0; i+1 < len(raw); i += 2 {
			units = append(units, uint16(raw[i])<<8|uint16(raw[i+1]))
		}
		for code := first; code <= last && len(units) > 0; code++ {
			out[string([]byte{byte(code >> 8), byte(code)})] = string(utf16.Decode(units))
			units[len(units)-1]++
		}
	}
	return out
}

func spelled(s string, font map[string]string) string {
	var raw []byte
	if s[0] == '<' {
		raw, _ = hex.DecodeString(strings.Trim(s, "<>"))
	} else {
		in := s[1 : len(s)-1]
		for i := 0; i < len(in); i++ {
			if in[i] == '\\' && i+1 < len(in) {
				i++
				raw = append(raw, map[byte]byte{'n': '\n', 'r': '\r', 't': '\t', 'b': '\b', 'f': '\f'}[in[i]])
				if raw[len(raw)-1] == 0 {
					raw[len(raw)-1] = in[i]
				}
				continue
			}
			raw = append(raw, in[i])
		}
	}
	var out strings.Builder
	for i := 0; i+1 < len(raw); i += 2 {
		out.WriteString(font[string(raw[i:i+2])])
	}
	return out.String()
}

// The passkey of a shortcode goes to Daraja within a password, and is nowhere else: not in the log when it is refused, nor
// beside what is kept. Nor is the secret of the till's addresses.
func TestNoPasskeyIsKept(t *testing.T) {
	p := newPaybill(t)
	log := &journalOf{}
	p.svc = paymentsvc.New(p.db, p.gateways, p.origin, log.logger())
	o := p.asks(p.ctx, false)
	p.presses("pay")
	p.asked(p.ctx)
	p.sends("send unasked", payment.Bill(o.Number), "20")
	p.phones.Next("cut")
	p.actor = p.supplier()
	p.exec(`DELETE FROM rate_limit`)
	cut := p.ordered(p.ctx, p.category("20", "KES"))
	_, _ = p.pay(p.ctx, cut.ID)
	p.pulls()
	var tables []string
	p.must(p.owner.QueryRow(p.ctx, `SELECT array_agg(relname) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`).Scan(&tables))
	text := p.everyTable(tables)
	text["the log"] = log.b.String()
	if text["the log"] == "" || !strings.Contains(text["payment_attempt"], "mpesa") {
		t.Error("nothing was said: the sweep proves little")
	}
	password := base64.StdEncoding.EncodeToString([]byte("174379demonstration-passkey"))
	for where, all := range text {
		for _, secret := range []string{"demonstration-passkey", password[:32], "demonstration-till"} {
			if strings.Contains(all, secret) {
				t.Errorf("%s stands in %s", secret, where)
			}
		}
	}
}
