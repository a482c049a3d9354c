package contract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"zabuni.org/core/contract"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/rich"
)

// An outsider is taken with names that would break paper, and refused field by field.
func TestOutsiders(t *testing.T) {
	var f fault.Fields
	got := contract.Party{Name: " Kamau) \\ \"Ltd\" ", Country: "cn", TaxID: " P1 ", Email: "a@b.example"}.Check(&f, "/counterparty")
	if len(f) > 0 || got != (contract.Party{Name: "Kamau) \\ \"Ltd\"", Country: "CN", TaxID: "P1", Email: "a@b.example"}) {
		t.Errorf("%+v %s", got, told(f))
	}
	contract.Party{Name: " ", Country: "Kenya", Email: "nobody", Address: strings.Repeat("x", 301)}.Check(&f, "/c")
	if told(f) != "/c/name field.required, /c/country field.format, /c/address field.too_long, /c/email field.format" {
		t.Error(told(f))
	}
}

func TestAmounts(t *testing.T) {
	for in, want := range map[[2]string]string{
		{"KES", "1250.5"}: "", {" KES ", " 0 "}: "",
		{"KES", ""}:      "/value field.required",
		{"XXX", "-1"}:    "/currency field.not_allowed, /value field.range",
		{"KES", "1.005"}: "/value field.format", {"KES", "1.0100"}: "", {"UGX", "1.5"}: "/value field.format", {"UGX", "15"}: "",
		{"", "1e9"}: "/currency field.not_allowed, /value field.format",
	} {
		var f fault.Fields
		if contract.Amount(&f, in[0], in[1]); told(f) != want {
			t.Errorf("%q: %s", in, told(f))
		}
	}
}

// The sum of a contract changes with everything that is agreed on, and with nothing else; what a
// party is called is never looked at again.
func TestWhatIsAgreedOn(t *testing.T) {
	day := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	facts := contract.Facts{Terms: contract.Terms{Number: "K1", Title: "Pumps", Date: &day}, Value: money.Amount{Value: money.New(5, 0), Currency: "KES"},
		Buyer: contract.Party{Name: "Rift"}, Counterparty: contract.Party{Name: "{number}"}, Language: "en"}
	text := rich.FromPlain("{supplier} delivers {number} on {contract_date} for {value}, see {job}.")
	c := facts.Content(text, "")
	if !strings.Contains(string(c.Text), `{number} delivers K1 on 01-12-2026 for KES`+"\u00a0"+`5.00, see {job}.`) {
		t.Error(string(c.Text))
	}
	if got := contract.Missing(text, facts.Values()); fmt.Sprint(got) != "[job]" {
		t.Error(got)
	}
	sums := map[[32]byte]string{}
	for name, change := range map[string]func(*contract.Facts){
		"as it is": func(*contract.Facts) {}, "title": func(f *contract.Facts) { f.Title = "Pipes" }, "end": func(f *contract.Facts) { f.Ends = &day },
		"start": func(f *contract.Facts) { f.Starts = &day }, "value": func(f *contract.Facts) { f.Value.Value = money.New(6, 0) },
		"currency": func(f *contract.Facts) { f.Value.Currency = "UGX" }, "party": func(f *contract.Facts) { f.Counterparty.TaxID = "P" },
		"buyer": func(f *contract.Facts) { f.Buyer.Address = "Nakuru" },
	} {
		other := facts
		change(&other)
		sum := other.Content(text, "").Sum()
		if have, ok := sums[sum]; ok {
			t.Error(name, "has the sum of", have)
		}
		sums[sum] = name
		if sum != other.Content(text, "").Sum() {
			t.Error("the same has another sum:", name)
		}
	}
	if _, ok := sums[facts.Content(text, "ab").Sum()]; ok {
		t.Error("a file changes nothing")
	}
}

func offer(code string, topic contract.Topic, risk contract.Risk, mandatory, ours bool) contract.Offer {
	return contract.Offer{Section: uuid.NewSHA1(uuid.Nil, fmt.Append(nil, code, ours)), Version: 1, Code: code, Title: code, Topic: topic, Risk: risk,
		Mandatory: mandatory, Ours: ours, Body: rich.FromPlain("Of " + code)}
}

