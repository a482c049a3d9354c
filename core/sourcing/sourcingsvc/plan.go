package sourcingsvc

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/ocds"
	"zabuni.org/core/sourcing"
)

// Reasons that importing adds to the reader's own.
const (
	reasonNotKept    = "not_kept"    // the draft has no place for it
	reasonCurrency   = "currency"    // not one that the platform knows
	reasonNoCurrency = "no_currency" // an amount of nobody knows what
	reasonNumber     = "number"      // more digits than fit
	reasonShort      = "shortened"   // longer than a field may be
	reasonPeriod     = "period"      // no usable opening and closing time
	reasonNoLot      = "no_lot"      // names no lot of the file, or one of several of that name
	reasonSameLot    = "same_lot"    // has the identifier of another lot
)

// A draft is a job as a published plan has it, before anybody looked at it.
type draft struct {
	job        sourcing.JobForm
	categories []draftCategory
	documents  []Document
	kept       map[string]bool   // leaves of the file that are in the draft
	notes      map[string]string // places of the file of which something is to be said, and why
}

type draftCategory struct {
	form  sourcing.CategoryForm
	items []sourcing.Item
}

// drafter turns one plan into a draft. A leaf of the file is in it only when it was
// kept by name; whatever was not is listed, so nothing can be forgotten in silence.
type drafter struct {
	ocds.Plan
	policy   sourcing.Policy
	regime   sourcing.Regime
	currency money.Currency // where the file names none
	now      time.Time
	out      draft
}

// note says why a place of the file found none here, or not as it is.
func (d *drafter) note(pointer, reason string) { d.out.notes[pointer] = reason }

// keep takes a text into the draft.
func (d *drafter) keep(t ocds.Text) string {
	d.out.kept[t.At] = true
	return strings.TrimSpace(t.Text)
}

// clip keeps what fits of a text; that there was more is noted.
func (d *drafter) clip(t ocds.Text, most int) string {
	text := d.keep(t)
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	d.note(t.At, reasonShort)
	return strings.TrimSpace(string([]rune(text)[:most]))
}

// first is the first of some texts that says anything.
func first(texts ...ocds.Text) ocds.Text {
	for _, t := range texts {
		if strings.TrimSpace(t.Text) != "" {
			return t
		}
	}
	return ocds.Text{}
}

func (d *drafter) draft(code string) (draft, error) {
	d.out.kept, d.out.notes = map[string]bool{}, map[string]string{}
	d.keep(d.OCID) // where the job comes from
	title := first(d.Title, d.Description, d.ID, d.OCID, ocds.Text{Text: code})
	if code == "" {
		code = d.clip(first(d.ID, d.OCID), 60)
	}
	d.out.job = sourcing.JobForm{
		Activity:    d.policy.Activity,
		Regime:      d.regime.Code,
		Code:        code,
		Title:       d.clip(title, 200),
		Description: d.clip(d.Description, 5000),
	}
	opens, closes := d.period()
	lots := d.Lots
	if len(lots) == 0 {
		lots = []ocds.Lot{{Title: title, Description: d.Description, Value: d.Value}}
	}
	for n, l := range lots {
		form := sourcing.CategoryForm{
			Number:      strconv.Itoa(n + 1), // given here: to ask for the next one reads all before it
			Name:        d.clip(first(l.Title, l.Description, title), 200),
			Description: d.clip(l.Description, 5000),
			OpensAt:     opens,
			ClosesAt:    closes,
			Openers:     d.policy.Openers,
		}
		form.Currency, form.Estimate = d.money(l.Value)
		form.TechnicalWeight, form.FinancialWeight = d.policy.Weights()
		d.out.categories = append(d.out.categories, draftCategory{form: form})
	}
	if err := d.items(); err != nil {
		return d.out, err
	}
	return d.out, d.papers()
}

// period takes the file's times; without usable ones bidding opens now, for the
// time that the regime asks for and not less than two weeks.
func (d *drafter) period() (opens, closes time.Time) {
	opens = d.now
	start, end := d.Tender.Start, d.Tender.End
	if start != nil {
		opens = start.UTC()
		d.out.kept[start.At] = true
	}
	if end != nil && end.After(opens) {
		d.out.kept[end.At] = true
		return opens, end.UTC()
	}
	if end != nil {
		d.note(end.At, reasonPeriod)
	} else {
		d.note(d.Tender.At, reasonPeriod)
	}
	later := opens
	if later.Before(d.now) {
		later = d.now
	}
	return opens, later.AddDate(0, 0, max(14, d.regime.MinOpenDays(d.policy.Activity)))
}

