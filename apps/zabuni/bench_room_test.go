package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/valyala/fasthttp"

	"zabuni.org/core/app/serve"
	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/config"
	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/beside"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// A pit is an installation with a durable database and one open room, in which every bidder improves its own price, so that every
// bid of a round stands: what is measured is bids accepted, from the request to the answer.
type pit struct {
	*testing.B
	ctx     context.Context
	house   *serve.House
	owner   *pgxpool.Pool
	handler fasthttp.RequestHandler
	id      uuid.UUID
	bidders []access.Actor
	signed  []persona
	step    int64 // the next price of all, in cents
	made    int
}

func (p *pit) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

func newPit(b *testing.B, bidders int) *pit {
	b.Helper()
	p := &pit{B: b, ctx: b.Context(), step: 900_000_000_000_00}
	dir, err := os.MkdirTemp("", "zabuni-bench-")
	p.must(err)
	p.must(os.Chmod(dir, 0o711)) // root's server may run as nobody
	b.Cleanup(func() { _ = os.RemoveAll(dir) })
	set := map[string]string{"DATA": filepath.Join(dir, "data")}
	s, err := config.Load(func(name string) string { return set[name] })
	p.must(err)
	p.house, err = serve.Open(p.ctx, s, serve.All(s), func(string) {})
	p.must(err)
	b.Cleanup(p.house.Close)
	p.owner, err = pg.Open(p.ctx, p.house.DB.Owner, 16)
	p.must(err)
	b.Cleanup(p.owner.Close)
	p.handler = bffs["supplier"](p.house.App).Handler()
	buyer := p.company("buyer", access.Buyer)
	for range bidders {
		p.bidders = append(p.bidders, p.company("supplier", access.Supplier))
	}
	p.open(buyer)
	for _, who := range p.bidders {
		p.must(p.house.App.Auctions.Join(p.ctx, who, p.id))
		p.signed = append(p.signed, p.signsIn(who))
	}
	_, err = p.owner.Exec(p.ctx, `CREATE TABLE floor_row (id int PRIMARY KEY, n bigint NOT NULL); INSERT INTO floor_row VALUES (0, 0)`)
	p.must(err)
	_, err = p.owner.Exec(p.ctx, `VACUUM ANALYZE`)
	p.must(err)
	return p
}

func (p *pit) company(kind string, t access.UserType) access.Actor {
	p.Helper()
	p.made++
	a := access.Actor{User: uuid.Must(uuid.NewV7()), Org: uuid.Must(uuid.NewV7()), Type: t, Name: fmt.Sprint("Person ", p.made), Email: fmt.Sprintf("p%d@example.org", p.made),
		Privileges: access.Titles[t]}
	p.must(pg.InTx(p.ctx, p.house.DB.App, func(tx pg.Tx) error {
		profile := party.Profile{CompanyType: "limited", Name: fmt.Sprint("Company ", p.made), Country: "KE", TaxID: fmt.Sprintf("P05%07dA", p.made)}
		if err := partysvc.Create(p.ctx, tx, access.System, kind, a.Org, partysvc.Registration{Profile: profile}); err != nil {
			return err
		}
		return p.house.App.Identity.CreateAdministrator(p.ctx, tx, a, "Person", fmt.Sprint(p.made), "254701234567", "simba42")
	}))
	return a
}

// open publishes the room and lets its start come.
func (p *pit) open(buyer access.Actor) {
	p.Helper()
	now, step := time.Now(), money.New(1, -2)
	id, err := p.house.App.Auctions.Create(p.ctx, buyer, buyer.Org, auctionsvc.Form{
		Job:      sourcing.JobForm{Activity: sourcing.ReverseAuction, Code: "A", Title: "Maize"},
		Category: sourcing.CategoryForm{Name: "Maize", Currency: "KES", OpensAt: now, Without: []sourcing.StepName{"criteria"}},
		Rules: auction.Rules{Visibility: auction.SeeBestRank, Reference: auction.Own, StepAmount: &step, StartsAt: now.Add(2 * time.Hour), EndsAt: now.Add(26 * time.Hour),
			Window: 2 * time.Minute, Extend: 2 * time.Minute, From: auction.FromReceipt, Trigger: auction.AnyBid},
	})
	p.must(err)
	p.id = id
	_, err = p.house.App.Sourcing.AddItem(p.ctx, buyer, buyer.Org, id, sourcing.Item{Number: "1", Description: "Maize", Unit: "bag", Quantity: money.NewQuantity(4, 0)})
	p.must(err)
	p.must(p.house.App.Sourcing.Publish(p.ctx, buyer, buyer.Org, id))
	_, err = p.owner.Exec(p.ctx, `CREATE OR REPLACE FUNCTION zabuni.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT clock_timestamp() + interval '3 hours' $$`)
	p.must(err)
	p.must(p.house.App.Clock.Sync(p.ctx, p.house.DB.App))
	_, err = p.house.App.Sourcing.CloseDue(p.ctx)
	p.must(err)
}

