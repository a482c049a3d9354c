package app_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
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
		bid := w.draft(w.Bidders[i], choice, fmt.Sprint("unhörbar ", i), price)
		_, err := w.TrySubmit(w.Bidders[i], bid, fmt.Sprintf("key-%d-aaaa", i))
		w.Must(err)
	}
	w.Close()
	w.open(seal.Technical)
	w.evaluate()
	return w
}

func (w *world) ranked() *world {
	w.Helper()
	w.open(seal.Financial)
	w.Must(w.TryComplete(w.Officer))
	return w
}

func TestAwardIsOneActByTwoPeople(t *testing.T) {
	t.Parallel()
	w := evaluated(t)
	owner := w.Officer.Org
	_, err := w.TryStanding(w.Officer)
	w.Is(err, award.NotEvaluated)
	w.ranked()
	s := w.Standing()
	if len(s.Results) != 3 || *s.Results[0].Rank != 1 || s.Results[2].Pass {
		t.Fatalf("%+v", s.Results)
	}
	first, second, failed := s.Results[0], s.Results[1], s.Results[2]
	_, err = w.TryAward(w.Second, "en", "key-award-1")
	w.Is(err, award.NotRecommended)
	w.Is(w.TryRecommend(w.Officer, &failed.Submission, "cheap"), award.NotEligible)
	w.Is(w.TryRecommend(w.Officer, &second.Submission, ""), fault.Invalid)
	w.Must(w.TryRecommend(w.Officer, &second.Submission, "The best bid's warranty is shorter"))
	w.Must(w.TryRecommend(w.Officer, &first.Submission, "")) // until it is decided
	w.previews(first, second, failed)

	_, err = w.TryAward(w.Officer, "en", "key-award-1")
	w.Is(err, award.SamePerson)
	_, err = w.Awards.Award(w.Context(), w.Second, owner, w.ID, w.Recommended().Add(-time.Microsecond), "en", "key-award-1")
	w.Is(err, award.Replaced) // what was read is recommended no more
	tired := w.Second
	tired.Confirmed = story.Noon.Add(47 * time.Hour)
	_, err = w.TryAward(tired, "en", "key-award-1")
	w.Is(err, fault.StepUp)
	if n := w.Count("SELECT count(*) FROM letter") + w.Count("SELECT count(*) FROM award"); n != 0 {
		t.Fatal("a refused award left something")
	}
	w.Must(w.Awards.SaveTemplate(w.Context(), w.Officer, owner, s.Job.ID, award.Template{Kind: award.Regret, Language: "fr", Subject: "Résultat {reference}", Body: "Cher {supplier}, merci.", Footer: "{buyer}"}))
	made, err := w.TryAward(w.Second, "sw", "key-award-1")
	w.Must(err)
	again, err := w.TryAward(w.Second, "sw", "key-award-1")
	if err != nil || again.Award != made.Award || made.Letters != 3 {
		t.Fatalf("%+v %+v %v", made, again, err)
	}
	_, err = w.TryAward(w.Second, "en", "key-award-1")
	w.Is(err, journal.KeyReused)
	_, err = w.TryAward(w.Second, "sw", "key-award-2")
	w.Is(err, sourcing.IllegalMove)
	// Seven whole local days after the 25th in Nairobi.
	if got := made.StandstillEnds.Format(time.RFC3339); got != "2026-12-02T21:00:00Z" {
		t.Error("standstill ends", got)
	}
	w.Is(w.TryRecommend(w.Officer, &second.Submission, "late"), sourcing.IllegalMove)
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
		"SELECT count(*) FROM document WHERE kind = 'letter'":                                          0, // printed after the act
		"SELECT count(*) FROM letter_figure WHERE key = 'winner' AND value LIKE 'Company %'":           3,
		"SELECT count(*) FROM letter_figure WHERE key = 'amount' AND value LIKE 'KES_4%000.00'":        1,
		"SELECT count(*) FROM letter_figure WHERE key = 'rank' AND value LIKE '%classée%'":             1,
		"SELECT count(DISTINCT reference) FROM letter WHERE reference LIKE 'ZB/TN/2026/%/L0_'":         3,
		"SELECT count(*) FROM letter WHERE kind = 'regret' AND signature LIKE E'Person 2\\nCompany 1'": 2,
	} {
		if got := w.Count(sql); got != want {
			t.Errorf("%s: %d, want %d", sql, got, want)
		}
	}
	w.React()
	if n := w.Count("SELECT count(*) FROM document WHERE kind = 'letter' AND media_type = 'application/pdf'"); n != 3 {
		t.Errorf("%d letters are printed", n)
	}
	w.supplierReads(first, failed)
	w.contractFollows(made)
}

