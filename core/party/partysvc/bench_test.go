package partysvc_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"

	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/beside"
	"zabuni.org/core/platform/pgtest"
)

const (
	manyCompanies = 200_000
	manyOwners    = 5 // of each
)

// large is the world at the size that it is measured at. Its rows are written past the triggers, with what those
// would fold: nothing of the log is measured here.
func large(b *testing.B) (w *sought, ids []uuid.UUID) {
	b.Helper()
	w = soughtIn(b, &world{ctx: b.Context(), db: pgtest.New(b)})
	pgtest.SetClock(b, w.db, noon)
	r := rand.New(rand.NewPCG(1, 2))
	owner := pgtest.As(b, w.db, "")
	ids = make([]uuid.UUID, manyCompanies)
	names := make([]string, manyCompanies)
	languages := []string{"am", "en", "fr", "pt", "sw"}
	for i := range ids {
		ids[i], names[i] = uuid.Must(uuid.NewV7()), fmt.Sprint(nameOf(r, languages[i%len(languages)]), " ", syllables(r, 3))
	}
	tamper := func(sql string, args ...any) {
		b.Helper()
		if _, err := pgtest.Tamper(b.Context(), owner, sql, args...); err != nil {
			b.Fatal(err)
		}
	}
	for at := 0; at < manyCompanies; at += 20_000 {
		tamper(`INSERT INTO company (id, kind, name, country, created_at, folded, letters, tax_id, tax_signs)
			SELECT i, 'supplier', n, 'KE', $3, zabuni.folded(n), zabuni.letters(zabuni.folded(n)), 'P' || $4 + k, 'P' || $4 + k FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY u (i, n, k)`,
			ids[at:at+20_000], names[at:at+20_000], noon, 1_000_000+at)
		people := make([]string, 20_000*manyOwners)
		for i := range people {
			people[i] = syllables(r, 3) + " " + syllables(r, 4)
		}
		tamper(`INSERT INTO company_owner (id, company_id, name, kind, identity, nationality, director, position, created_at, folded, identity_signs)
			SELECT gen_random_uuid(), ($1::uuid[])[1 + (k - 1) / $3], n, 'person', 'ID' || $4 + k, 'KE', true, k % $3, $5, zabuni.folded(n), 'ID' || $4 + k
			FROM unnest($2::text[]) WITH ORDINALITY u (n, k)`, ids[at:at+20_000], people, manyOwners, 10_000_000+at*manyOwners, noon)
	}
	if _, err := owner.Exec(b.Context(), "VACUUM (ANALYZE) company, company_owner"); err != nil {
		b.Fatal(err)
	}
	return w, ids
}

// syllables make a word of which there are many.
func syllables(r *rand.Rand, n int) string {
	out := ""
	for range n {
		out += string("bdfgklmnprstwz"[r.IntN(14)]) + string("aeiou"[r.IntN(5)])
	}
	return out
}

// BenchmarkWorld: what people look for among two hundred thousand suppliers with a million owners, beside reads of a
// company by its key. A word that a great many have is bounded, and no part of it.
func BenchmarkWorld(b *testing.B) {
	w, ids := large(b)
	r := rand.New(rand.NewPCG(3, 4))
	var some []string
	var people []string
	for range 64 {
		var name, person string
		id := ids[r.IntN(len(ids))]
		err := w.db.QueryRow(b.Context(), "SELECT c.name, o.name FROM company c JOIN company_owner o ON o.company_id = c.id WHERE c.id = $1 LIMIT 1", id).Scan(&name, &person)
		if err != nil {
			b.Fatal(err)
		}
		some, people = append(some, name), append(people, person)
	}
	const reads = 400
	floor := func() error {
		for i := range reads {
			var name string
			if err := w.db.QueryRow(b.Context(), "SELECT name FROM company WHERE id = $1", ids[(i*7919)%len(ids)]).Scan(&name); err != nil {
				return err
			}
		}
		return nil
	}
	look := func(goal float64, ops int, typed func(int) string) func(*testing.B) {
		return func(b *testing.B) {
			beside.Floor(b, beside.Most(goal), func() error {
				for i := range ops {
					found, err := partysvc.Find(b.Context(), w.db, w.buyer.Org, partysvc.WorldFilter{Search: typed(i)}, "", 20)
					if err == nil && len(found.Items) == 0 {
						err = fmt.Errorf("nothing is found for %q", typed(i))
					}
					if err != nil {
						return err
					}
				}
				return nil
			}, ops, floor, reads)
		}
	}
	last := func(s string) string { return s[len(s)-6:] }
	b.Run("Word", look(25, 40, func(i int) string { return last(some[i%64]) }))
	b.Run("Director", func(b *testing.B) {
		const ops = 40
		beside.Floor(b, beside.Most(80), func() error {
			for i := range ops {
				found, _, err := partysvc.FindOwners(b.Context(), w.db, partysvc.OwnerFilter{Search: people[i%64]}, "", 20)
				if err != nil || len(found.Items) == 0 {
					return fmt.Errorf("%q: %d found, %w", people[i%64], len(found.Items), err)
				}
			}
			return nil
		}, ops, floor, reads)
	})
	b.Run("Misspelt", look(150, 10, func(i int) string { return misspelt(rand.New(rand.NewPCG(uint64(i), 5)), some[i%64]) }))
	b.Run("Number", look(25, 40, func(i int) string { return fmt.Sprint("P", 1_000_001+i*4999) }))
	recall(b, w, r, 200)
}
