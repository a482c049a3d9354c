//go:build demo

package paymentsvc_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/gateway/bank"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/pg"
)

const kesAccount = "kes-1180234567"

// banked is the platform with M-Pesa, an account in KES, and two people who may move money.
type banked struct {
	*bundle
	one, two  access.Actor
	documents *documentsvc.Service
}

func withBank(t *testing.T) (context.Context, *banked) {
	t.Helper()
	ctx, b := setup(t)
	accounts, err := bank.New(bank.Options{Accounts: "KES|Zabuni Ltd|KCB Bank|Moi Avenue|118 023 4567|KCBLKENX"})
	if err != nil {
		t.Fatal(err)
	}
	store, err := document.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	documents := documentsvc.New(b.db, store)
	b.svc = paymentsvc.New(b.db, paymentsvc.Gateways{payment.Mpesa: b.mpesa, payment.Bank: accounts}, "https://zabuni.test", slog.New(slog.DiscardHandler)).
		With(paymentsvc.Desk{Documents: documents, Alone: payment.Limits{"USD": {}}})
	b.exec(`INSERT INTO account (id, company_id, user_type, email, first_name, last_name, status, created_at)
		VALUES ($1, $2, 'supplier', $1::uuid::text || '@supplier.test', 'Peter', 'Kamau', 'active', now())`, b.actor.User, b.actor.Org)
	clerks := b.clerks(2)
	for i := range clerks {
		clerks[i].Privileges = append(clerks[i].Privileges, access.ViewReport)
	}
	return ctx, &banked{b, clerks[0], clerks[1], documents}
}

// transferring is an order that waits for a transfer.
func (b *banked) transferring(ctx context.Context, fee string) paymentsvc.Order {
	b.t.Helper()
	o := b.ordered(ctx, b.category(fee, "KES"))
	o, err := b.svc.PayByBank(ctx, b.actor, paymentsvc.Pay{Order: o.ID, Key: uuid.NewString()})
	if err != nil {
		b.t.Fatal(err)
	}
	return o
}

// another is another supplier.
func (b *banked) another() {
	b.actor = b.supplier()
	b.exec(`INSERT INTO account (id, company_id, user_type, email, first_name, last_name, status, created_at)
		VALUES ($1, $2, 'supplier', $1::uuid::text || '@supplier.test', 'Peter', 'Kamau', 'active', now())`, b.actor.User, b.actor.Org)
}

// mt940 is a statement with lines of amount and words, as a bank writes them.
func mt940(number int, lines ...string) []byte {
	var s strings.Builder
	fmt.Fprintf(&s, ":20:S%d\n:25:1180234567\n:28C:%d/1\n:60F:C261123KES1000,00\n", number, number)
	sum := 0
	for i, l := range lines {
		value, words, _ := strings.Cut(l, " ")
		mark, n := "C", 0
		fmt.Sscan(value, &n)
		sum += n
		if n < 0 {
			mark, n = "D", -n
			if strings.HasPrefix(words, "REVERSAL") {
				mark = "RC"
			}
		}
		ref := fmt.Sprintf("//F%d-%d", number, i)
		if r, rest, ok := strings.Cut(words, "|"); ok {
			ref, words = "//"+r, rest
		}
		fmt.Fprintf(&s, ":61:2611241124%s%d,00NTRFNONREF%s\n:86:%s\n", mark, n, ref, words)
	}
	fmt.Fprintf(&s, ":62F:C261124KES%d,00\n", 1000+sum)
	return []byte(s.String())
}

func (b *banked) take(ctx context.Context, file []byte) (paymentsvc.Plan, error) {
	b.t.Helper()
	p, err := b.svc.CheckStatement(ctx, b.one, kesAccount, paymentsvc.File{Name: "statement.sta", Bytes: file})
	if err != nil {
		return p, err
	}
	return p, pg.InTx(ctx, b.db, func(tx pg.Tx) error { return b.svc.ImportStatement(ctx, tx, b.one, p) })
}

// imported reads, imports and settles a file.
func (b *banked) imported(ctx context.Context, file []byte) paymentsvc.Plan {
	b.t.Helper()
	p, err := b.take(ctx, file)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.svc.SettleLines(ctx); err != nil {
		b.t.Fatal(err)
	}
	b.balanced()
	return p
}

// balanced holds what is true of the books at any moment: an account at the bank has what its
// statements say, and a bank as a way of paying holds nothing.
func (b *banked) balanced() {
	b.t.Helper()
	b.audit()
	for what, sql := range map[string]string{
		"the bank's account is not its lines": `SELECT count(*) FROM (SELECT FROM statement_line l GROUP BY account HAVING sum(amount)
			<> (SELECT sum(e.amount) FROM ledger_entry e WHERE e.account = 'bank:' || l.account)) x`,
		"the way holds something": `SELECT count(*) FROM (SELECT FROM ledger_entry WHERE account = 'provider:bank' GROUP BY currency HAVING sum(amount) <> 0) x`,
		"a line's suspense is not what its state says": `SELECT count(*) FROM statement_line l
			WHERE coalesce((SELECT -sum(e.amount) FROM ledger_entry e WHERE e.part = l.id::text AND e.attempt_id IS NULL AND e.account = 'suspense'), 0)
				<> CASE WHEN l.status IN ('new', 'open', 'dismissed') THEN l.amount ELSE 0 END`,
	} {
		if n := b.count(sql); n != 0 {
			b.t.Fatalf("%s: %d", what, n)
		}
	}
}

// states are those of all lines, in their order.
func (b *banked) states() string {
	b.t.Helper()
	var s string
	err := b.owner.QueryRow(context.Background(), `SELECT coalesce(string_agg(status, ' ' ORDER BY place, created_at, id), '') FROM statement_line`).Scan(&s)
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

func (b *banked) line(ctx context.Context, status payment.LineState) paymentsvc.StatementLine {
	b.t.Helper()
	got, err := b.svc.Lines(ctx, b.one, paymentsvc.LineFilter{Statuses: []payment.LineState{status}}, "", 20)
	if err != nil || len(got.Items) == 0 {
		b.t.Fatalf("%d lines are %s, %v", len(got.Items), status, err)
	}
	return got.Items[0]
}

func (b *banked) propose(ctx context.Context, in paymentsvc.Proposal) error {
	in.Reason = "Looked at"
	if in.Act == paymentsvc.Match || in.Act == paymentsvc.Allocate {
		id, err := b.svc.AddEvidence(ctx, b.one, paymentsvc.File{Name: "slip.pdf", Bytes: []byte("%PDF-1.7\n%%EOF")})
		b.must(err)
		in.Evidence = id
	}
	return b.svc.Propose(ctx, b.one, in)
}

func (b *banked) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}
