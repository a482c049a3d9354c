package partysvc_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pgtest"
)

// Applications to special groups in every state: what is refused, what is written
// down of it, what the company and the operator then read.
func TestTheLifeOfApplications(t *testing.T) {
	t.Parallel()
	w := newTeller(t)
	mwanzo, upepo := w.company("supplier", "Mwanzo", "KE"), w.company("supplier", "Upepo", "KE")
	proof, paper := w.put(t, mwanzo, "proof", "proof.pdf", "%PDF-1.4 proof"), w.put(t, mwanzo, "document", "tax.pdf", "%PDF-1.4 tax")
	theirs := w.put(t, upepo, "proof", "theirs.pdf", "%PDF-1.4 theirs")
	for name, id := range map[string]uuid.UUID{"proof.pdf": proof, "theirs.pdf": theirs} {
		w.Name(id, name)
	}
	form := party.GroupForm{Named: party.Named{Name: "Owned by women", Active: true}, Segment: "women", MinShare: money.NewQuantity(51, 0)}
	women, err := w.svc.SaveSpecialGroup(w.ctx, w.staff, uuid.Nil, form)
	if err != nil {
		t.Fatal(err)
	}
	local, closed := w.group(t, "Locals"), w.group(t, "Closed")
	for name, id := range map[string]uuid.UUID{"women": women, "local": local, "closed": closed} {
		w.Name(id, name)
	}
	if _, err := w.svc.SaveSpecialGroup(w.ctx, w.staff, closed, party.GroupForm{Named: party.Named{Name: "Closed"}}); err != nil {
		t.Fatal(err)
	}
	owns := func(version int32, per int64) {
		t.Helper()
		held := money.NewQuantity(per, 0)
		list := []party.Owner{{Name: "Asha", Kind: "person", Nationality: "KE", Share: &held, Women: true}}
		p, err := w.svc.Update(w.ctx, mwanzo, mwanzo.Org, partysvc.Update{Version: version, Owners: &list})
		if err != nil {
			t.Fatal(err)
		}
		w.Name(p.Owners[0].ID, "asha")
	}
	owns(1, 50)
	w.Skip()

	apply := func(what string, a access.Actor, group, proof uuid.UUID, expires *time.Time) uuid.UUID {
		t.Helper()
		id, err := w.svc.Apply(w.ctx, a, a.Org, group, proof, expires)
		if err == nil {
			w.Name(id, what)
		}
		w.Refused("applies "+what, err)
		w.Log()
		return id
	}
	decide := func(what string, id uuid.UUID, d partysvc.Decision) {
		t.Helper()
		w.Refused("decides "+what, w.svc.Decide(w.ctx, w.staff, id, d))
		w.Log()
	}
	show := func(what string, id uuid.UUID) {
		t.Helper()
		a, err := w.svc.Application(w.ctx, w.staff, id)
		w.Tell(what, a, err)
	}
	withdraw := func(what string, a access.Actor, id uuid.UUID) {
		t.Helper()
		w.Refused("withdraws "+what, w.svc.Withdraw(w.ctx, a, a.Org, id))
		w.Log()
	}
	w.Head("Who applies")
	apply("with nothing", mwanzo, uuid.Max, uuid.Max, days(-1))
	apply("with a paper", mwanzo, local, paper, nil)
	apply("with another's proof", mwanzo, local, theirs, nil)
	apply("where nobody may", mwanzo, closed, proof, nil)
	apply("without the shares", mwanzo, women, proof, nil)
	owns(2, 51)
	w.Log()
	first := apply("women-1", mwanzo, women, proof, days(30))
	apply("twice", mwanzo, women, proof, nil)
	again := apply("local-1", mwanzo, local, proof, nil)
	others := apply("local-of-upepo", upepo, local, theirs, days(3))
	withdraw("another's", upepo, again)
	withdraw("its own", mwanzo, again)
	withdraw("it again", mwanzo, again)
	second := apply("local-2", mwanzo, local, proof, days(60))
	pgtest.Advance(t, w.db, time.Hour)

	w.Head("Who decides")
	decide("without a reason", first, partysvc.Decision{})
	decide("with too long a reason", first, partysvc.Decision{Validate: true, Reason: strings.Repeat("x", 1001), ExpiresOn: days(-1)})
	decide("nothing", uuid.Max, partysvc.Decision{Validate: true})
	owns(3, 40)
	show("with too few shares", first)
	decide("with too few shares", first, partysvc.Decision{Validate: true})
	owns(4, 60)
	w.Log()
	decide("women", first, partysvc.Decision{Validate: true, Reason: " Seen "})
	decide("it again", first, partysvc.Decision{Reason: "no"})
	decide("local", second, partysvc.Decision{Validate: true, ExpiresOn: days(90)})
	decide("against Upepo", others, partysvc.Decision{Reason: " Blurred ", ExpiresOn: days(-5)})
	withdraw("what is decided", mwanzo, second)
	withdraw("what is refused", upepo, others)
	show("women", first)
	pgtest.Advance(t, w.db, time.Hour)
	third := apply("women-2", mwanzo, women, proof, nil)
	show("for good", third)
	decide("for good", third, partysvc.Decision{Validate: true})
	show("what was replaced", first)

	w.Head("What is read, sixty days later and on the ninety-first day")
	pgtest.SetClock(t, w.db, noon.AddDate(0, 0, 60))
	p, err := w.svc.Profile(w.ctx, mwanzo, mwanzo.Org)
	w.Tell("of Mwanzo", p.Groups, err)
	pgtest.SetClock(t, w.db, noon.AddDate(0, 0, 90).Add(12*time.Hour)) // the next day in Nairobi
	p, err = w.svc.Profile(w.ctx, mwanzo, mwanzo.Org)
	w.Tell("of Mwanzo", p.Groups, err)
	all, err := w.svc.Applications(w.ctx, w.staff, partysvc.ApplicationFilter{}, "", 10)
	w.Tell("of the operator", all.Items, err)
	show("local, expired", second)
	show("nothing", uuid.Max)
	said, err := w.svc.GroupOf(w.ctx, w.db, upepo.Org, others)
	w.Tell("what Upepo is told", said, err)
	w.Golden("testdata/applications.golden", *update)
	if _, err := w.svc.GroupOf(w.ctx, w.db, mwanzo.Org, others); err == nil {
		t.Error("another's is told")
	}

	for name, x := range map[string]struct {
		f    partysvc.ApplicationFilter
		want int
	}{
		"all":          {partysvc.ApplicationFilter{}, 4},
		"by status":    {partysvc.ApplicationFilter{Statuses: []string{"rejected", "replaced"}}, 2},
		"withdrawn":    {partysvc.ApplicationFilter{Statuses: []string{"withdrawn"}}, 0},
		"by group":     {partysvc.ApplicationFilter{Group: &local}, 2},
		"by name":      {partysvc.ApplicationFilter{Search: "pepo"}, 1},
		"by its group": {partysvc.ApplicationFilter{Search: "Locals"}, 0},
		"ends":         {partysvc.ApplicationFilter{Expires: day.Between("2026-12-21", "2027-02-19", "")}, 2},
		"ends by":      {partysvc.ApplicationFilter{Expires: day.Between("", "2026-12-21", "")}, 1},
		"applied":      {partysvc.ApplicationFilter{Applied: day.Between("2026-11-21", "2026-11-21", "UTC")}, 4},
		"applied then": {partysvc.ApplicationFilter{Applied: day.Between("2026-11-22", "", "UTC")}, 0},
		"a zone ahead": {partysvc.ApplicationFilter{Applied: day.Between("", "2026-11-21", "Pacific/Kiritimati")}, 3},
	} {
		got, after := 0, ""
		for {
			p, err := w.svc.Applications(w.ctx, w.staff, x.f, after, 1)
			if err != nil {
				t.Fatal(err)
			}
			if got += len(p.Items); p.Next == "" {
				break
			}
			after = p.Next
		}
		if got != x.want {
			t.Errorf("%s: %d, want %d", name, got, x.want)
		}
	}
	for name, a := range strangers(w.staff, access.ManageSupplier, mwanzo, w.company("buyer", "Rift", "KE")) {
		_, list := w.svc.Applications(w.ctx, a, partysvc.ApplicationFilter{}, "", 1)
		_, one := w.svc.Application(w.ctx, a, first)
		reads := []error{list, one}
		if name == "without the privilege" {
			if errors.Join(reads...) != nil {
				t.Error(name, reads)
			}
			reads = nil
		}
		for _, err := range append(reads, w.svc.Decide(w.ctx, a, first, partysvc.Decision{Validate: true})) {
			if !errors.Is(err, fault.Forbidden) {
				t.Error(name, err)
			}
		}
	}
	posing := access.Actor{Type: access.Buyer, Org: mwanzo.Org, Privileges: access.Titles[access.Operator]}
	is(t, w.svc.Decide(w.ctx, posing, first, partysvc.Decision{Validate: true}), fault.Forbidden)
	poor := strangers(mwanzo, access.UpdateCompanyInfo)["without the privilege"]
	_, err = w.svc.Apply(w.ctx, poor, poor.Org, local, proof, nil)
	is(t, err, fault.Forbidden)
	is(t, w.svc.Withdraw(w.ctx, poor, poor.Org, second), fault.Forbidden)
}