func TestAProposal(t *testing.T) {
	offers := []contract.Offer{
		offer("PAY-1", contract.TopicPayment, contract.LowRisk, false, false), offer("PAY-1", contract.TopicPayment, contract.LowRisk, false, true),
		offer("LIA-1", contract.TopicLiability, contract.HighRisk, false, true), offer("SEC-1", contract.TopicSecurities, contract.LowRisk, false, true),
		offer("CON-1", contract.TopicConfidentiality, contract.HighRisk, true, false), offer("WAR-1", contract.TopicWarranty, contract.MediumRisk, false, true),
	}
	say := func(a contract.Answers, template ...uuid.UUID) string {
		var out []string
		for _, c := range contract.Propose(a, offers, template) {
			out = append(out, fmt.Sprint(c.Code, " ", c.Because, " ", c.Ours))
		}
		return strings.Join(out, ", ")
	}
	for want, got := range map[string]string{
		"PAY-1 subject true, CON-1 mandatory false":                        say(contract.Answers{Subject: contract.Goods, Risk: contract.LowRisk}),
		"PAY-1 advance true, SEC-1 advance true, CON-1 mandatory false":    say(contract.Answers{Subject: contract.Services, Risk: contract.MediumRisk, Circumstances: []contract.Circumstance{contract.Advance}}),
		"PAY-1 subject true, LIA-1 subject true, CON-1 mandatory false":    say(contract.Answers{Subject: contract.Services, Risk: contract.HighRisk}),
		"PAY-1 subject true, LIA-1 template true, CON-1 mandatory false":   say(contract.Answers{Subject: contract.Consultancy, Risk: contract.LowRisk}, offers[2].Section),
		"PAY-1 subject true, WAR-1 guaranteed true, CON-1 mandatory false": say(contract.Answers{Subject: contract.Goods, Risk: contract.MediumRisk, Circumstances: []contract.Circumstance{contract.Guaranteed}}),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	a := contract.Answers{Subject: contract.Works, Risk: contract.LowRisk}
	if got := contract.Unanswered(a, contract.Propose(a, offers, nil)); fmt.Sprint(got) != "[parties scope price delivery warranty liability termination disputes force_majeure general]" {
		t.Error(got)
	}
	var f fault.Fields
	contract.Answers{Subject: "x", Risk: "y", Circumstances: []contract.Circumstance{"z"}}.Check(&f, "/answers")
	if told(f) != "/answers/matter field.not_allowed, /answers/risk field.not_allowed, /answers/circumstances field.not_allowed" {
		t.Error(told(f))
	}
}

// Whatever is in the libraries: what is mandatory is in, nothing that gives more away is, no code
// twice, in the order of topics, and each heading can be found in the text.
func TestProposalsKeepTheirRules(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var offers []contract.Offer
		for i := range rapid.IntRange(0, 12).Draw(rt, "clauses") {
			offers = append(offers, offer(fmt.Sprint("C-", rapid.IntRange(0, 6).Draw(rt, "code")), rapid.SampledFrom(contract.Topics).Draw(rt, "topic"),
				rapid.SampledFrom([]contract.Risk{contract.LowRisk, contract.MediumRisk, contract.HighRisk}).Draw(rt, "risk"),
				rapid.Bool().Draw(rt, "mandatory"), i%2 == 0))
		}
		a := contract.Answers{Subject: rapid.SampledFrom([]contract.Subject{contract.Goods, contract.Works, contract.Services, contract.Consultancy}).Draw(rt, "subject"), Risk: contract.LowRisk}
		chosen := contract.Propose(a, offers, nil)
		codes := map[string]bool{}
		for i, c := range chosen {
			if codes[c.Code] || !c.Mandatory && c.Risk != contract.LowRisk {
				rt.Fatal(c.Code, "twice, or gives too much away")
			}
			codes[c.Code] = true
			if i > 0 && slices.Index(contract.Topics, chosen[i-1].Topic) > slices.Index(contract.Topics, c.Topic) {
				rt.Fatal("not in the order of topics")
			}
		}
		for _, o := range offers {
			ours := slices.ContainsFunc(offers, func(x contract.Offer) bool { return x.Code == o.Code && x.Ours && !x.Mandatory })
			if o.Mandatory && !codes[o.Code] && (o.Ours && !ours) {
				rt.Fatal("a mandatory clause was left out:", o.Code)
			}
		}
		n := 0
		text, ids := contract.Text(chosen, func() string { n++; return fmt.Sprint("b", n) })
		if got := contract.Standing(text, ids); !slices.Equal(got, ids) {
			rt.Fatal("headings are not found:", got, ids)
		}
		if len(contract.Standing(rich.FromPlain("Mine"), ids)) != 0 {
			rt.Fatal("what was taken out stands still")
		}
	})
}
