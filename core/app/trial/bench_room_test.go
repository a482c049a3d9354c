package trial_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/beside"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// pit is a durable cluster with auctions in which every bidder improves its own price, so
// that every bid of a round stands: what is measured is bids accepted.
type pit struct {
	*maker
	owner   *pgxpool.Pool
	rooms   []uuid.UUID
	bidders []access.Actor
	step    int64 // the next price of all, in cents
}

func newPit(b *testing.B, rooms, bidders int) *pit {
	b.Helper()
	h := openHouse(b)
	db := h.pool(database, "zabuni_app")
	p := &pit{owner: h.pool(database, ""), step: 900_000_000_000_00}
	_, err := p.owner.Exec(h.ctx, slippingClock)
	h.must(err)
	s, err := openSite(h.keys(), db, h.pool(database, "zabuni_opener"))
	h.must(err)
	p.maker = &maker{site: s, ctx: h.ctx, db: db}
	buyer, err := p.company("buyer", access.Buyer)
	h.must(err)
	p.bidders, err = p.suppliers(bidders)
	h.must(err)
	for i := range rooms {
		id, err := p.room(buyer, i)
		h.must(err)
		p.rooms = append(p.rooms, id)
	}
	_, err = p.owner.Exec(h.ctx, `UPDATE zabuni.slip SET by = '3 hours'`)
	h.must(err)
	_, err = p.Sourcing.CloseDue(p.ctx)
	h.must(err)
	for i, who := range p.bidders {
		for j, id := range p.rooms {
			if i%len(p.rooms) == j || len(p.rooms) == 1 {
				h.must(p.Auctions.Join(p.ctx, who, id))
			}
		}
	}
	_, err = p.owner.Exec(h.ctx, `CREATE TABLE floor_row (id int PRIMARY KEY, n bigint NOT NULL);
		INSERT INTO floor_row SELECT i, 0 FROM generate_series(0, 99) i`)
	h.must(err)
	_, err = p.owner.Exec(h.ctx, `VACUUM ANALYZE`)
	h.must(err)
	return p
}

// room publishes one auction.
func (p *pit) room(buyer access.Actor, i int) (uuid.UUID, error) {
	now, step := time.Now(), money.New(1, -2)
	id, err := p.Auctions.Create(p.ctx, buyer, buyer.Org, auctionsvc.Form{
		Job: sourcing.JobForm{Activity: sourcing.ReverseAuction, Code: fmt.Sprint("A", i), Title: fmt.Sprint("Maize ", i)},
		Category: sourcing.CategoryForm{Name: "Maize", Currency: "KES", OpensAt: now, ClosesAt: now.Add(time.Hour), Without: []sourcing.StepName{"criteria"},
			PassMark: money.NewQuantity(50, 0), TechnicalWeight: money.NewQuantity(70, 0), FinancialWeight: money.NewQuantity(30, 0)},
		Rules: auction.Rules{Visibility: auction.SeeBestRank, Reference: auction.Own, StepAmount: &step, StartsAt: now.Add(2 * time.Hour), EndsAt: now.Add(26 * time.Hour),
			Window: 2 * time.Minute, Extend: 2 * time.Minute, From: auction.FromReceipt, Trigger: auction.AnyBid},
	})
	if err != nil {
		return id, err
	}
	if _, err := p.Sourcing.AddItem(p.ctx, buyer, buyer.Org, id, sourcing.Item{Number: "1", Description: "Maize", Unit: "bag", Quantity: money.NewQuantity(4, 0)}); err != nil {
		return id, err
	}
	return id, p.Sourcing.Publish(p.ctx, buyer, buyer.Org, id)
}

// bout lets every bidder bid so many times, all at once, each in its room.
func (p *pit) bout(times int, place func(access.Actor, uuid.UUID, money.Decimal, string) error) error {
	var all sync.WaitGroup
	failed := make([]error, len(p.bidders))
	p.step -= int64(times)
	for i, who := range p.bidders {
		all.Go(func() {
			for n := range times {
				cents := p.step + int64(times-n)
				if err := place(who, p.rooms[i%len(p.rooms)], money.New(cents, -2), fmt.Sprint("bid ", cents)); err != nil {
					failed[i] = err
					return
				}
			}
		})
	}
	all.Wait()
	return errors.Join(failed...)
}

func (p *pit) lane(who access.Actor, id uuid.UUID, price money.Decimal, key string) error {
	_, err := p.Auctions.Place(p.ctx, who, id, price, true, key)
	return err
}