// Reminders say what ends when, to whom it belongs, fifty at once, each in its own
// country's days; a second asking finds nothing that was told.
func TestWhatARemindingWrites(t *testing.T) {
	t.Parallel()
	w := newTeller(t)
	mwanzo, accra := w.company("supplier", "Mwanzo", "KE"), w.company("supplier", "Accra", "GH")
	for _, a := range []access.Actor{mwanzo, accra} {
		file := w.put(t, a, "document", "licence.pdf", "%PDF-1.4 licence")
		u := partysvc.Update{Version: 1, Documents: map[party.DocumentKind]partysvc.Attached{party.TradingLicence: {File: &file, ExpiresOn: days(8)}}}
		if p, err := w.svc.Update(w.ctx, a, a.Org, u); err != nil {
			t.Fatal(err)
		} else {
			w.Name(p.Documents[0].ID, "licence")
		}
	}
	proof := w.put(t, mwanzo, "proof", "proof.pdf", "%PDF-1.4 proof")
	id, err := w.svc.Apply(w.ctx, mwanzo, mwanzo.Org, w.group(t, "Locals"), proof, days(8))
	if err == nil {
		err = w.svc.Decide(w.ctx, w.staff, id, partysvc.Decision{Validate: true})
	}
	if err != nil {
		t.Fatal(err)
	}
	w.Name(id, "membership")
	w.Skip()
	// The day of the stage begins in Nairobi at nine in the evening of UTC, in Accra at midnight.
	for _, x := range []struct {
		when string
		at   time.Duration
		told int
	}{
		{"before it begins anywhere", 12*time.Hour - time.Microsecond, 0},
		{"when it begins in Nairobi", 12 * time.Hour, 2},
		{"again", 12 * time.Hour, 0},
		{"when it begins in Accra", 15 * time.Hour, 1},
		{"on the last day", 8 * 24 * time.Hour, 3},
		{"after it", 9 * 24 * time.Hour, 0},
	} {
		pgtest.SetClock(t, w.db, noon.Add(x.at))
		n, err := w.svc.RemindDue(w.ctx)
		if err != nil || n != x.told {
			t.Errorf("%s: %d, want %d (%v)", x.when, n, x.told, err)
		}
		w.Head("%s", x.when)
		w.Log()
	}
	w.Golden("testdata/reminders.golden", *update)
}

