//go:build demo

package paymentsvc_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/payment"
	"zabuni.org/core/payment/paymentsvc"
)

// reader is somebody of the operator who may read the desk, and no more.
func (b *bundle) reader() access.Actor {
	a := b.clerks(1)[0]
	a.Privileges, a.Zone = []access.Privilege{access.ViewReport}, "Africa/Nairobi"
	return a
}

// What the desk tells of an order is all that happened to its money: who tried by which
// way, what was told, what moved, who decided.
func TestTheStoryOfAnOrder(t *testing.T) {
	ctx, p := paged(t)
	clerk, reader := p.clerks(2), p.reader()
	category := p.category("2000", "KES")
	o := p.ordered(ctx, category)
	p.begin(ctx, payment.Tingg, o.ID)
	p.press("decline")
	_, err := p.svc.SettleDue(ctx)
	p.must(err)
	p.begin(ctx, payment.Stripe, o.ID)
	p.exec(`UPDATE category SET closes_at = zabuni.clock() - interval '1 minute' WHERE id = $1`, category)
	p.press("twice")
	_, err = p.svc.SettleDue(ctx)
	p.must(err)
	number := p.order(ctx, o.ID).Number

	told := func() paymentsvc.Story {
		t.Helper()
		s, err := p.svc.OrderStory(ctx, reader, number)
		p.must(err)
		if by, err := p.svc.OrderStory(ctx, reader, o.ID.String()); err != nil || by.Number != number || len(by.Tries) != len(s.Tries) {
			t.Errorf("by its id: %+v %v", by, err)
		}
		return s
	}
	s := told()
	var tries []string
	for _, x := range s.Tries {
		tries = append(tries, fmt.Sprint(x.Provider, " ", x.Status, " ", x.Reason, " ", x.Held.Short()))
	}
	if !slices.Equal(tries, []string{"stp review category_closed 2000", "c failed timeout 0"}) {
		t.Errorf("%q", tries)
	}
	if s.Supplier != p.actor.Org || s.Amount.String() != o.Amount.String() || len(s.Lines) != 1 || s.NoMatch != nil || len(s.Messages) < 2 || len(s.Resolutions) != 0 {
		t.Errorf("%+v", s)
	}
	moves := func(s paymentsvc.Story) (out []string) {
		for _, m := range s.Movements {
			name := m.Account
			if m.Buyer != "" {
				name = "buyer"
			}
			out = append(out, fmt.Sprint(m.Kind, " ", name, " ", m.Amount.Value.Short()))
		}
		return out
	}
	if got := moves(s); !slices.Equal(got, []string{"suspense provider:stp 2000", "suspense suspense -2000"}) {
		t.Errorf("%q", got)
	}

	attempt := s.Tries[0].ID
	p.must(p.svc.Propose(ctx, clerk[0], paymentsvc.Proposal{Attempt: attempt, Act: paymentsvc.Match, Reason: "It came in time", Evidence: p.evidence()}))
	mine, err := p.svc.OrderStory(ctx, access.Actor{User: clerk[0].User, Org: clerk[0].Org, Type: access.Operator, Privileges: []access.Privilege{access.ViewPayments}}, number)
	p.must(err)
	if r := mine.Resolutions; len(r) != 1 || !r[0].Mine || r[0].Approved != nil || r[0].Proposer != "Njeri Wambui" {
		t.Errorf("%+v", r)
	}
	if r := told().Resolutions; len(r) != 1 || r[0].Mine {
		t.Errorf("%+v", r)
	}
	p.must(p.svc.Decide(ctx, clerk[1], attempt, true))
	s = told()
	if got := moves(s); !slices.Equal(got[2:], []string{"match suspense 2000", "match buyer -2000"}) || s.Status != payment.Completed || s.PaidAt == nil {
		t.Errorf("%q %s", got, s.Status)
	}
	if r := s.Resolutions[0]; r.Approved == nil || !*r.Approved || r.DecidedAt == nil || r.Decider == "" {
		t.Errorf("%+v", r)
	}
	list, err := p.svc.Resolutions(ctx, reader, nil, day.Span{}, "", "", 20)
	p.must(err)
	if len(list.Items) != 1 || list.Items[0].Number != number || list.Items[0].Act != paymentsvc.Match || list.Items[0].Amount.String() != o.Amount.String() {
		t.Errorf("%+v", list)
	}
	none, err := p.svc.Resolutions(ctx, reader, []paymentsvc.Act{paymentsvc.Dismiss}, day.Span{}, "", "", 20)
	if err != nil || len(none.Items) != 0 {
		t.Errorf("%+v %v", none, err)
	}
	is(t, second(p.svc.OrderStory(ctx, reader, "ZB-0000-0000")), payment.OrderNotFound)
}

