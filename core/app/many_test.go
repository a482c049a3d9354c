package app_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app/story"
	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// firms makes so many suppliers of one person each, and returns them.
func (w *listening) firms(n int) (ids []uuid.UUID) {
	w.Helper()
	w.do(`INSERT INTO company (id, kind, company_type, name, country, tax_id, status, created_at)
		SELECT gen_random_uuid(), 'supplier', 'limited', 'Firm ' || n, 'KE', 'P06' || lpad(n::text, 7, '0') || 'A', 'active', zabuni.clock()
		FROM generate_series(1, $1::int) n`, n)
	w.do(`INSERT INTO account (id, company_id, user_type, email, first_name, last_name, status, created_at)
		SELECT gen_random_uuid(), id, 'supplier', tax_id || '@example.org', 'Ann', name, 'active', zabuni.clock()
		FROM company WHERE name LIKE 'Firm %'`)
	w.Must(w.DB.QueryRow(w.Context(), "SELECT array_agg(id ORDER BY random()) FROM company WHERE name LIKE 'Firm %'").Scan(&ids))
	return ids
}

// once expects that each of so many people was told something of a kind, once.
func (w *listening) once(kind string, people int) {
	w.Helper()
	w.React()
	told := w.Count("SELECT count(*) FROM notification WHERE kind = $1", kind)
	each := w.Count("SELECT count(DISTINCT account_id) FROM notification WHERE kind = $1", kind)
	if told != people || each != people {
		w.Errorf("%s: %d of %d are told, %d times", kind, each, people, told)
	}
}

// More are concerned than one batch holds: the last of one batch is not the first of
// the next.
func TestManyThatAreConcernedHearOnce(t *testing.T) {
	t.Parallel()
	w := listen(t, 0)
	const many = notifysvc.Batch + 1
	c := w.Publish(tender(func(*story.Terms) {}))
	w.firms(many)
	w.do(`INSERT INTO invitation (category_id, buyer_id, supplier_id, invited_by, invited_at, told_at)
		SELECT $1, $2, id, $3, zabuni.clock(), zabuni.clock() FROM company WHERE name LIKE 'Firm %'`, c.ID, w.Officer.Org, w.Officer.User)
	w.Must(w.Sourcing.Extend(w.Context(), w.Officer, w.Officer.Org, c.ID, c.Closes.Add(72*time.Hour), "A question is being clarified"))
	w.once("category.extended", many)
	w.Must(w.Sourcing.CancelJob(w.Context(), w.Officer, w.Officer.Org, c.Job, "The budget was withdrawn"))
	w.once("category.cancelled", many)
}

// The same of many bidders, in whatever order the decision names them.
func TestManyBiddersHearTheirResultOnce(t *testing.T) {
	t.Parallel()
	w := listen(t, 0)
	c := w.Author(policyOf(sourcing.SupplierRegistration), questions)
	d := awardsvc.Decided{}
	for _, id := range w.firms(notifysvc.Batch + 1) {
		d.Results = append(d.Results, awardsvc.Outcome{Supplier: id, Kind: award.Regret})
	}
	detail, err := json.Marshal(d)
	w.Must(err)
	w.Must(pg.InTx(w.Context(), w.DB, func(tx pg.Tx) error {
		return journal.Announce(w.Context(), tx, journal.Event{
			Action:   awardsvc.CategoryFailed,
			Object:   "category",
			ObjectID: c.ID,
			Owner:    w.Officer.Org,
			Actor:    w.Second.User,
			Detail:   detail,
		})
	}))
	w.once("result.regret", len(d.Results))
}
