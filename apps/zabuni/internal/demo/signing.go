//go:build demo

package demo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/rich"
)

// sign has people sign a contract, each after the other.
func sign(ctx context.Context, a *app.App, id uuid.UUID, people ...access.Actor) error {
	for _, who := range people {
		read, err := a.Contracts.Paper(ctx, who, id)
		if err != nil {
			return err
		}
		shown := sha256.Sum256(read.Bytes)
		if _, err := a.Contracts.Sign(ctx, who, id, hex.EncodeToString(shown[:]), ""); err != nil {
			return err
		}
	}
	return nil
}

// signedBy asks one of each side to sign, who do.
func signedBy(ctx context.Context, a *app.App, id uuid.UUID, sum string, theirs, grace, amina access.Actor) error {
	err := a.Contracts.BeginSigning(ctx, amina, id, contractsvc.SigningForm{Sum: sum, Days: 21, Signers: []contractsvc.SignerForm{
		{Account: theirs.User, Capacity: "Managing director", Turn: 1},
		{Account: grace.User, Capacity: "Head of procurement", Turn: 2},
	}})
	if err != nil {
		return err
	}
	return sign(ctx, a, id, theirs, grace)
}

// seedAmended puts a contract in force and has it amended: the amendment holds, and its contract says it.
func seedAmended(ctx context.Context, a *app.App, of deal, sent func(deal) (uuid.UUID, string, error), theirs, grace, amina access.Actor) error {
	id, sum, err := sent(of)
	if err != nil {
		return err
	}
	if err := signedBy(ctx, a, id, sum, theirs, grace, amina); err != nil {
		return err
	}
	return amended(ctx, a, id, amendment{"A second ward", "The maternity ward has opened again.", "2300000.00",
		"The linen of the maternity ward is washed as well. The value is {value}."}, theirs, grace, amina)
}

// An amendment is what changes of a contract in force, and why.
type amendment struct{ title, why, value, text string }

// amended has a contract in force amended: the amendment holds, and its contract says it.
func amended(ctx context.Context, a *app.App, id uuid.UUID, by amendment, theirs, grace, amina access.Actor) error {
	read, err := a.Contracts.Contract(ctx, amina, id)
	if err != nil {
		return err
	}
	more, err := a.Contracts.Amend(ctx, amina, id, contractsvc.Amending{
		Version: int(read.Contract.Version),
		Ground:  contract.ForVolume,
		Title:   by.title,
		Why:     by.why,
		Value:   by.value,
		Ends:    read.Contract.EndsOn,
	})
	if err != nil {
		return err
	}
	if read, err = a.Contracts.Contract(ctx, amina, more); err != nil {
		return err
	}
	text := rich.FromPlain(by.text).JSON()
	err = a.Contracts.Update(ctx, amina, more, int(read.Contract.Version), contractsvc.Form{
		Terms: contract.Terms{Number: read.Contract.Number, Title: by.title, Description: by.why, Ends: read.Contract.EndsOn},
		Body:  &text,
	})
	if err != nil {
		return err
	}
	sum, err := approve(ctx, a, amina, grace, more)
	if err != nil {
		return err
	}
	if err := a.Contracts.Send(ctx, amina, more, sum); err != nil {
		return err
	}
	return signedBy(ctx, a, more, sum, theirs, grace, amina)
}

// seedSigning makes a contract that its supplier signs next, one that two people of
// each side have signed, in two languages, and one
// whose signed paper waits for its second person.
func seedSigning(ctx context.Context, a *app.App, today, now time.Time) error {
	grace, amina, peter, naomi := people[5].actor, people[1].actor, people[6].actor, people[18].actor
	for _, who := range []*access.Actor{&grace, &amina, &peter, &naomi} {
		who.Confirmed = now
	}
	sent := func(of deal) (uuid.UUID, string, error) {
		id, err := a.Contracts.Create(ctx, amina, contractsvc.Beginning{Form: of.form(today)})
		if err != nil {
			return id, "", err
		}
		sum, err := approve(ctx, a, amina, grace, id)
		if err != nil {
			return id, "", err
		}
		return id, sum, a.Contracts.Send(ctx, amina, id, sum)
	}
	var inForce uuid.UUID
	for i, of := range []deal{
		{number: "MRH/K/2026/06", title: "Consumables for dialysis", currency: "KES", value: "5400000.00", starts: 0, months: 12, with: suppliers[0],
			body: "{supplier} delivers consumables for dialysis to {buyer} every month and is paid {value}."},
		{number: "MRH/K/2026/07", title: "Service of ventilators", currency: "KES", value: "1260000.00", starts: 0, months: 24, with: suppliers[0],
			body: "{supplier} looks after the ventilators of {buyer} from {starts_on} until {ends_on} for {value}.\n" +
				"{supplier} inatunza mashine za kupumulia za {buyer} kuanzia {starts_on} hadi {ends_on} kwa {value}."},
	} {
		id, sum, err := sent(of)
		if err != nil {
			return fmt.Errorf("%s: %w", of.number, err)
		}
		signers := []contractsvc.SignerForm{
			{Account: peter.User, Capacity: "Managing director", Turn: 1},
			{Account: grace.User, Capacity: "Head of procurement", Turn: 2},
		}
		if i > 0 { // two of each side, in any order among themselves
			signers = append(signers, contractsvc.SignerForm{Account: naomi.User, Capacity: "Head of sales", Turn: 1},
				contractsvc.SignerForm{Account: amina.User, Capacity: "Chief pharmacist", Turn: 2})
		}
		err = a.Contracts.BeginSigning(ctx, amina, id, contractsvc.SigningForm{Sum: sum, Days: 21, Signers: signers})
		if err != nil {
			return fmt.Errorf("%s: %w", of.number, err)
		}
		if i == 0 {
			continue
		}
		inForce = id
		if err := sign(ctx, a, id, naomi, peter, grace, amina); err != nil {
			return fmt.Errorf("%s: %w", of.number, err)
		}
	}
	sheets := deal{number: "MRH/K/2026/12", title: "Washing of bed linen", currency: "KES", value: "2000000.00", starts: 0, months: 12, with: suppliers[0],
		body: "{supplier} washes the bed linen of {buyer} from {starts_on} until {ends_on} for {value}."}
	if err := seedAmended(ctx, a, sheets, sent, peter, grace, amina); err != nil {
		return fmt.Errorf("%s: %w", sheets.number, err)
	}
	if err := seedWon(ctx, a, today, peter, grace, amina); err != nil {
		return fmt.Errorf("contracts of awards: %w", err)
	}
	boiler := deal{number: "MRH/K/2026/08", title: "Inspection of boilers", currency: "KES", value: "310000.00", starts: 0, months: 12, with: suppliers[3],
		body: "{supplier} inspects the boilers of {buyer} for {value}."}
	id, _, err := sent(boiler)
	if err != nil {
		return fmt.Errorf("%s: %w", boiler.number, err)
	}
	file, err := paper(ctx, a, amina, "boilers-signed.pdf")
	if err != nil {
		return err
	}
	if err := a.Contracts.OfferScan(ctx, amina, id, contractsvc.ScanForm{File: file, Number: 1, SignedOn: &today, ForBuyer: "Amina Otieno", ForOther: "Brian Kiptoo"}); err != nil {
		return err
	}
	return seedForce(ctx, a, today, inForce)
}
