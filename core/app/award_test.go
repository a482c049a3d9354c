package app_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// evaluated is a world whose tender is ranked: the first bidder 1st, the third
// 2nd, the second failed.
func evaluated(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, 3)
	for i, price := range []string{"1000", "900", "1100"} {
		choice := w.ten
		if i == 1 {
			choice = w.five
		}
		bid := w.draft(w.bidders[i], choice, fmt.Sprint("unhörbar ", i), price)
		_, err := w.Bidding.Submit(w.ctx, w.bidders[i], bid, fmt.Sprintf("key-%d-aaaa", i))
		w.must(err)
	}
	pgtest.SetClock(t, w.db, noon.Add(48*time.Hour))
	_, err := w.Sourcing.CloseDue(w.ctx)
	w.must(err)
	w.open(seal.Technical)
	w.evaluate()
	return w
}

func (w *world) ranked() *world {
	w.Helper()
	w.open(seal.Financial)
	w.must(w.Evaluation.CompleteFinancial(w.ctx, w.officer, w.officer.Org, w.category))
	return w
}

// reacts hands every event to those who react to it, as the consumers do.
func (w *world) reacts() {
	w.Helper()
	rows, err := w.db.Query(w.ctx, "SELECT payload FROM outbox ORDER BY id")
	w.must(err)
	var events [][]byte
	for rows.Next() {
		var p []byte
		w.must(rows.Scan(&p))
		events = append(events, p)
	}
	w.must(rows.Err())
	for _, e := range events {
		w.must(pg.InTx(w.ctx, w.db, func(tx pg.Tx) error {
			return errors.Join(w.Notify.Handle(w.ctx, tx, e), w.Draft(w.ctx, tx, e))
		}))
	}
}

func (w *world) count(sql string, args ...any) int {
	w.Helper()
	var n int
	w.must(w.db.QueryRow(w.ctx, sql, args...).Scan(&n))
	return n
}

func (w *world) standing() awardsvc.Standing {
	w.Helper()
	s, err := w.Awards.Standing(w.ctx, w.officer, w.officer.Org, w.category)
	w.must(err)
	return s
}

