package trial_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/crypto/argon2"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/beside"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

const (
	atOnce    = 16  // people at the same moment
	answers   = 200 // of one bid
	suppliers = 32
)

// crowd runs n calls of fn, as many at a time as workers.
func crowd(workers, n int, fn func(int) error) error {
	var next atomic.Int64
	var wait sync.WaitGroup
	failed := make([]error, workers)
	for w := range workers {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && failed[w] == nil; i = int(next.Add(1)) - 1 {
				failed[w] = fn(i)
			}
		})
	}
	wait.Wait()
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	return nil
}

// desk is many suppliers with a bid of two hundred answers each, on a durable cluster.
type desk struct {
	*maker
	owner     *pgxpool.Pool
	people    []access.Actor
	bids      []uuid.UUID
	questions []uuid.UUID
	versions  []int64 // of the answers of each bid
}

func newDesk(b *testing.B) *desk {
	b.Helper()
	h := openHouse(b)
	db := h.pool(database, "zabuni_app")
	s, err := openSite(h.keys(), db, h.pool(database, "zabuni_opener"))
	h.must(err)
	d := &desk{maker: &maker{site: s, ctx: h.ctx, db: db}, owner: h.pool(database, ""), bids: make([]uuid.UUID, suppliers), versions: make([]int64, suppliers)}
	category, err := d.open()
	h.must(err)
	d.people, err = d.suppliers(suppliers)
	h.must(err)
	h.must(crowd(atOnce, suppliers, func(i int) (err error) {
		d.bids[i], err = d.Bidding.Start(d.ctx, d.people[i], category)
		return err
	}))
	h.must(crowd(atOnce, suppliers, d.save))
	_, err = d.owner.Exec(d.ctx, `CREATE TABLE floor_row (id uuid PRIMARY KEY, at timestamptz NOT NULL, body bytea NOT NULL);
		CREATE TABLE floor_answer (LIKE response INCLUDING ALL)`)
	h.must(err)
	return d
}

// open publishes a category with as many questions.
func (d *desk) open() (uuid.UUID, error) {
	a, err := d.company("buyer", access.Buyer)
	if err != nil {
		return uuid.Nil, err
	}
	now, err := pg.ClockOf(d.ctx, d.db)
	if err != nil {
		return uuid.Nil, err
	}
	job, err := d.Sourcing.CreateJob(d.ctx, a, a.Org, sourcing.JobForm{Activity: sourcing.Prequalification, Code: "P1", Title: "Suppliers of the year"})
	if err != nil {
		return uuid.Nil, err
	}
	category, err := d.Sourcing.CreateCategory(d.ctx, a, a.Org, job, sourcing.CategoryForm{Name: "Laboratory", Currency: "KES",
		OpensAt: now, ClosesAt: now.Add(30 * 24 * time.Hour), PassMark: money.NewQuantity(50, 0), TechnicalWeight: money.NewQuantity(100, 0)})
	if err != nil {
		return uuid.Nil, err
	}
	section, err := d.Sourcing.CreateSection(d.ctx, a, a.Org, category, sourcing.Section{Name: "All"})
	if err != nil {
		return uuid.Nil, err
	}
	if d.questions, err = d.maker.questions(a, category, section, answers); err != nil {
		return uuid.Nil, err
	}
	return category, d.Sourcing.Publish(d.ctx, a, a.Org, category)
}

var answer = strings.Repeat("We have done this for years. ", 4)

// save changes every answer of one bid.
func (d *desk) save(i int) error {
	c := biddingsvc.Changes{Answers: make([]biddingsvc.Answer, answers)}
	for n, q := range d.questions {
		c.Answers[n] = biddingsvc.Answer{Question: q, Value: answer, Version: d.versions[i]}
	}
	saved, err := d.Bidding.Save(d.ctx, d.people[i], d.bids[i], c)
	if err == nil && len(saved.Conflicts) > 0 {
		err = fmt.Errorf("%d conflicts", len(saved.Conflicts))
	}
	d.versions[i]++
	return err
}

