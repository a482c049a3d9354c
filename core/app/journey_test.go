package app_test

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"zabuni.org/core/app/story"
	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/entry"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/opening"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// world is one whose tender has a choice, a text that people score, a file and
// one item, and is open until noon in two days.
type world struct {
	*story.Category
	choice, essay, upload uuid.UUID
	ten, five             uuid.UUID
	item                  uuid.UUID
}

func newWorld(t *testing.T, bidders int) *world {
	t.Helper()
	c := story.New(t, bidders).Publish(policyOf(sourcing.Tender), pumps)
	return &world{
		Category: c,
		choice:   c.Questions["Years in trade"].ID,
		essay:    c.Questions["Method"].ID,
		upload:   c.Questions["Licence"].ID,
		ten:      c.Option("Years in trade", "Ten"),
		five:     c.Option("Years in trade", "Five"),
		item:     c.Items["1"],
	}
}

func policyOf(a sourcing.Activity) sourcing.Policy {
	p, _ := sourcing.PolicyOf(a)
	return p
}

// pumps are the terms of it.
var pumps = story.Terms{
	PassMark:  50,
	Technical: 70,
	Financial: 30,
	Sections: []story.Section{{
		Section: sourcing.Section{Name: "Experience"},
		Questions: []sourcing.Question{
			{
				Prompt:     "Years in trade",
				Response:   sourcing.Selection,
				MustAnswer: true,
				Scored:     true,
				MaxScore:   story.Points(10),
				Options:    []sourcing.Option{{Label: "Ten", Score: story.Points(10)}, {Label: "Five", Score: story.Points(5)}},
			},
			{Prompt: "Method", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: story.Points(10)},
			{Prompt: "Licence", Response: sourcing.FileUpload, MustAnswer: true, QA: true},
		},
	}},
	Items: []sourcing.Item{{Number: "1", Description: "Pump", Unit: "each", Quantity: *story.Points(4)}},
}