// signsIn opens a session as a login does, without the hash of its password.
func (p *pit) signsIn(who access.Actor) persona {
	p.Helper()
	out, id, now := persona{half: uuid.NewString()}, uuid.Must(uuid.NewV7()), p.house.App.Clock.Now()
	secret := sha256.Sum256([]byte(out.half))
	_, err := p.owner.Exec(p.ctx, `INSERT INTO session (id, account_id, secret_hash, rotated_at, tfa_pending, remember, browser, agent, network, confirmed_at, created_at, seen_at, expires_at)
		VALUES ($1, $2, $3, $4, false, false, true, 'bench', '127.0.0.1', $4, $4, $4, $5)`, id, who.User, secret[:], now, now.Add(12*time.Hour))
	p.must(err)
	out.token, err = identity.NewTokens(p.house.App.TokenKey, p.house.App.Clock.Now).Sign(identity.Claims{Session: id, UserType: who.Type, Fingerprint: identity.Fingerprint(out.half)}, who.User, now)
	p.must(err)
	return out
}

// bout lets every bidder bid so many times, all at once.
func (p *pit) bout(times int, place func(i int, cents int64) error) error {
	var all sync.WaitGroup
	failed := make([]error, len(p.bidders))
	p.step -= int64(times)
	for i := range p.bidders {
		all.Go(func() {
			for n := range times {
				if err := place(i, p.step+int64(times-n)); err != nil {
					failed[i] = err
					return
				}
			}
		})
	}
	all.Wait()
	return errors.Join(failed...)
}

// sent is a bid from its request to its answer, by the desk that suppliers have: session, guard, limits, journal and all.
func (p *pit) sent(i int, cents int64) error {
	var req fasthttp.Request
	req.Header.SetMethod(http.MethodPost)
	req.SetRequestURI("/api/supplier/auctions/" + p.id.String() + "/bids")
	req.Header.SetHost("zabuni.test")
	req.Header.Set("Authorization", "Bearer "+p.signed[i].token)
	req.Header.SetCookie("__Host-zabuni_sid", p.signed[i].half)
	req.Header.SetContentType("application/json")
	req.Header.Set("Idempotency-Key", fmt.Sprint("a bid of ", cents))
	req.SetBodyString(`{"amount":"` + money.New(cents, -2).Short() + `","confirmed":true}`)
	var ctx fasthttp.RequestCtx
	ctx.Init(&req, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}, nil)
	p.handler(&ctx)
	if ctx.Response.StatusCode() != http.StatusOK {
		return fmt.Errorf("%d %s", ctx.Response.StatusCode(), strings.TrimSpace(string(ctx.Response.Body())))
	}
	return nil
}

// plain is the bid as one writes it first: a transaction of its own that locks the row, reads the clock and writes, one statement
// after the other, for whoever asks. It stays here to be beaten.
func (p *pit) plain(i int, cents int64) error {
	who, price := p.bidders[i], money.New(cents, -2)
	return pgx.BeginFunc(p.ctx, p.owner, func(tx pgx.Tx) error {
		var seq int64
		var now time.Time
		err := tx.QueryRow(p.ctx, `SELECT seq FROM auction WHERE category_id = $1 FOR NO KEY UPDATE`, p.id).Scan(&seq)
		if err == nil {
			err = tx.QueryRow(p.ctx, `SELECT zabuni.clock()`).Scan(&now)
		}
		if err != nil {
			return err
		}
		for _, x := range []struct {
			sql  string
			args []any
		}{
			{`INSERT INTO auction_event (category_id, seq, buyer_id, kind, supplier_id, amount, at, ends_after, extensions, reason, by_id, key)
				SELECT $1, $2, buyer_id, 'bid', $3, $4, $5, ends_at, extensions, '', $6, $7 FROM auction WHERE category_id = $1`,
				[]any{p.id, seq + 1, who.Org, price, now, who.User, fmt.Sprint("a bid of ", cents)}},
			{`UPDATE auction SET seq = $2, last_at = $3 WHERE category_id = $1`, []any{p.id, seq + 1, now}},
			{`UPDATE auction_participant SET best = $3, best_seq = $4 WHERE category_id = $1 AND supplier_id = $2`, []any{p.id, who.Org, price, seq + 1}},
			{`INSERT INTO audit_entry (at, actor_id, actor_name, actor_type, action, object, object_id, detail)
				VALUES ($1, $2, 'Plain', '', 'test.bid.placed', 'test', $3, '{}')`, []any{now, who.User, p.id}},
		} {
			if _, err := tx.Exec(p.ctx, x.sql, x.args...); err != nil {
				return err
			}
		}
		return nil
	})
}

// updates is the floor: one connection, each a durable update of one row.
func (p *pit) updates(n int) error {
	return p.owner.AcquireFunc(p.ctx, func(c *pgxpool.Conn) error {
		for range n {
			if _, err := c.Exec(p.ctx, `UPDATE floor_row SET n = n + 1`); err != nil {
				return err
			}
		}
		return nil
	})
}

// BenchmarkBidsSent: thirty-two bid in one auction over HTTP at once, beside one connection that updates one row durably.
func BenchmarkBidsSent(b *testing.B) {
	p := newPit(b, 32)
	beside.Floor(b, beside.Least(0.4), func() error { return p.bout(4, p.sent) }, 128, func() error { return p.updates(300) }, 300)
}

// BenchmarkBidsSentPlain: the same beside the bid that locks, reads and writes by itself, and asks nobody who sent it.
func BenchmarkBidsSentPlain(b *testing.B) {
	p := newPit(b, 32)
	beside.Floor(b, beside.Least(3), func() error { return p.bout(4, p.sent) }, 128, func() error { return p.bout(3, p.plain) }, 96)
}
