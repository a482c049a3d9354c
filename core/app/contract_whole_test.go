package app_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/sign"
	"zabuni.org/core/platform/verify"
	"zabuni.org/core/sourcing"
)

// won is a tender of three bids that the first has won; its letters are issued and its standstill runs.
func won(w *story.World, language string) *story.Category {
	w.Helper()
	c := w.Publish(policyOf(sourcing.Tender), pumps)
	for i, a := range w.Bidders {
		c.Bid(a, map[string]string{"Years in trade": "Five", "Method": "By hand", "Licence": fmt.Sprintf("licence-%d.pdf", i)}, map[string]string{"1": fmt.Sprintf("%d.13", 4711+i)})
		c.Submit(a)
	}
	c.Close()
	var marks []story.Mark
	for i, a := range w.Bidders {
		marks = append(marks, story.Mark{Bidder: a, Prompt: "Method", Value: strconv.Itoa(10 - i)})
	}
	judged(c, marks...)
	best := c.Submission(w.Bidders[0])
	w.Must(c.TryRecommend(w.Officer, &best, "The best of all"))
	_, err := c.TryAward(w.Second, language, "the-award-key")
	w.Must(err)
	w.React()
	return c
}

// unzipped are the files of an archive.
func unzipped(t *testing.T, b []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(data)
	}
	return out
}