// plain is the bid as one writes it first: a transaction of its own that locks the row,
// reads the clock and writes, one statement after the other. It stays here to be beaten.
func (p *pit) plain(who access.Actor, id uuid.UUID, price money.Decimal, key string) error {
	return pgx.BeginFunc(p.ctx, p.owner, func(tx pgx.Tx) error {
		var seq int64
		var now time.Time
		var own *money.Decimal
		for _, x := range []struct {
			sql  string
			args []any
			into []any
		}{
			{`SELECT seq FROM auction WHERE category_id = $1 FOR NO KEY UPDATE`, []any{id}, []any{&seq}},
			{`SELECT zabuni.clock()`, nil, []any{&now}},
			{`SELECT best FROM auction_participant WHERE category_id = $1 AND supplier_id = $2`, []any{id, who.Org}, []any{&own}},
		} {
			if err := tx.QueryRow(p.ctx, x.sql, x.args...).Scan(x.into...); err != nil {
				return err
			}
		}
		if own != nil && !price.Less(*own) {
			return auction.TooWeak.New("")
		}
		for _, x := range []struct {
			sql  string
			args []any
		}{
			{`INSERT INTO auction_event (category_id, seq, buyer_id, kind, supplier_id, amount, at, ends_after, extensions, reason, by_id, key)
				SELECT $1, $2, buyer_id, 'bid', $3, $4, $5, ends_at, extensions, '', $6, $7 FROM auction WHERE category_id = $1`,
				[]any{id, seq + 1, who.Org, price, now, who.User, key}},
			{`UPDATE auction SET seq = $2, last_at = $3 WHERE category_id = $1`, []any{id, seq + 1, now}},
			{`UPDATE auction_participant SET best = $3, best_seq = $4 WHERE category_id = $1 AND supplier_id = $2`, []any{id, who.Org, price, seq + 1}},
			{`INSERT INTO audit_entry (at, actor_id, actor_name, actor_type, action, object, object_id, detail)
				VALUES ($1, $2, 'Plain', '', 'test.bid.placed', 'test', $3, '{}')`, []any{now, who.User, id}},
		} {
			if _, err := tx.Exec(p.ctx, x.sql, x.args...); err != nil {
				return err
			}
		}
		return nil
	})
}

// updates is the floor: so many connections, each a durable update of one row at a time.
func (p *pit) updates(connections, each, rows int) error {
	var all sync.WaitGroup
	failed := make([]error, connections)
	for i := range connections {
		all.Go(func() {
			failed[i] = p.owner.AcquireFunc(context.WithoutCancel(p.ctx), func(c *pgxpool.Conn) error {
				for n := range each {
					if _, err := c.Exec(p.ctx, `UPDATE floor_row SET n = n + 1 WHERE id = $1`, (i*each+n)%rows); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
	all.Wait()
	return errors.Join(failed...)
}

// BenchmarkBids: thirty-two bid in one auction at once, beside one connection that updates one row durably.
func BenchmarkBids(b *testing.B) {
	p := newPit(b, 1, 32)
	beside.Floor(b, beside.Least(2), func() error { return p.bout(10, p.lane) }, 320, func() error { return p.updates(1, 300, 1) }, 300)
}

// BenchmarkBidsPlain: the same beside the bid that locks, reads and writes by itself.
func BenchmarkBidsPlain(b *testing.B) {
	p := newPit(b, 1, 32)
	beside.Floor(b, beside.Least(3), func() error { return p.bout(10, p.lane) }, 320, func() error { return p.bout(3, p.plain) }, 96)
}

// BenchmarkBidsProcessor: the same by the processor time of this process and of the database's own, which is what a busy machine runs out of.
func BenchmarkBidsProcessor(b *testing.B) {
	p := newPit(b, 1, 32)
	beside.Spent(b, beside.Most(0.12), p.processor, func() error { return p.bout(10, p.lane) }, 320, func() error { return p.bout(3, p.plain) }, 96)
}

// processor is what this process and all that serve its connections have used so far.
func (p *pit) processor() (time.Duration, error) {
	var own syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err != nil {
		return 0, err
	}
	all := time.Duration(own.Utime.Nano() + own.Stime.Nano())
	rows, err := p.owner.Query(p.ctx, `SELECT pid FROM pg_stat_activity WHERE datname = current_database()`)
	if err != nil {
		return 0, err
	}
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int])
	for _, pid := range pids {
		text, gone := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if gone != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		f := strings.Fields(rest)
		user, _ := strconv.ParseInt(f[11], 10, 64)
		system, _ := strconv.ParseInt(f[12], 10, 64)
		all += time.Duration(user+system) * 10 * time.Millisecond // a hundredth of a second, as the kernel tells it
	}
	return all, err
}

// BenchmarkBidsInManyRooms: two hundred bid in a hundred auctions, beside sixteen connections that update a hundred rows.
func BenchmarkBidsInManyRooms(b *testing.B) {
	p := newPit(b, 100, 200)
	beside.Floor(b, beside.Least(0.3), func() error { return p.bout(4, p.lane) }, 800, func() error { return p.updates(16, 60, 100) }, 960)
}

// BenchmarkBidsInALongRoom: a room of many thousand bids takes one as fast as one of few.
func BenchmarkBidsInALongRoom(b *testing.B) {
	short, long := newPit(b, 1, 8), newPit(b, 1, 8)
	id := long.rooms[0]
	for _, sql := range []string{
		`INSERT INTO auction_event (category_id, seq, buyer_id, kind, supplier_id, amount, at, ends_after, extensions, reason, by_id, key)
			SELECT a.category_id, a.seq + n, a.buyer_id, 'bid', p.supplier_id, 95000000000000 / 100 - n, a.last_at, a.ends_at, 0, '', p.joined_by, 'early ' || n
			FROM auction a CROSS JOIN generate_series(1, 40000) n CROSS JOIN LATERAL (SELECT * FROM auction_participant LIMIT 1) p WHERE a.category_id = $1`,
		`UPDATE auction SET seq = (SELECT max(seq) FROM auction_event) WHERE category_id = $1`,
	} {
		if _, err := pgtest.Tamper(long.ctx, long.owner, sql, id); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := long.owner.Exec(long.ctx, `VACUUM ANALYZE`); err != nil {
		b.Fatal(err)
	}
	beside.Floor(b, beside.Most(1.3), func() error { return long.bout(20, long.lane) }, 160, func() error { return short.bout(20, short.lane) }, 160)
}
