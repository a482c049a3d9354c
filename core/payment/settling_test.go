package payment_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

// What a settlement decides, of every order with every attempt and whatever the
// provider says: one readable file. A dash is nothing that changes.
func TestSettlementsAreAsPrinted(t *testing.T) {
	no := payment.Result{Outcome: payment.NotPaid, Reason: payment.ByPayer}
	yes := payment.Result{Outcome: payment.Paid}
	less := kes(499)
	words := []struct {
		what   string
		answer payment.Result
		but    func(*payment.Facts)
	}{
		{"waits", payment.Result{}, func(*payment.Facts) {}},
		{"no", no, func(*payment.Facts) {}},
		{"yes", yes, func(*payment.Facts) {}},
		{"yes, of less", payment.Result{Outcome: payment.Paid, Amount: &less}, func(*payment.Facts) {}},
		{"yes, closed", yes, func(f *payment.Facts) { f.LinesTake = false }},
		{"yes, bought", yes, func(f *payment.Facts) { f.LinesPaid = true }},
		{"taken back", payment.Result{Outcome: payment.Reversed}, func(*payment.Facts) {}},
		{"taken back in part", payment.Result{Outcome: payment.Disputed, Amount: &less}, func(*payment.Facts) {}},
		{"taken back twice", payment.Result{Outcome: payment.Reversed}, func(f *payment.Facts) { f.Gone = true }},
		{"yes, receipt of another", yes, func(f *payment.Facts) { f.ReceiptTaken = true }},
	}
	var b strings.Builder
	for _, order := range statesOf(payment.Order) {
		for _, attempt := range statesOf(payment.Attempt) {
			fmt.Fprintf(&b, "order %s, attempt %s\n", order, attempt)
			for _, w := range words {
				f := payment.Facts{Order: order, Attempt: attempt, Asked: kes(500), LinesTake: true}
				w.but(&f)
				was := f
				d, err := payment.Settle(f, w.answer)
				said := "-"
				switch {
				case err != nil:
					said = fault.As(err).Code
				case d.Order != was.Order || d.Attempt != was.Attempt || d.Unlocks || d.Suspense != nil || d.Back != nil:
					said = strings.TrimSpace(fmt.Sprintf("%s, %s %s", d.Order, d.Attempt, d.Reason))
					if d.Unlocks {
						said += ", unlocks"
					}
					if d.Back != nil {
						said += ", gives back " + d.Back.Value.Short()
					}
					if d.Suspense != nil {
						said += ", holds " + d.Suspense.Value.Short()
					}
				}
				fmt.Fprintf(&b, "  %-24s %s\n", w.what, said)
			}
		}
	}
	asPrinted(t, "settlements", b.String())
}

// What a yes means with all that may be known beside it: what the provider names, what its
// messages claimed, and what has become of the order.
func TestWhatAYesMeans(t *testing.T) {
	some := func(a money.Amount) *money.Amount { return &a }
	amounts := []struct {
		what   string
		amount *money.Amount
	}{{"nothing", nil}, {"all", some(kes(500))}, {"less", some(kes(499))}, {"dollars", some(money.Amount{Value: money.New(500, 0), Currency: "USD"})}}
	var b strings.Builder
	for _, state := range []struct{ order, attempt payment.State }{{payment.Processing, payment.Processing}, {payment.Expired, payment.Expired}, {payment.Processing, payment.Expired}} {
		for _, named := range amounts {
			for _, claimed := range amounts {
				for known := range 8 {
					f := payment.Facts{Order: state.order, Attempt: state.attempt, Asked: kes(500), LinesTake: known&1 == 0, LinesPaid: known&2 != 0, ReceiptTaken: known&4 != 0}
					if claimed.amount != nil {
						f.Claimed = []money.Amount{kes(500), *claimed.amount}
					}
					d, err := payment.Settle(f, payment.Result{Outcome: payment.Paid, Amount: named.amount})
					said := fmt.Sprint(d.Order, " ", d.Attempt, " ", d.Reason)
					if d.Suspense != nil {
						said += fmt.Sprint(", holds ", d.Suspense)
					}
					if d.Unlocks {
						said += ", unlocks"
					}
					fmt.Fprintf(&b, "%s/%s, names %s, claimed %s, closed %t, bought %t, receipt of another %t: %s %v\n",
						state.order, state.attempt, named.what, claimed.what, !f.LinesTake, f.LinesPaid, f.ReceiptTaken, said, err)
				}
			}
		}
	}
	asPrinted(t, "yes", b.String())
}

