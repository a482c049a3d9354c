// Package auctionsvc is the use cases of auctions: they are written, published with their
// category, bid in, conducted and read here. Every decision on a bid or the end is made
// under the auction's lock by a clock that is read in a statement after it.
package auctionsvc

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"sync"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/auction/internal/auctiondb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

var q = auctiondb.New()

// Service runs the use cases. Sourcing is set once it is there: each needs the other.
type Service struct {
	Sourcing  *sourcingsvc.Service
	Notary    *seal.Notary // signs the logs of rooms
	Documents *documentsvc.Service
	Gate      *document.Gate // decides which files come in
	Random    io.Reader      // of which aliases are drawn, so that nobody can reckon them
	db        pg.DB
	mu        sync.Mutex
	lanes     map[uuid.UUID]*lane
}

// New returns a Service.
func New(db pg.DB) *Service {
	return &Service{Random: rand.Reader, db: db, lanes: map[uuid.UUID]*lane{}}
}

// OwnerOf returns whose an auction is.
func (s *Service) OwnerOf(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	return s.ownerIn(ctx, s.db, id)
}

func (s *Service) ownerIn(ctx context.Context, db pg.DB, id uuid.UUID) (uuid.UUID, error) {
	owner, err := q.OwnerOf(ctx, db, id)
	if pg.NoRows(err) {
		err = auction.NotFound.New("")
	}
	return owner, err
}

// domain is a row as the rules know it, without its bids.
func domain(r auctiondb.Auction) auction.Auction {
	return auction.Auction{
		ID:         r.CategoryID,
		Buyer:      r.BuyerID,
		Best:       sourcing.Direction(r.BestPrice),
		Currency:   money.Currency(r.Currency),
		Status:     auction.Status(r.Status),
		Seq:        r.Seq,
		Extensions: int(r.Extensions),
		LastAt:     r.LastAt.UTC(),
		PausedAt:   utc(r.PausedAt),
		Salt:       r.ReserveSalt,
		Commitment: r.ReserveCommitment,
		Rules: auction.Rules{
			Visibility:    auction.Visibility(r.Visibility),
			ShowBidders:   r.ShowBidders,
			StepAmount:    r.StepAmount,
			StepPercent:   r.StepPercent,
			Reference:     auction.Reference(r.Reference),
			Start:         r.StartPrice,
			Reserve:       r.Reserve,
			ShowMet:       r.ShowReserveMet,
			Jump:          r.JumpPercent,
			StartsAt:      r.StartsAt.UTC(),
			EndsAt:        r.EndsAt.UTC(),
			HardEnd:       r.HardEnd.UTC(),
			Window:        time.Duration(r.WindowSeconds) * time.Second,
			Extend:        time.Duration(r.ExtendSeconds) * time.Second,
			From:          auction.From(r.ExtendFrom),
			Trigger:       auction.Trigger(r.ExtendOn),
			TriggerRank:   int(r.TriggerRank),
			MaxExtensions: int(r.MaxExtensions),
		},
	}
}

func utc(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	at := t.UTC()
	return &at
}

func eventOf(r auctiondb.AuctionEvent) auction.Event {
	return auction.Event{
		Seq:         r.Seq,
		Kind:        auction.Kind(r.Kind),
		Participant: r.SupplierID,
		Amount:      r.Amount,
		At:          r.At.UTC(),
		EndsAfter:   r.EndsAfter.UTC(),
		Extensions:  int(r.Extensions),
		Reason:      r.Reason,
		Voids:       r.Voids,
		By:          r.ByID,
		Key:         r.Key,
		Paper:       r.PaperID,
	}
}

// marked adds the standing bids to an auction.
func marked(ctx context.Context, db pg.DB, a *auction.Auction) error {
	rows, err := q.Marks(ctx, db, a.ID, a.Buyer)
	a.Marks = make(map[uuid.UUID]auction.Mark, len(rows))
	for _, r := range rows {
		a.Marks[r.SupplierID] = auction.Mark{Amount: r.Best, Seq: r.BestSeq}
	}
	return err
}

// read is an auction without its bids.
func read(ctx context.Context, db pg.DB, owner, id uuid.UUID) (auction.Auction, error) {
	row, err := q.Auction(ctx, db, id, owner)
	if pg.NoRows(err) {
		err = auction.NotFound.New("")
	}
	return domain(row), err
}

