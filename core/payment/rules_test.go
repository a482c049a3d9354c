package payment_test

import (
	"errors"
	"flag"
	"os"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/sourcing"
)

var update = flag.Bool("update", false, "write golden files")

func kes(n int64) money.Amount { return money.Amount{Value: money.New(n, 0), Currency: "KES"} }

// admitted are the facts of a supplier that has nothing left to do but to pay.
func admitted() entry.Facts {
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	return entry.Facts{
		Phase:     entry.Phase{Status: sourcing.Open, OpensAt: noon, ClosesAt: noon.Add(time.Hour)},
		Activity:  sourcing.Tender,
		Now:       noon,
		Published: true,
		Active:    true,
		Right:     true,
		Fee:       true,
	}
}

func line(fee money.Amount) payment.Line {
	return payment.Line{Category: uuid.New(), Buyer: uuid.New(), Name: "Reagents", Fee: fee, Entry: admitted()}
}

func TestEdges(t *testing.T) {
	got := payment.Order.String() + payment.Attempt.String() + payment.Refunds.String() + payment.Disputes.String()
	const file = "testdata/states.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || got != string(want) {
		t.Fatalf("%v: the edges are not those of %s:\n%s", err, file, got)
	}
	for _, m := range []payment.Machine{payment.Order, payment.Attempt, payment.Refunds, payment.Disputes} {
		reached := map[payment.State]bool{m.Start: true}
		seen := map[string]bool{}
		for _, e := range m.Edges {
			if !reached[e.From] {
				t.Errorf("%s: nothing leads to %s", m.Name, e.From)
			}
			reached[e.To] = true
			if seen[string(e.From)+e.Event] {
				t.Errorf("%s: two edges for %s %s", m.Name, e.From, e.Event)
			}
			seen[string(e.From)+e.Event] = true
		}
		if _, err := m.Next(payment.Completed, "fail"); !errors.Is(err, payment.NoEdge) {
			t.Errorf("%s: a completed payment fails", m.Name)
		}
	}
}

func TestCartHoldsOneCurrency(t *testing.T) {
	usd := money.Amount{Value: money.New(10, 0), Currency: "USD"}
	cart := []payment.Line{line(kes(1000)), line(kes(500))}
	if err := payment.Join(cart, line(kes(1))); err != nil {
		t.Error(err)
	}
	err := payment.Join(cart, line(usd))
	if !errors.Is(err, payment.CartCurrency) || fault.As(err).Params["currency"] != "KES" {
		t.Error(err)
	}
	if err := payment.Join(cart, line(money.Amount{Currency: "USD"})); !errors.Is(err, payment.CartCurrency) {
		t.Error("a free category of another currency joins", err)
	}
	if got, err := payment.Total(cart); err != nil || got.Value.String() != "1500.0000" || got.Currency != "KES" {
		t.Error(got, err)
	}
	if _, err := payment.Total(nil); !errors.Is(err, payment.CartEmpty) {
		t.Error(err)
	}
	if _, err := payment.Total(append(cart, line(usd))); !errors.Is(err, payment.CartCurrency) {
		t.Error(err)
	}
	full := make([]payment.Line, payment.MaxLines)
	for i := range full {
		full[i] = line(kes(1))
	}
	if err := payment.Join(full, line(kes(1))); !errors.Is(err, payment.CartFull) {
		t.Error(err)
	}
	for want, change := range map[*fault.Def]func(*payment.Line){
		payment.AlreadyPaid: func(l *payment.Line) { l.Entry.Paid = true },
		entry.NotOpen:       func(l *payment.Line) { l.Entry.Published = false },
		entry.Blacklisted:   func(l *payment.Line) { l.Entry.Blacklisted = true },
		sourcing.NotInvited: func(l *payment.Line) { l.Entry.ByInvitation = true },
	} {
		l := line(kes(1))
		change(&l)
		if err := payment.Join(nil, l); !errors.Is(err, want) {
			t.Error(want.Code, err)
		}
	}
}

