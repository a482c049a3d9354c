package payment

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// ReceiptNotFound is what asks for a paper that is not there, or not the asker's.
var ReceiptNotFound = fault.Declare(fault.KindNotFound, "payment.receipt_not_found", "That receipt could not be found")

// PaperKind is what a numbered paper about money says.
type PaperKind string

// The kinds of papers.
const (
	ReceiptPaper PaperKind = "receipt" // money came
	CreditPaper  PaperKind = "credit"  // it went back
)

// Values lists every kind.
func (PaperKind) Values() []string { return closed.Values(ReceiptPaper, CreditPaper) }

// A Tax is what a country takes of a fee, from a day on. A fee includes it.
type Tax struct {
	Country string // ISO 3166 alpha-2, of who the fee is for
	Name    string // VAT
	Rate    money.Quantity
	From    string // the first day, 2006-01-02
}

// Taxes are the rates that were set. Of a country without one nothing is taken.
type Taxes []Tax

var taxed = regexp.MustCompile(`^([A-Z]{2}) (\S{1,20}) (\d{1,2}(?:\.\d{1,4})?)% from (\d{4}-\d{2}-\d{2})$`)

// ReadTaxes reads a setting such as "KE VAT 16% from 2021-01-01, UG VAT 18% from 2005-07-01".
func ReadTaxes(s string) (Taxes, error) {
	var out Taxes
	for _, part := range strings.Split(s, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		m := taxed.FindStringSubmatch(part)
		if m == nil {
			return nil, fmt.Errorf("%q is not like KE VAT 16%% from 2021-01-01", part)
		}
		if _, err := time.Parse(time.DateOnly, m[4]); err != nil {
			return nil, err
		}
		rate, err := money.ParseQuantity(m[3])
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(out, func(t Tax) bool { return t.Country == m[1] && t.From == m[4] }) {
			return nil, fmt.Errorf("%s has two rates from %s on", m[1], m[4])
		}
		out = append(out, Tax{Country: m[1], Name: m[2], Rate: rate, From: m[4]})
	}
	return out, nil
}

// On returns the tax of a country on a day (2006-01-02).
func (t Taxes) On(country, day string) (Tax, bool) {
	var found *Tax
	for i, x := range t {
		if x.Country == country && x.From <= day && (found == nil || found.From < x.From) {
			found = &t[i]
		}
	}
	if found == nil || found.Rate.IsZero() {
		return Tax{}, false
	}
	return *found, true
}

// Of returns the part of an amount that is this tax: amount * rate / (100 + rate), half up to what can
// be paid in the currency.
func (t Tax) Of(gross money.Amount) (money.Decimal, error) {
	digits, ok := money.Exponents()[gross.Currency]
	if !ok {
		return money.Decimal{}, money.BadCurrency.New("%s", gross.Currency)
	}
	rate := t.Rate.Rat()
	part := new(big.Rat).Mul(gross.Value.Rat(), rate)
	part.Quo(part, rate.Add(rate, big.NewRat(100, 1)))
	return money.ParseDecimal(money.RoundRat(part, digits))
}

// A Named is a company as a paper names it.
type Named struct {
	Name    string `json:"name"`
	TaxID   string `json:"tax_id,omitempty"`
	Address string `json:"address,omitempty"`
	Country string `json:"country"`
}

// A PaperLine is one fee, or what of it went back.
type PaperLine struct {
	Category  uuid.UUID     `json:"category_id"`
	Name      string        `json:"name"`
	Reference string        `json:"reference"` // of the job
	For       Named         `json:"for"`       // the buyer that it is collected for
	Gross     money.Decimal `json:"gross"`
	Net       money.Decimal `json:"net"`
	Tax       money.Decimal `json:"tax"`
	TaxName   string        `json:"tax_name,omitempty"`
	Rate      string        `json:"rate,omitempty"` // per cent
}

// Paper is what a receipt or a credit note says, for ever. Its amounts are of one currency.
type Paper struct {
	Kind     PaperKind     `json:"kind"`
	Number   string        `json:"number"`
	Of       string        `json:"of,omitempty"` // the receipt that a credit note is about
	Order    string        `json:"order"`
	At       time.Time     `json:"at"`
	Zone     string        `json:"zone"`
	By       Named         `json:"by"` // who collects
	Payer    Named         `json:"payer"`
	Way      Provider      `json:"way"`
	Ref      string        `json:"reference,omitempty"` // the provider's, or of a transfer
	Currency string        `json:"currency"`
	Lines    []PaperLine   `json:"lines"`
	Gross    money.Decimal `json:"gross"`
	Net      money.Decimal `json:"net"`
	Tax      money.Decimal `json:"tax"`
}

// Count fills in what of each line is tax, and the sums: the sum of the lines is the total.
func (p *Paper) Count(taxes Taxes) error {
	zone, err := time.LoadLocation(p.Zone)
	if err != nil {
		zone = time.UTC
	}
	day := p.At.In(zone).Format(time.DateOnly)
	p.Gross, p.Net, p.Tax = money.Decimal{}, money.Decimal{}, money.Decimal{}
	for i := range p.Lines {
		l := &p.Lines[i]
		l.Net, l.Tax, l.TaxName, l.Rate = l.Gross, money.Decimal{}, "", ""
		if t, ok := taxes.On(l.For.Country, day); ok {
			if l.Tax, err = t.Of(money.Amount{Value: l.Gross, Currency: money.Currency(p.Currency)}); err != nil {
				return err
			}
			l.Net, l.TaxName, l.Rate = l.Gross.Sub(l.Tax), t.Name, t.Rate.Short()
		}
		p.Gross, p.Net, p.Tax = p.Gross.Add(l.Gross), p.Net.Add(l.Net), p.Tax.Add(l.Tax)
	}
	return nil
}

// Countries are those of whom the lines are for, in order: each has papers of its own.
func Countries(lines []PaperLine) []string {
	var out []string
	for _, l := range lines {
		out = append(out, l.For.Country)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// In returns the lines of one country, by name.
func In(lines []PaperLine, country string) []PaperLine {
	out := slices.Clone(lines)
	out = slices.DeleteFunc(out, func(l PaperLine) bool { return l.For.Country != country })
	slices.SortFunc(out, func(a, b PaperLine) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Category.String(), b.Category.String()))
	})
	return out
}

var papersNumber = regexp.MustCompile(`^([A-Z]{2})-?(\d{6,18})$`)

// ReadPaperNumber reads the number of a paper as people type it; anything else is the number of none.
func ReadPaperNumber(typed string) string {
	m := papersNumber.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(typed)))
	if m == nil {
		return ""
	}
	return m[1] + "-" + m[2]
}

// Text is what is kept of a paper.
func (p Paper) Text() (string, error) {
	b, err := json.Marshal(p)
	return string(b), err
}
