package auctionsvc_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pgtest"
)

// busy lets bidders and the host act by lot in a room with a clock that also steps back.
func busy(t *testing.T, seed uint64, acts int) room {
	t.Helper()
	r, l := open(t, 4), rand.New(rand.NewPCG(seed, 12))
	now := r.Starts.Add(30 * time.Minute)
	for i := range acts {
		now = now.Add(time.Duration(l.IntN(150)-3) * time.Second)
		r.SetClock(now)
		who := r.Bidders[l.IntN(len(r.Bidders))]
		seen := r.seq()
		var err error
		switch l.IntN(12) {
		case 0:
			err = r.conduct(auctionsvc.Deed{Act: auctionsvc.Pause})
		case 1, 2:
			err = r.conduct(auctionsvc.Deed{Act: auctionsvc.Resume})
		case 3:
			bid := 1 + l.Int64N(seen)
			err = r.conduct(auctionsvc.Deed{Act: auctionsvc.VoidBid, Bid: &bid, Seen: seen})
		case 4:
			err = r.conduct(auctionsvc.Deed{Act: auctionsvc.Block, Supplier: &who.Org})
		case 5:
			err = r.conduct(auctionsvc.Deed{Act: auctionsvc.Unblock, Supplier: &who.Org})
		default:
			price := money.New(40_000_000-int64(i)*200_000+l.Int64N(300_000), -2)
			_, err = r.Auctions.Place(r.Context(), who, r.ID, price, true, fmt.Sprint("bid ", i))
		}
		var refused *fault.Error
		if err != nil && (!errors.As(err, &refused) || errors.Is(err, fault.Internal)) {
			t.Fatal(err)
		}
		if after := r.seq(); after != seen+1 && err == nil || after != seen && err != nil {
			t.Fatalf("%d events, then %d and %v", seen, after, err) // I9
		}
	}
	return r
}

func (r room) seq() (n int64) {
	r.Must(r.DB.QueryRow(r.Context(), `SELECT seq FROM auction WHERE category_id = $1`, r.ID).Scan(&n))
	return n
}

// A question to the ledger that must have no answer.
func (r room) none(t *testing.T, what, sql string) {
	t.Helper()
	rows, err := r.DB.Query(r.Context(), sql, r.ID)
	r.Must(err)
	bad, err := pgx.CollectRows(rows, pgx.RowToMap)
	r.Must(err)
	if len(bad) > 0 {
		t.Errorf("%s: %v", what, bad)
	}
}

