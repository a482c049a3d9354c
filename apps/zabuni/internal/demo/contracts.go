//go:build demo

package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pg"
)

// signedOnPaper is a contract that was there before the platform.
var signedOnPaper = []byte("%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[]/Count 0>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n")

// A deal is a contract of the demonstration; its days are counted from today.
type deal struct {
	number, title, description, currency, value string
	starts, months                              int
	with                                        *company
	outsider                                    contract.Party
	body                                        string
}

func (d deal) form(today time.Time) contractsvc.Form {
	day := func(t time.Time) *time.Time { return &t }
	starts := today.AddDate(0, 0, d.starts)
	out := contractsvc.Form{
		Terms:        contract.Terms{Number: d.number, Title: d.title, Description: d.description},
		Language:     "en",
		Currency:     d.currency,
		Value:        d.value,
		Counterparty: &contractsvc.PartyForm{Party: d.outsider},
	}
	if d.with != nil {
		out.Counterparty = &contractsvc.PartyForm{Company: d.with.id}
	}
	if d.months > 0 {
		out.Date, out.Starts, out.Ends = day(today), day(starts), day(starts.AddDate(0, d.months, -1))
	}
	if d.body != "" {
		text := rich.FromPlain(d.body).JSON()
		out.Body = &text
	}
	return out
}

// seedContracts makes contracts in several states: one that lacks its days, one whose clauses
// nobody has accepted, one of a file, one that waits for approval, one that is approved, and one
// that the operator has written for the railway.
func seedContracts(ctx context.Context, a *app.App) error {
	grace, amina, staff := people[5].actor, people[1].actor, people[0].actor
	now, err := pg.ClockOf(ctx, a.DB)
	if err != nil {
		return err
	}
	today := contract.Today(now, party.Zone("KE")) // where the hospital is
	choices, err := a.Contracts.Choices(ctx, grace, uuid.Nil)
	if err != nil {
		return err
	}
	goods := choices.Categories[0]
	begin := func(by access.Actor, of deal, change func(*contractsvc.Beginning)) (uuid.UUID, error) {
		in := contractsvc.Beginning{Form: of.form(today)}
		if change != nil {
			change(&in)
		}
		id, err := a.Contracts.Create(ctx, by, in)
		if err != nil {
			return id, fmt.Errorf("%s: %w", of.number, err)
		}
		return id, nil
	}

	gloves := deal{number: "MRH/K/2026/01", title: "Examination gloves for the wards", description: "Called off by the stores every month.", currency: "KES", value: "1850000.00", with: suppliers[1]}
	if _, err := begin(grace, gloves, func(b *contractsvc.Beginning) { b.Category, b.Template = &goods.ID, *goods.TemplateID }); err != nil {
		return err
	}
	cold := deal{number: "MRH/K/2026/02", title: "Vaccine refrigerators", currency: "USD", value: "64200.00", starts: 30, months: 18, with: suppliers[2]}
	if _, err := begin(amina, cold, func(b *contractsvc.Beginning) {
		b.Answers = &contract.Answers{Subject: contract.Goods, Risk: contract.HighRisk, Circumstances: []contract.Circumstance{contract.Guaranteed, contract.Lasting}}
	}); err != nil {
		return err
	}
	file, err := paper(ctx, a, grace, "laundry-services.pdf")
	if err != nil {
		return err
	}
	laundry := deal{number: "MRH/K/2026/03", title: "Laundry services", currency: "KES", value: "4320000.00", starts: 1, months: 24,
		outsider: contract.Party{Name: "Safi Laundry Limited", Country: "KE", TaxID: "P051999001Q", Address: "Biashara Street, Nakuru", Email: "contracts@safi.test"}}
	if _, err := begin(grace, laundry, func(b *contractsvc.Beginning) { b.File = file }); err != nil {
		return err
	}
	for i, of := range []deal{
		{number: "MRH/K/2026/04", title: "Oxygen in cylinders", currency: "KES", value: "9600000.00", starts: 10, months: 12, with: suppliers[0],
			body: "{supplier} delivers oxygen to {buyer} from {starts_on} until {ends_on} for {value}."},
		{number: "MRH/K/2026/05", title: "Maintenance of lifts", currency: "KES", value: "780000.00", starts: 5, months: 36, with: suppliers[3],
			body: "{supplier} looks after the lifts of {buyer} from {starts_on} until {ends_on} for {value}."},
	} {
		id, err := begin(amina, of, nil)
		if err != nil {
			return err
		}
		if err := a.Contracts.Submit(ctx, amina, id); err != nil {
			return err
		}
		if i > 0 {
			read, err := a.Contracts.Agreement(ctx, grace, id)
			if err != nil {
				return err
			}
			if err := a.Contracts.Approve(ctx, grace, id, read.Sum); err != nil {
				return err
			}
		}
	}
	sleepers := deal{number: "ARC/K/2026/01", title: "Concrete sleepers", currency: "ETB", value: "31500000.00", starts: 20, months: 8, with: suppliers[17],
		body: "{supplier} casts sleepers for {buyer} and is paid {value}."}
	if _, err = begin(staff, sleepers, func(b *contractsvc.Beginning) { b.Buyer = railway.id }); err != nil {
		return err
	}
	if err := seedSigning(ctx, a, today, now); err != nil {
		return err
	}
	return seedAgreed(ctx, a, today)
}