func TestAwardIsOneActByTwoPeople(t *testing.T) {
	t.Parallel()
	w := evaluated(t)
	owner := w.officer.Org
	_, err := w.Awards.Standing(w.ctx, w.officer, owner, w.category)
	w.is(err, award.NotEvaluated)
	w.ranked()
	s := w.standing()
	if len(s.Results) != 3 || *s.Results[0].Rank != 1 || s.Results[2].Pass {
		t.Fatalf("%+v", s.Results)
	}
	first, second, failed := s.Results[0], s.Results[1], s.Results[2]
	_, err = w.Awards.Award(w.ctx, w.second, owner, w.category, "en", "key-award-1")
	w.is(err, award.NotRecommended)
	w.is(w.Awards.Recommend(w.ctx, w.officer, owner, w.category, &failed.Submission, "cheap"), award.NotEligible)
	w.is(w.Awards.Recommend(w.ctx, w.officer, owner, w.category, &second.Submission, ""), fault.Invalid)
	w.must(w.Awards.Recommend(w.ctx, w.officer, owner, w.category, &second.Submission, "The best bid's warranty is shorter"))
	w.must(w.Awards.Recommend(w.ctx, w.officer, owner, w.category, &first.Submission, "")) // until it is decided
	w.previews(first, second, failed)

	_, err = w.Awards.Award(w.ctx, w.officer, owner, w.category, "en", "key-award-1")
	w.is(err, award.SamePerson)
	tired := w.second
	tired.Confirmed = noon.Add(47 * time.Hour)
	_, err = w.Awards.Award(w.ctx, tired, owner, w.category, "en", "key-award-1")
	w.is(err, fault.StepUp)
	if n := w.count("SELECT count(*) FROM letter") + w.count("SELECT count(*) FROM award"); n != 0 {
		t.Fatal("a refused award left something")
	}
	w.must(w.Awards.SaveTemplate(w.ctx, w.officer, owner, s.JobID, award.Template{Kind: award.Regret, Language: "fr", Subject: "Résultat {reference}", Body: "Cher {supplier}, merci.", Footer: "{buyer}"}))
	made, err := w.Awards.Award(w.ctx, w.second, owner, w.category, "sw", "key-award-1")
	w.must(err)
	again, err := w.Awards.Award(w.ctx, w.second, owner, w.category, "sw", "key-award-1")
	if err != nil || again.Award != made.Award || made.Letters != 3 {
		t.Fatalf("%+v %+v %v", made, again, err)
	}
	_, err = w.Awards.Award(w.ctx, w.second, owner, w.category, "en", "key-award-1")
	w.is(err, journal.KeyReused)
	_, err = w.Awards.Award(w.ctx, w.second, owner, w.category, "sw", "key-award-2")
	w.is(err, sourcing.IllegalMove)
	// Seven whole local days after the 25th in Nairobi.
	if got := made.StandstillEnds.Format(time.RFC3339); got != "2026-12-02T21:00:00Z" {
		t.Error("standstill ends", got)
	}
	w.is(w.Awards.Recommend(w.ctx, w.officer, owner, w.category, &second.Submission, "late"), sourcing.IllegalMove)
	for sql, want := range map[string]int{
		"SELECT count(*) FROM letter WHERE status = 'issued'":                                          3,
		"SELECT count(*) FROM letter WHERE kind = 'award' AND language = 'sw'":                         1,
		"SELECT count(*) FROM letter WHERE kind = 'regret' AND language = 'fr'":                        2,
		"SELECT count(*) FROM participation WHERE status = 'winner'":                                   1,
		"SELECT count(*) FROM participation WHERE status = 'regret'":                                   2,
		"SELECT count(*) FROM category WHERE status = 'notified'":                                      1,
		"SELECT count(*) FROM audit_entry WHERE action = 'award.letter.issued'":                        3,
		"SELECT count(*) FROM outbox WHERE subject = 'zabuni.award.category.notified'":                 1,
		"SELECT (SELECT count(*) FROM outbox)::int - (SELECT count(*) FROM audit_entry)::int":          0,
		"SELECT count(*) FROM document WHERE kind = 'letter' AND media_type = 'application/pdf'":       3,
		"SELECT count(*) FROM letter_figure WHERE key = 'winner' AND value LIKE 'Company %'":           3,
		"SELECT count(*) FROM letter_figure WHERE key = 'amount' AND value LIKE 'KES_4%000.00'":        1,
		"SELECT count(*) FROM letter_figure WHERE key = 'rank' AND value LIKE '%classée%'":             1,
		"SELECT count(DISTINCT reference) FROM letter WHERE reference LIKE 'ZB/TN/2026/%/L0_'":         3,
		"SELECT count(*) FROM letter WHERE kind = 'regret' AND signature LIKE E'Person 2\\nCompany 1'": 2,
	} {
		if got := w.count(sql); got != want {
			t.Errorf("%s: %d, want %d", sql, got, want)
		}
	}
	w.supplierReads(first, failed)
	w.contractFollows(made)
}

// previews are letters as they would be issued, and are kept nowhere.
func (w *world) previews(first, second, failed award.Result) {
	w.Helper()
	owner := w.officer.Org
	p, err := w.Awards.Preview(w.ctx, w.second, owner, w.category, second.Supplier, award.Regret, "en", true)
	w.must(err)
	if !bytes.HasPrefix(p.PDF, []byte("%PDF-")) || p.Issued != nil || p.Language != "en" {
		w.Fatalf("%+v", p.Letter)
	}
	if dir := os.Getenv("PDF_DIR"); dir != "" {
		w.must(os.WriteFile(filepath.Join(dir, "regret.pdf"), p.PDF, 0o600))
	}
	p, err = w.Awards.Preview(w.ctx, w.officer, owner, w.category, first.Supplier, award.Award, "am", false)
	if err != nil || p.PDF != nil || p.Kind != award.Award {
		w.Fatal(err)
	}
	_, err = w.Awards.Preview(w.ctx, w.officer, owner, w.category, failed.Supplier, award.Award, "en", false)
	w.is(err, award.NotEligible)
	_, err = w.Awards.Preview(w.ctx, w.officer, owner, w.category, uuid.New(), award.Regret, "en", false)
	w.is(err, award.NoSuchBid)
	_, err = w.Awards.Preview(w.ctx, w.bidders[0], owner, w.category, first.Supplier, award.Award, "en", false)
	w.is(err, fault.Forbidden)
	_, err = w.Awards.Preview(w.ctx, w.officer, owner, w.category, first.Supplier, award.Regret, "en", false)
	w.is(err, award.WouldWin)
	if n := w.count("SELECT count(*) FROM letter"); n != 0 {
		w.Fatal("a preview was kept")
	}
}

