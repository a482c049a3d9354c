package paymentsvc

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/internal/paymentdb"
	"zabuni.org/core/platform/pg"
)

// bankLine is a line of a statement as it is looked at.
type bankLine struct {
	day                                  time.Time
	amount                               money.Amount
	account, reference, payer, narration string
	reversal                             bool
}

func (l bankLine) words() string { return l.reference + " " + l.narration + " " + l.payer }

// judged is what a line is, by what the books know at this moment.
type judged struct {
	verdict payment.Verdict
	named   []paymentdb.OrdersNumberedRow
	paid    *paymentdb.PaidWithRow
	hint    uuid.UUID // an order that it could be of, though it does not name it
}

// near is how far the days of a transfer and of its order may lie apart where the amount and the
// name are all there is.
const near = 3 * 24 * time.Hour

// judge looks for what each line is of: first by the receipt of a payment that came another way,
// then by the number of an order, then by amount, day and name. It asks the books once, however
// many lines there are; the lines are of one account.
func (s *Service) judge(ctx context.Context, db pg.DB, lines []bankLine) ([]judged, error) {
	out := make([]judged, len(lines))
	numbers, receipts := make([][]string, len(lines)), make([][]string, len(lines))
	var allNumbers, allReceipts []string
	for i, l := range lines {
		numbers[i] = payment.NumbersIn(l.words())
		allNumbers = append(allNumbers, numbers[i]...)
		if l.amount.Value.Sign() > 0 {
			receipts[i] = receiptsIn(l.words())
			allReceipts = append(allReceipts, receipts[i]...)
		}
	}
	orders, err := q.OrdersNumbered(ctx, db, allNumbers)
	if err != nil {
		return nil, err
	}
	byNumber := make(map[string]paymentdb.OrdersNumberedRow, len(orders))
	for _, o := range orders {
		byNumber[o.Number] = o
	}
	paid, err := q.PaidWith(ctx, db, s.otherWays(), allReceipts)
	if err != nil {
		return nil, err
	}
	byReceipt := make(map[string]paymentdb.PaidWithRow, len(paid))
	for _, p := range paid {
		byReceipt[*p.Receipt] = p
	}
	var nameless []int
	for i, l := range lines {
		j := &out[i]
		for _, n := range numbers[i] {
			if o, ok := byNumber[n]; ok {
				j.named = append(j.named, o)
			}
		}
		switch {
		case l.amount.Value.Sign() < 0 && l.reversal:
			j.verdict = payment.ToOpen
			continue
		case l.amount.Value.Sign() < 0:
			j.verdict = payment.ToOut
			continue
		}
		for _, r := range receipts[i] {
			if p, ok := byReceipt[r]; ok && same(amount(p.Amount, p.Currency), l.amount) {
				j.paid = &p
				delete(byReceipt, r) // one line brings the money of one payment
				break
			}
		}
		switch {
		case j.paid != nil:
			j.verdict = payment.ToExplain
		case len(j.named) > 0:
			j.verdict = payment.Judge(l.amount, claims(j.named), false)
			if len(j.named) == 1 {
				j.hint = j.named[0].ID
			}
		default:
			nameless = append(nameless, i)
			j.verdict = payment.ToOpen
		}
	}
	return out, s.suggest(ctx, db, lines, nameless, out)
}

func claims(named []paymentdb.OrdersNumberedRow) []payment.Claim {
	out := make([]payment.Claim, len(named))
	for i, o := range named {
		out[i] = payment.Claim{Number: o.Number, Amount: amount(o.Amount, o.Currency), Status: payment.State(o.Status)}
	}
	return out
}

// otherWays are those whose money comes to an account in the end.
func (s *Service) otherWays() []string {
	var out []string
	for _, way := range payment.Provider("").Values() {
		if p := payment.Provider(way); p != payment.Bank && p != payment.Free {
			out = append(out, way)
		}
	}
	return out
}

// suggest looks who waits for exactly the amount of a line that names nobody, and is named in it.
func (s *Service) suggest(ctx context.Context, db pg.DB, lines []bankLine, of []int, out []judged) error {
	if len(of) == 0 {
		return nil
	}
	first, last := lines[of[0]].day, lines[of[0]].day
	var amounts []money.Decimal
	for _, i := range of {
		if lines[i].day.Before(first) {
			first = lines[i].day
		}
		if lines[i].day.After(last) {
			last = lines[i].day
		}
		amounts = append(amounts, lines[i].amount.Value)
	}
	rows, err := q.WaitingOrders(ctx, db, string(lines[of[0]].amount.Currency), amounts, first.Add(-near), last.Add(near+24*time.Hour))
	if err != nil {
		return err
	}
	type waiting struct {
		paymentdb.WaitingOrdersRow
		name, phone string
	}
	byAmount := map[string][]waiting{}
	for _, r := range rows {
		byAmount[r.Amount.String()] = append(byAmount[r.Amount.String()], waiting{r, essential(r.Name), digits(r.Phone)})
	}
	for _, i := range of {
		l := lines[i]
		words, figures := essential(l.words()), digits(l.words())
		var found []uuid.UUID
		for _, w := range byAmount[l.amount.Value.String()] {
			if w.CreatedAt.Before(l.day.Add(-near)) || w.CreatedAt.After(l.day.Add(near+24*time.Hour)) {
				continue
			}
			named := len(w.name) >= 5 && strings.Contains(words, w.name)
			called := len(w.phone) >= 9 && strings.Contains(figures, w.phone[len(w.phone)-9:])
			if named || called {
				found = append(found, w.ID)
			}
		}
		if len(found) == 1 {
			out[i].verdict, out[i].hint = payment.ToSuggest, found[0]
		}
	}
	return nil
}

// receiptsIn finds what could be the receipt of a provider: words of letters and figures, or long figures.
func receiptsIn(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' }) {
		if len(w) >= 8 && len(w) <= 100 && strings.ContainsAny(w, "0123456789") && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

var forms = []string{"LIMITED", "COMPANY", "LTD", "PLC", "INC", "LLC", "LDA", "SARL", "CO"}

// essential is a name without what kind of company it is, its spaces and signs.
func essential(name string) string {
	words := strings.FieldsFunc(strings.ToUpper(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(forms, w) })
	return strings.Join(words, "")
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}
