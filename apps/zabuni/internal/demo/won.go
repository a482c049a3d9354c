//go:build demo

package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/award"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/rich"
)

// Categories of the hospital that were awarded, by what becomes of them.
const (
	carriedOut = "Ambulance equipment"
	endedEarly = "Service of generators"
	setAside   = "Theatre lamps"
)

// A winning is an award of the hospital on its way to a contract: everybody may read of each of its steps.
type winning struct {
	ctx                  context.Context
	a                    *app.App
	today                time.Time
	theirs, grace, amina access.Actor
	category, contract   uuid.UUID
}

// seedWon ends the standstills that are over and carries out what was awarded: one contract is delivered on, amended and prolonged,
// one is ended before its time, and of one award a complaint is upheld.
func seedWon(ctx context.Context, a *app.App, today time.Time, theirs, grace, amina access.Actor) error {
	for n := 1; n > 0; {
		var err error
		if n, err = a.Awards.ConcludeDue(ctx); err != nil {
			return err
		}
	}
	for _, x := range []struct {
		name  string
		steps []func(*winning) error
	}{
		{carriedOut, []func(*winning) error{agreed("MRH/K/2026/13", "{supplier} fits four ambulances of {buyer} and is paid {value}."), (*winning).owes, (*winning).delivers, (*winning).grows, (*winning).goesOn}},
		{endedEarly, []func(*winning) error{agreed("MRH/K/2026/14", "{supplier} looks after the generators of {buyer} and is paid {value}."), (*winning).ends}},
		{setAside, []func(*winning) error{(*winning).falls}},
	} {
		w := winning{ctx: ctx, a: a, today: today, theirs: theirs, grace: grace, amina: amina}
		if err := a.DB.QueryRow(ctx, "SELECT id FROM category WHERE name = $1 AND buyer_id = $2", x.name, amina.Org).Scan(&w.category); err != nil {
			return fmt.Errorf("%s: %w", x.name, err)
		}
		for _, step := range x.steps {
			err := step(&w)
			if err == nil {
				err = published(ctx, a, w.category, amina.Org)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", x.name, err)
			}
		}
	}
	return nil
}

// agreed has the contract of the award written and signed.
func agreed(number, text string) func(*winning) error {
	return func(w *winning) error {
		var award, supplier uuid.UUID
		var title string
		err := w.a.DB.QueryRow(w.ctx, `SELECT c.name, w.id, l.supplier_id FROM category c JOIN award w ON w.category_id = c.id JOIN award_line l ON l.award_id = w.id
			WHERE c.id = $1`, w.category).Scan(&title, &award, &supplier)
		if err != nil {
			return err
		}
		ends := w.today.AddDate(1, 0, -1)
		terms := contract.Terms{Number: number, Title: title, Starts: &w.today, Ends: &ends}
		w.contract, err = w.a.Contracts.Create(w.ctx, w.amina, contractsvc.Beginning{Award: award, Supplier: supplier, Form: contractsvc.Form{Terms: terms, Language: "en"}})
		if err != nil {
			return err
		}
		version, err := w.version()
		if err != nil {
			return err
		}
		body := rich.FromPlain(text).JSON()
		if err := w.a.Contracts.Update(w.ctx, w.amina, w.contract, version, contractsvc.Form{Terms: terms, Body: &body}); err != nil {
			return err
		}
		sum, err := approve(w.ctx, w.a, w.amina, w.grace, w.contract)
		if err == nil {
			err = w.a.Contracts.Send(w.ctx, w.amina, w.contract, sum)
		}
		if err == nil {
			err = signedBy(w.ctx, w.a, w.contract, sum, w.theirs, w.grace, w.amina)
		}
		return err
	}
}

func (w *winning) version() (int, error) {
	read, err := w.a.Contracts.Contract(w.ctx, w.amina, w.contract)
	return int(read.Contract.Version), err
}

// due is what the supplier owes first.
const due = "First two ambulances, fitted"

func (w *winning) owes() error {
	on := w.today.AddDate(0, 0, 20)
	_, err := w.a.Contracts.AddDuty(w.ctx, w.amina, w.contract, contract.Duty{Kind: contract.Delivery, Side: contract.Counterparty, Title: due, Due: &on})
	return err
}

func (w *winning) delivers() error {
	var id uuid.UUID
	if err := w.a.DB.QueryRow(w.ctx, "SELECT id FROM contract_milestone WHERE contract_id = $1 AND title = $2", w.contract, due).Scan(&id); err != nil {
		return err
	}
	if err := w.a.Contracts.HandIn(w.ctx, w.theirs, id, contractsvc.Evidence{Version: 1, Note: "KDA 114B and KDA 115B, with the certificates of the bureau of standards."}); err != nil {
		return err
	}
	return w.a.Contracts.Judge(w.ctx, w.amina, id, 2, contract.SayMet, "")
}

func (w *winning) grows() error {
	return amended(w.ctx, w.a, w.contract, amendment{"A fifth ambulance", "The county has given one.", "4900000.00", "A fifth ambulance is fitted. The value is {value}."}, w.theirs, w.grace, w.amina)
}

func (w *winning) goesOn() error {
	version, err := w.version()
	if err != nil {
		return err
	}
	if err := w.a.Contracts.PutRenewal(w.ctx, w.amina, w.contract, contractsvc.Renewing{Version: version, Kind: contract.ByOption, Months: 6, Times: 2, Notice: 30}); err != nil {
		return err
	}
	if version, err = w.version(); err != nil {
		return err
	}
	return w.a.Contracts.Renew(w.ctx, w.amina, w.contract, version, "Two more vehicles are expected in a year.")
}

func (w *winning) ends() error {
	version, err := w.version()
	if err != nil {
		return err
	}
	return w.a.Contracts.Terminate(w.ctx, w.amina, w.contract, contractsvc.Ending{Version: version, Reason: "The generators were sold with the old wing."})
}

// falls has a complaint against the award upheld by two people.
func (w *winning) falls() error {
	david := people[2].actor
	david.Confirmed = w.amina.Confirmed
	owner := w.amina.Org
	err := w.a.Awards.Freeze(w.ctx, w.amina, owner, w.category, award.Complaint{Reference: "PPARB 118/2026", Reason: "The lamps that were offered are not those that were asked for."})
	if err != nil {
		return err
	}
	if err := published(w.ctx, w.a, w.category, owner); err != nil {
		return err
	}
	if err := w.a.Awards.AskEnd(w.ctx, w.amina, owner, w.category, award.Upheld, "The review board has set the award aside."); err != nil {
		return err
	}
	all, err := w.a.Awards.Freezes(w.ctx, david, owner, w.category)
	if err != nil {
		return err
	}
	return w.a.Awards.DecideEnd(w.ctx, david, owner, w.category, *all[0].AskedAt, true)
}
