package app_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/app"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// noon is where the clock of a test's database stands at first.
var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

type world struct {
	*testing.T
	*app.App
	db              *pgxpool.Pool
	ctx             context.Context
	officer, second access.Actor
	bidders         []access.Actor
	category        uuid.UUID
	choice, essay   uuid.UUID
	upload          uuid.UUID
	ten, five       uuid.UUID
	item            uuid.UUID
	sequence        int
}

func newWorld(t *testing.T, bidders int) *world {
	t.Helper()
	dir := t.TempDir()
	w := &world{T: t, db: pgtest.New(t), ctx: t.Context()}
	pgtest.SetClock(t, w.db, noon)
	opening, err := seal.OpeningKeeper(dir)
	w.must(err)
	draft, err := seal.DraftKeeper(dir)
	w.must(err)
	eval, err := seal.EvaluationKeeper(dir)
	w.must(err)
	notary, err := seal.OpenNotary(dir, "zabuni.test/log")
	w.must(err)
	files, err := document.OpenFolder(dir + "/files")
	w.must(err)
	t.Cleanup(func() { _ = files.Close() })
	w.App = app.New(app.Outside{DB: w.db, Opening: pgtest.As(t, w.db, "zabuni_opener"), Opener: seal.NewOpener(opening, notary.Verifier),
		Drafts: seal.NewDrafts(draft), EvalKey: eval, Notary: notary, Verifier: notary.Verifier, Files: files})
	w.officer = w.person("buyer", access.Buyer, uuid.Nil)
	w.second = w.person("buyer", access.Buyer, w.officer.Org)
	for range bidders {
		w.bidders = append(w.bidders, w.person("supplier", access.Supplier, uuid.Nil))
	}
	w.tender()
	return w
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) is(err error, want *fault.Def) {
	w.Helper()
	if !errors.Is(err, want) {
		w.Fatalf("%v, want %s", err, want.Code)
	}
}

func (w *world) person(kind string, t access.UserType, org uuid.UUID) access.Actor {
	w.Helper()
	w.sequence++
	a := access.Actor{User: uuid.Must(uuid.NewV7()), Org: org, Type: t, Name: fmt.Sprintf("Person %d", w.sequence), Privileges: access.Titles[t], Confirmed: noon.Add(1000 * time.Hour)}
	w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) error {
		if a.Org == uuid.Nil {
			a.Org = uuid.Must(uuid.NewV7())
			r := partysvc.Registration{Profile: party.Profile{CompanyType: "limited", Name: fmt.Sprintf("Company %d", w.sequence), Country: "KE", TaxID: fmt.Sprintf("P05%07dA", w.sequence)}}
			if err := partysvc.Create(w.ctx, tx, access.System, kind, a.Org, r); err != nil {
				return err
			}
		}
		a.Email = fmt.Sprintf("p%d@example.org", w.sequence)
		return w.Identity.CreateAdministrator(w.ctx, tx, a, "Person", fmt.Sprint(w.sequence), "254701234567", "simba42")
	}))
	return a
}

func q(n int64) *money.Quantity { v := money.NewQuantity(n, 0); return &v }

// tender publishes a category with a choice, a text that people score, a file
// and one item, open until noon in two days.
func (w *world) tender() {
	w.Helper()
	a, owner := w.officer, w.officer.Org
	job, err := w.Sourcing.CreateJob(w.ctx, a, owner, sourcing.JobForm{Activity: sourcing.Tender, Code: "T1", Title: "Water pumps"})
	w.must(err)
	w.category, err = w.Sourcing.CreateCategory(w.ctx, a, owner, job, sourcing.CategoryForm{Name: "Pumps", Currency: "KES", OpensAt: noon, ClosesAt: noon.Add(48 * time.Hour),
		PassMark: money.NewQuantity(50, 0), TechnicalWeight: money.NewQuantity(70, 0), FinancialWeight: money.NewQuantity(30, 0)})
	w.must(err)
	section, err := w.Sourcing.CreateSection(w.ctx, a, owner, w.category, sourcing.Section{Name: "Experience"})
	w.must(err)
	save := func(x sourcing.Question) uuid.UUID {
		x.Section = section
		id, err := w.Sourcing.SaveQuestion(w.ctx, a, owner, w.category, x)
		w.must(err)
		return id
	}
	w.choice = save(sourcing.Question{Prompt: "Years in trade", Response: sourcing.Selection, MustAnswer: true, Scored: true, MaxScore: q(10),
		Options: []sourcing.Option{{Label: "Ten", Score: q(10)}, {Label: "Five", Score: q(5)}}})
	w.essay = save(sourcing.Question{Prompt: "Method", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: q(10)})
	w.upload = save(sourcing.Question{Prompt: "Licence", Response: sourcing.FileUpload, MustAnswer: true})
	w.item, err = w.Sourcing.AddItem(w.ctx, a, owner, w.category, sourcing.Item{Number: "1", Description: "Pump", Unit: "each", Quantity: *q(4)})
	w.must(err)
	w.must(w.Sourcing.Publish(w.ctx, a, owner, w.category))
	w.must(w.db.QueryRow(w.ctx, "SELECT id FROM question_option WHERE label = 'Ten'").Scan(&w.ten))
	w.must(w.db.QueryRow(w.ctx, "SELECT id FROM question_option WHERE label = 'Five'").Scan(&w.five))
}

