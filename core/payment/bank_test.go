package payment_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

// A number is found however its payer wrote it, and one that was mistyped is nobody's.
func TestNumbersInWhatPayersWrite(t *testing.T) {
	n := payment.Number(0x1234567) // of figures and letters
	plain := strings.ReplaceAll(n, "-", "")
	for text, want := range map[string][]string{
		n:                                     {n},
		"fees " + strings.ToLower(n):          {n},
		"FT26328 " + plain + "JAMII":          {n},
		plain[:6] + " \n " + plain[6:]:        {n},
		strings.ReplaceAll(plain, "0", "O"):   {n},
		strings.ReplaceAll(plain, "1", "l"):   {n},
		n + " and again " + plain:             {n},
		n + payment.Number(99):                {n, payment.Number(99)},
		plain[:9]:                             nil,
		plain[:9] + "U":                       nil,
		"":                                    nil,
		"ZB-OOOO-OOOO is the word for nought": {"ZB-0000-0000"},
	} {
		if got := payment.NumbersIn(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := payment.Number(rapid.Uint64().Draw(t, "random"))
		if !payment.ValidNumber(n) {
			t.Fatalf("%s is no number", n)
		}
		i := rapid.SampledFrom([]int{3, 4, 5, 6, 8, 9, 10}).Draw(t, "place")
		was := strings.IndexByte("0123456789ABCDEFGHJKMNPQRSTVWXYZ", n[i])
		other := (was + rapid.IntRange(1, 30).Draw(t, "by")) % 31
		if was < 31 && other != was {
			typed := n[:i] + string("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[other]) + n[i+1:]
			if payment.ValidNumber(typed) {
				t.Fatalf("%s is taken for a number, and %s was meant", typed, n)
			}
		}
		if code := payment.LineCode(rapid.Uint64().Draw(t, "line")); len(code) != 17 || len(payment.NumbersIn(code)) != 0 {
			t.Fatal(code)
		}
	})
}

func TestVerdictsOfLines(t *testing.T) {
	of := func(n int64, c money.Currency, status payment.State) payment.Claim {
		return payment.Claim{Amount: money.Amount{Value: money.New(n, 0), Currency: c}, Status: status}
	}
	for _, x := range []struct {
		named   []payment.Claim
		suggest bool
		want    payment.Verdict
	}{
		{nil, false, payment.ToOpen},
		{nil, true, payment.ToSuggest},
		{[]payment.Claim{of(500, "KES", payment.Created)}, false, payment.ToMatch},
		{[]payment.Claim{of(500, "KES", payment.Expired)}, false, payment.ToMatch},
		{[]payment.Claim{of(499, "KES", payment.Pending)}, false, payment.ToReview},
		{[]payment.Claim{of(500, "USD", payment.Pending)}, false, payment.ToReview},
		{[]payment.Claim{of(500, "KES", payment.Completed)}, false, payment.ToReview},
		{[]payment.Claim{of(500, "KES", payment.Cancelled)}, false, payment.ToReview},
		{[]payment.Claim{of(500, "KES", payment.Pending), of(500, "KES", payment.Pending)}, false, payment.ToSuggest},
	} {
		if got := payment.Judge(kes(500), x.named, x.suggest); got != x.want {
			t.Errorf("%+v: %s, want %s", x.named, got, x.want)
		}
	}
}

func TestLimitsOfOnePerson(t *testing.T) {
	l, err := payment.ReadLimits("KES 5000, usd 50.50,")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		amount money.Amount
		want   bool
	}{
		{kes(5000), true}, {kes(5001), false},
		{money.Amount{Value: money.New(5050, -2), Currency: "USD"}, true}, {money.Amount{Value: money.New(1, 0), Currency: "UGX"}, false},
	} {
		if l.Alone(x.amount) != x.want {
			t.Errorf("%s: %v", x.amount, !x.want)
		}
	}
	if payment.Limits(nil).Alone(kes(1)) {
		t.Error("without a setting two people decide, whatever it is")
	}
	for _, bad := range []string{"KES", "XXX 5", "KES five", "KES 5 USD 5"} {
		if l, err := payment.ReadLimits(bad); err == nil {
			t.Errorf("%q is %v", bad, l)
		}
	}
}
