package paymentsvc

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// What a callback was taken for.
const (
	heard       = "heard"       // woke the question
	late        = "late"        // of an attempt that is done, and agrees with it
	contradicts = "contradicts" // speaks of another charge or another amount than an attempt that is done
	unmatched   = "unmatched"   // its token is not of ours
	unreadable  = "unreadable"
	forged      = "forged" // its proof is absent, wrong or old
)

// Somebody who guesses tokens fills no disk, and somebody who repeats a callback
// does not make us ask the provider all day.
var (
	perStranger = journal.Limit{Burst: 60, Per: time.Minute}
	ofStrangers = journal.Limit{Burst: 600, Per: 10 * time.Second} // from everywhere together
	perAttempt  = journal.Limit{Burst: 10, Per: time.Minute}
)

// strangeBody is how many bytes are kept of what no attempt of ours explains:
// providers' messages have less than a thousand.
const strangeBody = 4 << 10

// proofs are the headers that are kept of a message, because they prove it.
var proofs = []string{"content-type", "stripe-signature", "x-chapa-signature", "chapa-signature", "paypal-transmission-id", "paypal-transmission-time",
	"paypal-transmission-sig", "paypal-cert-url", "paypal-auth-algo"}

// Reply is what a provider wants to hear of a message, or where the browser that
// brought it goes on: to the order's own page, whatever it brought.
func (s *Service) Reply(ctx context.Context, p payment.Provider, m payment.Message) (r payment.Reply, onward string, err error) {
	g, err := s.gateway(p)
	if err != nil {
		return r, "", err
	}
	if t, ok := s.receiver(p); ok {
		if n, ours, unread := t.Notice(m); ours && n.Asks && unread == nil {
			word, err := s.mayCome(ctx, n)
			return t.Say(word), "", err
		} else if ours && n.Asks {
			return t.Say(payment.NobodysBill), "", nil
		}
	}
	if r = g.Reply(m); !r.Back {
		return r, "", nil
	}
	order, err := q.OrderOfToken(ctx, s.db, string(p), m.Token)
	if pg.NoRows(err) {
		return r, s.origin + "/supplier/payment/cards/re/error", nil
	}
	back, _ := s.returns(asked{order: order, way: p})
	return r, back, err
}

// Hear keeps a provider's message as it came. It never changes what is paid: it
// wakes a question to the provider, and what it claims is weighed against the
// answer.
func (s *Service) Hear(ctx context.Context, p payment.Provider, m payment.Message, network string) error {
	g, err := s.gateway(p)
	if err != nil {
		return err
	}
	in := incoming(p, m, network)
	if r, ok := s.receiver(p); ok {
		if n, ours, err := r.Notice(m); ours {
			return s.noticed(ctx, n, in, err != nil)
		}
	}
	hints, unread := g.Read(m)
	if errors.Is(unread, payment.Forged) {
		in.Verdict = forged
		return pg.InTx(ctx, s.db, func(tx pg.Tx) error { return s.stranger(ctx, tx, in) })
	}
	if unread != nil {
		hints = []payment.Hint{{Token: m.Token}}
	}
	for _, h := range hints {
		if err := s.take(ctx, g, m, h, in, unread != nil); err != nil {
			return err
		}
	}
	return nil
}

// take keeps what a message says of one attempt.
func (s *Service) take(ctx context.Context, g Gateway, m payment.Message, h payment.Hint, in paymentdb.InsertCallbackParams, unread bool) error {
	name := paymentdb.AttemptNamedParams{Provider: in.Provider, Token: h.Token, MerchantRef: h.MerchantRef, ProviderRef: h.Ref, Receipt: h.Receipt}
	if prover, ok := g.(Prover); ok && !unread {
		if _, err := q.AttemptNamed(ctx, s.db, name); err == nil { // nobody is called for what is of nobody
			told, cancel := context.WithTimeout(ctx, proveTimeout)
			err := prover.Prove(told, m)
			cancel()
			if errors.Is(err, payment.Forged) {
				in.Verdict = forged
				return pg.InTx(ctx, s.db, func(tx pg.Tx) error { return s.stranger(ctx, tx, in) })
			}
			if err != nil {
				s.log.Warn("payment message unproved", "provider", in.Provider, "error", err.Error())
				unread = true
			}
		}
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		t, err := q.AttemptNamed(ctx, tx, name)
		if pg.NoRows(err) {
			return s.stranger(ctx, tx, in)
		}
		if err != nil {
			return err
		}
		in.AttemptID, in.Ref, in.Receipt = &t.ID, h.Ref, h.Receipt
		if h.Amount != nil {
			currency := string(h.Amount.Currency)
			in.Currency, in.Amount = &currency, &h.Amount.Value
		}
		if over, err := full(ctx, tx, "callback:"+t.ID.String(), perAttempt); err != nil || over {
			return err
		}
		if unread {
			in.Verdict = unreadable
		} else if in.Verdict, err = s.weigh(ctx, tx, t, h); err != nil {
			return err
		}
		if in.Ref == "" && in.Verdict != contradicts {
			in.Ref = orEmpty(t.ProviderRef)
		}
		if _, err := q.InsertCallback(ctx, tx, in); err != nil {
			return err
		}
		return s.heard(ctx, tx, t, in.Verdict)
	})
}

const proveTimeout = 8 * time.Second