func asPrinted(t *testing.T, name, got string) {
	t.Helper()
	file := "testdata/" + name + ".txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || got != string(want) {
		t.Errorf("%s changed (%v); run go test -update and read the difference\n%s", file, err, got)
	}
}

// statesOf are those that a life comes to, in their order.
func statesOf(m payment.Machine) []payment.State {
	var out []payment.State
	for _, s := range m.Start.Values() {
		if s == string(m.Start) || slices.ContainsFunc(m.Edges, func(e payment.Edge) bool { return string(e.To) == s }) {
			out = append(out, payment.State(s))
		}
	}
	return out
}

// The least and the most that a provider takes are taken, and nothing beside them.
func TestWhatAProviderTakes(t *testing.T) {
	for _, x := range []struct {
		amount   string
		currency money.Currency
		want     string
	}{
		{"1", "KES", ""},
		{"250000", "KES", ""},
		{"0.9999", "KES", payment.ProviderLimit.Code},
		{"0", "KES", payment.ProviderLimit.Code},
		{"250000.0001", "KES", payment.ProviderLimit.Code},
		{"250001", "KES", payment.ProviderLimit.Code},
		{"10.5", "KES", payment.ProviderLimit.Code},
		{"10", "UGX", payment.ProviderCurrency.Code},
	} {
		value, err := money.ParseDecimal(x.amount)
		if err != nil {
			t.Fatal(err)
		}
		terms, _ := payment.TermsOf(payment.Mpesa)
		err = terms.Check(money.Amount{Value: value, Currency: x.currency})
		if (err == nil) != (x.want == "") || err != nil && fault.As(err).Code != x.want {
			t.Errorf("%s %s: %v, want %q", x.amount, x.currency, err, x.want)
		}
	}
	terms, _ := payment.TermsOf(payment.Free)
	for _, currency := range []money.Currency{"KES", "UGX"} {
		if err := terms.Check(money.Amount{Currency: currency}); err != nil {
			t.Error(err)
		}
	}
}

