package evaluationsvc

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// Decision is where an opening stands after somebody's word.
type Decision struct {
	Opened  bool
	Missing int       // people whose word is still needed
	Expires time.Time // of the first word that counts
}

// Confirm gives the actor's word that an envelope shall be opened. With enough
// people's words it is opened: first the decision is written to the signed log,
// then the key is unwrapped, and all bids of the envelope are opened in one act.
func (s *Service) Confirm(ctx context.Context, a access.Actor, owner, id uuid.UUID, e seal.Envelope) (Decision, error) {
	open := s.Open
	if s.Opener == nil {
		open = s.Elsewhere
	}
	if open == nil {
		return Decision{}, NoOpener.New("")
	}
	var d Decision
	var entry int64
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		d, entry = Decision{}, 0
		c, err := lock(ctx, tx, a, owner, id, access.OpenBids)
		if err != nil {
			return err
		}
		if err := stepUp(a, tx); err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		session, begun, err := s.session(ctx, tx, a, c, e, now)
		if err != nil {
			return err
		}
		if err := q.PutApproval(ctx, tx, session, a.User, owner, now); err != nil {
			return err
		}
		said, err := confirmations(ctx, tx, session, owner)
		if err != nil {
			return err
		}
		got := evaluation.OpeningRule{People: int(c.Openers), Within: Window}.Decide(c.ClosesAt, now, said)
		d = Decision{Opened: got.Open, Missing: got.Missing, Expires: got.Expires}
		word := Confirmed{
			Job:      c.JobID,
			Session:  session,
			Envelope: e,
			Begun:    begun,
			Missing:  got.Missing,
			Expires:  now.Add(Window),
		}
		if err := confirmed(ctx, tx, a, c, word); err != nil || !got.Open {
			return err
		}
		key, err := q.Key(ctx, tx, id, owner, string(e))
		if err != nil {
			return err
		}
		entry, err = record(ctx, tx, a, "opening.authorised", c, map[string]any{"envelope": e, "session_id": session, "key_id": key.ID, "by": got.By})
		return err
	})
	if err != nil || !d.Opened {
		return d, err
	}
	proof, err := s.Log.Prove(ctx, entry)
	if err != nil {
		return Decision{}, err
	}
	return d, open(ctx, OpenRequest{Actor: a, Owner: owner, Category: id, Envelope: e, Proof: proof})
}

// An OpenRequest asks the opener for its work, with the proof that the decision
// stands in the signed log.
type OpenRequest struct {
	Actor           access.Actor
	Owner, Category uuid.UUID
	Envelope        seal.Envelope
	Proof           journal.Logged
}

func confirmed(ctx context.Context, tx pg.Tx, a access.Actor, c evaluationdb.CategoryRow, d Confirmed) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: OpeningConfirmed, Object: "category", ObjectID: c.ID, Owner: c.BuyerID, Detail: d})
	return err
}

// session returns the opening session of an envelope, and whether it begins with
// this word.
func (s *Service) session(ctx context.Context, tx pg.Tx, a access.Actor, c evaluationdb.CategoryRow, e seal.Envelope, now time.Time) (uuid.UUID, bool, error) {
	got, err := q.Session(ctx, tx, c.ID, c.BuyerID, string(e))
	if err == nil {
		if got.OpenedAt != nil {
			return got.ID, false, AlreadyOpened.New("")
		}
		return got.ID, false, nil
	}
	if !pg.NoRows(err) {
		return uuid.Nil, false, err
	}
	switch {
	case e == seal.Technical && c.Status != string(sourcing.Closed):
		return uuid.Nil, false, NotClosed.New("category is %s", c.Status)
	case e == seal.Financial && policy(c).Has(sourcing.Criteria):
		if err := s.technicalDone(ctx, tx, c); err != nil {
			return uuid.Nil, false, err
		}
	}
	if c.Status == string(sourcing.Closed) {
		if err := move(ctx, tx, c, sourcing.BeginOpening, sourcing.Facts{Now: now}); err != nil {
			return uuid.Nil, false, err
		}
	}
	id := uuid.Must(uuid.NewV7())
	return id, true, q.InsertSession(ctx, tx, evaluationdb.InsertSessionParams{ID: id, CategoryID: c.ID, BuyerID: c.BuyerID, Envelope: string(e), RequestedBy: a.User, Now: now})
}

// technicalDone refuses the prices until every bid has its technical result.
func (s *Service) technicalDone(ctx context.Context, tx pg.Tx, c evaluationdb.CategoryRow) error {
	bids, err := q.OpenedBids(ctx, tx, c.ID, c.BuyerID)
	if err != nil {
		return err
	}
	if c.Status != string(sourcing.TechnicalEvaluation) {
		return TechnicalFirst.New("category is %s", c.Status)
	}
	for _, b := range bids {
		if b.TechnicalPass == nil {
			return TechnicalFirst.New("")
		}
	}
	return nil
}