// draft answers everything of a bid.
func (w *world) draft(a access.Actor, choice uuid.UUID, essay, price string) uuid.UUID {
	w.Helper()
	bid, err := w.TryStart(a)
	w.Must(err)
	again, err := w.TryStart(a)
	if err != nil || again != bid {
		w.Fatal("a second start makes another bid", err)
	}
	_, err = w.TrySave(a, bid, biddingsvc.Changes{
		Answers: []biddingsvc.Answer{{Question: w.choice, Value: choice.String()}, {Question: w.essay, Value: essay}},
		Prices:  []biddingsvc.Price{{Item: w.item, UnitPrice: price, Remarks: "delivered"}}})
	w.Must(err)
	u, err := w.TryUpload(a, bid, w.upload, "licence.pdf", len(story.PDF))
	w.Must(err)
	_, err = w.TryAppend(a, u.ID, 0, story.PDF[:10])
	w.Must(err)
	_, err = w.TryAppend(a, u.ID, 0, story.PDF[:10]) // a retry of what has arrived
	w.Must(err)
	u, err = w.TryAppend(a, u.ID, 10, story.PDF[10:])
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
		bids = append(bids, w.draft(w.Bidders[i], b.choice, b.essay, b.price))
	}
	var receipts []biddingsvc.Submission
	for i, bid := range bids {
		s, err := w.TrySubmit(w.Bidders[i], bid, fmt.Sprintf("key-%d-aaaa", i))
		w.Must(err)
		again, err := w.TrySubmit(w.Bidders[i], bid, fmt.Sprintf("key-%d-aaaa", i))
		if err != nil || again.ID != s.ID || again.Receipt != s.Receipt {
			t.Fatal("a retry makes another submission", err)
		}
		if _, err := w.Verifier.Receipt([]byte(s.Receipt)); err != nil {
			t.Fatal(err)
		}
		receipts = append(receipts, s)
	}
	// The first amends: version 2 counts. The fourth withdraws: returned unopened.
	_, err := w.TrySave(w.Bidders[0], bids[0], biddingsvc.Changes{Prices: []biddingsvc.Price{{Item: w.item, UnitPrice: "1100", Version: 1}}})
	w.Must(err)
	second, err := w.TrySubmit(w.Bidders[0], bids[0], "another-key")
	if err != nil || second.Version != 2 {
		t.Fatal(second, err)
	}
	w.Must(w.TryWithdraw(w.Bidders[3], bids[3], "Our pump has been discontinued"))
	sums := []string{"1200.50", "4802.00", "4400.00", "4000.00", "2800.00", "3996.00"} // of prices, and what they come to
	w.sealedSweep(append(sums, "unhörbar-geheim")...)

	_, err = w.TryConfirm(w.Officer, seal.Technical)
	w.Is(err, opening.NotClosed)
	w.SetClock(w.Closes)
	_, err = w.TrySubmit(w.Bidders[1], bids[1], "late-key-1")
	w.Is(err, entry.Closed)
	w.Close()
	w.open(seal.Technical)
	desk := w.Desk()
	if len(desk.Bids) != 3 || len(desk.Withdrawn) != 1 || desk.Bids[0].Price != nil {
		t.Fatalf("%d bids, %d withdrawn", len(desk.Bids), len(desk.Withdrawn))
	}
	w.evaluate()
	_, err = w.TrySheet(w.Second)
	w.Is(err, evaluationsvc.NotDeclared)
	w.sealedSweep(sums...) // all but the answers
	w.open(seal.Financial)
	w.Must(w.TryComplete(w.Officer))
	// Opened in the order of receipt: the amended bid is the last. The second fails, so its price stays sealed.
	w.ranking(map[int]want{0: {"90.00", "4000.0000", 1}, 1: {"35.00", "", 0}, 2: {"70.00", "4400.0000", 2}})
	w.sealedSweep("2800.00")
	var entries, events int
	w.Must(w.DB.QueryRow(w.Context(), "SELECT (SELECT count(*) FROM audit_entry), (SELECT count(*) FROM outbox)").Scan(&entries, &events))
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
		d, err := w.TryConfirm(w.Officer, e)
		if err != nil || d.Opened || d.Missing != 1 {
			w.Fatalf("%+v %v", d, err)
		}
	}
	tired := w.Second
	tired.Confirmed = story.Noon.Add(-time.Hour)
	_, err := w.TryConfirm(tired, e)
	w.Is(err, fault.StepUp)
	d, err := w.TryConfirm(w.Second, e)
	if err != nil || !d.Opened {
		w.Fatalf("%+v %v", d, err)
	}
	for _, a := range []access.Actor{w.Officer, w.Second} {
		w.Must(w.TrySign(a, e))
	}
}

// evaluate marks every essay: 8, 2 and 4 of 10 in the order of opening.
func (w *world) evaluate() {
	w.Helper()
	a, owner := w.Officer, w.Officer.Org
	w.Must(w.TryDeclare(a, evaluationsvc.InterestNone))
	sheet, err := w.TrySheet(a)
	w.Must(err)
	var marks []evaluationsvc.Mark
	for i, b := range sheet.Bids {
		cell := sheet.Cells[b.SubmissionID]
		if len(cell[w.upload].Files) != 1 || !strings.HasPrefix(cell[w.essay].Value, "unhörbar") {
			w.Fatalf("sheet lacks content: %+v", cell)
		}
		_, _, data, err := w.Evaluation.File(w.Context(), a, owner, b.SubmissionID, cell[w.upload].Files[0].BidFileID)
		if err != nil || !bytes.Equal(data, story.PDF) {
			w.Fatal("the document is not the one that was uploaded", err)
		}
		marks = append(marks, evaluationsvc.Mark{Submission: b.SubmissionID, Question: w.essay, Value: []string{"8", "2", "4"}[i], Comment: "read"})
	}
	w.Must(w.TryMark(a, marks[:2]...))
	if err := w.TryFinish(a); err == nil {
		w.Fatal("finished with a gap")
	}
	w.Must(w.TryMark(a, marks[2:]...))
	w.Is(w.TryComplete(a), evaluationsvc.NotFinal)
	w.Must(w.TryFinish(a))
	w.Is(w.TryMark(a, marks...), evaluationsvc.Final)
	_, err = w.TryConfirm(w.Officer, seal.Financial)
	w.Is(err, opening.JudgeFirst)
	w.Must(w.TryComplete(a))
}