// money is a lot's estimate, and the currency of its prices: its own, or the tender's
// where the lot has no sum.
func (d *drafter) money(v *ocds.Value) (money.Currency, *money.Decimal) {
	if v == nil && d.Value != nil {
		v = &ocds.Value{Currency: d.Value.Currency}
	}
	if v == nil {
		return d.currency, nil
	}
	currency, err := money.ParseCurrency(v.Currency.Text)
	if err != nil { // an amount of another currency is not ours, nor is one of none
		reason := reasonCurrency
		if v.Currency.Text == "" {
			reason = reasonNoCurrency
		}
		for _, t := range []ocds.Text{v.Currency, v.Amount} {
			if t.Text != "" {
				d.note(t.At, reason)
			}
		}
		return d.currency, nil
	}
	d.keep(v.Currency)
	if v.Amount.Text == "" {
		return currency, nil
	}
	amount, err := money.ParseDecimal(v.Amount.Text)
	if err != nil || amount.Sign() < 0 {
		d.note(v.Amount.At, reasonNumber)
		return currency, nil
	}
	d.keep(v.Amount)
	return currency, &amount
}

// lots is where the category of each lot is, the first of one identifier, and which
// identifiers are no name of one lot alone.
func (d *drafter) lots() (at map[string]int, shared map[string]bool) {
	at, shared = map[string]int{}, map[string]bool{}
	for n, l := range d.Lots {
		id := l.ID.Text
		if id == "" {
			continue
		}
		if _, taken := at[id]; taken {
			d.note(l.ID.At, reasonSameLot)
			shared[id] = true
			continue
		}
		at[id] = n
	}
	return at, shared
}

// items go to the category of their lot. What belongs to no one lot for sure goes to
// the first that it may mean, and that is said.
func (d *drafter) items() error {
	if !d.policy.Has(sourcing.Items) {
		return nil
	}
	lots, shared := d.lots()
	for _, i := range d.Plan.Items {
		lot, known := lots[i.Lot.Text]
		switch {
		case known && !shared[i.Lot.Text]:
			d.keep(i.Lot) // by standing there
			d.keep(d.Lots[lot].ID)
		case i.Lot.Text != "":
			d.note(i.Lot.At, reasonNoLot)
		case len(d.Lots) > 1:
			d.note(i.At, reasonNoLot)
		}
		c := &d.out.categories[lot]
		if len(c.items) == sourcing.MaxItems {
			continue
		}
		item, err := d.item(i, len(c.items)+1)
		if err != nil {
			return err
		}
		c.items = append(c.items, item)
	}
	return nil
}

func (d *drafter) item(i ocds.Item, position int) (sourcing.Item, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return sourcing.Item{}, err
	}
	class := i.Classification
	item := sourcing.Item{
		ID:          id,
		Number:      strconv.Itoa(position),
		Position:    position,
		Code:        d.clip(i.ID, 60),
		Description: d.clip(first(i.Description, class.Description), 2000),
		Unit:        d.clip(first(i.UnitName, i.UnitCode), 40),
	}
	item.Classification = strings.Trim(d.clip(class.Scheme, 40)+":"+d.clip(class.ID, 79), ":")
	if i.Quantity.Text == "" {
		return item, nil
	}
	quantity, err := money.ParseQuantity(i.Quantity.Text)
	if err != nil || quantity.Sign() < 0 {
		d.note(i.Quantity.At, reasonNumber)
		return item, nil
	}
	d.keep(i.Quantity)
	item.Quantity = quantity
	return item, nil
}

func (d *drafter) papers() error {
	for _, x := range d.Documents {
		id, err := uuid.NewV7()
		if err != nil {
			return err
		}
		d.out.documents = append(d.out.documents, Document{
			ID:    id,
			Title: d.clip(first(x.Title, x.Description, x.ID, x.URL), 300),
			Kind:  d.clip(x.Type, 60),
			URL:   d.clip(x.URL, 2000),
		})
	}
	return nil
}

// unmapped lists every place of the file that the draft does not hold, or not as it
// is, once: what drafting said of it, what the reader found broken, and each leaf that
// nothing kept. Other processes of the same file are not this job's.
func (made draft) unmapped(r ocds.Result, plan int) []Unmapped {
	why := map[string]string{}
	for _, l := range r.Leaves {
		if (l.Plan == plan || l.Plan == ocds.Common) && !made.kept[l.Pointer] {
			why[l.Pointer] = cmp.Or(l.Reason, reasonNotKept)
		}
	}
	for _, p := range r.Problems {
		if p.Plan == plan || p.Plan == ocds.Common {
			why[p.Pointer] = p.Code
		}
	}
	maps.Copy(why, made.notes)
	out := make([]Unmapped, 0, len(why))
	for _, pointer := range slices.Sorted(maps.Keys(why)) {
		out = append(out, Unmapped{pointer, why[pointer]})
	}
	return out
}