// previews are letters as they would be issued, and are kept nowhere.
func (w *world) previews(first, second, failed award.Result) {
	w.Helper()
	p, err := w.TryPreview(w.Second, second.Supplier, award.Regret, "en", true)
	w.Must(err)
	if !bytes.HasPrefix(p.PDF, []byte("%PDF-")) || p.Issued != nil || p.Language != "en" {
		w.Fatalf("%+v", p.Letter)
	}
	if dir := os.Getenv("PDF_DIR"); dir != "" {
		w.Must(os.WriteFile(filepath.Join(dir, "regret.pdf"), p.PDF, 0o600))
	}
	p, err = w.TryPreview(w.Officer, first.Supplier, award.Award, "am", false)
	if err != nil || p.PDF != nil || p.Kind != award.Award {
		w.Fatal(err)
	}
	_, err = w.TryPreview(w.Officer, failed.Supplier, award.Award, "en", false)
	w.Is(err, award.NotEligible)
	_, err = w.TryPreview(w.Officer, uuid.New(), award.Regret, "en", false)
	w.Is(err, award.NoSuchBid)
	_, err = w.TryPreview(w.Bidders[0], first.Supplier, award.Award, "en", false)
	w.Is(err, fault.Forbidden)
	_, err = w.TryPreview(w.Officer, first.Supplier, award.Regret, "en", false)
	w.Is(err, award.WouldWin)
	if n := w.Count("SELECT count(*) FROM letter"); n != 0 {
		w.Fatal("a preview was kept")
	}
}

