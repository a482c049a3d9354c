package trial_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/sourcing"
)

const (
	roomSites  = 2
	roomSeats  = 8  // half of them at each site
	roomOffers = 12 // of each in a round: 96 together
	roomStep   = 10_000
)

// slippingClock runs as another server's may: ahead, behind, and set back meanwhile.
const slippingClock = `
CREATE TABLE zabuni.slip (by interval NOT NULL);
INSERT INTO zabuni.slip VALUES ('0');
GRANT SELECT ON zabuni.slip TO PUBLIC;
CREATE OR REPLACE FUNCTION zabuni.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS
$$ SELECT clock_timestamp() + by FROM zabuni.slip $$;`

// A bout is what the bidders of one site do in a round of an auction.
type bout struct {
	Auction uuid.UUID
	Round   int
	Top     int64 // the round's first price, in cents
	Seats   map[int]access.Actor
	Next    map[int]int // the first offer of each that has no answer yet
	Fault   string
}

// An utterance is one word of a site: an offer that sets out, or what became of it.
type utterance struct {
	Kind  string // begin, stands, weak, wrong, done
	Who   int
	Offer int
	At    int64
	Seq   int64
	Text  string
}

// price is what a bidder offers as his i-th: nobody needs to remember it.
func (b bout) price(who, i int) int64 {
	l := rand.New(rand.NewPCG(uint64(b.Round*1000+who), uint64(i)))
	return b.Top - (int64(i*8)+l.Int64N(8))*roomStep
}

func (b bout) key(i int) string { return fmt.Sprintf("round %d, offer %d", b.Round, i) }

// hammer lets the site's bidders bid until each has had all answers.
func (c *crew) hammer(ctx context.Context) {
	b := *c.Bout
	var all sync.WaitGroup
	for who, actor := range b.Seats {
		all.Go(func() {
			for i := b.Next[who]; i < roomOffers; i++ {
				c.offer(ctx, b, who, actor, i)
			}
		})
	}
	all.Wait()
	c.utter(utterance{Kind: "done"})
}

func (c *crew) offer(ctx context.Context, b bout, who int, actor access.Actor, i int) {
	c.utter(utterance{Kind: "begin", Who: who, Offer: i, At: time.Now().UnixNano()})
	for {
		placed, err := c.place(ctx, b, actor, money.New(b.price(who, i), -2), b.key(i))
		u := utterance{Who: who, Offer: i, At: time.Now().UnixNano(), Seq: placed.Event.Seq}
		var refused *fault.Error
		switch {
		case err == nil:
			u.Kind = "stands"
		case errors.Is(err, auction.TooWeak):
			u.Kind = "weak"
		case errors.As(err, &refused) && !errors.Is(err, fault.Unavailable):
			u.Kind, u.Text = "wrong", err.Error()
		default:
			<-time.After(again)
			continue
		}
		c.utter(u)
		return
	}
}

// A fault that is planted in a site: it decides on what it read without a lock.
const readThenWrite = "reads, then writes"

// place bids through the lane, or as the planted fault does.
func (c *crew) place(ctx context.Context, b bout, actor access.Actor, price money.Decimal, key string) (p auctionsvc.Placed, err error) {
	if b.Fault != readThenWrite {
		return c.Auctions.Place(ctx, actor, b.Auction, price, true, key)
	}
	var best *money.Decimal
	err = c.db.QueryRow(ctx, `SELECT min(best) FROM auction_participant WHERE category_id = $1`, b.Auction).Scan(&best)
	if err != nil {
		return p, err
	}
	if best != nil && best.Sub(money.New(roomStep, -2)).Less(price) {
		return p, auction.TooWeak.New("")
	}
	err = c.db.QueryRow(ctx, `WITH s AS (UPDATE auction SET seq = seq + 1 WHERE category_id = $1 RETURNING seq),
			p AS (UPDATE auction_participant SET best = $2, best_seq = 1 WHERE category_id = $1 AND supplier_id = $3)
		INSERT INTO audit_entry (at, actor_id, actor_name, actor_type, action, object, object_id, detail)
		VALUES (zabuni.clock(), $3, 'Fault', '', 'test.bid.placed', 'test', $1, '{}') RETURNING (SELECT seq FROM s)`, b.Auction, price, actor.Org).Scan(&p.Event.Seq)
	return p, err
}