// BenchmarkSubmit: everybody submits two hundred answers at the deadline, beside
// as many clients that insert one row each.
func BenchmarkSubmit(b *testing.B) {
	d := newDesk(b)
	body := make([]byte, 600)
	const rows = 20 * suppliers
	beside.Floor(b, beside.Least(0.15), func() error {
		return crowd(atOnce, suppliers, func(i int) error {
			_, err := d.Bidding.Submit(d.ctx, d.people[i], d.bids[i], uuid.NewString())
			return err
		})
	}, suppliers, func() error {
		return crowd(atOnce, rows, func(int) error {
			_, err := d.db.Exec(d.ctx, "INSERT INTO floor_row VALUES ($1, clock_timestamp(), $2)", uuid.New(), body)
			return err
		})
	}, rows)
}

// BenchmarkAutosave: two hundred answers change at once, beside a COPY of the same
// rows: as long as sealed answers are, which are padded.
func BenchmarkAutosave(b *testing.B) {
	d := newDesk(b)
	var long int
	if err := d.owner.QueryRow(d.ctx, "SELECT max(length(sealed)) FROM response").Scan(&long); err != nil {
		b.Fatal(err)
	}
	sealed := make([]byte, long)
	var bid atomic.Int64
	beside.Floor(b, beside.Least(0.4), func() error {
		return crowd(atOnce, suppliers, d.save)
	}, suppliers, func() error {
		return crowd(atOnce, suppliers, func(int) error {
			part := uuid.New()
			bid.Add(1)
			_, err := d.db.CopyFrom(d.ctx, pgx.Identifier{"floor_answer"},
				[]string{"participation_id", "question_id", "buyer_id", "supplier_id", "version", "answered", "sealed", "saved_at"},
				pgx.CopyFromSlice(answers, func(n int) ([]any, error) {
					return []any{part, d.questions[n], part, part, int64(1), true, sealed, time.Time{}}, nil
				}))
			return err
		})
	}, suppliers)
}

// BenchmarkLogin: more sign-ins than processors, beside the bare hash.
func BenchmarkLogin(b *testing.B) {
	ctx, db := b.Context(), pgtest.New(b)
	s, err := openSite(b.TempDir(), db, nil)
	if err != nil {
		b.Fatal(err)
	}
	m := &maker{site: s, ctx: ctx, db: db}
	const people = 16
	actors, err := m.suppliers(people)
	if err != nil {
		b.Fatal(err)
	}
	beside.Floor(b, beside.Least(0.85), func() error {
		return crowd(people, people, func(i int) error {
			_, err := s.Identity.Login(ctx, identitysvc.Credentials{Username: actors[i].Email, Password: "simba42"},
				identitysvc.Client{Network: fmt.Sprintf("192.0.%d.1", i), Browser: true})
			return err
		})
	}, people, func() error {
		return crowd(runtime.GOMAXPROCS(0), people, func(int) error {
			argon2.IDKey([]byte("simba42"), make([]byte, 16), 2, 19456, 1, 32)
			return nil
		})
	}, people)
}

// aMillionJobs are of fifty buyers, without the indexes at first: building them
// once is quicker than a million times.
var aMillionJobs = []string{
	`DROP INDEX job_list; DROP INDEX job_buyer; DROP INDEX job_all; DROP INDEX job_title; ALTER TABLE job DROP CONSTRAINT job_buyer_id_code_key; ALTER TABLE job DROP CONSTRAINT job_buyer_id_reference_key;
	ALTER TABLE job DROP CONSTRAINT job_buyer_id_fkey; ALTER TABLE job DROP CONSTRAINT job_owner_id_fkey`,
	`INSERT INTO job (id, buyer_id, activity, reference, code, title, regime, timezone, status, owner_id, created_at)
	SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, CASE n % 50 WHEN 0 THEN $1::uuid ELSE md5((n % 50)::text)::uuid END,
		(ARRAY['tender', 'rfq', 'prequalification', 'asset_disposal'])[1 + n / 50 % 4], 'R' || n, 'C' || n, 'Supply of lot ' || n, 'private-default', 'Africa/Nairobi',
		(ARRAY['draft', 'published', 'closed'])[1 + n / 200 % 3], $2, timestamptz '2020-01-01' + n * interval '1 minute'
	FROM generate_series(1, 1000000) n`,
	`CREATE UNIQUE INDEX ON job (buyer_id, code)`,
	`CREATE UNIQUE INDEX ON job (buyer_id, reference)`,
	`CREATE INDEX job_list ON job (buyer_id, activity, created_at DESC, id DESC) INCLUDE (status)`,
	`CREATE INDEX job_buyer ON job (buyer_id, created_at DESC, id DESC) INCLUDE (status)`,
	`CREATE INDEX job_all ON job (activity, created_at DESC, id DESC)`,
	`CREATE INDEX job_title ON job USING gin (title gin_trgm_ops)`,
}