func (w *world) bidder(company uuid.UUID) access.Actor {
	w.Helper()
	for _, a := range w.Bidders {
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
	w.React()
	winner, loser := w.Bidder(first.Supplier), w.Bidder(failed.Supplier)
	if n := w.Count("SELECT count(*) FROM mail_delivery WHERE kind IN ('award_letter', 'regret_letter') AND statutory AND document_id IS NOT NULL"); n != 3 {
		w.Errorf("%d mails", n)
	}
	if n := w.Count("SELECT count(*) FROM notification WHERE kind = 'letter.award' AND account_id = $1", winner.User); n != 1 {
		w.Errorf("%d notifications", n)
	}
	mine, unread, err := w.Awards.MyLetters(w.Context(), loser, awardsvc.LetterFilter{}, "", 20)
	if err != nil || len(mine.Items) != 1 || unread != 1 || mine.Items[0].Kind != "regret" {
		w.Fatalf("%+v %d %v", mine, unread, err)
	}
	id := mine.Items[0].ID
	_, err = w.Awards.MyLetter(w.Context(), winner, id)
	w.Is(err, award.LetterNotFound)
	_, _, err = w.Awards.MyLetterPDF(w.Context(), winner, id)
	w.Is(err, award.LetterNotFound)
	for range 2 {
		l, err := w.Awards.MyLetter(w.Context(), loser, id)
		if err != nil || l.ReadAt == nil || l.Subject[:9] != "Résultat" || len(l.Figures) == 0 {
			w.Fatalf("%+v %v", l, err)
		}
	}
	if n := w.Count("SELECT count(*) FROM audit_entry WHERE action = 'award.letter.read'"); n != 1 {
		w.Errorf("read %d times for the first time", n)
	}
	name, data, err := w.Awards.MyLetterPDF(w.Context(), loser, id)
	if err != nil || name != "regret-letter.pdf" || !bytes.HasPrefix(data, []byte("%PDF-")) {
		w.Fatal(name, err)
	}
	var document uuid.UUID
	w.Must(w.DB.QueryRow(w.Context(), "SELECT document_id FROM letter WHERE id = $1", id).Scan(&document))
	attached, err := w.Attachment(w.Context(), document)
	if err != nil || !bytes.Equal(attached.Bytes, data) || attached.Type != "application/pdf" {
		w.Fatal("the mail does not carry the letter", err)
	}
	var bid uuid.UUID
	w.Must(w.DB.QueryRow(w.Context(), "SELECT id FROM participation WHERE supplier_id = $1", loser.Org).Scan(&bid))
	r, err := w.Awards.MyResult(w.Context(), loser, bid)
	if err != nil || r.Rank != nil || r.Outcome != "regret" || r.Winner == "" || r.AwardAmount.String() != "4000.0000" || *r.LetterID != id || r.Bids != 3 {
		w.Fatalf("%+v %v", r, err)
	}
	_, err = w.Awards.MyResult(w.Context(), winner, bid)
	w.Is(err, award.NotNotified)
}

// contractFollows: one draft for one award, however often its event comes, and
// no date before the standstill has ended.
func (w *world) contractFollows(made awardsvc.Made) {
	w.Helper()
	w.ReactAgain("contracts")
	if n := w.Count("SELECT count(*) FROM contract"); n != 1 {
		w.Fatalf("%d contracts", n)
	}
	manager := w.Person("buyer", access.Temp, w.Officer.Org)
	list, err := w.Contracts.Contracts(w.Context(), manager, uuid.Nil, contractsvc.Filter{Statuses: []contract.Status{contract.Draft}, Search: "pump"}, "", 10)
	if err != nil || len(list.Items) != 1 || list.Total != 1 || list.Items[0].Value.String() != "4000.0000" {
		w.Fatalf("%+v %v", list, err)
	}
	id := list.Items[0].ID
	d, err := w.Contracts.Contract(w.Context(), manager, id)
	if err != nil || !d.Contract.NoSignatureBefore.Equal(made.StandstillEnds) {
		w.Fatal(d.Contract.NoSignatureBefore, err)
	}
	foreign := manager
	foreign.Org = w.Bidders[0].Org
	_, err = w.Contracts.Contract(w.Context(), foreign, id)
	w.Is(err, contract.NotFound)
	day := func(d int) *time.Time { v := time.Date(2026, 12, d, 0, 0, 0, 0, time.UTC); return &v }
	terms := contract.Terms{Number: "NKR/2026/7", Title: "Pumps", Date: day(2), Starts: day(3), Ends: day(30)}
	w.Is(w.Contracts.Update(w.Context(), manager, id, 1, contractsvc.Form{Terms: terms}), fault.Invalid) // the standstill ends with the 2nd in Nairobi
	terms.Date = day(3)
	w.Must(w.Contracts.Update(w.Context(), manager, id, 1, contractsvc.Form{Terms: terms}))
	w.Is(w.Contracts.Update(w.Context(), manager, id, 1, contractsvc.Form{Terms: terms}), contract.Changed)
	board, err := w.Contracts.Dashboard(w.Context(), manager)
	if err != nil || len(board.Statuses) != 1 || len(board.Waiting) != 1 || board.Statuses[0].Contracts != 1 {
		w.Fatalf("%+v %v", board, err)
	}
	w.figures(manager, map[string]int{"draft": 1, "standstill": 1})
	w.Must(w.Contracts.Submit(w.Context(), manager, id))
	w.Is(w.Contracts.Update(w.Context(), manager, id, 3, contractsvc.Form{Terms: terms}), contract.NotDraft)
	w.figures(manager, map[string]int{"approval": 1, "standstill": 1})
	stands, err := w.Contracts.Agreement(w.Context(), manager, id)
	w.Must(err)
	w.Is(w.Contracts.Approve(w.Context(), manager, id, stands.Sum), contract.Own)
	w.Must(w.Contracts.Approve(w.Context(), w.Person("buyer", access.Temp, w.Officer.Org), id, stands.Sum))
	w.figures(manager, map[string]int{"signature": 1, "standstill": 1})
	// Nothing signs yet: what is in force is put there.
	force := func(status string, ends time.Time) {
		_, err := pgtest.Do(w.Context(), w.DB, "UPDATE contract SET status = $1, ends_on = $2", status, ends)
		w.Must(err)
	}
	now, err := pg.ClockOf(w.Context(), w.DB)
	w.Must(err)
	force("active", now.AddDate(0, 0, contract.EndingDays+1))
	w.figures(manager, map[string]int{"active": 1})
	force("active", now.AddDate(0, 0, contract.EndingDays))
	w.figures(manager, map[string]int{"active": 1, "ending": 1})
	force("completed", now.AddDate(0, 0, 1))
	w.figures(manager, nil)
	force("internal_review", now.AddDate(0, 0, 30))
	w.figures(foreign, nil)

	for i, at := range []struct {
		moment time.Time
		ended  int
	}{{made.StandstillEnds.Add(-time.Microsecond), 0}, {made.StandstillEnds, 1}, {made.StandstillEnds, 0}} {
		w.SetClock(at.moment)
		if n := w.Conclude(); n != at.ended {
			w.Fatalf("%d: %d standstills ended, want %d", i, n, at.ended)
		}
	}
	w.React()
	if n := w.Count("SELECT count(*) FROM contract") + w.Count("SELECT count(*) FROM category WHERE status = 'awarded'"); n != 2 {
		w.Fatal(n)
	}
}

// figures asks for the dashboard: each figure is what the list behind it shows, and
// no other company's.
func (w *world) figures(a access.Actor, want map[string]int) {
	w.Helper()
	d, err := w.Contracts.Dashboard(w.Context(), a)
	if errors.Is(err, fault.Forbidden) && len(want) == 0 {
		return
	}
	w.Must(err)
	for _, f := range d.Figures {
		name := strings.Join(closed.Values(f.Statuses...), "") + string(f.View)
		list, err := w.Contracts.Contracts(w.Context(), a, uuid.Nil, f.Filter, "", 10)
		w.Must(err)
		if f.Contracts != want[name] || list.Total != f.Contracts || len(list.Items) != f.Contracts {
			w.Errorf("%s: %d, want %d; the list has %d", name, f.Contracts, want[name], len(list.Items))
		}
	}
	for what, n := range map[string]int{"approval": len(d.Approval), "standstill": len(d.Waiting), "ending": len(d.Expiring)} {
		if n != want[what] {
			w.Errorf("%d shown in %s, want %d", n, what, want[what])
		}
	}
	wrong, err := w.Contracts.Contracts(w.Context(), a, uuid.Nil, contractsvc.Filter{Statuses: []contract.Status{contract.Expired}, View: contract.Ending}, "", 10)
	if w.Must(err); wrong.Total != 0 {
		w.Error("a status that is none of the view's shows something")
	}
}

// An award that cannot say all that a letter must leaves nothing at all.
func TestAwardIsAllOrNothing(t *testing.T) {
	t.Parallel()
	w := evaluated(t).ranked()
	s := w.Standing()
	w.Must(w.TryRecommend(w.Officer, &s.Results[0].Submission, ""))
	if _, err := pgtest.Do(w.Context(), pgtest.As(t, w.DB, ""), "UPDATE company SET name = ' ' WHERE id = $1", s.Results[2].Supplier); err != nil {
		t.Fatal(err)
	}
	_, err := w.TryAward(w.Second, "en", "key-award-1")
	w.Is(err, award.LetterIncomplete)
	for _, sql := range []string{"letter", "award", "document WHERE kind = 'letter'", "idempotency WHERE operation = 'award'", "category WHERE status = 'notified'",
		"participation WHERE status IN ('winner', 'regret')", "outbox WHERE subject LIKE 'zabuni.award.letter%'"} {
		if n := w.Count("SELECT count(*) FROM " + sql); n != 0 {
			t.Errorf("%d left in %s", n, sql)
		}
	}
}

// Letters beside the decision go to chosen bidders, once for each intent.
func TestSentLetters(t *testing.T) {
	t.Parallel()
	w := evaluated(t)
	to := w.Bidders[1].Org
	_, err := w.TrySend(w.Officer, award.Regret, []uuid.UUID{to}, "en", "letter-0")
	w.Is(err, fault.Invalid)
	_, err = w.TrySend(w.Officer, award.DD, []uuid.UUID{to, uuid.New()}, "en", "letter-0")
	w.Is(err, award.NoSuchBid)
	for _, key := range []string{"letter-1", "letter-1", "letter-2"} { // a visit may be announced again
		n, err := w.TrySend(w.Officer, award.DD, []uuid.UUID{to}, "pt", key)
		if err != nil || n != 1 {
			t.Fatal(n, err)
		}
	}
	if n := w.Count("SELECT count(DISTINCT reference) FROM letter WHERE kind = 'dd'"); n != 2 {
		t.Errorf("%d letters of two intents", n)
	}
	w.React()
	var data []byte
	w.Must(w.DB.QueryRow(w.Context(), "SELECT data FROM mail_delivery WHERE kind = 'letter' LIMIT 1").Scan(&data))
	if !json.Valid(data) || !bytes.Contains(data, []byte("/supplier/dashbard/letters/")) {
		t.Errorf("%s", data)
	}
}
