package identitysvc_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
)

func keeper(t *testing.T) identitysvc.Keeper {
	t.Helper()
	k, err := seal.FactorKeeper(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// granted hands what was asked for to its consumer and lists what has been granted so far.
func (b *bundle) granted(ctx context.Context, t *testing.T) (out []string) {
	t.Helper()
	err := pg.InTx(ctx, b.db, func(tx pg.Tx) error {
		rows, err := tx.Query(ctx, "DELETE FROM outbox WHERE subject LIKE '%.asked' RETURNING payload")
		if err != nil {
			return err
		}
		asked, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
		if err != nil {
			return err
		}
		for _, payload := range asked {
			var e journal.Event
			if err := json.Unmarshal(payload, &e); err != nil {
				return err
			}
			if err := b.svc.Grant(ctx, tx, e); err != nil {
				return err
			}
		}
		rows, err = tx.Query(ctx, "SELECT a.email || ' ' || e.action FROM audit_entry e JOIN account a ON a.id = e.object_id WHERE e.action LIKE '%.requested' ORDER BY a.email DESC, e.id")
		if err != nil {
			return err
		}
		out, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out
}