// A contract from the award that it follows to the archive, in French: with the papers that bind the
// winner, of a template's clauses, approved by two levels, answered twice by its supplier, approved
// anew, signed by four people of whom two sign at once, in force, served, amended, reminded of, over
// by the calendar, and taken out whole.
func TestAContractFromItsAwardToItsArchive(t *testing.T) {
	t.Parallel()
	w := story.New(t, 3)
	ctx, s := t.Context(), w.Contracts
	var err error
	s.Signer, err = sign.NewAuthority(make([]byte, 32), append(make([]byte, 31), 1))
	w.Must(err)
	officer, theirs := w.Officer, w.Bidders[0]
	level := func(n int) access.Actor {
		a := w.Person("buyer", access.Temp, officer.Org)
		_, err := pgtest.Do(ctx, w.DB, "UPDATE account SET approval_level = $2 WHERE id = $1", a.User, n)
		w.Must(err)
		return a
	}
	first, second := level(1), level(2)
	also := w.Person("supplier", access.Supplier, theirs.Org)
	_, err = pgtest.Do(ctx, w.DB, "UPDATE account SET language = 'fr'")
	w.Must(err)
	levels, err := s.Levels(ctx, officer)
	w.Must(err)
	w.Must(s.SetRules(ctx, officer, contractsvc.CategoryRules{Sum: levels.Rules[0].Sum, Rules: []contract.Rule{
		{Currency: "KES", Level: 1},
		{Currency: "KES", Level: 2, From: money.New(1000, 0)},
	}}))

	// The award leaves a draft with its pack.
	c := won(w, "fr")
	var id uuid.UUID
	w.Must(w.DB.QueryRow(ctx, "SELECT id FROM contract WHERE award_id IS NOT NULL").Scan(&id))
	d, err := s.Contract(ctx, officer, id)
	w.Must(err)
	var kinds []string
	for _, p := range d.Pack {
		kinds = append(kinds, p.Kind)
		f, err := s.PackFile(ctx, officer, id, int(p.Position))
		w.Must(err)
		if sum := sha256.Sum256(f.Bytes); !bytes.Equal(sum[:], p.Sum) {
			t.Errorf("%s is not what its sum says", p.Kind)
		}
		_, err = s.PackFile(ctx, theirs, id, int(p.Position)) // it is a draft still
		w.Is(err, contract.NotFound)
	}
	if strings.Join(kinds, " ") != "tender prices letter receipt" {
		t.Fatalf("the pack is %v", kinds)
	}

	// A template's clauses become its text.
	section, err := s.CreateSection(ctx, officer, contractsvc.SectionForm{
		Section: contract.Section{Code: "PAY-1", Language: "fr", Title: "Paiement", Topic: contract.TopicPayment, Risk: contract.LowRisk},
		Body:    rich.FromPlain("{buyer} paie {value} à {supplier} sous 30 jours.\nLes litiges relèvent de Nairobi.").JSON(),
	})
	w.Must(err)
	template, err := s.CreateTemplate(ctx, officer, contractsvc.TemplateForm{Name: "Fournitures", Language: "fr", Parts: []contractsvc.PartForm{{Section: section}}})
	w.Must(err)
	of, err := s.Template(ctx, officer, template, 0)
	w.Must(err)
	text := of.Text.Nameless().JSON()
	w.SetClock(d.Contract.NoSignatureBefore.Add(time.Minute))
	w.Conclude()
	today := contract.Today(d.Contract.NoSignatureBefore.Add(time.Minute), d.Zone())
	day := func(n int) *time.Time { v := today.AddDate(0, 0, n); return &v }
	w.Must(s.Update(ctx, officer, id, int(d.Contract.Version), contractsvc.Form{
		Terms:    contract.Terms{Number: d.Contract.Number, Title: "Pompes", Date: day(0), Starts: day(0), Ends: day(200)},
		Language: "fr",
		Body:     &text,
	}))
	sum := func() string {
		a, err := s.Agreement(ctx, officer, id)
		w.Must(err)
		return a.Sum
	}
	agree := func() {
		t.Helper()
		w.Must(s.Submit(ctx, officer, id))
		if err := s.Approve(ctx, second, id, sum()); err == nil {
			t.Error("the second level decides before the first")
		}
		w.Must(s.Approve(ctx, first, id, sum()))
		w.Must(s.Approve(ctx, second, id, sum()))
		w.Must(s.Send(ctx, officer, id, sum()))
	}
	agree()

	// Its supplier answers twice: some of the first is accepted, of the second nothing.
	answer := func(accept int, pairs ...string) {
		t.Helper()
		got, err := s.SupplierContract(ctx, theirs, id)
		w.Must(err)
		w.Must(s.ProposeText(ctx, theirs, id, got.Sum, strings.NewReplacer(pairs...).Replace(got.Body), "Il nous faut du temps"))
		talk, err := s.Talk(ctx, officer, id)
		w.Must(err)
		all := talk.Redline.Changes()
		w.Must(s.Decide(ctx, officer, id, contractsvc.Decisions{Sum: talk.Sum, Accepted: all[:accept], Rejected: all[accept:], Reason: "Le délai, oui"}))
	}
	answer(1, "30 jours", "45 jours", "Nairobi", "Mombasa")
	agree()
	answer(0, "45 jours", "90 jours")

	// Four sign, the two of its supplier at once.
	v, err := s.SigningOf(ctx, officer, id)
	w.Must(err)
	w.Must(s.BeginSigning(ctx, officer, id, contractsvc.SigningForm{Sum: v.Sum, Days: 14, Signers: []contractsvc.SignerForm{
		{Account: theirs.User, Capacity: "Directrice", Turn: 1},
		{Account: also.User, Capacity: "Chef des ventes", Turn: 1},
		{Account: officer.User, Capacity: "Responsable des achats", Turn: 2},
		{Account: second.User, Capacity: "Directeur financier", Turn: 3},
	}}))
	signs := func(who access.Actor, id uuid.UUID) error {
		for {
			f, err := s.Paper(ctx, who, id)
			if err != nil {
				return err
			}
			shown := sha256.Sum256(f.Bytes)
			_, err = s.Sign(ctx, who, id, hex.EncodeToString(shown[:]), uuid.NewString())
			if f := fault.As(err); f == nil || f.Code != contract.PaperChanged.Code {
				return err
			}
		}
	}
	done := make(chan error, 2)
	for _, who := range []access.Actor{theirs, also} {
		go func() { done <- signs(who, id) }()
	}
	for range 2 {
		w.Must(<-done)
	}
	for _, who := range []access.Actor{officer, second} {
		w.Must(signs(who, id))
	}
	w.React()
	if got := c.Status(); got != sourcing.Complete {
		t.Errorf("its contract is in force, and the category is %s", got)
	}

	// What is due is done and accepted.
	duty, err := s.AddDuty(ctx, officer, id, contract.Duty{Kind: contract.Delivery, Side: contract.Counterparty, Title: "Quatre pompes", Due: day(20)})
	w.Must(err)
	w.Must(s.HandIn(ctx, theirs, duty, contractsvc.Evidence{Version: 1, Note: "Livrées"}))
	w.Must(s.Judge(ctx, officer, duty, 2, contract.SayMet, ""))

	// It is amended: a tenth more, and longer.
	k, err := s.Contract(ctx, officer, id)
	w.Must(err)
	value := k.Contract.Value
	in := contractsvc.Amending{Version: int(k.Contract.Version), Ground: contract.ForVolume, Title: "Une pompe de plus", Why: "Le puits est profond", Value: value.Add(value).Short(), Ends: day(260)}
	_, err = s.Amend(ctx, officer, id, in) // twice as much is too much
	w.Is(err, fault.Invalid)
	in.Value = value.Add(money.New(1000, 0)).RoundTo(2).Short()
	amends, err := s.Amend(ctx, officer, id, in)
	w.Must(err)
	a, err := s.Contract(ctx, officer, amends)
	w.Must(err)
	words := rich.FromPlain("Une cinquième pompe est livrée.").JSON()
	w.Must(s.Update(ctx, officer, amends, int(a.Contract.Version), contractsvc.Form{
		Terms: contract.Terms{Number: a.Contract.Number, Title: "Une pompe de plus", Description: "Le puits est profond", Ends: day(260)},
		Body:  &words,
	}))
	id, of0 := amends, id
	agree()
	v, err = s.SigningOf(ctx, officer, amends)
	w.Must(err)
	w.Must(s.BeginSigning(ctx, officer, amends, contractsvc.SigningForm{Sum: v.Sum, Days: 14, Signers: []contractsvc.SignerForm{
		{Account: theirs.User, Capacity: "Directrice", Turn: 1}, {Account: officer.User, Capacity: "Responsable des achats", Turn: 2}}}))
	w.Must(signs(theirs, amends))
	w.Must(signs(officer, amends))
	id = of0
	if k, err = s.Contract(ctx, officer, id); err != nil || k.Contract.Value.RoundTo(2).Short() != in.Value || !k.Contract.EndsOn.Equal(*day(260)) {
		t.Errorf("it says %s until %s: %v", k.Contract.Value, k.Contract.EndsOn, err)
	}

	// Its end is near: who manages it is mailed, in French. Then it is over, by the calendar.
	w.SetClock(day(230).Add(12 * time.Hour))
	_, err = s.RemindDue(ctx)
	w.Must(err)
	w.React()
	if n := w.Count("SELECT count(*) FROM mail_delivery WHERE kind = 'contract_ending' AND language = 'fr'"); n == 0 {
		t.Error("nobody is mailed that it ends soon")
	}
	w.SetClock(day(261).Add(12 * time.Hour))
	_, err = s.ExpireDue(ctx)
	w.Must(err)
	w.Must(s.Archive(ctx, officer, id))
	f, err := s.Bundle(ctx, officer, id)
	w.Must(err)
	files := unzipped(t, f.Bytes)
	for _, name := range []string{"contract.pdf", "signed.pdf", "certificate.pdf", "milestones.json", "history.json", "versions/001.json", "manifest.sha256"} {
		if files[name] == "" {
			t.Errorf("%s is not in the archive", name)
		}
	}
	packed := 0
	for name, data := range files {
		if sum := sha256.Sum256([]byte(data)); name != "manifest.sha256" && !strings.Contains(files["manifest.sha256"], hex.EncodeToString(sum[:])+"  "+name+"\n") {
			t.Errorf("the manifest does not know %s", name)
		}
		if strings.HasPrefix(name, "pack/") {
			packed++
			sum := sha256.Sum256([]byte(data))
			if !strings.Contains(files["versions/002.json"], hex.EncodeToString(sum[:])) {
				t.Errorf("what was agreed on does not name %s", name)
			}
		}
	}
	proved, err := sign.Verify([]byte(files["signed.pdf"]), s.Signer.Roots()...)
	if err != nil || len(proved) != 4 || packed != 4 {
		t.Errorf("%d signatures, %d papers of the pack: %v", len(proved), packed, err)
	}
	for waiting := true; waiting; {
		_, err := w.Sequencer.Once(ctx)
		w.Must(err)
		w.Must(w.DB.QueryRow(ctx, "SELECT EXISTS (SELECT FROM audit_entry WHERE leaf IS NULL)").Scan(&waiting))
	}
	r, err := verify.All(ctx, pgtest.As(t, w.DB, ""), w.Verifier, w.Files)
	w.Must(err)
	w.Must(verify.Signatures(ctx, pgtest.As(t, w.DB, ""), w.Files, s.Signer.Roots(), &r))
	for _, differs := range r.Differences {
		if !strings.Contains(differs, "zabuni.clock") { // of a story
			t.Error(differs)
		}
	}
	if r.Signatures != 6 {
		t.Errorf("%d signatures are proved", r.Signatures)
	}
}

