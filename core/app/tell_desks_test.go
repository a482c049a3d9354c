package app_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/contract"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// Those who sign a report are each led to a desk of their own, in whatever order they are told: where the buyer's people open
// bids the operator's have no screen.
func TestSignersOfAReportAreLedToTheirOwnDesks(t *testing.T) {
	t.Parallel()
	w := story.New(t, 1)
	c := w.Publish(policyOf(sourcing.Tender), pumps)
	staff := w.Person("operator", access.Operator, uuid.Nil)
	third := w.Person("buyer", access.Buyer, w.Officer.Org)
	own := "/company/opening/" + c.ID.String()
	detail, err := json.Marshal(evaluationsvc.ReportNews{Job: c.Job, Report: uuid.New(), Number: 1, Signers: []uuid.UUID{w.Second.User, staff.User, third.User, w.Officer.User}})
	w.Must(err)
	event, err := json.Marshal(journal.Event{Action: evaluationsvc.ReportBegun, Object: "category", ObjectID: c.ID, Owner: w.Officer.Org, Actor: w.Officer.User, Detail: detail})
	w.Must(err)
	w.Must(pg.InTx(w.Context(), w.DB, func(tx pg.Tx) error { return w.Notify.Handle(w.Context(), tx, event) }))
	for _, x := range []struct {
		who  access.Actor
		want []string
	}{{w.Second, []string{own}}, {staff, []string{"/notifications"}}, {third, []string{own}}, {w.Officer, nil}} {
		var got []string
		w.Must(w.DB.QueryRow(w.Context(), "SELECT array_agg(href) FROM notification WHERE account_id = $1 AND kind = 'report.to_sign'", x.who.User).Scan(&got))
		if !slices.Equal(got, x.want) {
			t.Errorf("%s is led to %v, want %v", x.who.Name, got, x.want)
		}
	}
}

// What is due from a side that has no desk here is told to the buyer's people: somebody has to call.
func TestWhoeverHasNoDeskIsRemindedByTheBuyer(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	c := bought(w, 450, "100", "120")
	c.Award()
	w.React()
	ctx := w.Context()
	var deal uuid.UUID
	w.Must(w.DB.QueryRow(ctx, "SELECT id FROM contract WHERE buyer_id = $1", w.Officer.Org).Scan(&deal))
	_, err := pgtest.Do(ctx, w.DB, "UPDATE contract SET status = 'active', starts_on = '2026-12-01', ends_on = '2027-12-01', contract_date = '2026-12-01' WHERE id = $1", deal)
	w.Must(err)
	var now time.Time
	w.Must(w.DB.QueryRow(ctx, "SELECT zabuni.clock()").Scan(&now))
	due := now.UTC().Truncate(24*time.Hour).AddDate(0, 0, 30)
	_, err = w.Contracts.AddDuty(ctx, w.Officer, deal, contract.Duty{Kind: contract.Delivery, Side: contract.Counterparty, Title: "Two pumps", Due: &due})
	w.Must(err)
	near := func() (n int) {
		t.Helper()
		for _, what := range w.Told(w.Officer) {
			if what == "inbox contract.due_near" {
				n++
			}
		}
		return n
	}
	before := near()
	w.SetClock(due.AddDate(0, 0, -6))
	_, err = w.Contracts.RemindDuties(ctx)
	w.Must(err)
	if got := near() - before; got != 2 {
		t.Errorf("%d of the buyer's two people were told", got)
	}
}