// What the database holds of a busy room is asked in SQL, apart from the rule.
func TestInvariantsOfTheLedger(t *testing.T) {
	t.Parallel()
	moved := 0
	for seed := range uint64(3) {
		r := busy(t, seed, 60)
		for name, sql := range map[string]string{
			"I1 dense": `SELECT * FROM (SELECT count(*) AS n, min(seq) AS first, max(seq) AS last FROM auction_event WHERE category_id = $1) e, auction a
				WHERE a.category_id = $1 AND (e.n, e.first, e.last) IS DISTINCT FROM (a.seq, 1, a.seq)`,
			"I3 closed": `SELECT e.seq, e.at, b.ends_after FROM auction_event e JOIN auction_event b ON b.category_id = e.category_id AND b.seq = e.seq - 1
				JOIN auction a ON a.category_id = e.category_id
				WHERE e.category_id = $1 AND e.kind IN ('bid', 'bid_surrogate') AND (e.at < a.starts_at OR e.at >= b.ends_after)`,
			"I3 blocked": `SELECT e.seq FROM auction_event e, LATERAL (SELECT b.kind FROM auction_event b WHERE b.category_id = e.category_id
				AND b.supplier_id = e.supplier_id AND b.seq < e.seq AND b.kind IN ('blocked', 'unblocked') ORDER BY b.seq DESC LIMIT 1) last
				WHERE e.category_id = $1 AND e.kind = 'bid' AND last.kind = 'blocked'`,
			"I4 time": `SELECT e.seq, e.at, b.at FROM auction_event e JOIN auction_event b ON b.category_id = e.category_id AND b.seq = e.seq - 1
				WHERE e.category_id = $1 AND e.at < b.at`,
			"I5 extension": `SELECT e.seq, e.ends_after, a.hard_end FROM auction_event e JOIN auction_event b ON b.category_id = e.category_id AND b.seq = e.seq - 1
				JOIN auction a ON a.category_id = e.category_id WHERE e.category_id = $1 AND e.kind = 'bid' AND
				(e.ends_after, e.extensions) IS DISTINCT FROM CASE WHEN e.at >= b.ends_after - make_interval(secs => a.window_seconds)
					AND least(a.hard_end, e.at + make_interval(secs => a.extend_seconds)) > b.ends_after
					THEN (least(a.hard_end, e.at + make_interval(secs => a.extend_seconds)), b.extensions + 1) ELSE (b.ends_after, b.extensions) END`,
			"I6 whole": `SELECT supplier_id, key FROM auction_event WHERE category_id = $1 AND kind = 'bid' GROUP BY 1, 2 HAVING count(*) > 1`,
			"I10 best": `SELECT p.supplier_id, p.best, p.best_seq, l.amount, l.seq FROM auction_participant p LEFT JOIN LATERAL (
					SELECT e.seq, e.amount FROM auction_event e WHERE e.category_id = p.category_id AND e.supplier_id = p.supplier_id AND e.kind = 'bid'
					AND NOT EXISTS (SELECT FROM auction_event v WHERE v.category_id = e.category_id AND v.voids = e.seq) ORDER BY e.seq DESC LIMIT 1) l ON true
				WHERE p.category_id = $1 AND (p.best, p.best_seq) IS DISTINCT FROM (l.amount, l.seq)`,
			"I11 pause": `SELECT e.seq FROM auction_event e, LATERAL (SELECT b.kind FROM auction_event b WHERE b.category_id = e.category_id
				AND b.seq < e.seq AND b.kind IN ('paused', 'resumed') ORDER BY b.seq DESC LIMIT 1) last
				WHERE e.category_id = $1 AND e.kind = 'bid' AND last.kind = 'paused'`,
			"I11 open time": `SELECT e.seq FROM auction_event e JOIN auction_event b ON b.category_id = e.category_id AND b.seq = (
					SELECT max(seq) FROM auction_event p WHERE p.category_id = e.category_id AND p.seq < e.seq AND p.kind = 'paused')
				WHERE e.category_id = $1 AND e.kind = 'resumed' AND e.ends_after - e.at <> b.ends_after - b.at`,
		} {
			r.none(t, name, sql)
		}
		r.improves(t)
		r.digests(t)
		moved += r.desk().View.Extensions
	}
	if moved == 0 {
		t.Error("no end has moved: the test proves nothing of it")
	}
}

// improves asks of each bid whether it was better by a step than all that stood (I2).
func (r room) improves(t *testing.T) {
	t.Helper()
	d := r.desk()
	var standing []auction.Line
	bids := 0
	for _, l := range d.View.Lines {
		if l.Kind == auction.WasVoided {
			for i, s := range standing {
				if s.N == l.Voids {
					standing = append(standing[:i:i], standing[i+1:]...)
					break
				}
			}
			continue
		}
		if !l.Kind.IsBid() {
			continue
		}
		last := map[uuid.UUID]money.Decimal{} // only the last of each stands
		for _, s := range standing {
			last[*s.Participant] = *s.Amount
		}
		for _, best := range last {
			if best.Sub(*d.Auction.StepAmount).Less(*l.Amount) {
				t.Errorf("I2 improve: line %d bids %s against %s", l.N, l.Amount, best)
			}
		}
		standing = append(standing, l)
		bids++
	}
	if bids < 5 {
		t.Errorf("%d bids: the test proves nothing", bids)
	}
}

