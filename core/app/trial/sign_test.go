package trial_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/platform/sign"
)

// stride is how many statements lie between two at which a program that signs is killed; what hours
// are there for kills it at each.
var stride = 6

// A death is at which of its statements a crashling dies; at 0 it lives.
type death struct {
	At    int
	After bool // once the statement is done, and not before it is sent
}

// A pen is what a crashling that signs is told: as whom, what, and at which statement it dies.
type pen struct {
	death
	As       access.Actor
	Contract uuid.UUID
	Shown    string // SHA-256 of the paper they read, hexadecimal: what they ask again with is what they asked
	Key      string
}

// authority is that of every program of a house.
func authority() (*sign.Authority, error) {
	return sign.NewAuthority(bytes.Repeat([]byte{3}, 32), bytes.Repeat([]byte{4}, 32))
}

// deadly kills its own program at a statement.
type deadly struct {
	death
	sent, done int
}

func die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {} // no further
}

func (d *deadly) begin(ctx context.Context) context.Context {
	if d.sent++; !d.After && d.sent == d.At {
		die()
	}
	return ctx
}

func (d *deadly) end() {
	if d.done++; d.After && d.done == d.At {
		die()
	}
}

func (d *deadly) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return d.begin(ctx)
}
func (d *deadly) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) { d.end() }
func (d *deadly) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return d.begin(ctx)
}
func (d *deadly) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (d *deadly) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     { d.end() }

// mortal is the platform over a pool that dies.
func (c *crew) mortal(ctx context.Context, d death) (*site, error) {
	config := c.db.Config()
	config.ConnConfig.Tracer = &deadly{death: d}
	db, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	return openSite(c.Dir, db, nil)
}

// sign signs what was read over a pool that dies.
func (c *crew) sign(ctx context.Context) error {
	a, err := authority()
	if err != nil {
		return err
	}
	mortal, err := c.mortal(ctx, c.Pen.death)
	if err != nil {
		return err
	}
	mortal.Contracts.Signer = a
	out, err := mortal.Contracts.Sign(ctx, c.Pen.As, c.Pen.Contract, c.Pen.Shown, c.Pen.Key)
	if err != nil {
		return err
	}
	c.say(line{Kind: "signed", Key: c.Pen.Key, Text: out.Sum})
	return nil
}

// signing is a house in which people sign contracts.
type signing struct {
	*house
	site  *site
	owner *pgxpool.Pool
	id    uuid.UUID
}

// asked is a contract that somebody of each side is asked to sign.
func (h *signing) asked(m *maker, buyer, supplier access.Actor, number int) {
	h.t.Helper()
	text := rich.FromPlain("{supplier} is paid {value}.").JSON()
	id, err := h.site.Contracts.Create(h.ctx, buyer, contractsvc.Beginning{Form: contractsvc.Form{
		Terms:        contract.Terms{Number: fmt.Sprint("K/", number), Title: "Pumps"},
		Language:     "en",
		Currency:     "KES",
		Value:        "1500.50",
		Counterparty: &contractsvc.PartyForm{Company: supplier.Org},
		Body:         &text,
	}})
	h.must(err)
	for _, sql := range []string{
		`INSERT INTO contract_sent (contract_id, number, buyer_id, supplier_id, version, sum, sent_by, sent_at)
			SELECT k.id, 1, k.buyer_id, k.supplier_id, v.number, v.sum, v.created_by, v.created_at FROM contract k JOIN contract_version v ON v.contract_id = k.id WHERE k.id = $1`,
		`UPDATE contract SET status = 'sent' WHERE id = $1`,
	} {
		_, err := pgtest.Do(h.ctx, m.db, sql, id)
		h.must(err)
	}
	v, err := h.site.Contracts.SigningOf(h.ctx, buyer, id)
	h.must(err)
	h.must(h.site.Contracts.BeginSigning(h.ctx, buyer, id, contractsvc.SigningForm{Sum: v.Sum, Days: 30, Signers: []contractsvc.SignerForm{
		{Account: supplier.User, Capacity: "Director", Turn: 1},
		{Account: buyer.User, Capacity: "Head of procurement", Turn: 2},
	}}))
	h.id = id
}

// serves has a crashling do its one work, on whose way it may die; it returns whether it said that it was done.
func (h *house) serves(kind, key string) (acknowledged bool) {
	h.t.Helper()
	h.said = nil
	h.employ()
	for h.hear() {
	}
	err := h.child.Wait()
	_ = h.hangUp()
	for _, l := range h.said {
		acknowledged = acknowledged || l.Kind == kind && l.Key == key
	}
	if err == nil && !acknowledged || err != nil && h.child.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		h.t.Fatalf("it ended without a word and without being killed: %v\n%s", err, h.errors.String())
	}
	return acknowledged
}

