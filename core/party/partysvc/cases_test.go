package partysvc_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pgtest"
)

// cases prints the cases that a desk sees, without what every case has.
func (w *teller) cases(what string, a access.Actor, f partysvc.CaseFilter) {
	w.t.Helper()
	p, err := w.svc.Cases(w.ctx, a, f, "", 10)
	w.Tell(what, p.Items, err)
}

func (w *teller) keptOut(what string, buyer access.Actor, suppliers ...uuid.UUID) {
	w.t.Helper()
	w.Refused(what, partysvc.NotBlacklisted(w.ctx, w.db, buyer.Org, suppliers...))
	free, err := partysvc.WithoutBlacklisted(w.ctx, w.db, buyer.Org, suppliers)
	w.Tell("  may take part", free, err)
}

// The life of cases against suppliers, of a buyer's and of the platform's: who is
// refused what, what is written down, and what each desk then reads.
func TestTheLifeOfCases(t *testing.T) {
	t.Parallel()
	w := newTeller(t)
	rift, rival := w.company("buyer", "Rift", "KE"), w.company("buyer", "Rival", "KE")
	mwanzo, upepo := w.company("supplier", "Mwanzo", "KE"), w.company("supplier", "Upepo", "GH")
	idle := w.company("supplier", "Idle", "KE")
	if _, err := pgtest.Do(w.ctx, w.db, "UPDATE company SET status = 'deactivated' WHERE id = $1", idle.Org); err != nil {
		t.Fatal(err)
	}
	w.Skip()
	notice := party.Notice{Ground: "fraud", Reason: " Forged papers ", ReplyDays: 7}
	give := func(what string, by access.Actor, of uuid.UUID, n party.Notice) uuid.UUID {
		t.Helper()
		id, err := w.svc.GiveNotice(w.ctx, by, of, n)
		if err == nil {
			w.Name(id, what)
		}
		w.Refused("notice "+what, err)
		w.Log()
		return id
	}
	decide := func(what string, by access.Actor, id uuid.UUID, until *time.Time) {
		t.Helper()
		w.Refused("decides "+what, w.svc.DecideCase(w.ctx, by, id, party.Decision{Blacklist: until != nil, Reason: " So it is ", Expires: until}))
		w.Log()
	}
	says := func(what string, by access.Actor, id uuid.UUID, m party.CaseMove, text string) {
		t.Helper()
		w.Refused(string(m)+" "+what, w.svc.Answer(w.ctx, by, id, m, text))
		w.Log()
	}
	in := func(d time.Duration) *time.Time { v := noon.Add(d); return &v }
	const day0 = 24 * time.Hour

	w.Head("Notices")
	give("of the idle", rift, idle.Org, notice)
	give("of a buyer", rift, rival.Org, notice)
	give("of nobody", rift, uuid.Nil, notice)
	give("without words", rift, mwanzo.Org, party.Notice{})
	first := give("rift-1", rift, mwanzo.Org, notice)
	give("twice", rift, mwanzo.Org, notice)
	whole := give("platform-1", w.staff, mwanzo.Org, party.Notice{Ground: "collusion", Reason: "Agreed prices", ReplyDays: 60})
	rivals := give("rival-1", rival, mwanzo.Org, notice)
	other := give("rift-2", rift, upepo.Org, party.Notice{Ground: "other", Reason: "Late", ReplyDays: 8})

	for _, a := range []access.Actor{rift, rival, w.staff} {
		var seen []uuid.UUID
		for after := ""; ; {
			p, err := w.svc.Cases(w.ctx, a, partysvc.CaseFilter{}, after, 1)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range p.Items {
				seen = append(seen, c.ID)
			}
			if after = p.Next; after == "" {
				break
			}
		}
		w.Tell("notices that "+a.Name+" sees", seen, nil)
	}

	w.Head("Replies and decisions, of seven days")
	decide("too early", rift, first, in(365*day0))
	decide("another's", rival, first, in(365*day0))
	decide("the platform's", rift, whole, in(365*day0))
	says("another's", upepo, first, party.Reply, "no")
	says("nothing", mwanzo, first, party.Reply, " ")
	says("too long", mwanzo, first, party.Reply, strings.Repeat("x", 4001))
	pgtest.SetClock(t, w.db, noon.Add(7*day0-time.Microsecond))
	says("in the last moment", mwanzo, rivals, party.Reply, " We did not ")
	says("again", mwanzo, rivals, party.Reply, "no")
	give("while it is replied", rival, mwanzo.Org, notice)
	pgtest.SetClock(t, w.db, noon.Add(7*day0))
	says("too late", mwanzo, first, party.Reply, "no")
	decide("until now", rift, first, in(7*day0))
	w.keptOut("before a decision", rift, mwanzo.Org, upepo.Org)
	decide("for a day", rift, first, in(8*day0))
	decide("dismissed", rival, rivals, nil)
	decide("again", rival, rivals, nil)
	give("while it is in force", rift, mwanzo.Org, notice)
	give("rift-against-kazi", rift, w.mine.Org, notice)
	give("rival-2", rival, mwanzo.Org, notice)
	w.keptOut("of the buyer", rift, upepo.Org, mwanzo.Org)
	w.keptOut("of another", rival, upepo.Org, mwanzo.Org)

	w.Head("Appeals and an end")
	pgtest.SetClock(t, w.db, noon.Add(8*day0-time.Microsecond))
	says("of another", upepo, first, party.Appeal, "no")
	says("of its own", mwanzo, first, party.Appeal, " Hear us ")
	says("twice", mwanzo, first, party.Appeal, "again")
	w.Refused("lifts without a reason", w.svc.Whitelist(w.ctx, rift, first, " "))
	w.Refused("lifts another's", w.svc.Whitelist(w.ctx, rival, first, "mine"))
	w.keptOut("in the last moment", rift, mwanzo.Org)
	pgtest.SetClock(t, w.db, noon.Add(8*day0))
	w.keptOut("when it ends", rift, mwanzo.Org)
	w.Refused("lifts what has ended", w.svc.Whitelist(w.ctx, rift, first, "late"))
	again := give("rift-3", rift, mwanzo.Org, notice)
	decide("without a reply", rift, other, in(100*day0))
	says("to the platform", mwanzo, whole, party.Reply, "We competed")
	decide("of the platform", w.staff, whole, in(200*day0))
	give("of the platform twice", w.staff, mwanzo.Org, notice)
	w.keptOut("of the platform", rival, upepo.Org, mwanzo.Org)
	w.keptOut("of who may", rival, upepo.Org)
	w.keptOut("of both", rift, upepo.Org, mwanzo.Org)
	w.Refused("lifts", w.svc.Whitelist(w.ctx, rift, other, " Upheld "))
	w.Log()
	w.Refused("lifts again", w.svc.Whitelist(w.ctx, rift, other, "Upheld"))

	give("rift-4", rift, upepo.Org, notice)
	w.keptOut("of who was lifted", rift, upepo.Org)
	w.by("who did what", `SELECT concat_ws(' ', b.id, b.noticed_by, b.decided_by, b.lifted_by) FROM blacklist_case b ORDER BY b.noticed_at, b.id`)

	w.Head("What each desk reads")
	w.cases("Rift", rift, partysvc.CaseFilter{})
	w.cases("Rival", rival, partysvc.CaseFilter{})
	w.cases("the platform", w.staff, partysvc.CaseFilter{})
	mine, err := w.svc.MyCases(w.ctx, mwanzo)
	w.Tell("Mwanzo", mine, err)
	said, err := w.svc.Announcement(w.ctx, w.db, other)
	w.Tell("told of Rift's", said, err)
	said, err = w.svc.Announcement(w.ctx, w.db, whole)
	w.Tell("told of the platform's", said, err)
	w.Golden("testdata/cases.golden", *update)

	count := func(a access.Actor, f partysvc.CaseFilter) int {
		p, err := w.svc.Cases(w.ctx, a, f, "", 10)
		if err != nil {
			t.Fatal(err)
		}
		return len(p.Items)
	}
	for name, x := range map[string]struct {
		f    partysvc.CaseFilter
		want int
	}{
		"all":                       {partysvc.CaseFilter{}, 6},
		"by status":                 {partysvc.CaseFilter{Statuses: []party.CaseStatus{party.CaseLifted, party.CaseNotified}}, 4},
		"by ground":                 {partysvc.CaseFilter{Grounds: []party.Ground{"collusion", "other"}}, 2},
		"by name":                   {partysvc.CaseFilter{Search: "wanz"}, 3},
		"by another name":           {partysvc.CaseFilter{Search: "Rift"}, 0},
		"noticed":                   {partysvc.CaseFilter{Noticed: day.Between("2026-11-29", "2026-11-29", "UTC")}, 2},
		"noticed since":             {partysvc.CaseFilter{Noticed: day.Between("2026-11-21", "", "UTC")}, 6},
		"noticed by":                {partysvc.CaseFilter{Noticed: day.Between("", "2026-11-28", "UTC")}, 4},
		"ends":                      {partysvc.CaseFilter{Noticed: day.Between("", "", "UTC"), Expires: day.Between("2026-11-29", "2026-11-29", "")}, 1},
		"ends since":                {partysvc.CaseFilter{Noticed: day.Between("", "", "UTC"), Expires: day.Between("2026-11-30", "", "")}, 2},
		"in a zone far to the east": {partysvc.CaseFilter{Noticed: day.Between("2026-11-30", "", "Pacific/Kiritimati")}, 0},
	} {
		if got := count(rift, x.f); got != x.want {
			t.Errorf("%s: %d, want %d", name, got, x.want)
		}
	}
	for name, a := range strangers(rift, access.BlacklistSuppliers, mwanzo) {
		_, err := w.svc.GiveNotice(w.ctx, a, upepo.Org, notice)
		_, list := w.svc.Cases(w.ctx, a, partysvc.CaseFilter{}, "", 10)
		for _, err := range []error{err, list, w.svc.DecideCase(w.ctx, a, again, party.Decision{Reason: "r"}), w.svc.Whitelist(w.ctx, a, first, "r")} {
			if !errors.Is(err, fault.Forbidden) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	poor := strangers(w.staff, access.ManageSupplier)["without the privilege"]
	_, err = w.svc.GiveNotice(w.ctx, poor, upepo.Org, notice)
	is(t, err, fault.Forbidden)
	for name, a := range strangers(mwanzo, access.UpdateCompanyInfo, rift, w.staff) {
		if err := w.svc.Answer(w.ctx, a, first, party.Reply, "r"); !errors.Is(err, fault.Forbidden) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := w.svc.MyCases(w.ctx, a); name != "without the privilege" && !errors.Is(err, fault.Forbidden) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