func (w *world) bidder(company uuid.UUID) access.Actor {
	w.Helper()
	for _, a := range w.bidders {
		if a.Org == company {
			return a
		}
	}
	w.Fatal("no such bidder")
	return access.Actor{}
}

// supplierReads: each reads the own letter and result, nobody another's.
func (w *world) supplierReads(first, failed award.Result) {
	w.Helper()
	w.reacts()
	winner, loser := w.bidder(first.Supplier), w.bidder(failed.Supplier)
	if n := w.count("SELECT count(*) FROM mail_delivery WHERE kind IN ('award_letter', 'regret_letter') AND statutory AND document_id IS NOT NULL"); n != 3 {
		w.Errorf("%d mails", n)
	}
	if n := w.count("SELECT count(*) FROM notification WHERE kind = 'letter.award' AND account_id = $1", winner.User); n != 1 {
		w.Errorf("%d notifications", n)
	}
	mine, unread, err := w.Awards.MyLetters(w.ctx, loser, "", "", 20)
	if err != nil || len(mine.Items) != 1 || unread != 1 || mine.Items[0].Kind != "regret" {
		w.Fatalf("%+v %d %v", mine, unread, err)
	}
	id := mine.Items[0].ID
	_, err = w.Awards.MyLetter(w.ctx, winner, id)
	w.is(err, award.LetterNotFound)
	_, _, err = w.Awards.MyLetterPDF(w.ctx, winner, id)
	w.is(err, award.LetterNotFound)
	for range 2 {
		l, err := w.Awards.MyLetter(w.ctx, loser, id)
		if err != nil || l.ReadAt == nil || l.Subject[:9] != "Résultat" || len(l.Figures) == 0 {
			w.Fatalf("%+v %v", l, err)
		}
	}
	if n := w.count("SELECT count(*) FROM audit_entry WHERE action = 'award.letter.read'"); n != 1 {
		w.Errorf("read %d times for the first time", n)
	}
	name, data, err := w.Awards.MyLetterPDF(w.ctx, loser, id)
	if err != nil || name != "regret-letter.pdf" || !bytes.HasPrefix(data, []byte("%PDF-")) {
		w.Fatal(name, err)
	}
	var document uuid.UUID
	w.must(w.db.QueryRow(w.ctx, "SELECT document_id FROM letter WHERE id = $1", id).Scan(&document))
	attached, err := w.Attachment(w.ctx, document)
	if err != nil || !bytes.Equal(attached.Bytes, data) || attached.Type != "application/pdf" {
		w.Fatal("the mail does not carry the letter", err)
	}
	var bid uuid.UUID
	w.must(w.db.QueryRow(w.ctx, "SELECT id FROM participation WHERE supplier_id = $1", loser.Org).Scan(&bid))
	r, err := w.Awards.MyResult(w.ctx, loser, bid)
	if err != nil || r.Rank != nil || r.Outcome != "regret" || r.Winner == nil || r.AwardAmount.String() != "4000.0000" || *r.LetterID != id || r.Bids != 3 {
		w.Fatalf("%+v %v", r, err)
	}
	_, err = w.Awards.MyResult(w.ctx, winner, bid)
	w.is(err, award.NotNotified)
}