var pdf = []byte("%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n")

// draft answers everything of a bid.
func (w *world) draft(a access.Actor, choice uuid.UUID, essay, price string) uuid.UUID {
	w.Helper()
	bid, err := w.Bidding.Start(w.ctx, a, w.category)
	w.must(err)
	again, err := w.Bidding.Start(w.ctx, a, w.category)
	if err != nil || again != bid {
		w.Fatal("a second start makes another bid", err)
	}
	_, err = w.Bidding.Save(w.ctx, a, bid, biddingsvc.Changes{
		Answers: []biddingsvc.Answer{{Question: w.choice, Value: choice.String()}, {Question: w.essay, Value: essay}},
		Prices:  []biddingsvc.Price{{Item: w.item, UnitPrice: price, Remarks: "delivered"}}})
	w.must(err)
	u, err := w.Bidding.BeginUpload(w.ctx, a, bid, w.upload, "licence.pdf", int64(len(pdf)))
	w.must(err)
	_, err = w.Bidding.Append(w.ctx, a, u.ID, 0, pdf[:10])
	w.must(err)
	_, err = w.Bidding.Append(w.ctx, a, u.ID, 0, pdf[:10]) // a retry of what has arrived
	w.must(err)
	u, err = w.Bidding.Append(w.ctx, a, u.ID, 10, pdf[10:])
	if err != nil || !u.Done {
		w.Fatal(u, err)
	}
	return bid
}

func TestFromTenderToRanking(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 4)
	var bids []uuid.UUID
	for i, b := range []struct {
		choice       uuid.UUID
		essay, price string
	}{{w.ten, "unhörbar-geheim-eins", "1200.50"}, {w.ten, "unhörbar-geheim-zwei", "1000"}, {w.five, "unhörbar-geheim-drei", "700"}, {w.ten, "unhörbar-geheim-vier", "999"}} {
		bids = append(bids, w.draft(w.bidders[i], b.choice, b.essay, b.price))
	}
	var receipts []biddingsvc.Submission
	for i, bid := range bids {
		s, err := w.Bidding.Submit(w.ctx, w.bidders[i], bid, fmt.Sprintf("key-%d-aaaa", i))
		w.must(err)
		again, err := w.Bidding.Submit(w.ctx, w.bidders[i], bid, fmt.Sprintf("key-%d-aaaa", i))
		if err != nil || again.ID != s.ID || again.Receipt != s.Receipt {
			t.Fatal("a retry makes another submission", err)
		}
		if _, err := w.Verifier.Receipt([]byte(s.Receipt)); err != nil {
			t.Fatal(err)
		}
		receipts = append(receipts, s)
	}
	// The first amends: version 2 counts. The fourth withdraws: returned unopened.
	_, err := w.Bidding.Save(w.ctx, w.bidders[0], bids[0], biddingsvc.Changes{Prices: []biddingsvc.Price{{Item: w.item, UnitPrice: "1100", Version: 1}}})
	w.must(err)
	second, err := w.Bidding.Submit(w.ctx, w.bidders[0], bids[0], "another-key")
	if err != nil || second.Version != 2 {
		t.Fatal(second, err)
	}
	w.must(w.Bidding.Withdraw(w.ctx, w.bidders[3], bids[3], "Our pump has been discontinued"))
	w.sealedSweep("unhörbar-geheim", "1200.50")

	_, err = w.Evaluation.Confirm(w.ctx, w.officer, w.officer.Org, w.category, seal.Technical)
	w.is(err, evaluationsvc.NotClosed)
	pgtest.SetClock(t, w.db, noon.Add(48*time.Hour))
	_, err = w.Bidding.Submit(w.ctx, w.bidders[1], bids[1], "late-key-1")
	w.is(err, bidding.Closed)
	if n, err := w.Sourcing.CloseDue(w.ctx); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	w.open(seal.Technical)
	desk, err := w.Evaluation.Desk(w.ctx, w.officer, w.officer.Org, w.category)
	w.must(err)
	if len(desk.Bids) != 3 || len(desk.Withdrawn) != 1 || desk.Bids[0].Price != nil {
		t.Fatalf("%d bids, %d withdrawn", len(desk.Bids), len(desk.Withdrawn))
	}
	w.evaluate()
	_, err = w.Evaluation.Sheet(w.ctx, w.second, w.second.Org, w.category)
	w.is(err, evaluationsvc.NotDeclared)
	w.open(seal.Financial)
	w.must(w.Evaluation.CompleteFinancial(w.ctx, w.officer, w.officer.Org, w.category))
	// Opened in the order of receipt: the amended bid is the last. The second fails, so its price stays sealed.
	w.ranking(map[int]want{0: {"90.00", "4000.0000", 1}, 1: {"35.00", "", 0}, 2: {"70.00", "4400.0000", 2}})
	var entries, events int
	w.must(w.db.QueryRow(w.ctx, "SELECT (SELECT count(*) FROM audit_entry), (SELECT count(*) FROM outbox)").Scan(&entries, &events))
	if entries != events {
		t.Errorf("%d audit entries, %d events", entries, events)
	}
	if len(receipts) != 4 {
		t.Fatal(len(receipts))
	}
}

