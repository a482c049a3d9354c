package procurement_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/procurement"
	"zabuni.org/core/sourcing"
)

func on(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }

func item() procurement.Item {
	return procurement.Item{Number: "1", Title: "Beds", Classification: "33192100-3", Activity: sourcing.Tender, Currency: "KES", Estimate: money.New(5, 0),
		PublishOn: on(2026, 1, 1), AwardOn: on(2027, 12, 31)}
}

// wants holds what is wrong against pointers and codes.
func wants(t *testing.T, name string, err error, want ...string) {
	t.Helper()
	var got []string
	if err != nil {
		for _, f := range fault.As(err).Fields {
			got = append(got, f.Pointer+" "+f.Code)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", name, got, want)
	}
}

// What is wrong with an item is told at its fields, all of it at once.
func TestWhatAPlanTakes(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		spoil func(*procurement.Item)
		want  []string
	}{
		"nothing":             {func(*procurement.Item) {}, nil},
		"no code":             {func(i *procurement.Item) { i.Classification = "" }, []string{"/classification " + fault.Required}},
		"seven digits":        {func(i *procurement.Item) { i.Classification = "3319210" }, []string{"/classification " + sourcing.BadCPV}},
		"a sale":              {func(i *procurement.Item) { i.Activity = sourcing.ForwardAuction }, []string{"/activity " + fault.NotAllowed}},
		"no method":           {func(i *procurement.Item) { i.Activity = "barter" }, []string{"/activity " + fault.NotAllowed}},
		"no currency":         {func(i *procurement.Item) { i.Currency = "XXX" }, []string{"/currency " + fault.NotAllowed}},
		"nothing to spend":    {func(i *procurement.Item) { i.Estimate = money.Decimal{} }, []string{"/estimate " + fault.OutOfRange}},
		"less than a cent":    {func(i *procurement.Item) { i.Estimate = money.New(9, -3) }, []string{"/estimate " + fault.OutOfRange}},
		"a cent":              {func(i *procurement.Item) { i.Estimate = money.New(1, -2) }, nil},
		"less than nothing":   {func(i *procurement.Item) { i.Estimate = money.New(-1, 0) }, []string{"/estimate " + fault.OutOfRange}},
		"no days":             {func(i *procurement.Item) { i.PublishOn, i.AwardOn = time.Time{}, time.Time{} }, []string{"/publish_on " + fault.Required, "/award_on " + fault.Required}},
		"the year before":     {func(i *procurement.Item) { i.PublishOn = on(2025, 12, 31) }, []string{"/publish_on " + fault.BadDate}},
		"two years behind":    {func(i *procurement.Item) { i.AwardOn = on(2028, 1, 1) }, []string{"/award_on " + fault.BadDate}},
		"awarded before":      {func(i *procurement.Item) { i.PublishOn, i.AwardOn = on(2026, 3, 2), on(2026, 3, 1) }, []string{"/award_on " + fault.BadPeriod}},
		"awarded on the day":  {func(i *procurement.Item) { i.AwardOn = i.PublishOn }, nil},
		"no number, no title": {func(i *procurement.Item) { i.Number, i.Title = " ", "" }, []string{"/number " + fault.Required, "/title " + fault.Required}},
	} {
		i := item()
		x.spoil(&i)
		_, err := i.Check(2026)
		wants(t, name, err, x.want...)
	}
	if i, err := item().Check(2026); err != nil || i.Classification != "33192100" {
		t.Errorf("%q, %v", i.Classification, err)
	}
	form := procurement.Form{Year: 2026, Title: " Annual  plan ", Regime: "ke-ppada"}
	_, err := form.Check()
	wants(t, "a plan", err)
	form.Year, form.Regime, form.Title = 1999, "of nobody", ""
	_, err = form.Check()
	wants(t, "a spoilt plan", err, "/year "+fault.OutOfRange, "/title "+fault.Required, "/regime "+fault.NotAllowed)
	form = procurement.Form{Year: 2101, Title: "Annual plan", Regime: "private-default"}
	_, err = form.Check()
	wants(t, "a late plan", err, "/year "+fault.OutOfRange)
}

// Two items are the same where each of their fields is: else a workbook would leave out what it should change.
func TestItemsThatDiffer(t *testing.T) {
	t.Parallel()
	one, two := uuid.New(), uuid.New()
	a := item()
	a.DepartmentID = &one
	for name, change := range map[string]func(*procurement.Item){
		"number":         func(i *procurement.Item) { i.Number += "x" },
		"title":          func(i *procurement.Item) { i.Title += "x" },
		"no department":  func(i *procurement.Item) { i.DepartmentID = nil },
		"department":     func(i *procurement.Item) { i.DepartmentID = &two },
		"classification": func(i *procurement.Item) { i.Classification = "33192200" },
		"activity":       func(i *procurement.Item) { i.Activity = sourcing.RFQ },
		"currency":       func(i *procurement.Item) { i.Currency = "UGX" },
		"estimate":       func(i *procurement.Item) { i.Estimate = money.New(6, 0) },
		"publish_on":     func(i *procurement.Item) { i.PublishOn = i.PublishOn.AddDate(0, 0, 1) },
		"award_on":       func(i *procurement.Item) { i.AwardOn = i.AwardOn.AddDate(0, 0, -1) },
		"budget_line":    func(i *procurement.Item) { i.BudgetLine += "x" },
	} {
		b := a
		change(&b)
		if a.Same(b) || b.Same(a) {
			t.Errorf("%s makes no difference", name)
		}
	}
	b, same := a, one
	b.ID, b.Version, b.DepartmentID = two, 7, &same
	if !a.Same(b) {
		t.Error("an item is not the same as itself")
	}
}

// A plan goes from each status to these, and to no other; its items are written while none approves it.
func TestWhereAPlanLeads(t *testing.T) {
	t.Parallel()
	leads := map[procurement.Status][]procurement.Status{
		procurement.Draft:     {procurement.Submitted},
		procurement.Returned:  {procurement.Submitted},
		procurement.Revised:   {procurement.Submitted},
		procurement.Submitted: {procurement.Approved, procurement.Returned},
		procurement.Approved:  {procurement.Revised},
	}
	for from, want := range leads {
		for to := range leads {
			if from.Leads(to) != slices.Contains(want, to) {
				t.Errorf("%s to %s: %t", from, to, from.Leads(to))
			}
		}
		if from.Open() != slices.Contains(want, procurement.Submitted) {
			t.Errorf("%s is open: %t", from, from.Open())
		}
	}
}