// A winner that is blacklisted after its award gets its draft, whose people are told; nothing of it is
// sent or signed while that lasts, and no consumer is stuck on it.
func TestABlacklistedWinnerIsToldOf(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	bar := func() {
		t.Helper()
		_, err := pgtest.Do(w.Context(), w.DB, `INSERT INTO blacklist_case (id, supplier_id, buyer_id, ground, reason, status, noticed_by, noticed_at, reply_by, decision, decided_by, decided_at, expires_at)
			VALUES (gen_random_uuid(), $1, $2, 'fraud', 'r', 'blacklisted', $3, zabuni.clock(), zabuni.clock(), 'd', $3, zabuni.clock(), zabuni.clock() + interval '1 year')`,
			w.Bidders[0].Org, w.Officer.Org, w.Officer.User)
		w.Must(err)
	}
	told := func() int {
		return w.Count("SELECT count(*) FROM notification n JOIN account a ON a.id = n.account_id WHERE n.kind = 'contract.barred' AND a.company_id = $1", w.Officer.Org)
	}
	c := w.Publish(policyOf(sourcing.RFQ), story.Terms{Items: pumps.Items, Invited: w.Bidders})
	for i, a := range w.Bidders {
		c.Bid(a, nil, map[string]string{"1": fmt.Sprint(1000 + i)})
		c.Submit(a)
	}
	c.Close()
	c.Open()
	c.Judge()
	c.Award()
	bar()
	w.React()
	if w.Count("SELECT count(*) FROM contract") != 1 || told() == 0 {
		t.Errorf("%d drafts, %d told", w.Count("SELECT count(*) FROM contract"), told())
	}
	var id uuid.UUID
	w.Must(w.DB.QueryRow(w.Context(), "SELECT id FROM contract").Scan(&id))
	approver := w.Person("buyer", access.Temp, w.Officer.Org)
	w.Must(w.Contracts.Submit(w.Context(), w.Officer, id))
	a, err := w.Contracts.Agreement(w.Context(), approver, id)
	w.Must(err)
	w.Must(w.Contracts.Approve(w.Context(), approver, id, a.Sum))
	w.Is(w.Contracts.Send(w.Context(), w.Officer, id, a.Sum), party.Blacklisted)
	_, err = pgtest.Do(w.Context(), w.DB, "UPDATE blacklist_case SET status = 'lifted', lifted_why = 'w', lifted_by = $1, lifted_at = zabuni.clock()", w.Officer.User)
	w.Must(err)
	w.Must(w.Contracts.Send(w.Context(), w.Officer, id, a.Sum))

	// Of one that is sent already they hear when it is decided.
	before := told()
	bar()
	var decided uuid.UUID
	w.Must(w.DB.QueryRow(w.Context(), "SELECT id FROM blacklist_case WHERE status = 'blacklisted'").Scan(&decided))
	w.Must(pg.InTx(w.Context(), w.DB, func(tx pg.Tx) error {
		n, err := w.Contracts.Bar(w.Context(), tx, decided)
		if n != 1 {
			t.Errorf("%d contracts", n)
		}
		return err
	}))
	w.React()
	if told() <= before {
		t.Error("nobody hears of it")
	}
	w.Must(partysvc.NotBlacklisted(w.Context(), w.DB, w.Officer.Org, w.Bidders[1].Org))
}