// contractFollows: one draft for one award, however often its event comes, and
// no date before the standstill has ended.
func (w *world) contractFollows(made awardsvc.Made) {
	w.Helper()
	w.reacts()
	if n := w.count("SELECT count(*) FROM contract"); n != 1 {
		w.Fatalf("%d contracts", n)
	}
	manager := access.Actor{User: uuid.New(), Org: w.officer.Org, Type: access.Temp, Name: "Manager", Privileges: access.Titles[access.Temp]}
	list, err := w.Contracts.Contracts(w.ctx, manager, contractsvc.Filter{Status: contract.Draft, Search: "pump"}, "", 10)
	if err != nil || len(list.Items) != 1 || list.Total != 1 || list.Items[0].Value.String() != "4000.0000" {
		w.Fatalf("%+v %v", list, err)
	}
	id := list.Items[0].ID
	d, err := w.Contracts.Contract(w.ctx, manager, id)
	if err != nil || !d.Contract.NoSignatureBefore.Equal(made.StandstillEnds) {
		w.Fatal(d.Contract.NoSignatureBefore, err)
	}
	foreign := manager
	foreign.Org = w.bidders[0].Org
	_, err = w.Contracts.Contract(w.ctx, foreign, id)
	w.is(err, contract.NotFound)
	day := func(d int) *time.Time { v := time.Date(2026, 12, d, 0, 0, 0, 0, time.UTC); return &v }
	terms := contract.Terms{Number: "NKR/2026/7", Title: "Pumps", Date: day(2), Starts: day(3), Ends: day(30)}
	w.is(w.Contracts.Update(w.ctx, manager, id, 1, terms), fault.Invalid) // the standstill ends with the 2nd in Nairobi
	terms.Date = day(3)
	w.must(w.Contracts.Update(w.ctx, manager, id, 1, terms))
	w.is(w.Contracts.Update(w.ctx, manager, id, 1, terms), contract.Changed)
	board, err := w.Contracts.Dashboard(w.ctx, manager)
	if err != nil || len(board.Statuses) != 1 || len(board.Waiting) != 1 || board.Statuses[0].Contracts != 1 {
		w.Fatalf("%+v %v", board, err)
	}
	w.figures(manager, map[string]int{"draft": 1, "standstill": 1})
	w.must(w.Contracts.Submit(w.ctx, manager, id))
	w.is(w.Contracts.Update(w.ctx, manager, id, 3, terms), contract.NotDraft)
	w.figures(manager, map[string]int{"approval": 1, "standstill": 1})
	w.must(w.Contracts.Approve(w.ctx, manager, id))
	w.figures(manager, map[string]int{"signature": 1, "standstill": 1})
	// Nothing signs yet: what is in force is put there.
	force := func(status string, ends time.Time) {
		_, err := w.db.Exec(w.ctx, "UPDATE contract SET status = $1, ends_on = $2", status, ends)
		w.must(err)
	}
	now, err := pg.ClockOf(w.ctx, w.db)
	w.must(err)
	force("active", now.AddDate(0, 0, contract.EndingDays+1))
	w.figures(manager, map[string]int{"active": 1})
	force("active", now.AddDate(0, 0, contract.EndingDays))
	w.figures(manager, map[string]int{"active": 1, "ending": 1})
	force("completed", now.AddDate(0, 0, 1))
	w.figures(manager, nil)
	force("internal_review", now.AddDate(0, 0, 30))
	w.figures(foreign, nil)

	if n, err := w.Awards.ConcludeDue(w.ctx); n != 0 || err != nil {
		w.Fatal(n, err)
	}
	pgtest.SetClock(w.T, w.db, made.StandstillEnds)
	if n, err := w.Awards.ConcludeDue(w.ctx); n != 1 || err != nil {
		w.Fatal(n, err)
	}
	if n, err := w.Awards.ConcludeDue(w.ctx); n != 0 || err != nil {
		w.Fatal("ended twice", n, err)
	}
	w.reacts()
	if n := w.count("SELECT count(*) FROM contract") + w.count("SELECT count(*) FROM category WHERE status = 'awarded'"); n != 2 {
		w.Fatal(n)
	}
}

