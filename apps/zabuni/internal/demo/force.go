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
	"zabuni.org/core/report"
	"zabuni.org/core/report/reportsvc"
)

// seedForce gives a contract in force what is due under it and a scorecard, takes in two that are
// older than the platform, one of them archived, and has reports of contracts written.
func seedForce(ctx context.Context, a *app.App, today time.Time, inForce uuid.UUID) error {
	grace, amina, peter := people[5].actor, people[1].actor, people[6].actor
	in := func(days int) *time.Time {
		t := today.AddDate(0, 0, days)
		return &t
	}
	for i, d := range []contract.Duty{
		{Kind: contract.Reporting, Side: contract.Counterparty, Title: "List of ventilators with their state", Due: in(0)},
		{Kind: contract.Delivery, Side: contract.Counterparty, Title: "First service of all ventilators", Due: in(45)},
		{Kind: contract.Payment, Side: contract.BuyerSide, Title: "First half-year", Due: in(180), Amount: "315000.00"},
	} {
		id, err := a.Contracts.AddDuty(ctx, amina, inForce, d)
		if err != nil {
			return fmt.Errorf("%s: %w", d.Title, err)
		}
		if i > 0 {
			continue
		}
		if err := a.Contracts.HandIn(ctx, peter, id, contractsvc.Evidence{Version: 1, Note: "Fourteen ventilators, two of them out of order."}); err != nil {
			return fmt.Errorf("%s: %w", d.Title, err)
		}
		if err := a.Contracts.Judge(ctx, amina, id, 2, contract.SayMet, ""); err != nil {
			return fmt.Errorf("%s: %w", d.Title, err)
		}
	}
	read, err := a.Contracts.Contract(ctx, amina, inForce)
	if err != nil {
		return err
	}
	if err := a.Contracts.PutRenewal(ctx, amina, inForce, contractsvc.Renewing{Version: int(read.Contract.Version), Kind: contract.Automatic, Months: 12, Times: 2, Notice: 60}); err != nil {
		return err
	}
	judged := 85
	err = a.Contracts.Score(ctx, amina, inForce, contractsvc.Scoring{From: in(0), Until: in(0), Judged: &judged, Reason: "The wards were told of every visit.",
		Weights: contract.Weights{contract.Punctual: 30, contract.Accepted: 20, contract.Fulfilled: 30, contract.Judged: 20}})
	if err != nil {
		return err
	}
	choices, err := a.Contracts.Choices(ctx, grace, uuid.Nil)
	if err != nil {
		return err
	}
	old := func(of deal, as contract.Status, ended *time.Time) (uuid.UUID, error) {
		u, err := paper(ctx, a, grace, "old-contract.pdf")
		if err != nil {
			return u, err
		}
		form := of.form(today)
		form.Category, form.File = &choices.Categories[0].ID, u
		return a.Contracts.Import(ctx, grace, contractsvc.Old{Status: as, Ended: ended, Form: form})
	}
	linen := deal{number: "MRH/K/2022/17", title: "Linen for the wards", currency: "KES", value: "2750000.00", starts: -1100, months: 24, with: suppliers[0]}
	id, err := old(linen, contract.Completed, in(-400))
	if err != nil {
		return fmt.Errorf("%s: %w", linen.number, err)
	}
	if err := a.Contracts.Archive(ctx, grace, id); err != nil {
		return fmt.Errorf("%s: %w", linen.number, err)
	}
	syringes := deal{number: "MRH/K/2024/05", title: "Syringes and needles", currency: "KES", value: "940000.00", starts: -500, months: 12, with: suppliers[2]}
	if _, err := old(syringes, contract.Expired, nil); err != nil {
		return fmt.Errorf("%s: %w", syringes.number, err)
	}
	beds := deal{number: "MRH/K/2023/11", title: "Beds for the maternity ward", currency: "KES", value: "3600000.00", starts: -700, months: 12, with: suppliers[3]}
	if _, err := old(beds, contract.Completed, in(-335)); err != nil {
		return fmt.Errorf("%s: %w", beds.number, err)
	}
	waste := deal{number: "MRH/K/2026/31", title: "Disposal of clinical waste", currency: "KES", value: "480000.00", starts: -90, months: 12, with: suppliers[2]}
	if id, err = old(waste, contract.Active, nil); err != nil {
		return fmt.Errorf("%s: %w", waste.number, err)
	}
	if read, err = a.Contracts.Contract(ctx, amina, id); err != nil {
		return err
	}
	if err := a.Contracts.Terminate(ctx, amina, id, contractsvc.Ending{Version: int(read.Contract.Version), Reason: "The incinerator has lost its licence."}); err != nil {
		return fmt.Errorf("%s: %w", waste.number, err)
	}
	tents := deal{number: "MRH/K/2026/32", title: "Tents for the vaccination days", currency: "KES", value: "95000.00", starts: 20, months: 1, with: suppliers[2], body: "{supplier} lends tents to {buyer} for {value}."}
	if id, err = a.Contracts.Create(ctx, amina, contractsvc.Beginning{Form: tents.form(today)}); err != nil {
		return fmt.Errorf("%s: %w", tents.number, err)
	}
	if err := a.Contracts.Cancel(ctx, amina, id, "The county lends its own."); err != nil {
		return fmt.Errorf("%s: %w", tents.number, err)
	}
	for _, who := range []access.Actor{grace, amina} {
		in := reportsvc.AskedContracts{Owner: who.Org, Name: report.ContractRegister, Format: report.Workbook, Language: "en"}
		if _, err := a.StartContractReport(ctx, who, in); err != nil {
			return fmt.Errorf("report of contracts: %w", err)
		}
	}
	return nil
}

// paper uploads the file of a contract.
func paper(ctx context.Context, a *app.App, by access.Actor, name string) (uuid.UUID, error) {
	u, err := a.Contracts.BeginUpload(ctx, by, uuid.Nil, name, int64(len(signedOnPaper)))
	if err == nil {
		u, err = a.Contracts.Append(ctx, by, uuid.Nil, u.ID, 0, signedOnPaper)
	}
	return u.File, err
}
