package verify

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/jackc/pgx/v5"

	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sign"
)

// Signatures proves the signatures in every contract's paper again: each leads to one of the roots,
// its token to its time, the last is over the whole file, and those who signed are those of whom
// the rows say it. What differs is added to the report.
func Signatures(ctx context.Context, db pg.DB, files document.Store, roots []*x509.Certificate, r *Report) error {
	rows, err := db.Query(ctx, `SELECT g.contract_id::text, d.store_key, array_agg(s.name ORDER BY x.revision)
		FROM contract_signing g JOIN document d ON d.id = g.paper_id JOIN contract_signature x ON x.signing_id = g.id JOIN contract_signer s ON s.id = x.signer_id
		GROUP BY g.id, d.id ORDER BY g.begun_at, g.id`)
	if err != nil {
		return err
	}
	type paper struct {
		Contract, Key string
		Names         []string
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[paper])
	if err != nil {
		return err
	}
	for _, p := range list {
		b, err := read(ctx, files, p.Key)
		if errors.Is(err, document.Missing) {
			continue // said among the documents
		}
		if err != nil {
			return err
		}
		got, err := sign.Verify(b, roots...)
		var names []string
		for _, s := range got {
			names = append(names, s.Name)
		}
		switch {
		case err != nil:
			r.Differences = append(r.Differences, fmt.Sprintf("contract %s: %v", p.Contract, err))
		case !slices.Equal(names, p.Names):
			r.Differences = append(r.Differences, fmt.Sprintf("contract %s: its paper was signed by %q, its rows say %q", p.Contract, names, p.Names))
		}
		r.Signatures += len(got)
	}
	return nil
}

func read(ctx context.Context, files document.Store, key string) ([]byte, error) {
	r, err := files.Open(ctx, key, 0, -1)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	return io.ReadAll(r)
}
