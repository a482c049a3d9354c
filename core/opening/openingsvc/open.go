package openingsvc

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/opening"
	"zabuni.org/core/opening/internal/openingdb"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Open is the opener's work, as the only role that sees sealed envelopes. It
// takes nobody's word: the people's are counted again, the proof is checked, the
// clock is the database's.
func (s *Service) Open(ctx context.Context, r Request) error {
	if s.Opener == nil {
		return opening.NoOpener.New("")
	}
	owner, id := r.Owner, r.Category
	return pg.InTx(ctx, s.Opening, func(tx pg.Tx) error {
		c, err := sourcingsvc.HoldDue(ctx, tx, owner, id)
		if err != nil {
			return err
		}
		e, ok := c.Policy().Envelope(string(r.Envelope))
		if !ok {
			return opening.NoEnvelope.New("%q", r.Envelope)
		}
		session, err := q.Session(ctx, tx, id, owner, e.Name)
		if err != nil {
			return err
		}
		if session.OpenedAt != nil {
			return nil // the other person's request did the work
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		said, err := confirmations(ctx, tx, c, session.ID)
		if err != nil {
			return err
		}
		if got := opening.RuleOf(c.Category).Decide(c.ClosesAt, now, said); !got.Open {
			return opening.NotConfirmed.New("%d more people", got.Missing)
		}
		w := work{Service: s, c: c, e: e, now: now}
		if err := w.load(ctx, tx); err != nil {
			return err
		}
		if w.key, err = s.unwrap(ctx, tx, c, e.Name, r, now); err != nil { // not before what was closed is what stands here
			return err
		}
		if err := w.open(ctx, tx); err != nil {
			return err
		}
		if err := w.openReserves(ctx, tx, r); err != nil {
			return err
		}
		if err := q.SessionOpened(ctx, tx, &now, session.ID, owner); err != nil {
			return err
		}
		if _, err := sourcingsvc.Move(ctx, tx, c.Category, sourcing.OpenEnvelope, now); err != nil {
			return err
		}
		_, err = record(ctx, tx, r.Actor, "envelope.opened", c, map[string]any{
			"envelope":   e.Name,
			"session_id": session.ID,
			"bids":       w.opened,
			"root":       hex.EncodeToString(c.ClosingRoot),
		})
		return err
	})
}

func (s *Service) unwrap(ctx context.Context, tx pg.Tx, c sourcing.Case, envelope string, r Request, now time.Time) (*seal.OpenKey, error) {
	k, err := q.Key(ctx, tx, c.ID, c.Buyer, envelope)
	if err != nil {
		return nil, err
	}
	if !k.ClosesAt.Equal(c.ClosesAt) {
		return nil, sourcing.ClosingDiffers.New("the %s key is bound to %s, the row says %s", envelope, k.ClosesAt, c.ClosesAt)
	}
	bound := seal.Binding{Category: c.ID, Envelope: seal.Envelope(envelope), Key: k.ID, ClosesAt: k.ClosesAt.UTC(), Sequence: k.Sequence}
	return s.Opener.Open(seal.CategoryKey{Recipient: k.Recipient, Wrapped: k.Wrapped, Binding: bound}, now, seal.Evidence{
		Checkpoint: r.Proof.Checkpoint,
		Index:      r.Proof.Index,
		Entry:      r.Proof.Leaf,
		Proof:      r.Proof.Proof,
	})
}

// work is the opening of one envelope of all bids.
type work struct {
	*Service
	c        sourcing.Case
	e        sourcing.Envelope
	key      *seal.OpenKey
	now      time.Time
	bids     []openingdb.LatestSealedRow
	receipts map[uuid.UUID]seal.Receipt
	quantity map[uuid.UUID]money.Quantity // of the items
	opened   int
}

// load reads the sealed bids and recomputes the closing root: nothing was added,
// dropped or exchanged since the category closed.
func (w *work) load(ctx context.Context, tx pg.Tx) error {
	var err error
	if w.bids, err = q.LatestSealed(ctx, tx, w.e.Name, w.c.ID, w.c.Buyer); err != nil {
		return err
	}
	receipts := make([]seal.Receipt, len(w.bids))
	w.receipts = map[uuid.UUID]seal.Receipt{}
	for i, b := range w.bids {
		r, err := w.Verifier.Receipt([]byte(b.Receipt))
		if err != nil {
			return err
		}
		receipts[i], w.receipts[b.ID] = r, r
	}
	if w.c.ClosedAt == nil {
		return opening.NotClosed.New("")
	}
	tree, err := seal.Close(w.c.ID, w.c.ClosedAt.UTC(), receipts)
	if err != nil {
		return err
	}
	if !bytes.Equal(tree.Root[:], w.c.ClosingRoot) {
		return opening.RootDiffers.New("category %s", w.c.ID)
	}
	items, err := q.Quantities(ctx, tx, w.c.ID, w.c.Buyer)
	w.quantity = map[uuid.UUID]money.Quantity{}
	for _, i := range items {
		w.quantity[i.ID] = i.Quantity
	}
	return err
}

// open opens the envelope of every bid that is still in: who failed keeps what
// lies in a later envelope to itself.
func (w *work) open(ctx context.Context, tx pg.Tx) error {
	first := w.c.Policy().First(w.e)
	passed := map[uuid.UUID]bool{}
	if !first {
		rows, err := q.Judged(ctx, tx, w.c.ID, w.c.Buyer)
		if err != nil {
			return err
		}
		for _, r := range rows {
			passed[r.SubmissionID] = r.TechnicalPass != nil && *r.TechnicalPass
		}
	}
	moves := map[uuid.UUID]bidding.Move{}
	for i, b := range w.bids {
		if !first && !passed[b.ID] {
			continue // returned unopened
		}
		if first {
			err := q.InsertOpenedBid(ctx, tx, openingdb.InsertOpenedBidParams{
				SubmissionID: b.ID,
				CategoryID:   w.c.ID,
				BuyerID:      w.c.Buyer,
				SupplierID:   b.SupplierID,
				At:           w.now,
				Position:     int32(i + 1),
			})
			if err != nil {
				return err
			}
			moves[b.ParticipationID] = bidding.Open
		}
		if err := w.openOne(ctx, tx, b); err != nil {
			return err
		}
		w.opened++
	}
	return biddingsvc.Mark(ctx, tx, w.c.Buyer, moves)
}

// openReserves opens the reserves of items with the prices that they are held against.
func (w *work) openReserves(ctx context.Context, tx pg.Tx, r Request) error {
	if !reserved(w.c, w.e) {
		return nil
	}
	key, err := w.unwrap(ctx, tx, w.c, string(seal.Reserve), r, w.now)
	if pg.NoRows(err) {
		return nil // nobody has set any
	}
	if err != nil {
		return err
	}
	return sourcingsvc.OpenReserves(ctx, tx, w.c.Category, key, w.now)
}

func (w *work) openOne(ctx context.Context, tx pg.Tx, b openingdb.LatestSealedRow) error {
	var part seal.Part
	for _, p := range w.receipts[b.ID].Parts {
		if p.Envelope == seal.Envelope(w.e.Name) {
			part = p
		}
	}
	raw, err := w.key.Submission(b.Sealed, part)
	if err != nil {
		return err
	}
	var m bidding.Manifest
	if err := json.Unmarshal(raw, &m); err != nil {
		return err
	}
	if m.Technical != nil && w.e.Holds&sourcing.Criteria != 0 {
		if err := w.storeAnswers(ctx, tx, b, *m.Technical); err != nil {
			return err
		}
	}
	if m.Financial != nil && w.e.Holds&sourcing.Items != 0 {
		return w.storePrices(ctx, tx, b, *m.Financial)
	}
	return nil
}

func (w *work) storeAnswers(ctx context.Context, tx pg.Tx, b openingdb.LatestSealedRow, m bidding.Answers) error {
	put := openingdb.InsertOpenedAnswersParams{SubmissionID: b.ID, BuyerID: w.c.Buyer, SupplierID: b.SupplierID}
	for id, value := range m.Answers {
		put.Questions, put.Values = append(put.Questions, id), append(put.Values, value)
	}
	if err := q.InsertOpenedAnswers(ctx, tx, put); err != nil {
		return err
	}
	files, err := q.SealedFiles(ctx, tx, b.ID, w.c.Buyer)
	if err != nil {
		return err
	}
	for _, f := range files {
		ref := seal.FileRef{Participation: b.ParticipationID, Envelope: seal.Envelope(w.e.Name), Body: [32]byte(f.SealedSha256)}
		fileKey, err := w.key.FileKey(f.Wrapped, ref)
		if err != nil {
			return err
		}
		wrapped, err := w.Evaluation.Wrap(fileKey, opening.FileContext(b.ID, f.BidFileID))
		clear(fileKey)
		if err != nil {
			return err
		}
		err = q.InsertOpenedFile(ctx, tx, openingdb.InsertOpenedFileParams{
			SubmissionID: b.ID,
			BidFileID:    f.BidFileID,
			BuyerID:      w.c.Buyer,
			SupplierID:   b.SupplierID,
			FileKey:      wrapped,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// storePrices sums the lines again: what was told as the total under the seal must
// be what the prices make of the quantities as they were published.
func (w *work) storePrices(ctx context.Context, tx pg.Tx, b openingdb.LatestSealedRow, m bidding.Prices) error {
	put := openingdb.InsertOpenedPricesParams{SubmissionID: b.ID, BuyerID: w.c.Buyer, SupplierID: b.SupplierID}
	var sum money.Decimal
	for id, line := range m.Lines {
		price, err := money.ParseDecimal(line.UnitPrice)
		if err != nil {
			return err
		}
		sum = sum.Add(money.Line(price, w.quantity[id], w.c.Currency))
		put.Items, put.Prices, put.Remarks = append(put.Items, id), append(put.Prices, price), append(put.Remarks, line.Remarks)
	}
	total, err := money.ParseDecimal(m.Total)
	if err != nil {
		return err
	}
	if !total.Equal(sum) {
		return opening.TotalDiffers.New("submission %s: %s sealed, %s by its lines", b.ID, total, sum)
	}
	if err := q.InsertOpenedPrices(ctx, tx, put); err != nil {
		return err
	}
	return q.OpenPrice(ctx, tx, openingdb.OpenPriceParams{At: &w.now, Price: &total, Currency: &m.Currency, SubmissionID: b.ID, BuyerID: w.c.Buyer})
}

// A Session is an opening with the people who took part.
type Session struct {
	ID          uuid.UUID
	Envelope    seal.Envelope
	Status      string
	RequestedAt time.Time
	OpenedAt    *time.Time
	People      []Person
}

// A Person is somebody who gave a word in an opening.
type Person = openingdb.ApprovalsRow

// Sessions are the openings of a category in their order, for who was admitted to
// the category before.
func Sessions(ctx context.Context, db pg.DB, c sourcing.Category) ([]Session, error) {
	rows, err := q.Sessions(ctx, db, c.ID, c.Buyer)
	if err != nil {
		return nil, err
	}
	out := make([]Session, len(rows))
	for i, r := range rows {
		out[i] = Session{
			ID:          r.ID,
			Envelope:    seal.Envelope(r.Envelope),
			Status:      r.Status,
			RequestedAt: r.RequestedAt,
			OpenedAt:    r.OpenedAt,
		}
		if out[i].People, err = q.Approvals(ctx, db, opensBy(c), r.ID, c.Buyer); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// SignMinutes puts the actor's name under the minutes of an opening that the
// actor took part in.
func (s *Service) SignMinutes(ctx context.Context, a access.Actor, owner, id uuid.UUID, e seal.Envelope) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := opens(ctx, tx, a, owner, id)
		if err != nil {
			return err
		}
		session, err := q.Session(ctx, tx, id, owner, string(e))
		if pg.NoRows(err) || (err == nil && session.OpenedAt == nil) {
			return opening.NotOpened.New("")
		}
		if err != nil {
			return err
		}
		n, err := q.SignMinutes(ctx, tx, &tx.Now, session.ID, a.User, owner)
		if err != nil || n == 0 {
			return err
		}
		rows, err := q.Approvals(ctx, tx, opensBy(c.Category), session.ID, owner)
		if err != nil {
			return err
		}
		all := true
		for _, r := range rows {
			all = all && r.SignedAt != nil
		}
		if all {
			if err := q.SessionLocked(ctx, tx, session.ID, owner); err != nil {
				return err
			}
		}
		_, err = record(ctx, tx, a, "minutes.signed", c, map[string]any{"envelope": e, "session_id": session.ID, "locked": all})
		return err
	})
}
