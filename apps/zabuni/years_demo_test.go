//go:build demo

package main

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/app/serve"
	"zabuni.org/core/archive"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/platform/verify"
)

// keeps is a person of the operator's who has just proved who they are.
func keeps(t *testing.T, h *serve.House, email string) access.Actor {
	t.Helper()
	a := access.Actor{Type: access.Operator, Name: email, Privileges: access.Titles[access.Operator]}
	err := h.DB.App.QueryRow(t.Context(), "SELECT id, (SELECT company_id FROM account WHERE email = 'qed@zabuni.test'), zabuni.clock() FROM account WHERE email = $1", email).Scan(&a.User, &a.Org, &a.Confirmed)
	if err != nil {
		t.Fatal(email, err)
	}
	return a
}

// dues are the jobs whose years are over and that nobody holds, as the archive lists them.
func dues(t *testing.T, h *serve.House, a access.Actor) (ids []uuid.UUID) {
	t.Helper()
	for after := ""; ; {
		page, err := h.App.Archive.Managed(t.Context(), a, archivesvc.Filter{States: []archive.State{archive.IsDue}}, after, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range page.Items {
			ids = append(ids, m.ID)
			if state := archivesvc.StateOf(m); state != archive.IsDue {
				t.Errorf("%s is listed as due and shown as %s", m.Reference, state)
			}
		}
		if after = page.Next; after == "" {
			return sortedIDs(ids)
		}
	}
}

func sortedIDs(ids []uuid.UUID) []uuid.UUID {
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	return ids
}

// Seven years after the demonstration exactly the jobs are due that ended seven years ago, by their rows and not by what the
// archive wrote of them; what is held stays; what two people destroy is gone from the store, and all else stands as it was signed.
func sevenYearsLater(t *testing.T, s *serve.House, v *seal.Verifier) {
	ctx := t.Context()
	carriedOut(t, s)
	feedWhole(t, s)
	sequence(t, s)
	ids := func(sql string, args ...any) (out []uuid.UUID) {
		t.Helper()
		rows, err := s.DB.Opener.Query(ctx, sql, args...)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var id uuid.UUID
			if err := rows.Scan(&id); err != nil {
				t.Fatal(err)
			}
			out = append(out, id)
		}
		return sortedIDs(out)
	}
	looked := func() verify.Report {
		t.Helper()
		sequence(t, s)
		r, err := verify.All(ctx, s.DB.Opener, v, s.App.Files)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range r.Differences {
			if d != "function zabuni.clock(): it is not as this release made it" {
				t.Errorf("differs: %s", d)
			}
		}
		return r
	}
	before := looked()

	// By the rows of the jobs: the last of what was called off, closed, awarded and contracted, and seven years.
	const ended = `SELECT x.job_id FROM archived_job x JOIN job j ON j.id = x.job_id
		LEFT JOIN LATERAL (SELECT max(least(c.closes_at, c.cancelled_at)) AS at FROM category c WHERE c.job_id = j.id AND c.published_at IS NOT NULL) closing ON true
		LEFT JOIN LATERAL (SELECT max(decided_at) AS at FROM award WHERE job_id = j.id) award ON true
		LEFT JOIN LATERAL (SELECT max(k.ends_on)::timestamp AT TIME ZONE j.timezone AS at FROM award a JOIN contract k ON k.award_id = a.id WHERE a.job_id = j.id) contract ON true
		WHERE (greatest(j.cancelled_at, closing.at, award.at, contract.at) AT TIME ZONE j.timezone)::date + interval '7 years' <= (zabuni.clock() AT TIME ZONE j.timezone)::date`
	held := ids("SELECT job_id FROM archive_hold WHERE released_at IS NULL")
	if len(held) == 0 {
		t.Fatal("nothing is held in the demonstration")
	}
	one, two := keeps(t, s, "qed@zabuni.test"), keeps(t, s, "buyer@zabuni.test")
	if n := len(dues(t, s, one)); n != 0 {
		t.Fatalf("%d are due today", n)
	}
	some, all := false, len(ids("SELECT job_id FROM archived_job"))
	for round := range 60 {
		step := 15
		if round == 0 {
			step = 6 * 365
		}
		if _, err := s.DB.App.Exec(ctx, "UPDATE zabuni.clock_offset SET by = by + make_interval(days => $1)", step); err != nil {
			t.Fatal(err)
		}
		want := slices.DeleteFunc(ids(ended), func(id uuid.UUID) bool { return slices.Contains(held, id) })
		got := dues(t, s, one)
		if !slices.Equal(got, want) {
			t.Errorf("%d are due, %d by their rows", len(got), len(want))
		}
		some = some || len(got) > 0 && len(got) < all-len(held)
	}
	due := dues(t, s, one)
	if len(due) < 2 || !some {
		t.Fatalf("%d of %d are due, at some time only part of them: %v", len(due), all, some)
	}

	one, two = keeps(t, s, "qed@zabuni.test"), keeps(t, s, "buyer@zabuni.test")
	fates := map[uuid.UUID]archivesvc.Fate{}
	for _, job := range due {
		f, err := s.App.Archive.Fate(ctx, one, job)
		if err == nil {
			err = s.App.Archive.ProposeDisposal(ctx, one, job, "Seven years are over", f.Going.Sum[:])
		}
		if err == nil {
			err = s.App.Archive.DecideDisposal(ctx, two, job, archivesvc.Verdict{Destroy: true, Seen: f.Going.Sum[:]})
		}
		if err != nil {
			t.Fatal(err)
		}
		fates[job] = f
	}
	for _, job := range held {
		f, err := s.App.Archive.Fate(ctx, one, job)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.App.Archive.ProposeDisposal(ctx, one, job, "Seven years are over", f.Going.Sum[:]); !errors.Is(err, archive.Held) {
			t.Errorf("what is held is proposed: %v", err)
		}
	}
	for done := 0; done < len(due); {
		n, err := s.App.Archive.DisposeDue(ctx)
		if err != nil || n == 0 {
			t.Fatalf("%d of %d are destroyed: %v", done, len(due), err)
		}
		done += n
	}

	files, left := 0, 0
	var shared int64
	for job, f := range fates {
		name, data, err := s.App.Archive.Certificate(ctx, one, f.Head.BuyerID, job)
		if err != nil {
			t.Fatal(name, err)
		}
		c, err := seal.ReadCertificate(data)
		if err != nil {
			t.Fatal(err)
		}
		said, err := v.Certificate(c)
		if err != nil || said.Job != job || said.Files != f.Going.Files {
			t.Errorf("a certificate of %d files says %+v, %v", f.Going.Files, said, err)
		}
		files += int(said.Files)
		shared += said.Shared
		for _, o := range f.Going.List {
			switch _, err := s.App.Files.Stat(ctx, o.StoreKey); {
			case err == nil:
				left++
			case !errors.Is(err, document.Missing):
				t.Fatal(err)
			}
		}
	}
	if int64(left) > shared || files == 0 {
		t.Errorf("of %d files %d are left, %d of them because something else has them too", files, left, shared)
	}
	for _, key := range []string{
		"SELECT category_id FROM category_key WHERE wrapped <> '' AND category_id IN (SELECT id FROM category WHERE job_id = ANY($1))",
		"SELECT id FROM participation WHERE draft_key <> '' AND category_id IN (SELECT id FROM category WHERE job_id = ANY($1))",
	} {
		if n := len(ids(key, due)); n != 0 {
			t.Errorf("%d keys of what was destroyed are left: %s", n, key)
		}
	}
	after := looked()
	if after.Disposals != before.Disposals+len(due) || after.Disposed != before.Disposed+files-int(shared) && after.Disposed != before.Disposed+files {
		t.Errorf("verify counts %d certificates and %d files, of %d and %d", after.Disposals, after.Disposed, len(due), files)
	}
	for _, job := range held {
		f, err := s.App.Archive.Fate(ctx, one, job)
		if err != nil || f.Disposal != nil {
			t.Errorf("what is held is to go: %+v, %v", f.Disposal, err)
		}
	}
}
