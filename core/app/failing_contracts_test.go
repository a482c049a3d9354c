package app_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"zabuni.org/core/app/story"
	"zabuni.org/core/award"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/sign"
	"zabuni.org/core/sourcing"
)

// The same of a contract: from its approval by two levels to the last signature. Whoever is told that
// they have signed has, once, whatever was cut off before.
func TestAContractIsAgreedOnWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := begins(t, 1)
	w.changed = pgtest.Changes(t, w.DB, "contract", "contract_version", "contract_party", "contract_round", "contract_approval", "contract_sent", "contract_proposal",
		"contract_comment", "contract_note", "contract_signing", "contract_signer", "contract_signature", "contract_scan", "contract_end", "audit_entry", "outbox", "idempotency")
	ctx, officer, theirs, s := t.Context(), w.Officer, w.Bidders[0], w.Contracts
	var err error
	s.Signer, err = sign.NewAuthority(make([]byte, 32), append(make([]byte, 31), 1))
	w.Must(err)
	first := w.Person("buyer", access.Temp, officer.Org)
	text := rich.FromPlain("{supplier} is paid {value} in 30 days.").JSON()
	today := story.Noon.Truncate(24 * time.Hour)
	ends := today.AddDate(1, 0, 0)
	id, err := s.Create(ctx, officer, contractsvc.Beginning{Key: "made-by-hand", Form: contractsvc.Form{
		Terms:        contract.Terms{Number: "C/1", Title: "Pumps", Date: &today, Starts: &today, Ends: &ends},
		Language:     "en",
		Currency:     "KES",
		Value:        "1500.50",
		Counterparty: &contractsvc.PartyForm{Company: theirs.Org},
		Body:         &text,
	}})
	w.Must(err)
	sum := func() string {
		d, err := s.Agreement(ctx, officer, id)
		w.Must(err)
		return d.Sum
	}
	w.act("submit a contract", func() error { return s.Submit(ctx, officer, id) })
	read := sum()
	w.act("refuse it", func() error { return s.Refuse(ctx, first, id, read, "The term is too short") })
	w.Must(s.Submit(ctx, officer, id))
	read = sum()
	w.act("approve it", func() error { return s.Approve(ctx, first, id, read) })
	w.act("send it", func() error { return s.Send(ctx, officer, id, read) })
	w.act("take it back", func() error { return s.Recall(ctx, officer, id, "The annex is missing") })
	w.Must(s.Submit(ctx, officer, id))
	read = sum()
	w.Must(s.Approve(ctx, first, id, read))
	w.Must(s.Send(ctx, officer, id, read))
	w.act("comment on it", func() error {
		return s.Comment(ctx, theirs, id, contractsvc.Said{Body: "Sixty days, please", Key: "said-of-a-contract"})
	})
	d, err := s.SupplierContract(ctx, theirs, id)
	w.Must(err)
	w.act("propose another text", func() error {
		return s.ProposeText(ctx, theirs, id, d.Sum, strings.ReplaceAll(d.Body, "30 days", "60 days"), "We need time")
	})
	talk, err := s.Talk(ctx, officer, id)
	w.Must(err)
	w.act("turn it down", func() error {
		return s.Decide(ctx, officer, id, contractsvc.Decisions{Sum: talk.Sum, Rejected: talk.Redline.Changes(), Reason: "Thirty is usual"})
	})
	v, err := s.SigningOf(ctx, officer, id)
	w.Must(err)
	form := contractsvc.SigningForm{Sum: v.Sum, Days: 14, Signers: []contractsvc.SignerForm{
		{Account: theirs.User, Capacity: "Director", Turn: 1},
		{Account: officer.User, Capacity: "Head of procurement", Turn: 2},
	}}
	w.act("ask for signatures", func() error { return s.BeginSigning(ctx, officer, id, form) })
	w.act("call that off", func() error { return s.CallOff(ctx, officer, id, "The director has changed") })
	w.Must(s.BeginSigning(ctx, officer, id, form))
	w.act("decline", func() error { return s.Decline(ctx, theirs, id, "The price is another") })
	w.Must(s.Send(ctx, officer, id, v.Sum))
	w.Must(s.BeginSigning(ctx, officer, id, form))
	for i, a := range []access.Actor{theirs, officer} {
		f, err := s.Paper(ctx, a, id)
		w.Must(err)
		shown := sha256.Sum256(f.Bytes)
		var receipt, again contractsvc.Receipt
		key := fmt.Sprint("signature-number-", i)
		w.act("sign a contract", func() (err error) {
			receipt, err = s.Sign(ctx, a, id, hex.EncodeToString(shown[:]), key)
			return err
		})
		again, err = s.Sign(ctx, a, id, hex.EncodeToString(shown[:]), key) // whose answer was lost
		if err != nil || again != receipt {
			t.Errorf("%+v is %+v when asked again: %v", receipt, again, err)
		}
		if n := w.Count(`SELECT count(*) FROM contract_signature`); n != i+1 {
			t.Errorf("%d signatures instead of %d", n, i+1)
		}
	}
	f, err := s.Paper(ctx, officer, id)
	w.Must(err)
	proved, err := sign.Verify(f.Bytes, s.Signer.Roots()...)
	if err != nil || len(proved) != 2 {
		t.Errorf("%d signatures in the paper: %v", len(proved), err)
	}
	k, err := s.Contract(ctx, officer, id)
	w.Must(err)
	if k.Contract.Status != string(contract.Active) {
		t.Errorf("it is %s", k.Contract.Status)
	}
	w.act("end it", func() error {
		return s.Terminate(ctx, officer, id, contractsvc.Ending{Version: int(k.Contract.Version), Reason: "The well is dry"})
	})
	if t.Logf("%d statements failed", w.failed); w.failed < 150 {
		t.Errorf("only %d statements failed", w.failed)
	}
}

// And of a complaint about an award: what stops it, what is asked and taken back, and what ends it.
func TestAComplaintIsEnteredAndEndedWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := begins(t, 2)
	w.changed = pgtest.Changes(t, w.DB, "award_freeze", "category", "participation", "audit_entry", "outbox")
	ctx, officer, second, org := t.Context(), w.Officer, w.Second, w.Officer.Org
	c := w.Publish(policyOf(sourcing.RFQ), story.Terms{Items: pumps.Items, Invited: w.Bidders})
	for i, a := range w.Bidders {
		c.Bid(a, nil, map[string]string{"1": fmt.Sprint(1000 + i)})
		c.Submit(a)
	}
	c.Close()
	c.Open()
	c.Judge()
	c.Award()
	ask := func(end award.End) error { return w.Awards.AskEnd(ctx, officer, org, c.ID, end, "So they found") }
	asked := func() time.Time {
		rows, err := w.Awards.Freezes(ctx, officer, org, c.ID)
		w.Must(err)
		return *rows[0].AskedAt
	}
	w.act("stop an award", func() error { return w.Awards.Freeze(ctx, officer, org, c.ID, complaint) })
	w.act("ask that it ends", func() error { return ask(award.Dismissed) })
	seen := asked()
	w.act("let it go on", func() error { return w.Awards.DecideEnd(ctx, second, org, c.ID, seen, false) })
	w.Must(ask(award.Upheld))
	seen = asked()
	w.act("set the award aside", func() error { return w.Awards.DecideEnd(ctx, second, org, c.ID, seen, true) })
	if got := c.Standing().Status; got != sourcing.Unsuccessful {
		t.Errorf("the category is %s", got)
	}
}
