package app_test

import (
	"maps"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Of five hundred that are asked for at once three cannot be invited: each of these has its
// reason and keeps nobody else out, and each other is told once though the worker that tells
// them dies on its way.
func TestOfManyWhoCannotBeInvitedEachHasItsReason(t *testing.T) {
	t.Parallel()
	w := listen(t, 2)
	c := w.Publish(tender(func(x *story.Terms) { x.InvitedOnly, x.Invited = true, w.Bidders[:1] }))
	firms := w.firms(sourcingsvc.MaxInvited)
	gone, ours, everywhere := firms[0], firms[200], firms[499]
	w.do("UPDATE company SET status = 'deactivated' WHERE id = $1", gone)
	w.keepOut(access.Actor{Org: ours}, &w.Officer.Org)
	w.keepOut(access.Actor{Org: everywhere}, nil)
	w.React()
	sent, err := w.Sourcing.Invite(w.Context(), w.Officer, w.Officer.Org, c.ID, firms)
	w.Must(err)
	why := map[uuid.UUID]sourcing.NotInvitedWhy{}
	for _, p := range sent.Passed {
		if why[p.Supplier] = p.Why; (p.Name == "") != (p.Why == sourcing.WhyInactive) {
			t.Errorf("%+v", p)
		}
	}
	want := map[uuid.UUID]sourcing.NotInvitedWhy{gone: sourcing.WhyInactive, ours: sourcing.WhyBuyer, everywhere: sourcing.WhyPlatform}
	if sent.Added != 497 || !maps.Equal(why, want) {
		t.Errorf("%d are invited, and not %v", sent.Added, why)
	}
	if n := w.Count("SELECT max(jsonb_array_length(detail->'passed')) FROM audit_entry WHERE action = 'sourcing.suppliers.invited' AND object_id = $1", c.ID); n != 3 {
		t.Errorf("the log has %d that were passed over", n)
	}
	w.once("category.invited", 498) // with the one who was invited before
	if n := w.Count("SELECT count(DISTINCT account_id) FROM mail_delivery WHERE kind = 'invitation'"); n != 498 || w.Count("SELECT count(*) FROM mail_delivery WHERE kind = 'invitation'") != n {
		t.Errorf("%d people have mails", n)
	}
}

// Out of a list those are invited whose turn it is: who waits longest since the buyer's last
// invitation, be it to what it may. Who departs from that says why, and the log says whose turn
// it was.
func TestWhoseTurnItIsIsInvited(t *testing.T) {
	t.Parallel()
	w := listen(t, 4)
	c := w.registered()
	list := c.ID
	at := c.Closes.Add(10 * time.Hour)
	next := func(code string) *story.Category {
		at = at.Add(time.Hour)
		w.SetClock(at)
		return w.Author(tender(func(x *story.Terms) {
			x.InvitedOnly, x.Job.Code = true, code
			x.Opens, x.Closes = c.Closes.Add(100*time.Hour), c.Closes.Add(200*time.Hour)
		}))
	}
	who := func(ids []uuid.UUID) (out []access.Actor) {
		for _, id := range ids {
			out = append(out, access.Actor{Org: id, Name: id.String()})
		}
		return out
	}
	turns := func(of *story.Category) (out []uuid.UUID) {
		t.Helper()
		all, err := w.Sourcing.Turns(w.Context(), w.Officer, w.Officer.Org, of.ID, list)
		w.Must(err)
		for _, one := range all {
			out = append(out, one.Supplier)
		}
		return out
	}
	invite := func(of *story.Category, count int, reason string, chosen ...uuid.UUID) (sourcingsvc.Sent, error) {
		return w.Sourcing.InviteByTurn(w.Context(), w.Officer, w.Officer.Org, of.ID, sourcing.TurnForm{List: list, Count: count, Chosen: chosen, Reason: reason})
	}
	first := next("K1")
	order := turns(first)
	if len(order) != 4 {
		t.Fatalf("%d turns", len(order))
	}
	_, err := invite(first, 2, "", order[0], order[3])
	w.Is(err, fault.Invalid)
	sent, err := invite(first, 2, "", order[0], order[1])
	if w.Must(err); sent.Added != 2 || len(sent.Passed) != 0 {
		t.Errorf("%+v", sent)
	}
	alike(t, "wait now for the same", turns(first), who(order[2:]))

	second := next("K2")
	now := turns(second)
	alike(t, "wait longest", now[:2], who(order[2:]))
	alike(t, "wait less long", now[2:], who(order[:2]))
	sent, err = invite(second, 2, "It serves the north", now[0], now[3])
	if w.Must(err); sent.Added != 2 || len(sent.Passed) != 1 || sent.Passed[0].Supplier != now[1] || sent.Passed[0].Why != sourcing.WhyTurn {
		t.Errorf("%+v", sent)
	}
	if n := w.Count(`SELECT count(*) FROM audit_entry WHERE action = 'sourcing.suppliers.invited' AND object_id = $1 AND detail->>'reason' = 'It serves the north'
		AND detail->>'source' = 'turn' AND detail->>'list_id' = $2::text AND detail->'turns' = to_jsonb($3::uuid[])
		AND detail->'passed' = jsonb_build_array(jsonb_build_object('supplier_id', $4::text, 'why', 'passed_over'))`, second.ID, list.String(), now, now[1].String()); n != 1 {
		t.Error("the log does not say whose turn it was")
	}
	invited, err := w.Sourcing.Invitations(w.Context(), w.Officer, w.Officer.Org, second.ID, sourcingsvc.InvitedFilter{}, "", 10)
	w.Must(err)
	for _, i := range invited.Items {
		if i.Source != sourcing.ByTurn || i.List == "" || i.Reason != "It serves the north" {
			t.Errorf("%+v", i)
		}
	}
	third := next("K3")
	if got := turns(third); got[0] != now[1] || got[3] == now[1] {
		t.Errorf("who was passed over is not first: %v", got)
	}
}