// open lets two people confirm; one alone opens nothing, twice by one neither.
func (w *world) open(e seal.Envelope) {
	w.Helper()
	for range 2 {
		d, err := w.Evaluation.Confirm(w.ctx, w.officer, w.officer.Org, w.category, e)
		if err != nil || d.Opened || d.Missing != 1 {
			w.Fatalf("%+v %v", d, err)
		}
	}
	tired := w.second
	tired.Confirmed = noon.Add(-time.Hour)
	_, err := w.Evaluation.Confirm(w.ctx, tired, w.second.Org, w.category, e)
	w.is(err, fault.StepUp)
	d, err := w.Evaluation.Confirm(w.ctx, w.second, w.second.Org, w.category, e)
	if err != nil || !d.Opened {
		w.Fatalf("%+v %v", d, err)
	}
	for _, a := range []access.Actor{w.officer, w.second} {
		w.must(w.Evaluation.SignMinutes(w.ctx, a, a.Org, w.category, e))
	}
}

// evaluate marks every essay: 8, 2 and 4 of 10 in the order of opening.
func (w *world) evaluate() {
	w.Helper()
	a, owner := w.officer, w.officer.Org
	w.must(w.Evaluation.Declare(w.ctx, a, owner, w.category, evaluationsvc.InterestNone, ""))
	sheet, err := w.Evaluation.Sheet(w.ctx, a, owner, w.category)
	w.must(err)
	var marks []evaluationsvc.Mark
	for i, b := range sheet.Bids {
		cell := sheet.Cells[b.SubmissionID]
		if len(cell[w.upload].Files) != 1 || !strings.HasPrefix(cell[w.essay].Value, "unhörbar") {
			w.Fatalf("sheet lacks content: %+v", cell)
		}
		_, _, data, err := w.Evaluation.File(w.ctx, a, owner, b.SubmissionID, cell[w.upload].Files[0].BidFileID)
		if err != nil || !bytes.Equal(data, pdf) {
			w.Fatal("the document is not the one that was uploaded", err)
		}
		marks = append(marks, evaluationsvc.Mark{Submission: b.SubmissionID, Question: w.essay, Value: []string{"8", "2", "4"}[i], Comment: "read"})
	}
	w.must(w.Evaluation.PutMarks(w.ctx, a, owner, w.category, marks[:2]))
	if err := w.Evaluation.Finish(w.ctx, a, owner, w.category); err == nil {
		w.Fatal("finished with a gap")
	}
	w.must(w.Evaluation.PutMarks(w.ctx, a, owner, w.category, marks[2:]))
	w.is(w.Evaluation.CompleteTechnical(w.ctx, a, owner, w.category), evaluationsvc.NotFinal)
	w.must(w.Evaluation.Finish(w.ctx, a, owner, w.category))
	w.is(w.Evaluation.PutMarks(w.ctx, a, owner, w.category, marks), evaluationsvc.Final)
	_, err = w.Evaluation.Confirm(w.ctx, w.officer, owner, w.category, seal.Financial)
	w.is(err, evaluationsvc.TechnicalFirst)
	w.must(w.Evaluation.CompleteTechnical(w.ctx, a, owner, w.category))
}

type want struct {
	technical, price string
	rank             int32
}

func (w *world) ranking(expected map[int]want) {
	w.Helper()
	desk, err := w.Evaluation.Desk(w.ctx, w.officer, w.officer.Org, w.category)
	w.must(err)
	for i, x := range expected {
		b := desk.Bids[i]
		price, rank := "", int32(0)
		if b.Price != nil {
			price = b.Price.String()
		}
		if b.Rank != nil {
			rank = *b.Rank
		}
		if got := (want{money.RoundRat(b.Technical.Rat(), 2), price, rank}); got != x {
			w.Errorf("bid %d: %+v, want %+v", i, got, x)
		}
		if b.Why == nil || len(b.Why.Technical.Inputs) == 0 {
			w.Errorf("bid %d: no explanation", i)
		}
	}
	// 70 % of 70 and 30 % of 100 × 4000 ÷ 4400
	if got := money.RoundRat(desk.Bids[2].Combined.Rat(), 2); got != "76.27" {
		w.Errorf("combined %s", got)
	}
}

