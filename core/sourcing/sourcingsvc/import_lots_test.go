package sourcingsvc_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/ocds"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// work counts what is asked of a database: statements, and the rows that they read and write.
type work struct{ statements, rows atomic.Int64 }

func (w *work) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}

func (w *work) TraceQueryEnd(_ context.Context, _ *pgx.Conn, done pgx.TraceQueryEndData) {
	w.statements.Add(1)
	w.rows.Add(done.CommandTag.RowsAffected())
}

// lots is a file of so many lots, each with an item and a paper.
func lots(n int) []byte {
	var lots, items, papers []string
	for i := range n {
		lots = append(lots, fmt.Sprintf(`{"id": "L%d", "title": "Lot %d"}`, i, i))
		items = append(items, fmt.Sprintf(`{"id": "%d", "relatedLot": "L%d", "description": "Thing"}`, i, i))
		papers = append(papers, fmt.Sprintf(`{"id": "d%d", "title": "Paper"}`, i))
	}
	return fmt.Appendf(nil, `{"ocid": "o", "tender": {"id": "lots-%d", "title": "Lots", "lots": [%s], "items": [%s], "documents": [%s]}}`,
		n, strings.Join(lots, ","), strings.Join(items, ","), strings.Join(papers, ","))
}

// As many lots again cost as much again: nothing is read anew for each of them.
func TestImportingLotsIsLinear(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	done := &work{}
	config := w.db.Config()
	config.ConnConfig.Tracer = done
	db, err := pgxpool.NewWithConfig(t.Context(), config)
	w.must(err)
	t.Cleanup(db.Close)
	svc := sourcingsvc.New(db, partysvc.New(db), sourcingsvc.Outside{})
	cost := func(n int) (statements, rows int64) {
		s, r := done.statements.Load(), done.rows.Load()
		made, err := svc.ImportJob(t.Context(), w.buyer, w.buyer.Org, sourcingsvc.Import{Data: lots(n)})
		w.must(err)
		if made.Categories != n || made.Items != n || made.Documents != n {
			t.Fatalf("%d lots: %+v", n, made)
		}
		return done.statements.Load() - s, done.rows.Load() - r
	}
	cost(1) // what is asked once only
	s10, r10 := cost(10)
	s20, r20 := cost(20)
	s40, r40 := cost(40)
	if s40-s20 != 2*(s20-s10) || r40-r20 != 2*(r20-r10) {
		t.Errorf("10, 20 and 40 lots: %d, %d and %d statements, %d, %d and %d rows", s10, s20, s40, r10, r20, r40)
	}
}

// There are as many lots as people can prepare; a file of more is refused before anything is made.
func TestTooManyLots(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.svc.ImportJob(t.Context(), w.buyer, w.buyer.Org, sourcingsvc.Import{Data: lots(1001)})
	w.is(err, sourcing.ImportInvalid)
	w.field(err, "/tender", "ocds.too_many_lots")
	if n := w.text(`SELECT count(*)::text FROM job`); n != "0" {
		t.Error(n, "jobs")
	}
}

// What is assumed is said: where an item stands that names no one lot, and that an
// amount of no currency is none.
func TestImportSaysWhatItAssumes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	file := `{"ocid": "z", "tender": {"id": "1", "title": "  ", "description": "Pumps", "value": {"amount": 5000000}, "lots": [
		{"id": "L1", "title": "North", "value": {"amount": 5}}, {"id": "L2", "title": "South", "value": {"amount": 6, "currency": 840}},
		{"id": "L3", "title": "East", "value": {"amount": 7, "currency": "UGX"}}, {"id": "L3", "title": "West"}],
		"items": [{"id": "1", "relatedLot": "NOPE", "description": "a"}, {"id": "2", "relatedLot": "L3", "description": "b"},
			{"id": "3", "relatedLot": "L2", "description": "c"}, {"id": "4", "description": "d"}]}}`
	made, err := w.svc.ImportJob(t.Context(), w.buyer, w.buyer.Org, sourcingsvc.Import{Data: []byte(file)})
	w.must(err)
	w.accounted("assumed", []byte(file), made)
	got := map[string]string{}
	for _, u := range made.Unmapped {
		got[u.Pointer] = u.Reason
	}
	for at, why := range map[string]string{
		"/tender/value/amount":          "not_kept",
		"/tender/lots/0/value/amount":   "no_currency",
		"/tender/lots/1/value/amount":   "no_currency",
		"/tender/lots/1/value/currency": ocds.WrongType,
		"/tender/lots/2/value/amount":   "",
		"/tender/lots/3/id":             "same_lot",
		"/tender/items/0/relatedLot":    "no_lot",
		"/tender/items/1/relatedLot":    "no_lot",
		"/tender/items/2/relatedLot":    "",
		"/tender/items/3":               "no_lot",
	} {
		if got[at] != why {
			t.Errorf("%s: %q, not %q", at, got[at], why)
		}
	}
	j, err := w.svc.Job(t.Context(), w.buyer, w.buyer.Org, made.Job)
	w.must(err)
	var story []string
	for _, c := range j.Categories {
		d, err := w.svc.Category(t.Context(), w.buyer, w.buyer.Org, c.ID)
		w.must(err)
		line := c.Number + " " + c.Name + " " + string(c.Currency)
		if c.Estimate != nil {
			line += " " + c.Estimate.String()
		}
		for _, i := range d.Items {
			line += " " + i.Description
		}
		story = append(story, line)
	}
	if got, want := j.Title+": "+strings.Join(story, "; "), "Pumps: 1 North KES a d; 2 South KES c; 3 East UGX 7.0000 b; 4 West KES"; got != want {
		t.Errorf("\n%s\n%s", got, want)
	}
	made, err = w.svc.ImportJob(t.Context(), w.buyer, w.buyer.Org, sourcingsvc.Import{Data: []byte(`{"tender": {"id": "2", "title": "T", "value": {"amount": 5000}}}`)})
	w.must(err)
	if !slices.Contains(made.Unmapped, sourcingsvc.Unmapped{Pointer: "/tender/value/amount", Reason: "no_currency"}) {
		t.Errorf("%+v", made)
	}
	if n := w.text(`SELECT count(*)::text FROM category WHERE job_id = $1 AND estimate IS NOT NULL`, made.Job); n != "0" {
		t.Error("an amount of nobody knows what became an estimate")
	}
}