type want struct {
	technical, price string
	rank             int32
}

func (w *world) ranking(expected map[int]want) {
	w.Helper()
	desk := w.Desk()
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
	owner := pgtest.As(w.T, w.DB, "")
	rows, err := owner.Query(w.Context(), "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'")
	w.Must(err)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	w.Must(err)
	for _, table := range tables {
		for _, word := range words {
			var n int
			err := owner.QueryRow(w.Context(), "SELECT count(*) FROM "+pgx.Identifier{table}.Sanitize()+" t WHERE t::text LIKE '%' || $1 || '%' OR t::text LIKE '%' || encode(convert_to($1, 'UTF8'), 'hex') || '%'", word).Scan(&n)
			w.Must(err)
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
	bid := w.draft(w.Bidders[0], w.ten, "mine", "10")
	foreign := w.Bidders[1]
	_, err := w.Bidding.Bid(w.Context(), foreign, bid)
	w.Is(err, bidding.BidNotFound)
	_, err = w.TrySave(foreign, bid, biddingsvc.Changes{Answers: []biddingsvc.Answer{{Question: w.essay, Value: "x"}}})
	w.Is(err, bidding.BidNotFound)
	_, err = w.TrySubmit(foreign, bid, "foreign-key")
	w.Is(err, bidding.BidNotFound)
	w.Is(w.TryWithdraw(foreign, bid, "no"), bidding.BidNotFound)
	_, _, err = w.Bidding.ReadFile(w.Context(), foreign, bid, uuid.New())
	w.Is(err, bidding.BidNotFound)
	// The second wall: the platform's role sees no rows of bid content without naming a company.
	for _, table := range []string{"response", "price_response"} {
		var n int
		w.Must(w.DB.QueryRow(w.Context(), "SELECT count(*) FROM "+table).Scan(&n))
		if n != 0 {
			t.Errorf("%s shows %d rows to nobody", table, n)
		}
	}
}

func TestConcurrentSavesKeepBothPeoplesWork(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	a := w.Bidders[0]
	bid, err := w.TryStart(a)
	w.Must(err)
	first, err := w.TrySave(a, bid, biddingsvc.Changes{Answers: []biddingsvc.Answer{{Question: w.essay, Value: "from the office"}}})
	w.Must(err)
	if first.Versions[w.essay] != 1 || len(first.Progress.Gaps) != 3 {
		t.Fatalf("%+v", first)
	}
	stale, err := w.TrySave(a, bid, biddingsvc.Changes{Answers: []biddingsvc.Answer{{Question: w.essay, Value: "from the phone"}}})
	w.Must(err)
	if len(stale.Conflicts) != 1 || stale.Conflicts[0] != w.essay {
		t.Fatalf("%+v", stale)
	}
	b, err := w.Bidding.Bid(w.Context(), a, bid)
	w.Must(err)
	if b.Answers[w.essay].Value != "from the office" {
		t.Fatal("a stale save overwrote")
	}
	_, err = w.TrySubmit(a, bid, "too-early-key")
	w.Is(err, bidding.Incomplete)
	if n := len(fault.As(err).Fields); n != 3 {
		t.Errorf("%d gaps told", n)
	}
}

func TestFilesAreWhatTheyAreCalled(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	a := w.Bidders[0]
	bid, err := w.TryStart(a)
	w.Must(err)
	_, err = w.TryUpload(a, bid, w.upload, "run.exe", 10)
	w.Is(err, document.TypeRefused)
	_, err = w.TryUpload(a, bid, w.upload, "big.pdf", bidding.MaxFile+1)
	w.Is(err, document.TooLarge)
	noise := make([]byte, 100)
	_, _ = rand.Read(noise)
	u, err := w.TryUpload(a, bid, w.upload, "licence.pdf", 100)
	w.Must(err)
	_, err = w.TryAppend(a, u.ID, 0, noise)
	w.Is(err, document.TypeRefused)
}