func TestSameCart(t *testing.T) {
	a, b := line(kes(5)), line(kes(7))
	if !payment.Same([]payment.Line{a, b}, []payment.Line{b, a}) {
		t.Error("the order of lines matters")
	}
	dearer := b
	dearer.Fee = kes(8)
	other := line(kes(7))
	for _, cart := range [][]payment.Line{{a}, {a, b, other}, {a, other}, {a, dearer}} {
		if payment.Same([]payment.Line{a, b}, cart) {
			t.Error(cart)
		}
	}
}

func TestProviders(t *testing.T) {
	mpesa, _ := payment.TermsOf(payment.Mpesa)
	half := money.Amount{Value: money.New(15, -1), Currency: "KES"}
	for _, c := range []struct {
		a    money.Amount
		want *fault.Def
	}{
		{kes(1), nil}, {kes(250_000), nil},
		{kes(0), payment.ProviderLimit}, {kes(250_001), payment.ProviderLimit}, {half, payment.ProviderLimit},
		{money.Amount{Value: money.New(5, 0), Currency: "USD"}, payment.ProviderCurrency},
		{money.Amount{Value: money.New(5, 0), Currency: "UGX"}, payment.ProviderCurrency},
	} {
		if err := mpesa.Check(c.a); (c.want == nil) != (err == nil) || (c.want != nil && !errors.Is(err, c.want)) {
			t.Error(c.a, err)
		}
	}
	for want, a := range map[string]money.Amount{"free": {Currency: "USD"}, "mpesa": kes(99), "bank": {Value: money.New(1, 0), Currency: "XOF"}, "": {Value: money.New(1, 0), Currency: "JPY"}} {
		got := payment.Offers(a)
		if (want == "" && len(got) != 0) || (want != "" && (len(got) == 0 || string(got[0]) != want)) {
			t.Error(a, got)
		}
	}
	if _, ok := payment.TermsOf("cash"); ok {
		t.Error("cash")
	}
}

func TestPhones(t *testing.T) {
	for in, want := range map[string]string{"254701234567": "254701234567", "+254 701 234 567": "254701234567", "254-110-234-567": "254110234567",
		"0722000032": "254722000032", "0110 234 567": "254110234567", "+254 (0)722 000 032": "254722000032", "722000032": "254722000032", "00254722000032": "254722000032"} {
		if got, err := payment.Phone(in); err != nil || got != want {
			t.Error(in, got, err)
		}
	}
	for _, in := range []string{"", "0201234567", "07220000321", "25472000000", "2547012345678", "256701234567", "254201234567", "25470123456x", "٢٥٤٧٠١٢٣٤٥٦٧"} {
		_, err := payment.Phone(in)
		if f := fault.As(err).Fields; len(f) != 1 || f[0].Pointer != "/phone" || f[0].Code != payment.MpesaPhone || f[0].Params["example"] == nil {
			t.Error(in, err)
		}
	}
	if got := payment.Mask("254701234567"); got != "2547…567" {
		t.Error(got)
	}
}

// An order's number is read out over a telephone and typed into a phone: it has
// the twelve characters that providers take, no two of which look alike, and one
// wrong one makes a number whose last character does not fit.
func TestNumbers(t *testing.T) {
	form := regexp.MustCompile(`^ZB-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$`)
	rapid.Check(t, func(t *rapid.T) {
		random := rapid.Uint64Range(0, 1<<35-1).Draw(t, "random")
		at, is := 5*rapid.IntRange(0, 6).Draw(t, "place"), rapid.Uint64Range(0, 30).Draw(t, "character") // without Z: 31 is 0
		was := random >> at & 31
		n, slip := payment.Number(random), payment.Number(random&^(31<<at)|is<<at)
		if !form.MatchString(n) {
			t.Fatal(n)
		}
		if was != 31 && (n[11] == slip[11]) != (was == is) {
			t.Fatal(n, slip)
		}
	})
}