// incoming is a message as it is kept: of its headers only what proves it.
func incoming(p payment.Provider, m payment.Message, network string) paymentdb.InsertCallbackParams {
	kept := map[string][]string{}
	for _, name := range proofs {
		if v := m.Header[name]; len(v) > 0 {
			kept[name] = v
		}
	}
	headers, _ := json.Marshal(kept)
	in := paymentdb.InsertCallbackParams{
		Provider: string(p),
		Token:    fmt.Sprintf("%x", sha256.Sum256([]byte(m.Token))), // who reads the inbox sends nothing by it
		Method:   m.Method,
		Headers:  []byte(text(headers)),
		Query:    payment.Veil(text([]byte(m.Query.Encode()))),
		Body:     payment.Veil(text(m.Body)),
		Network:  network,
		Verdict:  unmatched,
	}
	sum := sha256.New()
	for _, part := range []string{m.Token, in.Method, string(in.Headers), in.Query, string(m.Body)} {
		fmt.Fprintf(sum, "%d:%s", len(part), part)
	}
	in.Sum = sum.Sum(nil)
	return in
}

func (s *Service) stranger(ctx context.Context, tx pg.Tx, in paymentdb.InsertCallbackParams) error {
	if over, err := full(ctx, tx, "callback-from:"+in.Network, perStranger); err != nil || over {
		return err
	}
	if over, err := full(ctx, tx, "callback-from-anywhere", ofStrangers); err != nil || over {
		return err
	}
	if len(in.Body) > strangeBody {
		in.Body = strings.ToValidUTF8(in.Body[:strangeBody], "")
	}
	return keep(ctx, tx, in)
}

// keep writes down a message that is of no attempt.
func keep(ctx context.Context, tx pg.Tx, in paymentdb.InsertCallbackParams) error {
	n, err := q.InsertCallback(ctx, tx, in)
	if err != nil {
		return err
	}
	_, err = journal.Record(ctx, tx, access.System, journal.Entry{Action: "payment.callback." + in.Verdict, Object: "callback",
		ObjectID: uuid.Must(uuid.NewV7()), Detail: map[string]any{"callback": n, "network": in.Network, "provider": in.Provider}})
	return err
}

func (s *Service) heard(ctx context.Context, tx pg.Tx, t paymentdb.AttemptNamedRow, verdict string) error {
	return record(ctx, tx, access.System, "payment.callback."+verdict, t.OrderID, t.SupplierID, map[string]any{"attempt": t.ID})
}

// weigh says what a readable callback of a known attempt is, and has its small effects.
func (s *Service) weigh(ctx context.Context, tx pg.Tx, t paymentdb.AttemptNamedRow, h payment.Hint) (string, error) {
	if t.ProviderRef == nil && h.Ref != "" { // our call was cut off: now we know what to ask about
		err := pg.Savepoint(ctx, tx, func(tx pg.Tx) error {
			_, err := q.AdoptRef(ctx, tx, &h.Ref, t.ID)
			return err
		})
		if pg.Constraint(err) == "payment_attempt_provider" {
			return contradicts, nil // the name of another charge
		}
		if err != nil {
			return "", err
		}
		t.ProviderRef = &h.Ref
	}
	if h.Ref != "" && (t.ProviderRef == nil || *t.ProviderRef != h.Ref) || h.Ref == "" && h.MerchantRef == "" && h.Receipt == "" ||
		h.MerchantRef != "" && h.MerchantRef != t.MerchantRef {
		return contradicts, nil
	}
	if h.Back {
		return heard, q.Wake(ctx, tx, t.ID, true)
	}
	if payment.Ended(payment.State(t.Status)) {
		d, err := q.DisputeOfAttempt(ctx, tx, t.ID)
		if err != nil && !pg.NoRows(err) {
			return "", err
		}
		if payment.Disputes.Can(payment.State(d.Status), "win") { // what was taken back may have come again
			return heard, q.Wake(ctx, tx, t.ID, true)
		}
		if h.Amount != nil && !same(*h.Amount, amount(t.Amount, t.Currency)) && payment.State(t.Status) == payment.Completed {
			return contradicts, nil
		}
		return late, s.adoptReceipt(ctx, tx, t, h)
	}
	return heard, q.Wake(ctx, tx, t.ID, false)
}

// adoptReceipt notes the receipt of a payment that the provider had confirmed
// without one.
func (s *Service) adoptReceipt(ctx context.Context, tx pg.Tx, t paymentdb.AttemptNamedRow, h payment.Hint) error {
	if h.Receipt == "" || t.Receipt != nil {
		return nil
	}
	err := pg.Savepoint(ctx, tx, func(tx pg.Tx) error {
		_, err := q.AdoptReceipt(ctx, tx, &h.Receipt, t.ID)
		return err
	})
	if pg.Constraint(err) == "payment_attempt_receipt" {
		return nil
	}
	return err
}

func same(a, b money.Amount) bool { return a.Currency == b.Currency && a.Value.Equal(b.Value) }

// full takes from a bucket in a savepoint of its own and reports whether it was full.
func full(ctx context.Context, tx pg.Tx, bucket string, l journal.Limit) (bool, error) {
	err := journal.Take(ctx, tx, bucket, l)
	if errors.Is(err, fault.TooMany) {
		return true, nil
	}
	return false, err
}

// text makes bytes of anybody storable as text: Postgres refuses NUL and broken UTF-8.
func text(body []byte) string {
	out := make([]rune, 0, len(body))
	for _, r := range string(body) {
		if r == 0 {
			r = '\uFFFD'
		}
		out = append(out, r)
	}
	return string(out)
}