// signs has a crashling sign.
func (h *signing) signs(p pen) (acknowledged bool) {
	h.t.Helper()
	h.task.Pen = &p
	return h.serves("signed", p.Key)
}

// read is the sum of the paper that somebody is shown.
func (h *signing) read(who access.Actor) string {
	h.t.Helper()
	paper, err := h.site.Contracts.Paper(h.ctx, who, h.id)
	h.must(err)
	sum := sha256.Sum256(paper.Bytes)
	return hex.EncodeToString(sum[:])
}

// stands is how many signatures there are of a contract, in all of the places that say so.
func (h *signing) stands(reader access.Actor) int {
	h.t.Helper()
	var rows, entries, named int
	h.must(h.owner.QueryRow(h.ctx, `SELECT (SELECT count(*) FROM contract_signature x JOIN contract_signing g ON g.id = x.signing_id WHERE g.contract_id = $1),
		(SELECT count(*) FROM audit_entry WHERE object_id = $1 AND action = 'contract.contract.signed'),
		(SELECT count(*) FROM contract_signature x JOIN document d ON d.id = x.paper_id AND d.sha256 = x.sum JOIN contract_signing g ON g.id = x.signing_id WHERE g.contract_id = $1)`,
		h.id).Scan(&rows, &entries, &named))
	paper, err := h.site.Contracts.Paper(h.ctx, reader, h.id)
	h.must(err)
	a, err := authority()
	h.must(err)
	proved, err := sign.Verify(paper.Bytes, a.Roots()...)
	h.must(err)
	if rows != entries || rows != named || rows != len(proved) {
		h.t.Errorf("%d signatures, %d of them with their paper, %d entries of the log, %d in the paper", rows, named, entries, len(proved))
	}
	return rows
}

// Whatever kills a program that signs, and at which of its statements: who was told that they have
// signed has, once; who was not asks again with the same key and is told of the signature that there
// is, or signs now.
func TestASignatureIsNeitherLostNorDoubled(t *testing.T) {
	h := &signing{house: openHouse(t)}
	h.owner = h.pool(database, "")
	db := h.pool(database, "zabuni_app")
	var err error
	h.site, err = openSite(h.keys(), db, nil)
	h.must(err)
	h.site.Contracts.Signer, err = authority()
	h.must(err)
	h.task = task{DSN: h.server.Database(database), Dir: h.keys()}
	m := &maker{site: h.site, ctx: h.ctx, db: db}
	buyer, err := m.company("buyer", access.Buyer)
	h.must(err)
	supplier, err := m.company("supplier", access.Supplier)
	h.must(err)
	buyer.Confirmed, supplier.Confirmed = time.Now().Add(time.Hour), time.Now().Add(time.Hour)

	kills, contracts, whole := 0, 0, 0
	for _, after := range []bool{false, true} {
		for at, ended := 1, false; !ended; {
			contracts++
			h.asked(m, buyer, supplier, contracts)
			for i, who := range []access.Actor{supplier, buyer} {
				own := pen{As: who, Contract: h.id, Shown: h.read(who), Key: fmt.Sprintf("signature-%d-%d", contracts, i)}
				mortal := own
				mortal.At, mortal.After = at, after
				acknowledged := h.signs(mortal)
				if n := h.stands(buyer); acknowledged && n != i+1 || n < i || n > i+1 {
					t.Errorf("killed %s statement %d: %d signatures instead of %d", when(after), at, n, i+1)
				}
				if ended = acknowledged; acknowledged {
					whole++
				} else {
					kills++
				}
				// Whose program died asks again, and again.
				for range 2 {
					if !h.signs(own) {
						t.Error("nobody killed it")
					}
				}
				if n := h.stands(buyer); n != i+1 {
					t.Errorf("killed %s statement %d, and asked again: %d signatures instead of %d", when(after), at, n, i+1)
				}
				at += stride
			}
			var status string
			h.must(db.QueryRow(h.ctx, "SELECT status FROM contract WHERE id = $1", h.id).Scan(&status))
			if status != string(contract.Active) {
				t.Errorf("all have signed, and it is %s", status)
			}
		}
	}
	t.Logf("%d kills of programs that signed %d contracts; %d signed through", kills, contracts, whole)
	if kills < 6 {
		t.Error("too few kills: the test proves nothing")
	}
}

func when(after bool) string {
	if after {
		return "after"
	}
	return "before"
}