func TestOnlyTheWholeAmountUnlocks(t *testing.T) {
	base := payment.Facts{Order: payment.Processing, Attempt: payment.Processing, Asked: kes(500), LinesTake: true}
	paid := payment.Result{Outcome: payment.Paid}
	for name, c := range map[string]struct {
		change func(*payment.Facts, *payment.Result)
		unlock bool
		why    payment.Reason
		held   string
	}{
		"as asked":     {func(*payment.Facts, *payment.Result) {}, true, "", ""},
		"as claimed":   {func(f *payment.Facts, _ *payment.Result) { f.Claimed = []money.Amount{kes(500)} }, true, "", ""},
		"less claimed": {func(f *payment.Facts, _ *payment.Result) { f.Claimed = []money.Amount{kes(499)} }, false, payment.AmountDiffers, "499.0000"},
		"more claimed": {func(f *payment.Facts, _ *payment.Result) { f.Claimed = []money.Amount{kes(500), kes(501)} }, false, payment.AmountDiffers, "501.0000"},
		"other currency": {func(_ *payment.Facts, r *payment.Result) {
			r.Amount = &money.Amount{Value: money.New(500, 0), Currency: "UGX"}
		}, false, payment.CurrencyDiffers, "500.0000"},
		"less told":       {func(_ *payment.Facts, r *payment.Result) { a := kes(1); r.Amount = &a }, false, payment.AmountDiffers, "1.0000"},
		"nothing told":    {func(_ *payment.Facts, r *payment.Result) { a := kes(0); r.Amount = &a }, false, payment.AmountDiffers, ""},
		"paid before":     {func(f *payment.Facts, _ *payment.Result) { f.Order = payment.Completed }, false, payment.OrderPaid, "500.0000"},
		"paid elsewhere":  {func(f *payment.Facts, _ *payment.Result) { f.LinesPaid = true }, false, payment.OrderPaid, "500.0000"},
		"cancelled":       {func(f *payment.Facts, _ *payment.Result) { f.Order, f.Attempt = payment.Cancelled, payment.Expired }, false, payment.OrderCancelled, "500.0000"},
		"closed":          {func(f *payment.Facts, _ *payment.Result) { f.LinesTake = false }, false, payment.LinesClosed, "500.0000"},
		"receipt of old":  {func(f *payment.Facts, _ *payment.Result) { f.ReceiptTaken = true }, false, payment.ReceiptReused, ""},
		"late, after no":  {func(f *payment.Facts, _ *payment.Result) { f.Order, f.Attempt = payment.Failed, payment.Failed }, true, "", ""},
		"late, after all": {func(f *payment.Facts, _ *payment.Result) { f.Order, f.Attempt = payment.Expired, payment.Expired }, true, "", ""},
	} {
		f, r := base, paid
		c.change(&f, &r)
		d, err := payment.Settle(f, r)
		if err != nil || d.Unlocks != c.unlock || d.Reason != c.why || (d.Order == payment.Completed) != (c.unlock || f.Order == payment.Completed) {
			t.Errorf("%s: %+v %v", name, d, err)
		}
		if held := d.Suspense; (held == nil) != (c.held == "") || (held != nil && held.Value.String() != c.held) {
			t.Errorf("%s: held %v", name, d.Suspense)
		}
		if !c.unlock && d.Attempt != payment.Review {
			t.Errorf("%s: %s", name, d.Attempt)
		}
	}
}

