package app_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pgtest"
)

// An award is written down by somebody before its event comes: what it has decided nobody types,
// its standstill holds as for every other, and the event leaves no second draft of it.
func TestAnAwardIsWrittenDownByHand(t *testing.T) {
	t.Parallel()
	w := evaluated(t).ranked()
	first := w.Standing().Results[0]
	w.Must(w.TryRecommend(w.Officer, &first.Submission, ""))
	w.React()
	award, err := w.TryAward(w.Second, "en", "key-award-1")
	w.Must(err)
	manager := w.Person("buyer", access.Temp, w.Officer.Org)
	open, err := w.Contracts.Choices(w.Context(), manager, uuid.Nil)
	if err != nil || len(open.Awards) != 1 || open.Awards[0].SupplierID != first.Supplier || open.Awards[0].Amount.String() != "4000.0000" {
		t.Fatalf("%+v %v", open, err)
	}
	of := open.Awards[0]
	day := func(d int) *time.Time { v := time.Date(2026, 12, d, 0, 0, 0, 0, time.UTC); return &v }
	text := rich.FromPlain("{supplier} delivers for {value} under {reference}.").JSON()
	form := contractsvc.Form{Terms: contract.Terms{Number: of.Reference + "/C", Title: "Pumps", Date: day(2)}, Language: "en", Body: &text}
	refused := func(change func(*contractsvc.Beginning), want ...string) {
		t.Helper()
		in := contractsvc.Beginning{Award: award.Award, Supplier: first.Supplier, Form: form}
		change(&in)
		_, err := w.Contracts.Create(w.Context(), manager, in)
		var got []string
		if f := fault.As(err); f != nil {
			for _, x := range f.Fields {
				got = append(got, x.Pointer+" "+x.Code)
			}
		}
		if strings.Join(got, ", ") != strings.Join(want, ", ") {
			t.Errorf("got %v (%v), want %v", got, err, want)
		}
	}
	refused(func(*contractsvc.Beginning) {}, "/contract_date contract.in_standstill") // it ends with the 2nd in Nairobi
	form.Date = day(3)
	refused(func(b *contractsvc.Beginning) { b.Supplier = w.Bidders[1].Org }, "/award_id field.unknown")
	refused(func(b *contractsvc.Beginning) { b.Value, b.Currency = "1", "KES" }, "/value contract.from_award")
	refused(func(b *contractsvc.Beginning) { b.Counterparty = &contractsvc.PartyForm{Company: w.Bidders[1].Org} }, "/counterparty/company_id contract.from_award")
	id, err := w.Contracts.Create(w.Context(), manager, contractsvc.Beginning{Award: award.Award, Supplier: first.Supplier, Form: form})
	w.Must(err)
	refused(func(b *contractsvc.Beginning) { b.Number = "Another" }, "/award_id field.unknown")

	w.React()
	if n := w.Count("SELECT count(*) FROM contract"); n != 1 {
		t.Fatal(n, "contracts of one award")
	}
	if open, err = w.Contracts.Choices(w.Context(), manager, uuid.Nil); err != nil || len(open.Awards) != 0 {
		t.Errorf("%+v %v", open, err)
	}
	d, err := w.Contracts.Contract(w.Context(), manager, id)
	w.Must(err)
	if d.Contract.Origin != "author" || *d.Contract.AwardID != award.Award || !d.Contract.NoSignatureBefore.Equal(award.StandstillEnds) || len(d.Missing) != 0 ||
		!strings.Contains(d.Reads, "under "+of.Reference) {
		t.Errorf("%+v", d)
	}
	form.Date = day(2)
	if err := w.Contracts.Update(w.Context(), manager, id, 1, form); !errors.Is(err, fault.Invalid) {
		t.Error("a contract of an award bears a day within its standstill:", err)
	}
}

// A number that somebody gave by hand keeps no award from its draft.
func TestANumberIsFreeForADraft(t *testing.T) {
	t.Parallel()
	w := evaluated(t).ranked()
	first := w.Standing().Results[0]
	w.Must(w.TryRecommend(w.Officer, &first.Submission, ""))
	_, err := w.TryAward(w.Second, "en", "key-award-1")
	w.Must(err)
	manager := w.Person("buyer", access.Temp, w.Officer.Org)
	open, err := w.Contracts.Choices(w.Context(), manager, uuid.Nil)
	w.Must(err)
	number := open.Awards[0].Reference + "/C"
	_, err = w.Contracts.Create(w.Context(), manager, contractsvc.Beginning{Form: madeOf(number, w.Bidders[2].Org)})
	w.Must(err)
	w.React()
	if n := w.Count("SELECT count(*) FROM contract WHERE award_id IS NOT NULL AND number = $1", number+"2"); n != 1 {
		t.Error("the award has no draft of its own")
	}
}

// madeOf is a contract with a company.
func madeOf(number string, with uuid.UUID) contractsvc.Form {
	text := rich.FromPlain("{supplier} delivers.").JSON()
	return contractsvc.Form{
		Terms:        contract.Terms{Number: number, Title: "Pipes"},
		Language:     "en",
		Currency:     "KES",
		Value:        "900",
		Counterparty: &contractsvc.PartyForm{Company: with},
		Body:         &text,
	}
}

// A contract is made, changed, accepted and submitted whole or not at all, and its file comes so.
func TestAContractIsMadeWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := begins(t, 1)
	w.changed = pgtest.Changes(t, w.DB, "contract", "contract_party", "contract_version", "contract_block", "contract_file", "contract_upload", "contract_upload_part", "document",
		"audit_entry", "outbox")
	ctx, a, s := t.Context(), w.Officer, w.Contracts
	_, err := s.CreateSection(ctx, a, contractsvc.SectionForm{
		Section: contract.Section{Code: "PAY-1", Language: "en", Title: "Payment", Topic: contract.TopicPayment, Risk: contract.LowRisk},
		Body:    rich.FromPlain("{supplier} is paid.").JSON(),
	})
	w.Must(err)
	var u, whole contractsvc.Upload
	w.act("announce a file", func() (err error) {
		u, err = s.BeginUpload(ctx, a, uuid.Nil, "signed.pdf", int64(len(story.PDF)))
		return err
	})
	w.act("send a part of it", func() error { _, err := s.Append(ctx, a, uuid.Nil, u.ID, 0, story.PDF[:10]); return err })
	w.act("send its last part", func() (err error) {
		whole, err = s.Append(ctx, a, uuid.Nil, u.ID, 10, story.PDF[10:])
		return err
	})
	form := madeOf("K/1", w.Bidders[0].Org)
	form.Body = nil
	answers := contract.Answers{Subject: contract.Goods, Risk: contract.LowRisk}
	var id uuid.UUID
	w.act("make a contract", func() (err error) {
		id, err = s.Create(ctx, a, contractsvc.Beginning{Answers: &answers, Form: form})
		return err
	})
	d, err := s.Contract(ctx, a, id)
	w.Must(err)
	w.act("accept a clause", func() error { return s.Accept(ctx, a, id, d.Blocks[0].BlockID) })
	form.File, form.Reason = whole.File, "With the signed paper"
	w.act("change a contract", func() error { return s.Update(ctx, a, id, 1, form) })
	w.act("submit a contract", func() error { return s.Submit(ctx, a, id) })
}