// sealedSweep reads every value of every table as the database's owner: no word
// of a bid may stand there in the clear before its opening.
func (w *world) sealedSweep(words ...string) {
	w.Helper()
	owner := pgtest.As(w.T, w.db, "")
	rows, err := owner.Query(w.ctx, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'")
	w.must(err)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	w.must(err)
	for _, table := range tables {
		for _, word := range words {
			var n int
			err := owner.QueryRow(w.ctx, "SELECT count(*) FROM "+pgx.Identifier{table}.Sanitize()+" t WHERE t::text LIKE '%' || $1 || '%' OR t::text LIKE '%' || encode(convert_to($1, 'UTF8'), 'hex') || '%'", word).Scan(&n)
			w.must(err)
			if n > 0 {
				w.Errorf("table %s holds %q in the clear", table, word)
			}
		}
	}
	if len(tables) < 40 {
		w.Fatalf("only %d tables were read", len(tables))
	}
}

func TestNobodyReadsAnothersBid(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	bid := w.draft(w.bidders[0], w.ten, "mine", "10")
	foreign := w.bidders[1]
	_, err := w.Bidding.Bid(w.ctx, foreign, bid)
	w.is(err, bidding.BidNotFound)
	_, err = w.Bidding.Save(w.ctx, foreign, bid, biddingsvc.Changes{Answers: []biddingsvc.Answer{{Question: w.essay, Value: "x"}}})
	w.is(err, bidding.BidNotFound)
	_, err = w.Bidding.Submit(w.ctx, foreign, bid, "foreign-key")
	w.is(err, bidding.BidNotFound)
	w.is(w.Bidding.Withdraw(w.ctx, foreign, bid, "no"), bidding.BidNotFound)
	_, _, err = w.Bidding.ReadFile(w.ctx, foreign, bid, uuid.New())
	w.is(err, bidding.BidNotFound)
	// The second wall: the platform's role sees no rows of bid content without naming a company.
	for _, table := range []string{"response", "price_response"} {
		var n int
		w.must(w.db.QueryRow(w.ctx, "SELECT count(*) FROM "+table).Scan(&n))
		if n != 0 {
			t.Errorf("%s shows %d rows to nobody", table, n)
		}
	}
}

func TestConcurrentSavesKeepBothPeoplesWork(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	a := w.bidders[0]
	bid, err := w.Bidding.Start(w.ctx, a, w.category)
	w.must(err)
	first, err := w.Bidding.Save(w.ctx, a, bid, biddingsvc.Changes{Answers: []biddingsvc.Answer{{Question: w.essay, Value: "from the office"}}})
	w.must(err)
	if first.Versions[w.essay] != 1 || len(first.Progress.Gaps) != 3 {
		t.Fatalf("%+v", first)
	}
	stale, err := w.Bidding.Save(w.ctx, a, bid, biddingsvc.Changes{Answers: []biddingsvc.Answer{{Question: w.essay, Value: "from the phone"}}})
	w.must(err)
	if len(stale.Conflicts) != 1 || stale.Conflicts[0] != w.essay {
		t.Fatalf("%+v", stale)
	}
	b, err := w.Bidding.Bid(w.ctx, a, bid)
	w.must(err)
	if b.Answers[w.essay].Value != "from the office" {
		t.Fatal("a stale save overwrote")
	}
	_, err = w.Bidding.Submit(w.ctx, a, bid, "too-early-key")
	w.is(err, bidding.Incomplete)
	if n := len(fault.As(err).Fields); n != 3 {
		t.Errorf("%d gaps told", n)
	}
}

func TestFilesAreWhatTheyAreCalled(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	a := w.bidders[0]
	bid, err := w.Bidding.Start(w.ctx, a, w.category)
	w.must(err)
	_, err = w.Bidding.BeginUpload(w.ctx, a, bid, w.upload, "run.exe", 10)
	w.is(err, document.TypeRefused)
	_, err = w.Bidding.BeginUpload(w.ctx, a, bid, w.upload, "big.pdf", bidding.MaxFile+1)
	w.is(err, document.TooLarge)
	noise := make([]byte, 100)
	_, _ = rand.Read(noise)
	u, err := w.Bidding.BeginUpload(w.ctx, a, bid, w.upload, "licence.pdf", 100)
	w.must(err)
	_, err = w.Bidding.Append(w.ctx, a, u.ID, 0, noise)
	w.is(err, document.TypeRefused)
}