func fillJobs(ctx context.Context, owner *pgxpool.Pool, buyer access.Actor) error {
	c, err := owner.Acquire(ctx)
	if err != nil {
		return err
	}
	defer c.Release()
	if _, err := c.Exec(ctx, "SET maintenance_work_mem = '512MB'"); err != nil {
		return err
	}
	for _, sql := range aMillionJobs {
		var args []any
		if strings.Contains(sql, "$1") {
			args = []any{buyer.Org, buyer.User}
		}
		if _, err := pgtest.Do(ctx, c, sql, args...); err != nil {
			return fmt.Errorf("%s: %w", sql, err)
		}
	}
	_, err = c.Exec(ctx, "VACUUM ANALYZE job") // in no transaction
	return err
}

// BenchmarkJobList: a page of a buyer's twenty thousand jobs among a million,
// beside a row read by its key.
func BenchmarkJobList(b *testing.B) {
	ctx, db := b.Context(), pgtest.New(b)
	s, err := openSite(b.TempDir(), db, nil)
	if err != nil {
		b.Fatal(err)
	}
	m := &maker{site: s, ctx: ctx, db: db}
	buyer, err := m.company("buyer", access.Buyer)
	if err != nil {
		b.Fatal(err)
	}
	if err := fillJobs(ctx, pgtest.As(b, db, ""), buyer); err != nil {
		b.Fatal(err)
	}
	var after string
	for range 89 { // the ninetieth page
		page, err := s.Sourcing.Jobs(ctx, buyer, buyer.Org, sourcingsvc.JobFilter{Activities: []sourcing.Activity{sourcing.Tender}}, after, 50)
		if err != nil || page.Next == "" {
			b.Fatal("no next page: ", err)
		}
		after = page.Next
	}
	const reads = 20
	for _, x := range []struct {
		name, after string
		filter      sourcingsvc.JobFilter
	}{
		{"first", "", sourcingsvc.JobFilter{Activities: []sourcing.Activity{sourcing.Tender}}},
		{"ninetieth", after, sourcingsvc.JobFilter{Activities: []sourcing.Activity{sourcing.Tender}}},
		{"by-status", "", sourcingsvc.JobFilter{Activities: []sourcing.Activity{sourcing.Tender}, Statuses: []sourcing.JobStatus{sourcing.JobPublished}}},
		{"all-activities", "", sourcingsvc.JobFilter{}},
	} {
		b.Run(x.name, func(b *testing.B) {
			beside.Floor(b, beside.Most(3), func() error {
				for range reads {
					p, err := s.Sourcing.Jobs(ctx, buyer, buyer.Org, x.filter, x.after, 50)
					if err != nil || len(p.Items) != 50 {
						return fmt.Errorf("%d rows: %w", len(p.Items), err)
					}
				}
				return nil
			}, reads, func() error {
				for n := range 10 * reads {
					var title string
					id := fmt.Sprintf("00000000-0000-7000-8000-%012x", 1+n*4999)
					if err := db.QueryRow(ctx, "SELECT title FROM job WHERE id = $1", id).Scan(&title); err != nil {
						return err
					}
				}
				return nil
			}, 10*reads)
		})
	}
}
