//go:build demo

package paymentsvc_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"

	"zabuni.org/core/payment"
)

// What no payment may leave anywhere: a card's number and its check digits, a whole phone, a secret of ours.
const (
	sweptCard  = "4111111111111111"
	sweptCheck = "9870"
	sweptPhone = "254701234567"
	sweptPIN   = "73914"
)

var sweptSecrets = []string{"demonstration-secret", "demonstration-hook"}

// mayHold says in which tables something may stand, because it is needed there: a person is called by phone, and a prompt
// goes to one; an attempt is recognised by its token.
var mayHold = map[string][]string{
	sweptPhone: {"account", "payment_attempt"},
	"a token":  {"payment_attempt"},
}

// journalOf is what the platform says to its log, all of it.
type journalOf struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (j *journalOf) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.Write(p)
}

func (j *journalOf) logger() *slog.Logger {
	return slog.New(slog.NewJSONHandler(j, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// marked adds to a message that nobody signs what a careless provider may send with it.
func marked(x posted) posted {
	switch x.way {
	case payment.Pesapal, payment.Tingg, payment.DPO, payment.IVeri:
	default:
		return x
	}
	body := string(x.m.Body)
	switch {
	case strings.HasPrefix(body, "{"):
		body = strings.TrimSuffix(strings.TrimSpace(body), "}") + fmt.Sprintf(`,"card_number":%q,"cvv":%q,"msisdn":%q,"PIN":%q,"passkey":"swept-passkey"}`, sweptCard, sweptCheck, sweptPhone, sweptPIN)
	case strings.HasPrefix(body, "<"): // before the end of its outermost part
		at := strings.LastIndex(body, "</")
		body = body[:at] + fmt.Sprintf("<card_number>%s</card_number><CVV>%s</CVV><CustomerPhone>%s</CustomerPhone><PIN>%s</PIN>", sweptCard, sweptCheck, sweptPhone, sweptPIN) + body[at:]
	default:
		if body != "" {
			body += "&"
		}
		body += "card_number=" + sweptCard + "&cvv=" + sweptCheck + "&msisdn=" + sweptPhone + "&pin=" + sweptPIN
	}
	x.m.Body = []byte(body)
	return x
}

// sweep looks through every table and through the log for what may not be there.
func (c *chaos) sweep(log *journalOf) {
	c.t.Helper()
	var tables, tokens []string
	for sql, to := range map[string]*[]string{
		`SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`: &tables,
		`SELECT token FROM payment_attempt WHERE length(token) > 20`:                                            &tokens,
	} {
		rows, err := c.owner.Query(c.ctx, sql)
		c.must(err)
		for rows.Next() {
			var s string
			c.must(rows.Scan(&s))
			*to = append(*to, s)
		}
		c.must(rows.Err())
	}
	if len(tables) < 50 || len(tokens) < chaosOrders/2 {
		c.t.Fatalf("%d tables, %d tokens", len(tables), len(tokens))
	}
	text := c.everyTable(tables)
	text["the log"] = log.b.String()
	maps.Copy(text, c.files())
	looks := map[string][]string{sweptCard: {sweptCard, "4111 1111 1111 1111"}, sweptCheck: {`"` + sweptCheck + `"`, "=" + sweptCheck, ">" + sweptCheck}, sweptPhone: {sweptPhone, "0" + sweptPhone[3:]}, "a PIN": {`"` + sweptPIN, "=" + sweptPIN, ">" + sweptPIN}, "a passkey": {"swept-passkey"}, "a secret": sweptSecrets, "a token": tokens}
	for what, needles := range looks {
		held := 0
		for where, all := range text {
			found := ""
			for _, n := range needles {
				if strings.Contains(all, n) {
					found = n
				}
			}
			switch {
			case found == "":
			case slices.Contains(mayHold[what], where):
				held++
			default:
				c.t.Errorf("%s stands in %s: %s", what, where, found)
			}
		}
		if held != len(mayHold[what]) {
			c.t.Errorf("%s stands in %d of %v: the sweep proves little", what, held, mayHold[what])
		}
	}
	for _, like := range []string{`{%card_number%`, `<%card_number%`, `%&card_number=%`} {
		if n := c.count(`SELECT count(*) FROM payment_callback WHERE body LIKE $1`, like); n < 3 {
			c.t.Errorf("%d messages with a card came as %s: the sweep proves little", n, like)
		}
	}
}

// everyTable is all that is kept, by its table.
func (b *bundle) everyTable(tables []string) map[string]string {
	b.t.Helper()
	text, ctx := map[string]string{}, context.Background()
	for _, table := range tables {
		var all, bytea, raw string
		b.must(b.owner.QueryRow(ctx, fmt.Sprintf(`SELECT coalesce(string_agg(t::text, E'\n'), '') FROM %q t`, table)).Scan(&all))
		// What is kept as bytes is text in hexadecimal.
		b.must(b.owner.QueryRow(ctx, `SELECT coalesce(string_agg(format('encode(%I, ''escape'')', attname), ' || '), '''''') FROM pg_attribute WHERE attrelid = $1::regclass AND atttypid = 'bytea'::regtype AND attnum > 0 AND NOT attisdropped`, fmt.Sprintf("%q", table)).Scan(&bytea))
		b.must(b.owner.QueryRow(ctx, fmt.Sprintf(`SELECT coalesce(string_agg(%s, E'\n'), '') FROM %q`, bytea, table)).Scan(&raw))
		text[table] = all + raw
	}
	return text
}