func confirmations(ctx context.Context, tx pg.Tx, session, owner uuid.UUID) ([]evaluation.Confirmation, error) {
	rows, err := q.Approvals(ctx, tx, session, owner)
	out := make([]evaluation.Confirmation, len(rows))
	for i, r := range rows {
		out[i] = evaluation.Confirmation{Person: r.AccountID, At: r.At.UTC(), Entitled: r.Entitled && r.Status == "active", StepUp: true}
	}
	return out, err
}

// Open is the opener's work, as the only role that sees sealed envelopes. It
// takes nobody's word: the people's are counted again, the proof is checked, the
// clock is the database's.
func (s *Service) Open(ctx context.Context, r OpenRequest) error {
	if s.Opener == nil {
		return NoOpener.New("")
	}
	owner, id, e := r.Owner, r.Category, r.Envelope
	return pg.InTx(ctx, s.Opening, func(tx pg.Tx) error {
		row, err := q.LockCategory(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		c := evaluationdb.CategoryRow(row)
		session, err := q.Session(ctx, tx, id, owner, string(e))
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
		said, err := confirmations(ctx, tx, session.ID, owner)
		if err != nil {
			return err
		}
		if got := (evaluation.OpeningRule{People: int(c.Openers), Within: Window}).Decide(c.ClosesAt, now, said); !got.Open {
			return NotConfirmed.New("%d more people", got.Missing)
		}
		k, err := q.Key(ctx, tx, id, owner, string(e))
		if err != nil {
			return err
		}
		key, err := s.Opener.Open(seal.CategoryKey{Recipient: k.Recipient, Wrapped: k.Wrapped,
			Binding: seal.Binding{Category: id, Envelope: e, Key: k.ID, ClosesAt: k.ClosesAt.UTC(), Sequence: k.Sequence}}, now,
			seal.Evidence{Checkpoint: r.Proof.Checkpoint, Index: r.Proof.Index, Entry: r.Proof.Leaf, Proof: r.Proof.Proof})
		if err != nil {
			return err
		}
		bids, err := q.LatestSealed(ctx, tx, string(e), id, owner)
		if err != nil {
			return err
		}
		receipts, err := s.checkRoot(c, bids)
		if err != nil {
			return err
		}
		opened, err := s.openBids(ctx, tx, c, e, key, bids, receipts, now)
		if err != nil {
			return err
		}
		if err := q.SessionOpened(ctx, tx, &now, session.ID, owner); err != nil {
			return err
		}
		m := sourcing.OpenTechnical
		if e == seal.Financial {
			m = sourcing.OpenFinancial
		}
		if err := move(ctx, tx, c, m, sourcing.Facts{Now: now, AnythingOpened: true}); err != nil {
			return err
		}
		_, err = record(ctx, tx, r.Actor, "opening.opened", c, map[string]any{"envelope": e, "session_id": session.ID, "bids": opened, "root": hex.EncodeToString(c.ClosingRoot)})
		return err
	})
}

// checkRoot recomputes the closing root: nothing was added, dropped or exchanged
// since the category closed.
func (s *Service) checkRoot(c evaluationdb.CategoryRow, bids []evaluationdb.LatestSealedRow) (map[uuid.UUID]seal.Receipt, error) {
	receipts := make([]seal.Receipt, len(bids))
	byID := map[uuid.UUID]seal.Receipt{}
	for i, b := range bids {
		r, err := s.Verifier.Receipt([]byte(b.Receipt))
		if err != nil {
			return nil, err
		}
		receipts[i], byID[b.ID] = r, r
	}
	if c.ClosedAt == nil {
		return nil, NotClosed.New("")
	}
	tree, err := seal.Close(c.ID, c.ClosedAt.UTC(), receipts)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(tree.Root[:], c.ClosingRoot) {
		return nil, RootDiffers.New("category %s", c.ID)
	}
	return byID, nil
}

func (s *Service) openBids(ctx context.Context, tx pg.Tx, c evaluationdb.CategoryRow, e seal.Envelope, key *seal.OpenKey, bids []evaluationdb.LatestSealedRow, receipts map[uuid.UUID]seal.Receipt, now time.Time) (int, error) {
	passed := map[uuid.UUID]bool{}
	if e == seal.Financial {
		results, err := q.OpenedBids(ctx, tx, c.ID, c.BuyerID)
		if err != nil {
			return 0, err
		}
		for _, r := range results {
			passed[r.SubmissionID] = r.TechnicalPass != nil && *r.TechnicalPass
		}
	}
	opened := 0
	for i, b := range bids {
		onlyPrices := e == seal.Financial && !policy(c).Has(sourcing.Criteria)
		if e == seal.Financial && !passed[b.ID] && !onlyPrices {
			continue // returned unopened: who failed keeps the price to itself
		}
		var part seal.Part
		for _, p := range receipts[b.ID].Parts {
			if p.Envelope == e {
				part = p
			}
		}
		manifest, err := key.Submission(b.Sealed, part)
		if err != nil {
			return 0, err
		}
		if e == seal.Technical || onlyPrices {
			err := q.InsertOpenedBid(ctx, tx, evaluationdb.InsertOpenedBidParams{SubmissionID: b.ID, CategoryID: c.ID, BuyerID: c.BuyerID, SupplierID: b.SupplierID, At: now, Position: int32(i + 1)})
			if err != nil {
				return 0, err
			}
			if err := q.MoveParticipation(ctx, tx, "opened", b.ParticipationID, c.BuyerID); err != nil {
				return 0, err
			}
		}
		if e == seal.Technical {
			err = s.storeTechnical(ctx, tx, c, key, b, manifest)
		} else {
			err = storePrices(ctx, tx, c, b, manifest, now)
		}
		if err != nil {
			return 0, err
		}
		opened++
	}
	return opened, nil
}

func (s *Service) storeTechnical(ctx context.Context, tx pg.Tx, c evaluationdb.CategoryRow, key *seal.OpenKey, b evaluationdb.LatestSealedRow, manifest []byte) error {
	var m biddingsvc.TechnicalManifest
	if err := json.Unmarshal(manifest, &m); err != nil {
		return err
	}
	put := evaluationdb.InsertOpenedAnswersParams{SubmissionID: b.ID, BuyerID: c.BuyerID, SupplierID: b.SupplierID}
	for id, value := range m.Answers {
		put.Questions, put.Values = append(put.Questions, id), append(put.Values, value)
	}
	if err := q.InsertOpenedAnswers(ctx, tx, put); err != nil {
		return err
	}
	files, err := q.SealedFiles(ctx, tx, b.ID, c.BuyerID)
	if err != nil {
		return err
	}
	for _, f := range files {
		fileKey, err := key.FileKey(f.Wrapped, seal.FileRef{Participation: b.ParticipationID, Envelope: seal.Technical, Body: [32]byte(f.SealedSha256)})
		if err != nil {
			return err
		}
		wrapped, err := s.Evaluation.Wrap(fileKey, evaluationAAD(b.ID, f.BidFileID))
		clear(fileKey)
		if err != nil {
			return err
		}
		err = q.InsertOpenedFile(ctx, tx, evaluationdb.InsertOpenedFileParams{SubmissionID: b.ID, BidFileID: f.BidFileID, BuyerID: c.BuyerID, SupplierID: b.SupplierID, FileKey: wrapped})
		if err != nil {
			return err
		}
	}
	return nil
}

func evaluationAAD(submission, file uuid.UUID) []byte {
	return append(append([]byte("evaluation-file"), submission[:]...), file[:]...)
}

// storePrices checks the total again line by line: what was summed under the seal
// must be what its prices make.
func storePrices(ctx context.Context, tx pg.Tx, c evaluationdb.CategoryRow, b evaluationdb.LatestSealedRow, manifest []byte, now time.Time) error {
	var m biddingsvc.FinancialManifest
	if err := json.Unmarshal(manifest, &m); err != nil {
		return err
	}
	put := evaluationdb.InsertOpenedPricesParams{SubmissionID: b.ID, BuyerID: c.BuyerID, SupplierID: b.SupplierID}
	for id, line := range m.Prices {
		price, err := money.ParseDecimal(line.UnitPrice)
		if err != nil {
			return err
		}
		put.Items, put.Prices, put.Remarks = append(put.Items, id), append(put.Prices, price), append(put.Remarks, line.Remarks)
	}
	if err := q.InsertOpenedPrices(ctx, tx, put); err != nil {
		return err
	}
	total, err := money.ParseDecimal(m.Total)
	if err != nil {
		return err
	}
	return q.OpenPrice(ctx, tx, evaluationdb.OpenPriceParams{At: &now, Price: &total, Currency: &m.Currency, SubmissionID: b.ID, BuyerID: c.BuyerID})
}

// SignMinutes puts the actor's name under the minutes of an opening that the
// actor took part in.
func (s *Service) SignMinutes(ctx context.Context, a access.Actor, owner, id uuid.UUID, e seal.Envelope) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		c, err := lock(ctx, tx, a, owner, id, access.OpenBids)
		if err != nil {
			return err
		}
		session, err := q.Session(ctx, tx, id, owner, string(e))
		if pg.NoRows(err) || (err == nil && session.OpenedAt == nil) {
			return NotOpened.New("")
		}
		if err != nil {
			return err
		}
		n, err := q.SignMinutes(ctx, tx, &tx.Now, session.ID, a.User, owner)
		if err != nil || n == 0 {
			return err
		}
		rows, err := q.Approvals(ctx, tx, session.ID, owner)
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
