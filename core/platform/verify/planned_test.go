package verify_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

// Plans that were approved when nobody else read them are kept out by the release that publishes plans, and new ones are not. A
// release is of a job or of an item, once under its number; and the release before has rows of neither to stumble over.
func TestPlansOfBeforeAreKeptOut(t *testing.T) {
	t.Parallel()
	const before = 147
	db, ctx := pgtest.At(t, before), t.Context()
	raw := func(sql string, args ...any) error { // as rows are that stand there
		return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, "SET LOCAL session_replication_role = replica"); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, sql, args...)
			return err
		})
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	draw := func(id uuid.UUID, title string) {
		t.Helper()
		must(raw(`INSERT INTO procurement_plan (id, buyer_id, year, title, regime, status, revision, drawn_by, approved_by, approved_at, created_at, changed_at, version)
			VALUES ($1, gen_random_uuid(), 2026, $2, 'ke-ppada', 'approved', 1, gen_random_uuid(), gen_random_uuid(), now(), now(), now(), 1)`, id, title))
	}
	old, fresh, item := uuid.New(), uuid.New(), uuid.New()
	draw(old, "Old")
	for pgtest.Up(t, db) != before+1 {
	}
	draw(fresh, "New")
	for id, want := range map[uuid.UUID]bool{old: true, fresh: false} {
		var private bool
		if err := db.QueryRow(ctx, "SELECT private FROM procurement_plan WHERE id = $1", id).Scan(&private); err != nil || private != want {
			t.Errorf("it is kept out: %v, want %v (%v)", private, want, err)
		}
	}
	must(raw(`INSERT INTO publication_planned (item_id, plan_id, buyer_id, plan, title, classification, activity, publish_on, award_on, withdrawn, releases)
		VALUES ($1, $2, gen_random_uuid(), 'New (2026)', 'Pumps', '42122000', 'tender', now(), now(), false, 1)`, item, fresh))
	release := func(sequence int, job, item *uuid.UUID) error {
		return raw(`INSERT INTO publication_release (sequence, job_id, item_id, buyer_id, number, tags, released_at, body)
			VALUES ($1, $2, $3, gen_random_uuid(), 1, '{planning}', now(), '{}')`, sequence, job, item)
	}
	must(release(1, nil, &item))
	for what, err := range map[string]error{"of nothing": release(2, nil, nil), "of both": release(3, &old, &item), "another first one": release(4, nil, &item)} {
		if pg.Constraint(err) == "" {
			t.Errorf("a release %s is taken: %v", what, err)
		}
	}
	must(release(5, &old, nil))
	if n := pgtest.Down(t, db); n != before+1 {
		t.Fatalf("%d was taken back", n)
	}
	var left int
	if err := db.QueryRow(ctx, "SELECT count(*) FROM publication_release WHERE job_id = $1", old).Scan(&left); err != nil || left != 1 {
		t.Errorf("%d releases of jobs are left (%v)", left, err)
	}
}