func (c *crew) utter(u utterance) {
	raw, err := json.Marshal(u)
	if err != nil {
		panic(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, err := c.out.Write(append(raw, '\n')); err != nil {
		os.Exit(3) // nobody listens
	}
}

// arena is a durable cluster with one auction, and the sites that bid in it.
type arena struct {
	*house
	auction uuid.UUID
	seats   map[int]access.Actor
	owner   *pgxpool.Pool
	heard   chan word
	sites   [roomSites]*exec.Cmd
	round   bout
	ops     map[[2]int]*operation
	lost    map[[2]int]bool // nobody will ask again what became of these
	bids    int
}

type word struct {
	site int
	utterance
	gone bool
}

type operation struct {
	began, ended int64
	seq          int64
	weak         bool
}

func newArena(t *testing.T, seed uint64) *arena {
	t.Helper()
	t.Logf("seed %d", seed)
	a := &arena{house: openHouse(t), seats: map[int]access.Actor{}, heard: make(chan word)}
	a.random = rand.New(rand.NewPCG(seed, 41))
	a.task = task{DSN: a.server.Database(database), Dir: a.keys()}
	a.owner = a.pool(database, "")
	_, err := a.owner.Exec(a.ctx, slippingClock)
	a.must(err)
	db := a.pool(database, "zabuni_app")
	s, err := openSite(a.keys(), db, a.pool(database, "zabuni_opener"))
	a.must(err)
	m := &maker{site: s, ctx: a.ctx, db: db}
	buyer, err := m.company("buyer", access.Buyer)
	a.must(err)
	people, err := m.suppliers(roomSeats)
	a.must(err)
	now := time.Now()
	step := money.New(roomStep, -2)
	a.auction, err = m.Auctions.Create(a.ctx, buyer, buyer.Org, auctionsvc.Form{
		Job: sourcing.JobForm{Activity: sourcing.ReverseAuction, Code: "A1", Title: "Maize"},
		Category: sourcing.CategoryForm{Name: "Maize", Currency: "KES", OpensAt: now, ClosesAt: now.Add(time.Hour), Without: []sourcing.StepName{"criteria"},
			PassMark: money.NewQuantity(50, 0), TechnicalWeight: money.NewQuantity(70, 0), FinancialWeight: money.NewQuantity(30, 0)},
		Rules: auction.Rules{Visibility: auction.SeeBestRank, Reference: auction.Leader, StepAmount: &step, StartsAt: now.Add(2 * time.Hour), EndsAt: now.Add(26 * time.Hour),
			Window: 2 * time.Minute, Extend: 2 * time.Minute, From: auction.FromReceipt, Trigger: auction.AnyBid},
	})
	a.must(err)
	_, err = m.Sourcing.AddItem(a.ctx, buyer, buyer.Org, a.auction, sourcing.Item{Number: "1", Description: "Maize", Unit: "bag", Quantity: money.NewQuantity(4, 0)})
	a.must(err)
	a.must(m.Sourcing.Publish(a.ctx, buyer, buyer.Org, a.auction))
	a.slip("3 hours")
	_, err = m.Sourcing.CloseDue(a.ctx)
	a.must(err)
	for i, p := range people {
		a.must(m.Auctions.Join(a.ctx, p, a.auction))
		a.seats[i] = p
	}
	return a
}

func (a *arena) slip(by string) {
	a.t.Helper()
	_, err := a.owner.Exec(a.ctx, `UPDATE zabuni.slip SET by = $1::interval`, by)
	a.must(err)
}

// open lets a site go on where its bidders have no answers yet.
func (a *arena) open(site int) {
	a.t.Helper()
	b := a.round
	b.Seats, b.Next = map[int]access.Actor{}, map[int]int{}
	for who, actor := range a.seats {
		if who%roomSites != site {
			continue
		}
		b.Seats[who] = actor
		for i := range roomOffers {
			at := [2]int{who, i}
			if op := a.ops[at]; op == nil || op.ended == 0 && !a.lost[at] {
				break
			}
			b.Next[who] = i + 1
		}
	}
	t := a.task
	t.Bout = &b
	raw, err := json.Marshal(t)
	a.must(err)
	self, err := os.Executable()
	a.must(err)
	read, write, err := os.Pipe()
	a.must(err)
	cmd := exec.CommandContext(a.ctx, self)
	cmd.Env = append(os.Environ(), childEnv+"=1")
	cmd.ExtraFiles, cmd.Stderr, cmd.Stdin = []*os.File{write}, os.Stderr, bytes.NewReader(append(raw, '\n'))
	a.must(cmd.Start())
	_ = write.Close()
	a.sites[site] = cmd
	go func() {
		defer func() { _ = read.Close() }()
		lines := bufio.NewReader(read)
		for {
			raw, err := lines.ReadBytes('\n')
			if err == io.EOF {
				break
			}
			var u utterance
			if err := json.Unmarshal(raw, &u); err != nil {
				u = utterance{Kind: "wrong", Text: "torn line: " + string(raw)}
			}
			a.heard <- word{site: site, utterance: u}
		}
		a.heard <- word{site: site, gone: true}
	}()
}

// play is one round: ninety-six offers, and trouble at moments that the seed decides.
func (a *arena) play(n int, fault string, kinds ...int) {
	a.t.Helper()
	a.round = bout{Auction: a.auction, Round: n, Top: 5_000_000_000 - int64(n)*200*roomStep, Fault: fault}
	a.ops, a.lost = map[[2]int]*operation{}, map[[2]int]bool{}
	var begin state
	a.must(a.owner.QueryRow(a.ctx, `SELECT a.seq, coalesce((SELECT (min(best) * 100)::bigint FROM auction_participant p WHERE p.category_id = a.category_id), 0)
		FROM auction a WHERE a.category_id = $1`, a.auction).Scan(&begin.seq, &begin.best))
	for site := range a.sites {
		a.open(site)
	}
	running, answers, deaths, done := roomSites, 0, 0, [roomSites]bool{}
	trouble := map[int]int{}
	for _, kind := range kinds {
		trouble[5+a.random.IntN(80)] = kind
	}
	for running > 0 {
		w := <-a.heard
		if w.gone {
			err := a.sites[w.site].Wait()
			if done[w.site] {
				running--
				continue
			}
			if deaths++; deaths > 20 {
				a.t.Fatal("sites die by themselves: ", err)
			}
			a.giveUp(w.site)
			a.open(w.site)
			continue
		}
		at := [2]int{w.Who, w.Offer}
		switch w.Kind {
		case "begin":
			if a.ops[at] == nil {
				a.ops[at] = &operation{began: w.At}
			}
			continue
		case "wrong":
			a.t.Errorf("seat %d, offer %d: %s", w.Who, w.Offer, w.Text)
		case "done":
			done[w.site] = true
			continue
		}
		a.ops[at].ended, a.ops[at].seq, a.ops[at].weak = w.At, w.Seq, w.Kind == "weak"
		answers++
		kind, bad := trouble[answers]
		if !bad {
			continue
		}
		a.slip([]string{"3 hours", "3 hours 3 seconds", "2 hours 59 minutes 57 seconds"}[a.random.IntN(3)])
		a.kills[kind]++
		if kind != killPostgres {
			_ = a.sites[w.site].Process.Kill()
		}
		if kind != killProgram {
			a.killServer()
			a.start()
			a.owner.Reset()
		}
	}
	a.judge(begin, fault)
}

// giveUp leaves what one bidder of a dead site waited for unknown for ever: he does not ask again.
func (a *arena) giveUp(site int) {
	for at, op := range a.ops {
		if at[0]%roomSites == site && op.ended == 0 && a.random.IntN(3) == 0 {
			a.lost[at] = true
			return
		}
	}
}

type state struct{ seq, best int64 }

// oneOrder is the room as nobody who sees it from outside can tell it from: what has no
// answer may have happened or not.
func oneOrder(begin state) porcupine.Model {
	m := porcupine.NondeterministicModel{
		Init: func() []any { return []any{begin} },
		Step: func(s, in, out any) []any {
			st, cents, op := s.(state), in.(int64), out.(operation)
			good, next := st.best == 0 || cents <= st.best-roomStep, state{st.seq + 1, cents}
			switch {
			case op.ended == 0 && good:
				return []any{st, next}
			case op.ended == 0, op.weak && !good:
				return []any{st}
			case !op.weak && good && op.seq == next.seq:
				return []any{next}
			}
			return nil
		},
	}
	return m.ToModel()
}

// judge holds what the sites said against one order, and against the ledger.
func (a *arena) judge(begin state, fault string) {
	a.t.Helper()
	var ops []porcupine.Operation
	for at, op := range a.ops {
		end := op.ended
		if end == 0 {
			end = math.MaxInt64
		}
		ops = append(ops, porcupine.Operation{ClientId: at[0], Input: a.round.price(at[0], at[1]), Call: op.began, Output: *op, Return: end})
	}
	got := porcupine.CheckOperationsTimeout(oneOrder(begin), ops, 2*time.Minute)
	if fault != "" {
		if got != porcupine.Illegal {
			a.t.Errorf("round %d: nobody found that a site %s: %s", a.round.Round, fault, got)
		}
		return
	}
	if got != porcupine.Ok || len(ops) != roomSeats*roomOffers {
		a.t.Errorf("round %d: %s: %d offers, and no order of them explains the answers", a.round.Round, got, len(ops))
	}
	for at, op := range a.ops {
		if op.ended == 0 || op.weak {
			continue
		}
		a.bids++
		var there bool
		a.must(a.owner.QueryRow(a.ctx, `SELECT EXISTS (SELECT FROM auction_event WHERE category_id = $1 AND seq = $2 AND supplier_id = $3 AND key = $4 AND amount = $5)`,
			a.auction, op.seq, a.seats[at[0]].Org, a.round.key(at[1]), money.New(a.round.price(at[0], at[1]), -2)).Scan(&there))
		if !there {
			a.t.Errorf("round %d: the acknowledged bid %v is lost: %+v", a.round.Round, at, *op)
		}
	}
	var dense, timely, once bool
	a.must(a.owner.QueryRow(a.ctx, `SELECT count(*) = max(seq) AND max(seq) = (SELECT seq FROM auction WHERE category_id = $1),
		NOT EXISTS (SELECT FROM (SELECT at - lag(at) OVER (ORDER BY seq) AS d FROM auction_event WHERE category_id = $1) x WHERE d < '0'),
		count(*) FILTER (WHERE kind = 'bid') = count(DISTINCT (supplier_id, key)) FILTER (WHERE kind = 'bid')
		FROM auction_event WHERE category_id = $1`, a.auction).Scan(&dense, &timely, &once))
	if !dense || !timely || !once {
		a.t.Errorf("round %d: dense %v, time never back %v, each bid once %v", a.round.Round, dense, timely, once)
	}
}

// rounds plays them in turn, with one trouble of each kind in each.
func (a *arena) rounds(n int) {
	for i := range n {
		a.play(i, "", killProgram, killPostgres)
	}
	a.t.Logf("%d rounds, %d kills of a site, %d of Postgres, %d bids acknowledged", n, a.kills[killProgram], a.kills[killPostgres], a.bids)
	if a.bids < 5*n || a.kills[killProgram] == 0 || a.kills[killPostgres] == 0 {
		a.t.Error("too little happened: the test proves nothing")
	}
}

func TestBidsOfDyingSitesStandInOneOrder(t *testing.T) {
	newArena(t, 1).rounds(3)
}

// A site that decides on what it has read, and writes later, is found out at once.
func TestASiteThatReadsThenWritesIsFound(t *testing.T) {
	newArena(t, 2).play(0, readThenWrite)
}
