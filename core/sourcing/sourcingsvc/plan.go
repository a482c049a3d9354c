package sourcingsvc

import (
	"cmp"
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
	reasonNotKept  = "not_kept"  // the draft has no place for it
	reasonCurrency = "currency"  // not one that the platform knows
	reasonNumber   = "number"    // more digits than fit
	reasonShort    = "shortened" // longer than a field may be
	reasonPeriod   = "period"    // no usable opening and closing time
)

// A draft is a job as a published plan has it, before anybody looked at it.
type draft struct {
	job        sourcing.JobForm
	categories []draftCategory
	documents  []Document
	notes      []Unmapped
}

type draftCategory struct {
	form  sourcing.CategoryForm
	items []sourcing.Item
}

// drafter turns one plan into a draft. What finds no place is noted by its
// pointer, never dropped in silence.
type drafter struct {
	ocds.Plan
	tender   string // pointer of the tender in the file
	policy   sourcing.Policy
	regime   sourcing.Regime
	currency money.Currency // where the file names none
	now      time.Time
	out      draft
}

// note adds a pointer of the file that found no place.
func (d *drafter) note(pointer, reason string) {
	d.out.notes = append(d.out.notes, Unmapped{pointer, reason})
}

// clip keeps what fits of a text; the rest is noted.
func (d *drafter) clip(text string, most int, pointer string) string {
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	d.note(pointer, reasonShort)
	return string([]rune(text)[:most])
}

func (d *drafter) draft(code string) (draft, error) {
	title := cmp.Or(d.Title, d.Description, d.ID, d.OCID, code)
	d.out.job = sourcing.JobForm{Activity: d.policy.Activity, Regime: d.regime.Code,
		Code:        d.clip(cmp.Or(code, d.ID, d.OCID), 60, d.tender+"/id"),
		Title:       d.clip(title, 200, d.tender+"/title"),
		Description: d.clip(d.Description, 5000, d.tender+"/description")}
	opens, closes := d.period()
	lots := d.Lots
	if len(lots) == 0 {
		lots = []ocds.Lot{{Title: title, Description: d.Description, Value: d.Value}}
	}
	at := map[string]int{}
	for i, l := range lots {
		p := d.tender + "/lots/" + strconv.Itoa(i)
		if len(d.Lots) == 0 {
			p = d.tender
		}
		at[l.ID] = i
		form := sourcing.CategoryForm{Name: d.clip(cmp.Or(l.Title, l.Description, title), 200, p+"/title"),
			Description: d.clip(l.Description, 5000, p+"/description"), OpensAt: opens, ClosesAt: closes, Openers: d.policy.Openers}
		form.Currency, form.Estimate = d.money(l.Value, p+"/value")
		form.TechnicalWeight, form.FinancialWeight = d.policy.Weights()
		d.out.categories = append(d.out.categories, draftCategory{form: form})
	}
	if err := d.items(at); err != nil {
		return d.out, err
	}
	if err := d.papers(); err != nil {
		return d.out, err
	}
	d.leave()
	return d.out, nil
}

// period takes the file's times; without usable ones bidding opens now, for the
// time that the regime asks for and not less than two weeks.
func (d *drafter) period() (opens, closes time.Time) {
	opens = d.now
	if d.Tender.Start != nil {
		opens = d.Tender.Start.UTC()
	}
	if d.Tender.End != nil && d.Tender.End.After(opens) {
		return opens, d.Tender.End.UTC()
	}
	d.note(d.tender+"/tenderPeriod/endDate", reasonPeriod)
	later := opens
	if later.Before(d.now) {
		later = d.now
	}
	return opens, later.AddDate(0, 0, max(14, d.regime.MinOpenDays(d.policy.Activity)))
}

func (d *drafter) money(v *ocds.Value, pointer string) (money.Currency, *money.Decimal) {
	if v == nil {
		v = &ocds.Value{}
		if d.Value != nil {
			v.Currency = d.Value.Currency // of a lot without a value of its own
		}
	}
	currency, err := money.ParseCurrency(cmp.Or(v.Currency, string(d.currency)))
	if err != nil {
		d.note(pointer+"/currency", reasonCurrency)
		d.note(pointer+"/amount", reasonCurrency) // an amount of another currency is not ours
		return d.currency, nil
	}
	if v.Amount == "" {
		return currency, nil
	}
	amount, err := money.ParseDecimal(v.Amount)
	if err != nil || amount.Sign() < 0 {
		d.note(pointer+"/amount", reasonNumber)
		return currency, nil
	}
	return currency, &amount
}

// items go to the category of their lot; what belongs to no lot goes to the first.
func (d *drafter) items(at map[string]int) error {
	if !d.policy.Has(sourcing.Items) {
		if len(d.Plan.Items) > 0 {
			d.note(d.tender+"/items", reasonNotKept)
		}
		return nil
	}
	for n, i := range d.Plan.Items {
		p := d.tender + "/items/" + strconv.Itoa(n)
		c := &d.out.categories[at[i.Lot]]
		if len(c.items) == sourcing.MaxItems {
			d.note(p, reasonNotKept)
			continue
		}
		id, err := uuid.NewV7()
		if err != nil {
			return err
		}
		item := sourcing.Item{ID: id, Number: strconv.Itoa(len(c.items) + 1), Position: len(c.items) + 1,
			Code: d.clip(i.ID, 60, p+"/id"), Description: d.clip(i.Description, 2000, p+"/description"),
			Unit: d.clip(cmp.Or(i.UnitName, i.UnitCode), 40, p+"/unit/name")}
		if i.Classification != nil {
			item.Description = cmp.Or(item.Description, d.clip(i.Classification.Description, 2000, p+"/classification/description"))
			item.Classification = d.clip(strings.Trim(i.Classification.Scheme+":"+i.Classification.ID, ":"), 120, p+"/classification/id")
		}
		if i.Quantity != "" {
			if item.Quantity, err = money.ParseQuantity(i.Quantity); err != nil || item.Quantity.Sign() < 0 {
				item.Quantity = money.Quantity{}
				d.note(p+"/quantity", reasonNumber)
			}
		}
		if i.UnitValue != nil {
			d.note(p+"/unit/value", reasonNotKept)
		}
		if len(i.Additional) > 0 {
			d.note(p+"/additionalClassifications", reasonNotKept)
		}
		c.items = append(c.items, item)
	}
	return nil
}

func (d *drafter) papers() error {
	for n, x := range d.Documents {
		p := d.tender + "/documents/" + strconv.Itoa(n)
		id, err := uuid.NewV7()
		if err != nil {
			return err
		}
		d.out.documents = append(d.out.documents, Document{ID: id, Title: d.clip(cmp.Or(x.Title, x.Description, x.ID, x.URL), 300, p+"/title"),
			Kind: d.clip(x.Type, 60, p+"/documentType"), URL: d.clip(x.URL, 2000, p+"/url")})
	}
	return nil
}

// leave notes what the plan has and a draft has no place for.
func (d *drafter) leave() {
	for pointer, has := range map[string]bool{
		"/enquiryPeriod":            d.Enquiry.Start != nil || d.Enquiry.End != nil,
		"/awardPeriod":              d.Award.Start != nil || d.Award.End != nil,
		"/procurementMethod":        d.Method != "",
		"/procurementMethodDetails": d.MethodDetails != "",
		"/mainProcurementCategory":  d.Category != "",
		"/status":                   d.Status != "",
		"/procuringEntity":          d.Buyer != "",
		"/value":                    d.Value != nil && len(d.Lots) > 0,
	} {
		if has {
			d.note(d.tender+pointer, reasonNotKept)
		}
	}
}