// figures asks for the dashboard: each figure is what the list behind it shows, and
// no other company's.
func (w *world) figures(a access.Actor, want map[string]int) {
	w.Helper()
	d, err := w.Contracts.Dashboard(w.ctx, a)
	if errors.Is(err, fault.Forbidden) && len(want) == 0 {
		return
	}
	w.must(err)
	for _, f := range d.Figures {
		name := string(f.Status) + string(f.View)
		list, err := w.Contracts.Contracts(w.ctx, a, f.Filter, "", 10)
		w.must(err)
		if f.Contracts != want[name] || list.Total != f.Contracts || len(list.Items) != f.Contracts {
			w.Errorf("%s: %d, want %d; the list has %d", name, f.Contracts, want[name], len(list.Items))
		}
	}
	for what, n := range map[string]int{"approval": len(d.Approval), "standstill": len(d.Waiting), "ending": len(d.Expiring)} {
		if n != want[what] {
			w.Errorf("%d shown in %s, want %d", n, what, want[what])
		}
	}
	wrong, err := w.Contracts.Contracts(w.ctx, a, contractsvc.Filter{Status: contract.Expired, View: contract.Ending}, "", 10)
	if w.must(err); wrong.Total != 0 {
		w.Error("a status that is none of the view's shows something")
	}
}

// An award that cannot say all that a letter must leaves nothing at all.
func TestAwardIsAllOrNothing(t *testing.T) {
	t.Parallel()
	w := evaluated(t).ranked()
	owner := w.officer.Org
	s := w.standing()
	w.must(w.Awards.Recommend(w.ctx, w.officer, owner, w.category, &s.Results[0].Submission, ""))
	if _, err := pgtest.As(t, w.db, "").Exec(w.ctx, "UPDATE company SET name = ' ' WHERE id = $1", s.Results[2].Supplier); err != nil {
		t.Fatal(err)
	}
	_, err := w.Awards.Award(w.ctx, w.second, owner, w.category, "en", "key-award-1")
	w.is(err, award.LetterIncomplete)
	for _, sql := range []string{"letter", "award", "document WHERE kind = 'letter'", "idempotency WHERE operation = 'award'", "category WHERE status = 'notified'",
		"participation WHERE status IN ('winner', 'regret')", "outbox WHERE subject LIKE 'zabuni.award.letter%'"} {
		if n := w.count("SELECT count(*) FROM " + sql); n != 0 {
			t.Errorf("%d left in %s", n, sql)
		}
	}
}

// Letters beside the decision go to chosen bidders, once.
func TestSentLetters(t *testing.T) {
	t.Parallel()
	w := evaluated(t)
	owner, to := w.officer.Org, w.bidders[1].Org
	_, err := w.Awards.Send(w.ctx, w.officer, owner, w.category, award.Regret, []uuid.UUID{to}, "en")
	w.is(err, fault.Invalid)
	_, err = w.Awards.Send(w.ctx, w.officer, owner, w.category, award.DD, []uuid.UUID{to, uuid.New()}, "en")
	w.is(err, award.NoSuchBid)
	n, err := w.Awards.Send(w.ctx, w.officer, owner, w.category, award.DD, []uuid.UUID{to}, "pt")
	if err != nil || n != 1 {
		t.Fatal(n, err)
	}
	_, err = w.Awards.Send(w.ctx, w.officer, owner, w.category, award.DD, []uuid.UUID{to}, "pt")
	w.is(err, award.AlreadyIssued)
	w.reacts()
	var data []byte
	w.must(w.db.QueryRow(w.ctx, "SELECT data FROM mail_delivery WHERE kind = 'letter'").Scan(&data))
	if !json.Valid(data) || !bytes.Contains(data, []byte("/supplier/dashbard/letters/")) {
		t.Errorf("%s", data)
	}
}