// Why money in suspense cannot pay its order is said before anybody proposes it.
func TestTheStorySaysWhyThereIsNoMatch(t *testing.T) {
	ctx, p := paged(t)
	o := p.ordered(ctx, p.category("2000", "KES"))
	p.begin(ctx, payment.Stripe, o.ID)
	p.press("less")
	_, err := p.svc.SettleDue(ctx)
	p.must(err)
	s, err := p.svc.OrderStory(ctx, p.reader(), o.ID.String())
	p.must(err)
	if !errors.Is(s.NoMatch, payment.NoMatch) || s.Tries[0].Held.Short() != "1999" {
		t.Errorf("%v %+v", s.NoMatch, s.Tries[0])
	}
	p.begin(ctx, payment.DPO, o.ID)
	if s, err = p.svc.OrderStory(ctx, p.reader(), o.ID.String()); err != nil || !errors.Is(s.NoMatch, payment.UnderWay) {
		t.Errorf("%v %v", s.NoMatch, err)
	}
}

// A provider is asked at once where somebody wants it, and of what is settled not at all.
func TestAskNow(t *testing.T) {
	ctx, p := paged(t)
	clerk := p.clerks(1)[0]
	o := p.ordered(ctx, p.category("2000", "KES"))
	p.begin(ctx, payment.Stripe, o.ID)
	p.press("never")
	attempt := p.order(ctx, o.ID).Attempt.ID
	if n, err := p.svc.SettleDue(ctx); n != 0 || err != nil {
		t.Fatalf("it is asked without a word: %d %v", n, err)
	}
	p.must(p.svc.Ask(ctx, clerk, attempt))
	_, err := p.svc.SettleDue(ctx)
	p.must(err)
	p.expect(ctx, o.ID, payment.Completed, payment.Completed, "")
	is(t, p.svc.Ask(ctx, clerk, attempt), payment.Settled)
	is(t, p.svc.Ask(ctx, clerk, uuid.New()), payment.OrderNotFound)
	is(t, p.svc.Ask(ctx, p.reader(), attempt), fault.Forbidden)
	if n := p.count(`SELECT count(*) FROM audit_entry WHERE action = 'payment.attempt.asked' AND actor_id = $1`, clerk.User); n != 1 {
		t.Errorf("%d entries", n)
	}
}

// The day of a way by its attempts and by the ledger: the two differ by what a person
// looks at and by what went back.
func TestTheDayOfAWay(t *testing.T) {
	ctx, p := paged(t)
	pay := func(button string) {
		t.Helper()
		o := p.ordered(ctx, p.category("2000", "KES"))
		p.begin(ctx, payment.Stripe, o.ID)
		p.press(button)
		_, err := p.svc.SettleDue(ctx)
		p.must(err)
		if button == "less" {
			p.exec(`DELETE FROM cart_item`)
			p.exec(`UPDATE purchase_order SET status = 'cancelled' WHERE id = $1`, o.ID)
		}
	}
	expect := func(want string) {
		t.Helper()
		got, err := p.svc.Today(ctx, p.reader(), payment.Stripe)
		p.must(err)
		var told []string
		for _, d := range got {
			told = append(told, fmt.Sprint(d.Currency, " begun ", d.Begun, " paid ", d.Paid, " ", d.Amount.Short(), " held ", d.Held.Short()))
		}
		if s := fmt.Sprint(told); s != want {
			t.Errorf("%s, want %s", s, want)
		}
	}
	expect("[]")
	pay("pay")
	expect("[KES begun 1 paid 1 2000 held 2000]")
	pay("less")
	expect("[KES begun 2 paid 1 2000 held 3999]")
	pay("pay")
	p.press("reverse")
	_, err := p.svc.SettleDue(ctx)
	p.must(err)
	expect("[KES begun 3 paid 2 4000 held 3999]")
	p.advance(25 * time.Hour)
	expect("[]")
	list, err := p.svc.Tries(ctx, p.reader(), paymentsvc.Filter{Providers: []payment.Provider{payment.Stripe}, Statuses: []payment.State{payment.Completed}}, "", 20)
	if err != nil || len(list.Items) != 2 {
		t.Errorf("%+v %v", list, err)
	}
}

