package contract_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/rich"
)

func told(f fault.Fields) string {
	var out []string
	for _, x := range f {
		out = append(out, x.Pointer+" "+x.Code)
	}
	return strings.Join(out, ", ")
}

// A clause is taken to its bounds, and all that is wrong with one is told at once.
func TestWhatAClauseMaySay(t *testing.T) {
	good := contract.Section{Code: " pay-01 ", Language: "sw", Title: " Payment ", Topic: contract.TopicPayment, Risk: contract.HighRisk, Body: rich.FromPlain("Pay.")}
	for want, s := range map[string]func(*contract.Section){
		"": func(*contract.Section) {},
		"/code field.required, /language field.not_allowed, /title field.required, /topic field.not_allowed, /risk field.not_allowed, /body field.required": func(s *contract.Section) {
			*s = contract.Section{Body: rich.FromPlain(" ")}
		},
		"/code field.format":   func(s *contract.Section) { s.Code = "pay 01" },
		"/code field.too_long": func(s *contract.Section) { s.Code = strings.Repeat("A", 31) },
		"/title field.letter":  func(s *contract.Section) { s.Title = "王" },
		"/title field.too_long, /fallback field.too_long, /guidance field.too_long": func(s *contract.Section) {
			s.Title, s.Fallback, s.Guidance = strings.Repeat("é", 201), strings.Repeat("é", 10_001), strings.Repeat("é", 5001)
		},
	} {
		var f fault.Fields
		one := good
		s(&one)
		got := one.Check(&f)
		if told(f) != want {
			t.Errorf("told %q, want %q", told(f), want)
		}
		if want == "" && (got.Code != "PAY-01" || got.Title != "Payment") {
			t.Errorf("%+v", got)
		}
	}
}

func TestWhatATemplateMaySay(t *testing.T) {
	at := func(i int) string { return fmt.Sprint("/parts/", i) }
	id := uuid.Must(uuid.NewV7())
	for want, x := range map[string]contract.Template{
		"": {Name: "N", Language: "en", Parts: []contract.Part{{Section: id, Version: 1}, {Title: "T", Body: rich.FromPlain("B")}, {Title: "T", Body: rich.FromPlain("B")}}},
		"/name field.required, /language field.not_allowed, /parts contract.no_parts":                  {},
		"/parts/1/section_id field.taken, /parts/2/title field.required, /parts/2/body field.required": {Name: "N", Language: "en", Parts: []contract.Part{{Section: id}, {Section: id}, {Body: rich.FromPlain("")}}},
		"/parts field.too_long": {Name: "N", Language: "en", Parts: func() (out []contract.Part) {
			for range contract.MaxParts + 1 {
				out = append(out, contract.Part{Section: uuid.New()})
			}
			return out
		}()},
	} {
		var f fault.Fields
		x.Check(&f, at)
		if told(f) != want {
			t.Errorf("told %q, want %q", told(f), want)
		}
	}
}

func TestWhatACategoryMaySay(t *testing.T) {
	for want, c := range map[string]contract.Category{
		"": {Name: " Works ", RetentionYears: 7, ReminderDays: []int{30, 90, 30, 0, 365}},
		"/name field.required, /retention_years field.range":       {RetentionYears: 6},
		"/retention_years field.range, /reminder_days field.range": {Name: "N", RetentionYears: 51, ReminderDays: []int{-1, 366}},
		"/reminder_days field.too_long":                            {Name: "N", RetentionYears: 50, ReminderDays: []int{1, 2, 3, 4, 5, 6, 7}},
	} {
		var f fault.Fields
		got := c.Check(&f)
		if told(f) != want {
			t.Errorf("told %q, want %q", told(f), want)
		}
		if want == "" && (got.Name != "Works" || fmt.Sprint(got.ReminderDays) != "[365 90 30 0]" || fmt.Sprint(c.ReminderDays) != "[30 90 30 0 365]") {
			t.Errorf("%+v of %+v", got, c)
		}
	}
}

// What a text names and nobody knows is told; a value that looks like a field is not one.
func TestFieldsOfATextAreFilledOnce(t *testing.T) {
	n := rich.FromPlain("{supplier} delivers to {buyer} for {value}, {amount}\n{ends_on}")
	if got := fmt.Sprint(contract.Strangers(n, rich.FromPlain("{amount} {x}"))); got != "[amount x]" {
		t.Error(got)
	}
	values := map[contract.Field]string{"supplier": "{value} Ltd", "buyer": "Rift", "value": "KES 1.00", "ends_on": " ", "amount": "5"}
	if got := fmt.Sprint(contract.Missing(n, values)); got != "[amount ends_on]" {
		t.Error(got)
	}
	if got := contract.Fill(n, values).Plain(); got != "{value} Ltd delivers to Rift for KES 1.00, {amount}\n{ends_on}" {
		t.Error(got)
	}
	for _, f := range contract.Fields() {
		if f.Kind() == "" {
			t.Error(f)
		}
	}
	if contract.Field("amount").Kind() != "" {
		t.Error("a stranger has a kind")
	}
}

func TestATextOfParts(t *testing.T) {
	body := rich.FromPlain("Pay.").Named(func() string { return "a" })
	got := contract.Compose([]contract.Part{{Title: "Payment", Body: body}, {Body: body}})
	if got.Plain() != "Payment\nPay.\nPay." || strings.Contains(got.JSON(), `"id"`) || got.Content[0].Kind != rich.Heading {
		t.Error(got.JSON())
	}
	if !contract.Compose(nil).Empty() {
		t.Error("something of nothing")
	}
}