// digests computes of what the rows say what the log was told when they were written
// (I12): an event's bytes follow from its row alone.
func (r room) digests(t *testing.T) {
	t.Helper()
	rows, err := r.DB.Query(r.Context(), `SELECT seq, kind, supplier_id, amount, at, ends_after, extensions, reason, voids, by_id, key, paper_id
		FROM auction_event WHERE category_id = $1 ORDER BY seq`, r.ID)
	r.Must(err)
	ledger, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (e auction.Event, err error) {
		err = row.Scan(&e.Seq, &e.Kind, &e.Participant, &e.Amount, &e.At, &e.EndsAfter, &e.Extensions, &e.Reason, &e.Voids, &e.By, &e.Key, &e.Paper)
		e.At, e.EndsAfter = e.At.UTC(), e.EndsAfter.UTC()
		return e, err
	})
	r.Must(err)
	rows, err = r.DB.Query(r.Context(), `SELECT detail FROM audit_entry WHERE object_id = $1 AND detail ? 'sha256' ORDER BY id`, r.ID)
	r.Must(err)
	entries, err := pgx.CollectRows(rows, pgx.RowTo[json.RawMessage])
	r.Must(err)
	next := int64(1)
	for _, raw := range entries {
		var d struct {
			From, To int64
			SHA256   string
		}
		r.Must(json.Unmarshal(raw, &d))
		if d.From != next {
			t.Errorf("an entry begins with %d after %d", d.From, next-1)
		}
		if got, err := auctionsvc.Digest(ledger[d.From-1 : d.To]); err != nil || got != d.SHA256 {
			t.Errorf("I12 content: events %d to %d are other bytes than when they were written: %+v", d.From, d.To, ledger[d.From-1])
		}
		if e := ledger[d.From-1]; e.Paper != nil {
			e.Paper = nil
			if got, err := auctionsvc.Digest([]auction.Event{e}); err != nil || got == d.SHA256 {
				t.Errorf("the sum of event %d does not depend on its paper", d.From)
			}
		}
		next = d.To + 1
	}
	if next != int64(len(ledger)+1) {
		t.Errorf("%d events are in the log, %d in the ledger", next-1, len(ledger))
	}
}

// A bid that was under way while somebody held the lock is decided by what is true after
// the wait, not by what was when it set out: the clock, a block, a pause.
func TestI3WhatCountsIsReadAfterTheLock(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		meanwhile func(room, pgx.Tx)
		want      *fault.Def
	}{
		"the end has come":             {func(r room, tx pgx.Tx) { r.SetClock(r.Starts.Add(time.Hour)) }, auction.Closed},
		"a microsecond before the end": {func(r room, tx pgx.Tx) { r.SetClock(r.Starts.Add(time.Hour - time.Microsecond)) }, nil},
		"blocked": {func(r room, tx pgx.Tx) {
			_, err := pgtest.Do(r.Context(), tx, `UPDATE auction_participant SET blocked = true WHERE supplier_id = $1`, r.Bidders[0].Org)
			r.Must(err)
		}, auction.Blocked},
		"paused": {func(r room, tx pgx.Tx) {
			_, err := pgtest.Do(r.Context(), tx, `UPDATE auction SET status = 'paused', paused_at = last_at WHERE category_id = $1`, r.ID)
			r.Must(err)
		}, auction.OnPause},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := open(t, 1)
			before := r.seq()
			tx, err := pgtest.As(t, r.DB, "").Begin(r.Context())
			r.Must(err)
			_, err = tx.Exec(r.Context(), `SELECT FROM auction WHERE category_id = $1 FOR UPDATE`, r.ID)
			r.Must(err)
			got := make(chan error, 1)
			go func() {
				_, err := r.bid(r.Bidders[0], "5000", "one")
				got <- err
			}()
			for waiting := 0; waiting == 0; {
				r.Must(r.DB.QueryRow(r.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting))
			}
			c.meanwhile(r, tx)
			r.Must(tx.Commit(r.Context()))
			if err := <-got; c.want == nil && err != nil || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			if after := r.seq(); c.want != nil && after != before {
				t.Error("a refused bid is in the ledger")
			}
		})
	}
}