// However many wait in the west for a day that has begun in the east: nobody there waits
// for them.
func TestTheEastDoesNotWaitForTheWest(t *testing.T) {
	t.Parallel()
	w := newTeller(t)
	accra, mwanzo := w.company("supplier", "Accra", "GH"), w.company("supplier", "Mwanzo", "KE")
	for n, a := range slices.Repeat([]access.Actor{accra, accra, mwanzo}, 34) { // 68 and 34, the west's before the east's
		id := uuid.UUID{0: byte(n % 3), 15: byte(n)}
		if _, err := w.db.Exec(w.ctx, `INSERT INTO expiry (id, company_id, kind, subject, expires_on, remind_on) VALUES ($1::uuid, $2, 'special_group', $1::uuid::text, '2026-11-29', '2026-11-22')`, id, a.Org); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct {
		at   time.Duration
		told int
	}{{12*time.Hour - time.Microsecond, 0}, {12 * time.Hour, 34}, {12 * time.Hour, 0}, {15 * time.Hour, 50}, {15 * time.Hour, 18}, {15 * time.Hour, 0}} {
		pgtest.SetClock(t, w.db, noon.Add(x.at))
		if n, err := w.svc.RemindDue(w.ctx); err != nil || n != x.told {
			t.Errorf("after %s: %d, want %d (%v)", x.at, n, x.told, err)
		}
	}
}
