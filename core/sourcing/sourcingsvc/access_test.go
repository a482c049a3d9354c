package sourcingsvc_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/sourcing"
)

func TestDoorsOfCategories(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, owner := t.Context(), w.buyer.Org
	job := w.job(sourcing.Tender, "T-1")
	one, _, _, _ := w.category(job, form())
	two, _, _, _ := w.category(job, form())
	admin, officer := w.buyer, w.actor("buyer", "of the same company", access.Buyer, access.Titles[access.Buyer])
	w.exec(`UPDATE account SET company_id = $1 WHERE id = $2`, owner, officer.User)
	officer.Org, admin.Confirmed = owner, noon
	set := func(category uuid.UUID, allowed *bool) {
		t.Helper()
		w.must(w.svc.SetDoor(ctx, admin, owner, officer.User, category, allowed))
	}
	open := func(who access.Actor, want ...uuid.UUID) {
		t.Helper()
		for _, c := range []uuid.UUID{one, two} {
			wanted := len(want) > 0 && (want[0] == c || want[len(want)-1] == c)
			if _, err := w.svc.OwnerOfCategory(ctx, who, c); wanted {
				w.must(err)
			} else {
				w.is(err, sourcing.CategoryDenied)
			}
		}
		d, err := w.svc.Job(ctx, who, owner, job)
		w.must(err)
		if len(d.Categories) != len(want) {
			t.Fatalf("%d categories are listed, want %d", len(d.Categories), len(want))
		}
	}
	yes, no := true, false
	open(officer, one, two)
	set(one, &no)
	open(officer, two)
	open(admin, one, two) // nobody else's doors moved
	set(two, &yes)
	open(officer, two)
	set(one, nil)
	open(officer, two) // what is not among the allowed stays closed
	set(two, &no)
	set(one, &no)
	open(officer)
	set(one, nil)
	set(two, nil)
	open(officer, one, two)

	// Whoever sees chosen categories only sees those of the own making as well.
	set(one, &yes)
	made, err := w.svc.CreateCategory(ctx, officer, owner, job, form())
	w.must(err)
	_, err = w.svc.OwnerOfCategory(ctx, officer, made)
	w.must(err)

	doors, err := w.svc.Doors(ctx, admin, owner, officer.User, "")
	w.must(err)
	if len(doors) != 3 || doors[2].Allowed != nil || doors[0].Allowed == nil || !*doors[0].Allowed {
		t.Fatalf("%+v", doors)
	}
	plain := officer
	plain.Privileges = []access.Privilege{access.ManageJob}
	w.is(w.svc.SetDoor(ctx, plain, owner, officer.User, one, &yes), fault.Forbidden)
	w.is(w.svc.SetDoor(ctx, w.rival, owner, officer.User, one, &yes), fault.Forbidden)
	stranger := w.rival
	stranger.Confirmed = noon
	w.is(w.svc.SetDoor(ctx, stranger, stranger.Org, officer.User, one, &yes), identity.UserNotFound)
	w.is(w.svc.SetDoor(ctx, stranger, stranger.Org, stranger.User, one, &no), sourcing.CategoryNotFound)
	tired := admin
	tired.Confirmed = noon.Add(-time.Hour)
	w.is(w.svc.SetDoor(ctx, tired, owner, officer.User, one, &no), fault.StepUp)
}