// Whatever comes in whatever order: nothing but a Paid unlocks, a completed
// order stays completed, and a settled attempt is settled once.
func TestSettlingIsSteady(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := payment.Facts{Order: payment.Processing, Attempt: payment.Processing, Asked: kes(500), LinesTake: true}
		unlocked := 0
		for range rapid.IntRange(1, 20).Draw(t, "answers") {
			r := payment.Result{Outcome: rapid.SampledFrom([]payment.Outcome{payment.Waiting, payment.Paid, payment.NotPaid}).Draw(t, "outcome"), Reason: payment.ByPayer}
			if rapid.Bool().Draw(t, "lies") {
				f.Claimed = append(f.Claimed, kes(rapid.Int64Range(499, 501).Draw(t, "claimed")))
			}
			d, err := payment.Settle(f, r)
			if err != nil {
				t.Fatal(err)
			}
			if f.Order == payment.Completed && d.Order != payment.Completed {
				t.Fatal("a paid order was undone")
			}
			if d.Unlocks {
				unlocked++
			}
			if d.Unlocks && r.Outcome != payment.Paid {
				t.Fatal("unlocked by something else")
			}
			f.Order, f.Attempt = d.Order, d.Attempt
		}
		if unlocked > 1 || (unlocked == 1) != (f.Order == payment.Completed) {
			t.Fatal(unlocked, f.Order)
		}
	})
}

func TestWaitsGrow(t *testing.T) {
	terms, _ := payment.TermsOf(payment.Mpesa)
	last, age := time.Duration(0), time.Duration(0)
	for asked := range 200 {
		w := terms.Wait(asked, age)
		if w < last {
			t.Fatal(asked, age, w, last)
		}
		last, age = w, age+w
	}
	if last != 24*time.Hour {
		t.Error(last)
	}
}

func TestShownInTheSpecificationsWords(t *testing.T) {
	for s, want := range map[payment.State]string{payment.Created: "Pending", payment.Pending: "Pending", payment.Processing: "Processing", payment.Review: "Processing",
		payment.Completed: "Completed", payment.Failed: "Failed", payment.Expired: "Failed", payment.Cancelled: "Failed", payment.Dismissed: "Failed"} {
		if got := payment.Shown(s); got != want {
			t.Error(s, got)
		}
	}
}

// Each pause ends with the instant that the next begins with.
func TestPausesGrowAtTheirInstants(t *testing.T) {
	const many = 100
	terms, _ := payment.TermsOf(payment.Mpesa)
	for _, x := range []struct {
		asked int
		age   time.Duration
		want  time.Duration
	}{
		{0, payment.Lifetime, 5 * time.Second},
		{5, 0, 30 * time.Second},
		{6, 0, time.Minute},
		{many, payment.Patience - 1, time.Minute},
		{many, payment.Patience, 5 * time.Minute},
		{many, time.Hour - 1, 5 * time.Minute},
		{many, time.Hour, time.Hour},
		{many, 24*time.Hour - 1, time.Hour},
		{many, 24 * time.Hour, 24 * time.Hour},
	} {
		if got := terms.Wait(x.asked, x.age); got != x.want {
			t.Errorf("asked %d times within %s: %s, want %s", x.asked, x.age, got, x.want)
		}
	}
}

// Somebody takes the currencies of the table of ways, each named once; what costs
// nothing is a way of its own.
func TestCurrenciesOfTheWays(t *testing.T) {
	if got := payment.Currencies(payment.Mpesa); !slices.Equal(got, []money.Currency{"KES"}) {
		t.Errorf("fees are taken in %v", got)
	}
	pages := []payment.Provider{payment.Stripe, payment.Pesapal, payment.Tingg, payment.DPO, payment.IVeri, payment.Bank}
	for fee, want := range map[money.Decimal][]payment.Provider{
		money.New(0, 0): {payment.Free}, money.New(1, 0): {payment.Mpesa, payment.Pesapal, payment.Bank}, money.New(250_000, 0): append([]payment.Provider{payment.Mpesa}, pages...),
		money.New(250_001, 0): pages, money.New(1_250_50, -2): pages, money.New(5, -1): nil, money.New(-1, 0): nil,
	} {
		if got := payment.Offers(money.Amount{Value: fee, Currency: "KES"}); !slices.Equal(got, want) {
			t.Errorf("%s is taken by %v, want %v", fee, got, want)
		}
	}
}
