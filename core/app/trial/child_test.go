package trial_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/bus"
	"zabuni.org/core/platform/outbox"
	"zabuni.org/core/platform/pg"
)

const (
	childEnv  = "ZABUNI_CRASHLING"
	childPool = 16
	// A client that cannot reach its server asks again after this.
	again = 10 * time.Millisecond
)

// Faults that are planted to see the checker find them.
const (
	ackEarly      = "early"     // acknowledges before the commit
	ackUnflushed  = "unflushed" // acknowledges a commit that no disk has
	creditTwice   = "twice"     // books a payment a second time
	forgetsEvents = "forgets"   // lets events vanish before they are told
)

// TestMain makes a crashling of the test binary when it is told to be one.
func TestMain(m *testing.M) {
	if os.Getenv(childEnv) == "" {
		os.Exit(m.Run())
	}
	if err := crashling(); err != nil {
		fmt.Fprintln(os.Stderr, "crashling:", err)
		os.Exit(1)
	}
}

// A task is what the parent tells a crashling at its start.
type task struct {
	DSN     string
	Dir     string // keys, files, the bus's store
	Fault   string
	Bidders []bidder
	Payers  []access.Actor
	Fees    []uuid.UUID // categories to pay for
	Dollars []uuid.UUID // the same for ways that take no shillings
	Tills   tills
	Clerk   access.Actor   // imports what a bank says
	Bout    *bout          // bid in an auction instead
	Pen     *pen           // sign a contract instead
	Keep    *keeping       // archive, bundle or destroy instead
	Retry   map[int]string // key that a bidder was waiting for when the last one died
}

type bidder struct {
	Actor     access.Actor
	Bid, Item uuid.UUID
}

// A line is one word of a crashling: what it begins, and what it acknowledges.
type line struct {
	Kind    string // begin, submitted, saved, paid, logged, wrong
	Who     int    `json:",omitempty"`
	Key     string `json:",omitempty"`
	ID      uuid.UUID
	Version int64  `json:",omitempty"`
	Receipt string `json:",omitempty"`
	Text    string `json:",omitempty"`
}

// crew is the clients of one crashling, and the program that serves them.
type crew struct {
	*site
	task
	db       *pgxpool.Pool
	mu       sync.Mutex
	out      io.Writer
	stopping atomic.Bool // the parent has hung up: finish what is under way
}

// say writes one line at once: a pipe takes a short write whole or not at all.
func (c *crew) say(l line) {
	raw, err := json.Marshal(l)
	if err != nil {
		panic(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, err := c.out.Write(append(raw, '\n')); err != nil {
		os.Exit(3) // nobody listens
	}
}

func crashling() error {
	in := bufio.NewReader(os.Stdin)
	raw, err := in.ReadBytes('\n')
	if err != nil {
		return err
	}
	c := &crew{out: os.NewFile(3, "words")}
	if err := json.Unmarshal(raw, &c.task); err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, in)
		c.stopping.Store(true)
	}()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	dsn := c.DSN + " user=zabuni_app"
	if c.Fault == ackUnflushed {
		dsn += " options='-c synchronous_commit=off'"
	}
	if c.db, err = pg.Open(ctx, dsn, childPool); err != nil {
		return err
	}
	if c.site, err = openSite(c.Dir, c.db, nil, c.Tills); err != nil {
		return err
	}
	if c.Pen != nil {
		return c.sign(ctx)
	}
	if c.Keep != nil {
		return c.keep(ctx)
	}
	if c.Bout != nil {
		c.hammer(ctx)
		return nil
	}
	if err := c.listen(); err != nil {
		return err
	}
	hub, err := bus.Open(ctx, bus.Options{Dir: c.Dir + "/nats"})
	if err != nil {
		return err
	}
	relay := &outbox.Relay{DB: c.db, Bus: hub, Log: c.Log}
	go func() { _ = relay.Run(ctx) }()
	var clients sync.WaitGroup
	for i := range c.Bidders {
		clients.Go(func() { c.bid(ctx, i) })
	}
	for i := range c.Payers {
		clients.Go(func() { c.pay(ctx, i) })
	}
	clients.Wait()
	return nil
}

// until repeats what a broken connection cut off, as a client does, and reports
// whether it ended well. Any other refusal is a fault of the program.
func (c *crew) until(what string, fn func() error) bool {
	for {
		err := fn()
		if err == nil {
			return true
		}
		var refused *fault.Error
		if errors.As(err, &refused) && !errors.Is(err, fault.TooMany) {
			c.say(line{Kind: "wrong", Text: what + ": " + err.Error()})
			return false
		}
		<-time.After(again)
	}
}

// bid is one supplier's desk: change a price, submit, and again.
func (c *crew) bid(ctx context.Context, i int) {
	b := c.Bidders[i]
	if key := c.Retry[i]; key != "" && !c.submit(ctx, i, key) {
		return
	}
	for n := 0; !c.stopping.Load(); n++ {
		if !c.until("save", func() error { return c.save(ctx, i) }) {
			return
		}
		key := uuid.NewString()
		c.say(line{Kind: "begin", Who: i, Key: key})
		if c.Fault == ackEarly {
			c.say(line{Kind: "submitted", Who: i, Key: key, ID: b.Bid})
		}
		if !c.submit(ctx, i, key) {
			return
		}
		if c.Fault == forgetsEvents {
			_, _ = c.db.Exec(ctx, "DELETE FROM outbox WHERE id = (SELECT max(id) FROM outbox)")
		}
		if i == 0 && n%2 == 1 {
			var size int64
			if !c.until("log", func() (err error) { size, err = c.Sequencer.Once(ctx); return err }) {
				return
			}
			c.say(line{Kind: "logged", Version: size})
		}
	}
}

// save writes the number of the version as its price, so that a version whose
// content is another's shows.
func (c *crew) save(ctx context.Context, i int) error {
	b := c.Bidders[i]
	now, err := c.Bidding.Bid(ctx, b.Actor, b.Bid)
	if err != nil {
		return err
	}
	seen := now.Lines[0].Version
	saved, err := c.Bidding.Save(ctx, b.Actor, b.Bid, biddingsvc.Changes{
		Prices: []biddingsvc.Price{{Item: b.Item, UnitPrice: fmt.Sprint(seen + 1), Version: seen}}})
	if err != nil {
		return err
	}
	if len(saved.Conflicts) > 0 {
		return fault.Internal.New("conflict with nobody, at version %d", seen)
	}
	c.say(line{Kind: "saved", Who: i, ID: b.Item, Version: saved.Versions[b.Item]})
	return nil
}

// submit repeats one submission with its key until it is acknowledged.
func (c *crew) submit(ctx context.Context, i int, key string) bool {
	b := c.Bidders[i]
	var s biddingsvc.Submission
	if !c.until("submit", func() (err error) { s, err = c.Bidding.Submit(ctx, b.Actor, b.Bid, key); return err }) {
		return false
	}
	c.say(line{Kind: "submitted", Who: i, Key: key, ID: s.ID, Version: int64(s.Version), Receipt: s.Receipt})
	return true
}
