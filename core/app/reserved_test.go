package app_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// A category that is kept for a special group takes bids from its members alone, as long as their membership lasts where the
// job is: in every activity that has such categories; the others take no notice of the field.
func TestAReservedCategoryIsForItsGroup(t *testing.T) {
	t.Parallel()
	for _, p := range sourcing.Policies {
		t.Run(string(p.Activity), func(t *testing.T) {
			t.Parallel()
			w := story.New(t, 3)
			ctx, officer, org := w.Context(), w.Officer, w.Officer.Org
			group := uuid.New()
			do := func(sql string, args ...any) {
				t.Helper()
				_, err := pgtest.Do(ctx, w.DB, sql, args...)
				w.Must(err)
			}
			do("INSERT INTO special_group (id, name, created_at) VALUES ($1, 'Owned by women of the county', zabuni.clock())", group)
			joins := func(a access.Actor, status string, until *time.Time) {
				t.Helper()
				paper := uuid.New()
				do(`INSERT INTO document (id, company_id, name, kind, media_type, size, sha256, store_key, created_by, created_at)
					VALUES ($1, $2, 'proof.pdf', 'group_proof', 'application/pdf', 1, $3, 'proof', $4, zabuni.clock())`, paper, a.Org, make([]byte, 32), a.User)
				do(`INSERT INTO company_special_group (id, company_id, special_group_id, proof_id, status, share, expires_on, created_at)
					VALUES (gen_random_uuid(), $1, $2, $3, $4, 60, $5, zabuni.clock())`, a.Org, group, paper, status, until)
			}
			member, waits, never := w.Bidders[0], w.Bidders[1], w.Bidders[2]
			today := story.Noon.Truncate(24 * time.Hour)
			joins(member, "validated", &today) // its last day
			joins(waits, "pending", nil)
			terms := pumps
			terms.Invited = w.Bidders
			c := w.Author(p, terms)
			read := func() (sourcing.CategoryForm, int) {
				t.Helper()
				d, err := w.Sourcing.Category(ctx, officer, org, c.ID)
				w.Must(err)
				return d.Content.Category.Form(), d.Content.Category.Version
			}
			form, version := read()
			if p.Has(sourcing.Live) { // its author is another
				if p.Reserves() {
					t.Error("a room is kept for a group")
				}
				return
			}
			form.Reserved = &officer.Org
			err := w.Sourcing.UpdateCategory(ctx, officer, org, c.ID, version, form)
			if p.Reserves() {
				w.Is(err, fault.Invalid)
				form.Reserved = &group
				err = w.Sourcing.UpdateCategory(ctx, officer, org, c.ID, version, form)
			}
			w.Must(err)
			if form, _ = read(); (form.Reserved != nil) != p.Reserves() {
				t.Fatalf("it is kept for %v", form.Reserved)
			}
			w.Must(c.TryPublish(officer))
			c.Pay(member)
			_, err = c.TryStart(member)
			w.Must(err)
			for _, a := range []access.Actor{waits, never} {
				if _, err = c.TryStart(a); p.Reserves() {
					w.Is(err, entry.Reserved)
				}
			}
			if !p.Reserves() {
				return
			}
			shown, err := w.Sourcing.SupplierPreview(ctx, never, c.ID)
			w.Must(err)
			if shown.GroupName != "Owned by women of the county" {
				t.Errorf("suppliers read that it is kept for %q", shown.GroupName)
			}
			w.SetClock(today.Add(21 * time.Hour).Add(time.Minute)) // the next day in Nairobi
			refused, err := w.Entry.Refused(ctx, member, c.ID)
			w.Must(err)
			if refused[c.ID] != "entry.reserved" {
				t.Errorf("after its last day it hears %q", refused[c.ID])
			}
			joins(never, "validated", nil)
			if refused, err = w.Entry.Refused(ctx, never, c.ID); err != nil || refused[c.ID] == "entry.reserved" {
				t.Errorf("a new member hears %q %v", refused[c.ID], err)
			}
		})
	}
}

// A group that is closed while a draft names it stays in it, and keeps nobody from working on the rest; it is named anew nowhere.
func TestADraftKeepsAGroupThatWasClosed(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	ctx, officer, org := w.Context(), w.Officer, w.Officer.Org
	kept, other := uuid.New(), uuid.New()
	for _, group := range []uuid.UUID{kept, other} {
		_, err := pgtest.Do(ctx, w.DB, "INSERT INTO special_group (id, name, created_at) VALUES ($1, $1::uuid::text, zabuni.clock())", group)
		w.Must(err)
	}
	c := w.Author(policyOf(sourcing.Tender), pumps)
	save := func(change func(*sourcing.CategoryForm)) error {
		t.Helper()
		d, err := w.Sourcing.Category(ctx, officer, org, c.ID)
		w.Must(err)
		form := d.Content.Category.Form()
		change(&form)
		return w.Sourcing.UpdateCategory(ctx, officer, org, c.ID, d.Content.Category.Version, form)
	}
	w.Must(save(func(f *sourcing.CategoryForm) { f.Reserved = &kept }))
	_, err := pgtest.Do(ctx, w.DB, "UPDATE special_group SET active = false")
	w.Must(err)
	w.Must(save(func(f *sourcing.CategoryForm) { f.Name = "Pumps and pipes" }))
	err = save(func(f *sourcing.CategoryForm) { f.Reserved = &other })
	w.Is(err, fault.Invalid)
	if fields := fault.As(err).Fields; len(fields) != 1 || fields[0].Pointer != "/reserved_for" {
		t.Errorf("%v", fields)
	}
	w.Must(save(func(f *sourcing.CategoryForm) { f.Reserved = nil }))
	w.Is(save(func(f *sourcing.CategoryForm) { f.Reserved = &kept }), fault.Invalid) // it is named no more
}
