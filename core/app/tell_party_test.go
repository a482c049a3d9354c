package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pgtest"
)

// papered attaches a paper to a supplier's profile that ends tomorrow, and returns that day.
func (w *world) papered(a access.Actor, paper party.DocumentKind) time.Time {
	w.Helper()
	content := []byte("%PDF-1.4 paper")
	u, err := w.Party.BeginUpload(w.Context(), a, a.Org, "document", "paper.pdf", int64(len(content)))
	w.Must(err)
	u, err = w.Party.Append(w.Context(), a, a.Org, u.ID, 0, content)
	w.Must(err)
	tomorrow := party.Day(story.Noon).AddDate(0, 0, 1)
	_, err = w.Party.Update(w.Context(), a, a.Org, partysvc.Update{Version: 1,
		Documents: map[party.DocumentKind]partysvc.Attached{paper: {File: &u.File, ExpiresOn: &tomorrow}}})
	w.Must(err)
	return tomorrow
}

// A paper that ends is told of by its own name: with the tenders that close after it,
// where there are such bids, and without. It is told to everybody of the company, once;
// the bid itself is not touched.
func TestAReminderNamesThePaperAndTheBidsThatItBreaks(t *testing.T) {
	t.Parallel()
	for paper, kind := range map[party.DocumentKind]string{party.TaxCompliance: "tax_expiry", party.TradingLicence: "licence_expiry"} {
		for _, bids := range []bool{true, false} {
			t.Run(fmt.Sprint(kind, " with bids ", bids), func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, 2)
				a := w.Bidders[0]
				mail := kind
				if bids {
					mail += "_bids"
					bid := w.draft(a, w.ten, "unhörbar", "1000")
					_, err := w.TrySubmit(a, bid, "key-aaaa-bbbb")
					w.Must(err)
				}
				sealed := "SELECT coalesce(string_agg(encode(sha256, 'hex'), ',' ORDER BY id), '') FROM document"
				tomorrow := w.papered(a, paper)
				var before, after string
				w.Must(w.DB.QueryRow(w.Context(), sealed).Scan(&before))
				pgtest.SetClock(t, w.DB, story.Noon.Add(24*time.Hour))
				n, err := w.Party.RemindDue(w.Context())
				if w.Must(err); n != 1 {
					t.Fatalf("told %d times", n)
				}
				w.React()
				var got, data string
				const written = "SELECT kind, data::text FROM mail_delivery WHERE kind LIKE '%expiry%' AND company_id = $1"
				w.Must(w.DB.QueryRow(w.Context(), written, a.Org).Scan(&got, &data))
				if got != mail || strings.Contains(data, "Pumps") != bids || !strings.Contains(data, tomorrow.Format("02-01-2006")) {
					t.Fatal(got, data)
				}
				if w.Count("SELECT count(*) FROM notification WHERE kind = $1", "document.expiring."+string(paper)) != 1 {
					t.Error("not told in the app, or others were told")
				}
				w.Must(w.DB.QueryRow(w.Context(), sealed).Scan(&after))
				if before != after {
					t.Error("files changed")
				}
			})
		}
	}
}

// A message names ten bids that a paper breaks; how many there are is said of all.
func TestAReminderCountsMoreBidsThanItNames(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	a := w.Bidders[0]
	w.draft(a, w.ten, "x", "1000")
	for _, more := range []string{
		`INSERT INTO category SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'number', c.number || n))).*
			FROM category c, generate_series(1, 11) n`,
		`INSERT INTO participation SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'category_id', c.id))).*
			FROM participation p, category c WHERE c.id <> p.category_id`,
	} {
		_, err := pgtest.Do(w.Context(), w.DB, more)
		w.Must(err)
	}
	w.papered(a, party.TradingLicence)
	pgtest.SetClock(t, w.DB, story.Noon.Add(24*time.Hour))
	_, err := w.Party.RemindDue(w.Context())
	w.Must(err)
	w.React()
	var told, named string
	w.Must(w.DB.QueryRow(w.Context(), "SELECT params ->> 'bids' FROM notification WHERE kind LIKE 'document.expiring.%'").Scan(&told))
	w.Must(w.DB.QueryRow(w.Context(), "SELECT data ->> 'Bids' FROM mail_delivery WHERE kind = 'licence_expiry_bids'").Scan(&named))
	if told != "12" || strings.Count(named, "Pumps") != 10 {
		t.Errorf("%s bids, of which %s are named", told, named)
	}
}

