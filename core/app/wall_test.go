package app_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/app/story"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// Behind the conditions of the queries stands the database: the platform's role sees
// drafts, envelopes and parts of files as their own company only, and changes none of
// them otherwise. The opener reads what is sealed, and writes none of it.
func TestTheSecondWall(t *testing.T) {
	t.Parallel()
	w := story.New(t, 2)
	c := w.Author(policyOf(sourcing.Tender), deep())
	w.Must(c.TryPublish(w.Officer))
	mine, rival := w.Bidders[0], w.Bidders[1]
	c.Pay(mine)
	w.Must(only(c.TryStart(mine)))
	bid := c.Bid(mine, map[string]string{"Years in trade": "Ten", "Method": "By hand", "Licence": "licence.pdf"}, map[string]string{"1": "1200", "2": "3"})
	c.Submit(mine)
	upload, err := c.TryUpload(mine, bid, c.Questions["Licence"].ID, "newer.pdf", 2*len(story.PDF))
	w.Must(err)
	w.Must(only(c.TryAppend(mine, upload.ID, 0, story.PDF)))

	owner := pgtest.As(t, w.DB, "")
	rows, err := owner.Query(t.Context(), `SELECT relname::text FROM pg_class WHERE relrowsecurity ORDER BY 1`)
	w.Must(err)
	walled, err := pgx.CollectRows(rows, pgx.RowTo[string])
	w.Must(err)
	if len(walled) < 5 {
		t.Fatalf("walls stand before %v only", walled)
	}
	touched := func(db *pgxpool.Pool, company, sql string) (n int64) {
		tx, err := db.Begin(t.Context())
		w.Must(err)
		defer func() { _ = tx.Rollback(t.Context()) }()
		w.Must(only(tx.Exec(t.Context(), `SELECT set_config('zabuni.company', $1, true)`, company)))
		tag, err := tx.Exec(t.Context(), sql)
		if err != nil {
			return 0 // refused
		}
		return tag.RowsAffected()
	}
	opener := pgtest.As(t, w.DB, "zabuni_opener")
	for _, table := range walled {
		all := touched(owner, "", "SELECT * FROM "+table)
		if all == 0 {
			t.Errorf("%s is empty: nothing is tried", table)
		}
		for name, company := range map[string]string{"nobody": "", "a rival": rival.Org.String(), "the buyer": w.Officer.Org.String(), "a stranger": uuid.NewString()} {
			for _, sql := range []string{"SELECT * FROM " + table, "DELETE FROM " + table, "UPDATE " + table + " SET supplier_id = supplier_id"} {
				if n := touched(w.DB, company, sql); n != 0 {
					t.Errorf("%s as %s: %d of %d rows", sql, name, n, all)
				}
			}
		}
		if n := touched(w.DB, mine.Org.String(), "SELECT * FROM "+table); n != all {
			t.Errorf("its own company sees %d of %d rows of %s", n, all, table)
		}
		if n := touched(opener, "", "DELETE FROM "+table); n != 0 {
			t.Errorf("the opener deletes %d rows of %s", n, table)
		}
	}
}