// hold locks an auction and reads the clock and the standing bids after it: what came
// before is in, what comes later waits.
func hold(ctx context.Context, tx pg.Tx, owner, id uuid.UUID) (auction.Auction, time.Time, error) {
	row, err := q.LockAuction(ctx, tx, id, owner)
	if pg.NoRows(err) {
		err = auction.NotFound.New("")
	}
	if err != nil {
		return auction.Auction{}, time.Time{}, err
	}
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return auction.Auction{}, now, err
	}
	a := domain(row)
	return a, now, marked(ctx, tx, &a)
}

// save writes an auction as it is after some events, the events themselves and the one
// entry of the log that binds their bytes.
func save(ctx context.Context, tx pg.Tx, who access.Actor, action string, a auction.Auction, events []auction.Event, detail map[string]any) error {
	p := auctiondb.InsertEventsParams{CategoryID: a.ID, BuyerID: a.Buyer}
	for _, e := range events {
		var supplier uuid.UUID
		var amount money.Decimal
		var voids int64
		if e.Participant != nil {
			supplier = *e.Participant
		}
		if e.Amount != nil {
			amount = *e.Amount
		}
		if e.Voids != nil {
			voids = *e.Voids
		}
		var paper uuid.UUID
		if e.Paper != nil {
			paper = *e.Paper
		}
		p.Seqs = append(p.Seqs, e.Seq)
		p.Kinds = append(p.Kinds, string(e.Kind))
		p.Suppliers = append(p.Suppliers, supplier)
		p.Amounts = append(p.Amounts, amount)
		p.Ats = append(p.Ats, e.At)
		p.Ends = append(p.Ends, e.EndsAfter)
		p.Extensions = append(p.Extensions, int32(e.Extensions))
		p.Reasons = append(p.Reasons, e.Reason)
		p.Voids = append(p.Voids, voids)
		p.Bys = append(p.Bys, e.By)
		p.Keys = append(p.Keys, e.Key)
		p.Papers = append(p.Papers, paper)
	}
	if err := q.InsertEvents(ctx, tx, p); err != nil {
		return err
	}
	err := q.SaveAuction(ctx, tx, auctiondb.SaveAuctionParams{
		CategoryID: a.ID,
		BuyerID:    a.Buyer,
		Status:     string(a.Status),
		Seq:        a.Seq,
		Extensions: int32(a.Extensions),
		LastAt:     a.LastAt,
		PausedAt:   a.PausedAt,
		EndsAt:     a.EndsAt,
		HardEnd:    a.HardEnd,
	})
	if err != nil {
		return err
	}
	digest, err := Digest(events)
	if err != nil {
		return err
	}
	if detail == nil {
		detail = map[string]any{}
	}
	detail["from"], detail["to"], detail["sha256"], detail["at"], detail["ends_at"] = events[0].Seq, a.Seq, digest, a.LastAt, a.EndsAt
	_, err = journal.Record(ctx, tx, who, journal.Entry{Action: action, Object: "auction", ObjectID: a.ID, Owner: a.Buyer, Detail: detail})
	return err
}

// Digest is the SHA-256 of the lines of some events, as they are exported.
func Digest(events []auction.Event) (string, error) {
	h := sha256.New()
	for _, e := range events {
		line, err := json.Marshal(struct {
			Seq        int64          `json:"seq"`
			Kind       auction.Kind   `json:"kind"`
			Supplier   *uuid.UUID     `json:"supplier"`
			Amount     *money.Decimal `json:"amount"`
			At         time.Time      `json:"at"`
			EndsAfter  time.Time      `json:"ends_after"`
			Extensions int            `json:"extensions"`
			Reason     string         `json:"reason"`
			Voids      *int64         `json:"voids"`
			By         uuid.UUID      `json:"by"`
			Key        string         `json:"key"`
			Paper      *uuid.UUID     `json:"paper,omitempty"` // came later: what was summed before has none
		}{e.Seq, e.Kind, e.Participant, e.Amount, e.At, e.EndsAfter, e.Extensions, e.Reason, e.Voids, e.By, e.Key, e.Paper})
		if err != nil {
			return "", err
		}
		h.Write(append(line, '\n'))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// record writes an entry of what is no line of the ledger.
func record(ctx context.Context, tx pg.Tx, who access.Actor, action string, a auction.Auction, detail map[string]any) error {
	_, err := journal.Record(ctx, tx, who, journal.Entry{Action: action, Object: "auction", ObjectID: a.ID, Owner: a.Buyer, Detail: detail})
	return err
}
