package watchsvc_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/room"
	"zabuni.org/core/platform/watch"
	"zabuni.org/core/platform/watch/watchsvc"
)

func operator(titles ...access.Privilege) access.Actor {
	return access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Operator, Name: "Qed", Privileges: titles}
}

// What waits is counted where it waits, with the moment since which the oldest
// does; what was given up is counted for seven days.
func TestWhatWaits(t *testing.T) {
	db := pgtest.New(t)
	ctx := t.Context()
	do := func(sql string, args ...any) {
		t.Helper()
		if _, err := pgtest.Do(ctx, db, sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	s := watchsvc.New(db, &room.Disk{Dir: t.TempDir(), Files: 1 << 60, Changes: 1})
	look := func() map[watch.Queue]string {
		h, err := s.Health(ctx, operator(access.ManageDocuments))
		if err != nil {
			t.Fatal(err)
		}
		if !h.Disk.Low || h.Disk.Full || h.Disk.Total == 0 {
			t.Errorf("the disk is %+v", h.Disk)
		}
		out := map[watch.Queue]string{}
		for _, l := range h.Lines {
			since := "-"
			if l.Since != nil {
				since = fmt.Sprintf("%.0f min", h.Now.Sub(*l.Since).Minutes())
			}
			out[l.Queue] = fmt.Sprintf("%d since %s, %d failed", l.Waiting, since, l.Failed)
		}
		return out
	}
	do(`DELETE FROM outbox`)
	empty := look()
	for _, q := range []watch.Queue{watch.Events, watch.Mails, watch.Tasks, watch.Parked} {
		if empty[q] != "0 since -, 0 failed" {
			t.Errorf("%s of an empty platform: %s", q, empty[q])
		}
	}
	const mail = `INSERT INTO mail_delivery (id, recipient, name, kind, language, statutory, data, status, created_at, next_try_at)
		VALUES (gen_random_uuid(), 'a@example.org', 'A', 'activation', 'en', true, '{}', $1, zabuni.clock() - $2::text::interval, zabuni.clock())`
	const work = `INSERT INTO task (id, kind, company_id, actor_id, title, input, status, created_at, lease_id, lease_until)
		VALUES (gen_random_uuid(), 'x', gen_random_uuid(), gen_random_uuid(), 'x', '{}', $1, zabuni.clock() - $2::text::interval,
		        CASE WHEN $1 = 'processing' THEN gen_random_uuid() END, CASE WHEN $1 = 'processing' THEN zabuni.clock() END)`
	for _, m := range [][2]string{{"queued", "5 minutes"}, {"queued", "9 minutes"}, {"sent", "30 minutes"}, {"suppressed", "1 hour"},
		{"failed", "1 hour"}, {"bounced", "6 days 23 hours"}, {"failed", "7 days 1 hour"}} {
		do(mail, m[0], m[1])
	}
	for _, w := range [][2]string{{"pending", "4 minutes"}, {"processing", "6 minutes"}, {"completed", "1 hour"}, {"cancelled", "1 hour"},
		{"failed", "6 days 23 hours"}, {"failed", "7 days 1 hour"}} {
		do(work, w[0], w[1])
	}
	do(`INSERT INTO outbox (subject, payload, created_at) VALUES ('zabuni.a', '{}', zabuni.clock() - interval '2 minutes'), ('zabuni.b', '{}', zabuni.clock())`)
	do(`INSERT INTO parked_message (consumer, message_id, subject, payload, error, again_at) SELECT 'tell', n::text, 'zabuni.a', '', 'x',
		CASE WHEN n = 1 THEN zabuni.clock() - interval '3 minutes' END FROM generate_series(1, 3) n`)
	got := look()
	for q, want := range map[watch.Queue]string{
		watch.Events: "2 since 2 min, 0 failed",
		watch.Mails:  "2 since 9 min, 2 failed",
		watch.Tasks:  "2 since 6 min, 1 failed",
		watch.Parked: "1 since 3 min, 2 failed",
	} {
		if got[q] != want {
			t.Errorf("%s: %s, want %s", q, got[q], want)
		}
	}
	if got[watch.Entries] == "0 since -, 0 failed" {
		t.Error("entries that no head covers do not wait")
	}
}

// Parked events are read page by page, driven on or set aside, each with an entry
// that says who and why, by the operator's people who may.
func TestParkedEvents(t *testing.T) {
	db := pgtest.New(t)
	ctx := t.Context()
	s := watchsvc.New(db, nil)
	me := operator(access.ManageDocuments)
	if _, err := db.Exec(ctx, `INSERT INTO parked_message (consumer, message_id, subject, payload, error, parked_at)
		SELECT 'tell', n::text, 'zabuni.a.b', '{}', 'why ' || n, zabuni.clock() - n * interval '1 minute' FROM generate_series(1, 5) n`); err != nil {
		t.Fatal(err)
	}
	var all []watchsvc.Event
	for after := ""; ; {
		p, err := s.Parked(ctx, me, after, 2)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p.Items...)
		if after = p.Next; after == "" {
			break
		}
	}
	if len(all) != 5 || all[0].Error != "why 1" || all[4].Error != "why 5" {
		t.Fatalf("%+v", all)
	}
	if err := s.Again(ctx, me, all[0].ID); err != nil {
		t.Fatal(err)
	}
	if err := s.SetAside(ctx, me, all[1].ID, "Its company is gone"); err != nil {
		t.Fatal(err)
	}
	p, err := s.Parked(ctx, me, "", 10)
	if err != nil || len(p.Items) != 4 || p.Items[0].AgainAt == nil || p.Items[1].ID != all[2].ID || p.Items[1].AgainAt != nil {
		t.Fatalf("%+v, %v", p.Items, err)
	}
	var entries string
	if err := db.QueryRow(ctx, `SELECT string_agg(action || ' ' || object_id || ' ' || (detail->>'consumer') || ' ' || (detail->>'subject') || ' '
		|| coalesce(detail->>'reason', '-'), '; ' ORDER BY id) FROM audit_entry WHERE actor_id = $1`, me.User).Scan(&entries); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("watch.event.again %s tell zabuni.a.b -; watch.event.aside %s tell zabuni.a.b Its company is gone", all[0].ID, all[1].ID)
	if entries != want {
		t.Errorf("entries %s, want %s", entries, want)
	}
	for _, err := range []error{s.Again(ctx, me, all[1].ID), s.SetAside(ctx, me, all[1].ID, "Its company is gone"), s.Again(ctx, me, uuid.New())} {
		if !errors.Is(err, watch.NoEvent) {
			t.Errorf("an event that is gone: %v", err)
		}
	}
	buyer := operator(access.ManageDocuments)
	buyer.Type = access.Buyer
	for name, a := range map[string]access.Actor{"without the privilege": operator(access.ManageUser), "of a buyer": buyer} {
		_, health := s.Health(ctx, a)
		_, parked := s.Parked(ctx, a, "", 10)
		for _, err := range []error{health, parked, s.Again(ctx, a, all[0].ID), s.SetAside(ctx, a, all[0].ID, "Its company is gone")} {
			if !errors.Is(err, fault.Forbidden) {
				t.Errorf("somebody %s: %v", name, err)
			}
		}
	}
}