// What came in for a job is told by category: who paid, who has not, what waits and what
// went back; and of a category by supplier.
func TestTheFeesOfAJob(t *testing.T) {
	ctx, p := paged(t)
	manager := access.Actor{User: uuid.New(), Org: uuid.New(), Type: access.Operator, Privileges: []access.Privilege{access.ManageJob}}
	one, two := p.category("2000", "KES"), p.category("3000", "KES")
	end := func(button string, categories ...uuid.UUID) paymentsvc.Order {
		t.Helper()
		p.actor = p.supplier()
		p.actor.Email = "one@supplier.test"
		p.exec(`INSERT INTO account (id, company_id, user_type, email, first_name, last_name, phone, status, created_at)
			VALUES ($1, $2, 'supplier', $1::uuid::text || '@s.test', 'Peter', 'Otieno', '254701234567', 'active', now())`, p.actor.User, p.actor.Org)
		o := p.ordered(ctx, categories...)
		if button == "" {
			return o
		}
		p.begin(ctx, payment.Stripe, o.ID)
		p.press(button)
		_, err := p.svc.SettleDue(ctx)
		p.must(err)
		return o
	}
	end("pay", one, two)
	end("pay", one)
	p.press("reverse")
	_, err := p.svc.SettleDue(ctx)
	p.must(err)
	end("less", two)
	waits := end("", one)
	got, err := p.svc.JobFees(ctx, manager, p.job)
	p.must(err)
	fees := map[uuid.UUID]string{}
	for _, f := range got.Fees {
		fees[f.Category] = fmt.Sprint(f.Fee.Value.Short(), " paid ", f.Paid, " pending ", f.Pending, " review ", f.InReview, " back ", f.WentBack, " received ", f.Received.Value.Short())
	}
	if fees[one] != "2000 paid 2 pending 1 review 0 back 1 received 4000" || fees[two] != "3000 paid 1 pending 1 review 1 back 0 received 3000" || got.Title == "" || got.Buyer == "" {
		t.Errorf("%+v %q", fees, got.Title)
	}
	payers, err := p.svc.CategoryPayers(ctx, p.reader(), one, "", "", 2)
	p.must(err)
	if len(payers.Items) != 2 || payers.Next == "" || payers.Items[0].Order != waits.ID || payers.Items[0].Provider != "" || payers.Items[1].Receipt == "" || payers.Job != p.job {
		t.Errorf("%+v", payers)
	}
	rest, err := p.svc.CategoryPayers(ctx, p.reader(), one, "", payers.Next, 2)
	if err != nil || len(rest.Items) != 1 || rest.Next != "" {
		t.Errorf("%+v %v", rest, err)
	}
	is(t, second(p.svc.JobFees(ctx, manager, uuid.New())), payment.OrderNotFound)
	is(t, second(p.svc.CategoryPayers(ctx, p.reader(), uuid.New(), "", "", 2)), payment.OrderNotFound)
	is(t, second(p.svc.JobFees(ctx, p.reader(), p.job)), fault.Forbidden)
	for name, err := range map[string]error{
		"tries":       second(p.svc.Tries(ctx, p.actor, paymentsvc.Filter{}, "", 1)),
		"today":       second(p.svc.Today(ctx, p.actor, payment.Stripe)),
		"story":       second(p.svc.OrderStory(ctx, p.actor, waits.Number)),
		"resolutions": second(p.svc.Resolutions(ctx, p.actor, nil, day.Span{}, "", "", 1)),
		"payers":      second(p.svc.CategoryPayers(ctx, p.actor, one, "", "", 1)),
	} {
		if !errors.Is(err, fault.Forbidden) {
			t.Errorf("%s to a supplier: %v", name, err)
		}
	}
}
