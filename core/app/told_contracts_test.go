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
	"zabuni.org/core/party"
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
	draft := func(number string) {
		text := rich.FromPlain("{supplier} is paid {value} in 30 days.").JSON()
		today := now.Truncate(24 * time.Hour)
		starts, ends := today.AddDate(0, 0, -1), today.AddDate(1, 0, 0)
		id, err = s.Create(ctx, officer, contractsvc.Beginning{Form: contractsvc.Form{
			Terms:        contract.Terms{Number: number, Title: "Pumps", Date: &today, Starts: &starts, Ends: &ends},
			Language:     "en",
			Currency:     "KES",
			Value:        "1500.50",
			Counterparty: &contractsvc.PartyForm{Company: c.Bidders[0].Org},
			Body:         &text,
		}})
		c.Must(err)
	}
	c.when("a contract is drafted and submitted", func() {
		draft("C/1")
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
	c.when("it is taken back while the first level has it", func() {
		c.Must(s.Submit(ctx, officer, id))
		c.Must(s.Recall(ctx, officer, id, "The annex is another"))
	})
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
	c.when("another, in force as well, ends before its time", func() {
		first := id
		draft("C/2")
		sent()
		ask()
		signs(theirs)
		signs(officer)
		c.Must(s.SweepSignings(ctx))
		k, err := s.Contract(ctx, officer, id)
		c.Must(err)
		c.Must(s.Terminate(ctx, officer, id, contractsvc.Ending{Version: int(k.Contract.Version), Reason: "The well is dry"}))
		id = first
	})
	c.when("an amendment that all have signed comes too late", func() {
		first := id
		draft("C/7")
		sent()
		ask()
		signs(theirs)
		signs(officer)
		c.Must(s.SweepSignings(ctx))
		of := id
		k, err := s.Contract(ctx, officer, of)
		c.Must(err)
		starts, ends := now.Truncate(24*time.Hour).AddDate(0, 2, 0), now.Truncate(24*time.Hour).AddDate(2, 0, 0)
		id, err = s.Amend(ctx, officer, of, contractsvc.Amending{Version: int(k.Contract.Version), Ground: contract.ForTerm, Title: "Longer", Why: "The well is deep", Value: "1500.50", Ends: &ends})
		c.Must(err)
		more, err := s.Contract(ctx, officer, id)
		c.Must(err)
		text := rich.FromPlain("It goes on.").JSON()
		c.Must(s.Update(ctx, officer, id, int(more.Contract.Version), contractsvc.Form{
			Terms:        contract.Terms{Number: "C/7/A1", Title: "Longer", Description: "The well is deep", Starts: &starts, Ends: &ends},
			Currency:     "KES",
			Value:        "1500.50",
			Counterparty: &contractsvc.PartyForm{Company: c.Bidders[0].Org},
			Body:         &text,
		}))
		sent()
		ask()
		signs(theirs)
		signs(officer)
		k, err = s.Contract(ctx, officer, of)
		c.Must(err)
		c.Must(s.Terminate(ctx, officer, of, contractsvc.Ending{Version: int(k.Contract.Version), Reason: "It is too deep"}))
		c.Must(s.SweepSignings(ctx))
		id = first
	})
	c.when("a third is changed as its supplier proposes, in part", func() {
		first := id
		draft("C/4")
		sent()
		d, err := s.SupplierContract(ctx, theirs, id)
		c.Must(err)
		c.Must(s.ProposeText(ctx, theirs, id, d.Sum, strings.NewReplacer("30 days", "45 days", "is paid", "gets").Replace(d.Body), "We need time"))
		talk, err := s.Talk(ctx, officer, id)
		c.Must(err)
		all := talk.Redline.Changes()
		c.Must(s.Decide(ctx, officer, id, contractsvc.Decisions{Sum: talk.Sum, Accepted: all[:1], Rejected: all[1:], Reason: "The days, yes"}))
		id = first
	})
	var onPaper uuid.UUID
	manager := c.colleague(officer, access.Temp, "compares", access.ManageContract)
	brought := func() {
		u, err := s.BeginUpload(ctx, officer, uuid.Nil, "signed.pdf", int64(len(story.PDF)))
		c.Must(err)
		u, err = s.Append(ctx, officer, uuid.Nil, u.ID, 0, story.PDF)
		c.Must(err)
		today := now.Truncate(24 * time.Hour)
		c.Must(s.OfferScan(ctx, officer, onPaper, contractsvc.ScanForm{File: u.File, Number: 1, SignedOn: &today, ForBuyer: "Asha", ForOther: "Juma"}))
	}
	c.when("one is signed on paper, and the paper is brought", func() {
		first := id
		draft("C/5")
		sent()
		onPaper, id = id, first
		brought()
	})
	c.when("a second person refuses it", func() { c.Must(s.DecideScan(ctx, manager, onPaper, false, "A page is missing")) })
	c.when("it is brought again, and taken", func() {
		brought()
		c.Must(s.DecideScan(ctx, manager, onPaper, true, ""))
	})
	c.when("the time to sign one is over", func() {
		first := id
		draft("C/6")
		sent()
		ask()
		c.SetClock(now.AddDate(0, 0, 15))
		c.Must(s.SweepSignings(ctx))
		c.SetClock(now)
		id = first
	})
	c.when("a third is sent, and given up", func() {
		first := id
		draft("C/3")
		sent()
		c.Must(s.Cancel(ctx, officer, id, "The well is filled in"))
		id = first
	})
	due := func(days int) *time.Time { d := now.Truncate(24*time.Hour).AddDate(0, 0, days); return &d }
	duty := func(side contract.Side, title string) uuid.UUID {
		made, err := s.AddDuty(ctx, officer, id, contract.Duty{Kind: contract.Delivery, Side: side, Title: title, Due: due(30)})
		c.Must(err)
		return made
	}
	var pumps, pit uuid.UUID
	c.when("it says what is due from either side, and one of it later", func() {
		pumps, pit = duty(contract.Counterparty, "Ten pumps"), duty(contract.BuyerSide, "The pit")
		c.Must(s.ChangeDuty(ctx, officer, pit, 1, contract.Duty{Kind: contract.Delivery, Side: contract.BuyerSide, Title: "The pit", Due: due(40)}))
	})
	c.when("its supplier says that it has delivered", func() {
		c.Must(s.HandIn(ctx, theirs, pumps, contractsvc.Evidence{Version: 1, Note: "They stand in the yard"}))
	})
	c.when("it is to deliver again", func() { c.Must(s.Judge(ctx, officer, pumps, 2, contract.SayReturned, "Two leak")) })
	c.when("it does, and some of it is taken, then all", func() {
		c.Must(s.HandIn(ctx, theirs, pumps, contractsvc.Evidence{Version: 3, Note: "Mended"}))
		c.Must(s.Judge(ctx, officer, pumps, 4, contract.SayPartially, "Nine run"))
		c.Must(s.Judge(ctx, officer, pumps, 5, contract.SayMet, ""))
	})
	c.when("the buyer says what it has done, and that something is due no more", func() {
		c.Must(s.HandIn(ctx, officer, pit, contractsvc.Evidence{Version: 2, Note: "It is dug"}))
		c.Must(s.Judge(ctx, officer, duty(contract.Counterparty, "A pump for the pit"), 1, contract.SayWithdrawn, "There is no pit"))
	})
	c.when("something is due soon", func() {
		duty(contract.Counterparty, "A spare seal")
		c.SetClock(now.AddDate(0, 0, 29))
		_, err := s.RemindDuties(ctx)
		c.Must(err)
	})
	c.when("what was due is not met", func() {
		late := duty(contract.Counterparty, "Two spare pumps")
		c.SetClock(now.AddDate(0, 0, 35))
		c.Must(s.Judge(ctx, officer, late, 1, contract.SayNotMet, "Nobody came"))
	})
	version := func() int {
		k, err := s.Contract(ctx, officer, id)
		c.Must(err)
		return int(k.Contract.Version)
	}
	c.when("it goes on for three months", func() {
		c.Must(s.PutRenewal(ctx, officer, id, contractsvc.Renewing{Version: version(), Kind: contract.ByOption, Months: 3, Times: 1, Notice: 30}))
		c.Must(s.Renew(ctx, officer, id, version(), "It serves well"))
	})
	c.when("its end is near", func() {
		c.SetClock(now.AddDate(1, 2, 15))
		_, err := s.RemindDue(ctx)
		c.Must(err)
	})
	c.when("it would go on by itself, and notice is given", func() {
		c.Must(s.PutRenewal(ctx, officer, id, contractsvc.Renewing{Version: version(), Kind: contract.Automatic, Months: 12, Times: 1, Notice: 1}))
		c.Must(s.Notice(ctx, officer, id, version(), "Another well is dug"))
	})
	c.when("its supplier proposes another text of one more, and takes that back", func() {
		first := id
		now = now.AddDate(1, 2, 16)
		c.SetClock(now)
		draft("C/8")
		sent()
		d, err := s.SupplierContract(ctx, theirs, id)
		c.Must(err)
		c.Must(s.ProposeText(ctx, theirs, id, d.Sum, strings.ReplaceAll(d.Body, "30 days", "90 days"), "We need more time"))
		talk, err := s.Talk(ctx, officer, id)
		c.Must(err)
		c.Must(s.Withdraw(ctx, theirs, id, talk.Proposals[0].Version))
		id = first
	})
	c.when("its supplier is blacklisted by the buyer", func() {
		until := now.AddDate(1, 0, 0)
		notice, err := c.Party.GiveNotice(ctx, officer, c.Bidders[0].Org, party.Notice{Ground: "fraud", Reason: "Forged papers", ReplyDays: party.MinReplyDays})
		c.Must(err)
		c.Must(c.Party.Answer(ctx, c.Bidders[0], notice, party.Reply, "They are not"))
		c.Must(c.Party.DecideCase(ctx, officer, notice, party.Decision{Blacklist: true, Reason: "They are", Expires: &until}))
	})
	c.when("it is completed", func() {
		c.Must(s.Complete(ctx, officer, id, contractsvc.Ending{Version: version(), Reason: "Every pump runs"}))
	})
	return c
}