// The people of a supplier hear by whom a case against it is kept and the last day of a
// reply; the log of who keeps it says at each step against whom it goes.
func TestACaseSaysByWhomAgainstWhomAndUntilWhen(t *testing.T) {
	t.Parallel()
	w := listen(t, 2)
	var buyer string
	w.Must(w.DB.QueryRow(w.Context(), "SELECT name FROM company WHERE id = $1", w.Officer.Org).Scan(&buyer))
	// In Nairobi, where the suppliers are, the next day has begun.
	w.SetClock(story.Noon.Add(10 * time.Hour))
	until, last := story.Noon.AddDate(1, 0, 0), story.Noon.AddDate(0, 0, party.MinReplyDays+1).Format("02-01-2006")
	for i, x := range []struct {
		by   access.Actor
		name string
	}{{w.Officer, buyer}, {w.Person("operator", access.Operator, uuid.Nil), "Zabuni"}} {
		a := w.Bidders[i]
		notice := party.Notice{Ground: "fraud", Reason: "Forged papers", ReplyDays: party.MinReplyDays}
		id, err := w.Party.GiveNotice(w.Context(), x.by, a.Org, notice)
		w.Must(err)
		w.React()
		var by, day string
		w.Must(w.DB.QueryRow(w.Context(), `SELECT params ->> 'company', params ->> 'reply_by' FROM notification
			WHERE account_id = $1 AND kind = 'case.noticed'`, a.User).Scan(&by, &day))
		if by != x.name || day != last {
			t.Errorf("a notice of %s until %s is told as of %s until %s", x.name, last, by, day)
		}
		w.Must(w.Party.Answer(w.Context(), a, id, party.Reply, "They are not"))
		w.Must(w.Party.DecideCase(w.Context(), x.by, id, party.Decision{Blacklist: true, Reason: "They are", Expires: &until}))
		w.Must(w.Party.Whitelist(w.Context(), x.by, id, "Appeal upheld"))
		var steps string
		w.Must(w.DB.QueryRow(w.Context(), `SELECT coalesce(string_agg(action, ' ' ORDER BY id), '') FROM audit_entry
			WHERE object_id = $1 AND company_id = $2 AND detail ->> 'supplier_id' = $3`, id, x.by.Org, a.Org.String()).Scan(&steps))
		if steps != partysvc.CaseNoticed+" "+partysvc.CaseDecided+" "+partysvc.CaseLifted {
			t.Errorf("the log of %s says of the supplier: %s", x.name, steps)
		}
	}
}

// Who applies to a special group hears what became of it; who is refused, why.
func TestWhoIsRefusedAGroupIsToldWhy(t *testing.T) {
	t.Parallel()
	w := listen(t, 1)
	a, staff := w.Bidders[0], w.Person("operator", access.Operator, uuid.Nil)
	form := party.GroupForm{Named: party.Named{Name: "Cooperatives", Active: true}}
	group, err := w.Party.SaveSpecialGroup(w.Context(), staff, uuid.Nil, form)
	w.Must(err)
	for i, x := range []struct {
		decision partysvc.Decision
		kind     string
		says     []string
	}{
		{partysvc.Decision{Reason: "The proof cannot be read"}, "rejected", []string{"Cooperatives", "The proof cannot be read"}},
		{partysvc.Decision{Validate: true}, "validated", []string{"Cooperatives"}},
	} {
		content := []byte("%PDF-1.4 proof " + x.kind)
		u, err := w.Party.BeginUpload(w.Context(), a, a.Org, "proof", "proof.pdf", int64(len(content)))
		w.Must(err)
		u, err = w.Party.Append(w.Context(), a, a.Org, u.ID, 0, content)
		w.Must(err)
		id, err := w.Party.Apply(w.Context(), a, a.Org, group, u.File, nil)
		w.Must(err)
		w.Must(w.Party.Decide(w.Context(), staff, id, x.decision))
		w.hears(a, "app group."+x.kind+" /update-profile?part=groups", "mail group_"+x.kind+" fr /update-profile?part=groups")
		if w.says(a, x.says...); len(w.box) != i+1 {
			t.Errorf("%d messages", len(w.box))
		}
	}
}

// A membership of a special group that ends is told of as a paper is, by the name
// of the group and the open bids that close after it.
func TestAMembershipThatEndsNamesTheBidsThatItBreaks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	a, staff := w.Bidders[0], w.Person("operator", access.Operator, uuid.Nil)
	bid := w.draft(a, w.ten, "x", "1000")
	_, err := w.TrySubmit(a, bid, "key-aaaa-bbbb")
	w.Must(err)
	group, err := w.Party.SaveSpecialGroup(w.Context(), staff, uuid.Nil, party.GroupForm{Named: party.Named{Name: "Cooperatives", Active: true}})
	w.Must(err)
	content := []byte("%PDF-1.4 proof")
	u, err := w.Party.BeginUpload(w.Context(), a, a.Org, "proof", "proof.pdf", int64(len(content)))
	w.Must(err)
	u, err = w.Party.Append(w.Context(), a, a.Org, u.ID, 0, content)
	w.Must(err)
	tomorrow := party.Day(story.Noon).AddDate(0, 0, 1)
	id, err := w.Party.Apply(w.Context(), a, a.Org, group, u.File, &tomorrow)
	w.Must(err)
	w.Must(w.Party.Decide(w.Context(), staff, id, partysvc.Decision{Validate: true}))
	w.React()
	pgtest.SetClock(t, w.DB, story.Noon.Add(24*time.Hour))
	n, err := w.Party.RemindDue(w.Context())
	if w.Must(err); n != 1 {
		t.Fatalf("told %d times", n)
	}
	w.React()
	var kind, data string
	w.Must(w.DB.QueryRow(w.Context(), "SELECT kind, data::text FROM mail_delivery WHERE kind LIKE 'group_expiry%' AND company_id = $1", a.Org).Scan(&kind, &data))
	if kind != "group_expiry_bids" || !strings.Contains(data, "Pumps") || !strings.Contains(data, "Cooperatives") || !strings.Contains(data, tomorrow.Format("02-01-2006")) {
		t.Fatal(kind, data)
	}
	var raw []byte
	w.Must(w.DB.QueryRow(w.Context(), "SELECT params FROM notification WHERE kind = 'group.expiring'").Scan(&raw))
	if !strings.Contains(string(raw), "Cooperatives") || w.Count("SELECT count(*) FROM notification WHERE kind = 'group.expiring'") != 1 {
		t.Errorf("in the app: %s", raw)
	}
}