// The same categories at the same fees are one cart, whatever their order.
func TestWhichCartsAreOne(t *testing.T) {
	of := func(category byte, fee int64, currency money.Currency) payment.Line {
		return payment.Line{Category: uuid.UUID{15: category}, Fee: money.Amount{Value: money.New(fee, 0), Currency: currency}}
	}
	order := []payment.Line{of(1, 5, "KES"), of(2, 0, "KES")}
	for name, x := range map[string]struct {
		cart []payment.Line
		want bool
	}{
		"itself":           {order, true},
		"turned round":     {[]payment.Line{order[1], order[0]}, true},
		"less":             {order[:1], false},
		"more":             {append(order[:2:2], of(3, 1, "KES")), false},
		"another category": {[]payment.Line{order[0], of(3, 0, "KES")}, false},
		"of nothing":       {[]payment.Line{order[0], of(3, 0, "")}, false},
		"another fee":      {[]payment.Line{order[0], of(2, 1, "KES")}, false},
		"another currency": {[]payment.Line{order[0], of(2, 0, "UGX")}, false},
	} {
		if got := payment.Same(order, x.cart); got != x.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// What a provider says of a payment that is gone: that it was answered for and that it is lost is heard once, what we gave
// back ourselves is no second going back, and where nothing else is missing the money came again.
func TestWhatIsHeardOfADispute(t *testing.T) {
	given, more := kes(40), kes(41)
	contest := func(s payment.DisputeState) payment.Result {
		return payment.Result{Outcome: payment.Disputed, Amount: &more, Contest: &payment.Contest{State: s}}
	}
	for name, x := range map[string]struct {
		gone   bool
		was    payment.DisputeState
		said   payment.Result
		event  string
		won    bool
		back   string
		refund int64
	}{
		"answered":              {true, payment.DisputeOpen, contest(payment.DisputeAnswered), "answer", false, "", 0},
		"answered again":        {true, payment.DisputeAnswered, contest(payment.DisputeAnswered), "", false, "", 0},
		"lost":                  {true, payment.DisputeAnswered, contest(payment.DisputeLost), "lose", false, "", 0},
		"lost again":            {true, payment.DisputeLost, contest(payment.DisputeLost), "", false, "", 0},
		"open still":            {true, payment.DisputeOpen, contest(payment.DisputeOpen), "", false, "", 0},
		"paid again":            {true, payment.DisputeLost, payment.Result{Outcome: payment.Paid}, "", true, "", 0},
		"paid but for a refund": {true, payment.DisputeOpen, payment.Result{Outcome: payment.Reversed, Amount: &given}, "", true, "", 40},
		"more than a refund":    {true, payment.DisputeOpen, payment.Result{Outcome: payment.Reversed, Amount: &more}, "", false, "", 40},
		"won, and so again":     {true, payment.DisputeWon, payment.Result{Outcome: payment.Reversed, Amount: &given}, "", false, "", 40},
		"a refund alone":        {false, "", payment.Result{Outcome: payment.Reversed, Amount: &given}, "", false, "", 40},
		"a refund and a cent":   {false, "", payment.Result{Outcome: payment.Reversed, Amount: &more}, "", false, "1", 40},
		"all of it":             {false, "", payment.Result{Outcome: payment.Disputed}, "", false, "500", 0},
	} {
		d, err := payment.Settle(payment.Facts{Order: payment.Completed, Attempt: payment.Completed, Asked: kes(500), LinesTake: true, Gone: x.gone, Dispute: x.was, Given: kes(x.refund).Value}, x.said)
		back := ""
		if d.Back != nil {
			back = d.Back.Value.Short()
		}
		if err != nil || d.Dispute != x.event || d.Won != x.won || back != x.back {
			t.Errorf("%s: %q, won %t, back %q: %v", name, d.Dispute, d.Won, back, err)
		}
	}
}

// What is left of a fee is less what went back already, whatever was paid.
func TestOnlyWhatIsLeftIsGivenBack(t *testing.T) {
	fee := payment.PaidFee{Category: uuid.UUID{15: 1}, Fee: money.New(60, 0), Back: money.New(50, 0)}
	for units, refused := range map[int64]bool{10: false, 11: true, 60: true} {
		sum := money.New(units, 0)
		_, total, err := payment.GiveBack("KES", []payment.PaidFee{fee}, []payment.BackPart{{Category: fee.Category, Amount: &sum}})
		if (err != nil) != refused || err == nil && total.Value.Short() != "10" {
			t.Errorf("%d: %s, %v", units, total, err)
		}
	}
	if payment.BackBy(payment.Chapa, false) || !payment.BackBy(payment.Chapa, true) || !payment.BackBy(payment.Stripe, false) || payment.BackBy(payment.Mpesa, true) {
		t.Error("who gives back parts")
	}
}

// Seven signs are too few to hide any.
func TestWhatIsShownOfAPayer(t *testing.T) {
	for payer, want := range map[string]string{"": "", "1234567": "1234567", "12345678": "1234…678", "éééééééé": "éééé…ééé"} {
		if got := payment.Mask(payer); got != want {
			t.Errorf("%s is shown as %s", payer, got)
		}
	}
	for typed, want := range map[string]string{" +254 (790) 000-999 ": "254790000999", "254109999990": "254109999990"} {
		if got, err := payment.Phone(typed); err != nil || got != want {
			t.Errorf("%s is %s, %v", typed, got, err)
		}
	}
	for _, typed := range []string{"25479000099:", "25479000099/", "2547900009990"} {
		if got, err := payment.Phone(typed); err == nil {
			t.Errorf("%s is %s", typed, got)
		}
	}
}
