package app_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/sign"
)

// A contract from its draft to the last days of it: two levels approve, its supplier answers, both sides sign.
func contractsTold(t *testing.T) *chronicle {
	c := begin(t, 2)
	ctx, officer, s := t.Context(), c.Officer, c.Contracts
	var err error
	s.Signer, err = sign.NewAuthority(make([]byte, 32), append(make([]byte, 31), 1))
	c.Must(err)
	// Whoever decides on a level has its number.
	level := func(n int, name string) access.Actor {
		a := c.colleague(officer, access.Temp, name, access.ApproveContract)
		c.do("UPDATE account SET approval_level = $2 WHERE id = $1", a.User, n)
		return a
	}
	first, second := level(1, "first"), level(2, "second")
	c.colleague(officer, access.Temp, "manager", access.ManageContract)
	theirs := c.colleague(c.Bidders[0], access.Supplier, "theirs", access.ManageContract)
	c.colleague(c.Bidders[1], access.Supplier, "stranger", access.ManageContract)
	levels, err := s.Levels(ctx, officer)
	c.Must(err)
	c.Must(s.SetRules(ctx, officer, contractsvc.CategoryRules{Sum: levels.Rules[0].Sum, Rules: []contract.Rule{
		{Currency: "KES", Level: 1},
		{Currency: "KES", Level: 2, From: money.New(1000, 0)},
	}}))
	c.heedless()
	var id uuid.UUID
	now := story.Noon
	sum := func() string {
		d, err := s.Agreement(ctx, officer, id)
		c.Must(err)
		return d.Sum
	}
	sent := func() {
		c.Must(s.Submit(ctx, officer, id))
		c.Must(s.Approve(ctx, first, id, sum()))
		c.Must(s.Approve(ctx, second, id, sum()))
		c.Must(s.Send(ctx, officer, id, sum()))
	}
	c.when("a contract is drafted and submitted", func() {
		text := rich.FromPlain("{supplier} is paid {value} in 30 days.").JSON()
		today := now.Truncate(24 * time.Hour)
		starts, ends := today.AddDate(0, 0, -1), today.AddDate(1, 0, 0)
		id, err = s.Create(ctx, officer, contractsvc.Beginning{Form: contractsvc.Form{
			Terms:        contract.Terms{Number: "C/1", Title: "Pumps", Date: &today, Starts: &starts, Ends: &ends},
			Language:     "en",
			Currency:     "KES",
			Value:        "1500.50",
			Counterparty: &contractsvc.PartyForm{Company: c.Bidders[0].Org},
			Body:         &text,
		}})
		c.Must(err)
		c.Must(s.Submit(ctx, officer, id))
	})
	c.when("the first level approves it", func() { c.Must(s.Approve(ctx, first, id, sum())) })
	c.when("the second refuses it", func() { c.Must(s.Refuse(ctx, second, id, sum(), "The term is too short")) })
	c.when("it is submitted again and approved by both", func() {
		c.Must(s.Submit(ctx, officer, id))
		c.Must(s.Approve(ctx, first, id, sum()))
		c.Must(s.Approve(ctx, second, id, sum()))
	})
	c.when("it is sent", func() { c.Must(s.Send(ctx, officer, id, sum())) })
	c.when("its supplier comments and is answered", func() {
		c.Must(s.Comment(ctx, theirs, id, contractsvc.Said{Body: "Sixty days, please"}))
		c.Must(s.Comment(ctx, officer, id, contractsvc.Said{Body: "Propose it"}))
	})
	c.when("a note is left that stays among the buyer's people", func() {
		c.Must(s.Note(ctx, officer, id, contractsvc.Said{Body: "We would give forty"}))
	})
	c.when("its supplier proposes another text", func() {
		d, err := s.SupplierContract(ctx, theirs, id)
		c.Must(err)
		c.Must(s.ProposeText(ctx, theirs, id, d.Sum, strings.ReplaceAll(d.Body, "30 days", "60 days"), "We need time"))
	})
	c.when("the proposal is turned down, so that the contract is sent again as it was", func() {
		talk, err := s.Talk(ctx, officer, id)
		c.Must(err)
		c.Must(s.Decide(ctx, officer, id, contractsvc.Decisions{Sum: talk.Sum, Rejected: talk.Redline.Changes(), Reason: "Thirty is usual"}))
	})
	c.when("it is taken back", func() { c.Must(s.Recall(ctx, officer, id, "The annex is missing")) })
	c.when("it goes all the way again", sent)
	ask := func() {
		v, err := s.SigningOf(ctx, officer, id)
		c.Must(err)
		c.Must(s.BeginSigning(ctx, officer, id, contractsvc.SigningForm{Sum: v.Sum, Days: 14, Signers: []contractsvc.SignerForm{
			{Account: theirs.User, Capacity: "Director", Turn: 1},
			{Account: officer.User, Capacity: "Head of procurement", Turn: 2},
		}}))
	}
	signs := func(a access.Actor) {
		f, err := s.Paper(ctx, a, id)
		c.Must(err)
		shown := sha256.Sum256(f.Bytes)
		_, err = s.Sign(ctx, a, id, hex.EncodeToString(shown[:]), uuid.NewString())
		c.Must(err)
	}
	c.when("both sides are asked to sign", ask)
	c.when("nobody has for three days", func() {
		now = now.Add(contract.RemindDays*24*time.Hour + time.Minute)
		c.SetClock(now)
		c.Must(s.SweepSignings(ctx))
	})
	c.when("the request is called off", func() { c.Must(s.CallOff(ctx, officer, id, "The director has changed")) })
	c.when("it is asked for again, and its supplier signs", func() {
		ask()
		signs(theirs)
	})
	c.when("the buyer signs too, and it is in force", func() {
		signs(officer)
		c.Must(s.SweepSignings(ctx))
	})
	c.when("its end is near", func() {
		c.SetClock(now.AddDate(0, 11, 15))
		_, err := s.RemindDue(ctx)
		c.Must(err)
	})
	return c
}
