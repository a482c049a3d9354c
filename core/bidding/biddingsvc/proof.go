package biddingsvc

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/internal/biddingdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
)

// A Log proves that it has an entry.
type Log interface {
	Prove(ctx context.Context, entry int64) (journal.Logged, error)
}

// Proof is a file with which a bidder checks a submission of its company without
// the platform: the receipt, that the log has it and, once its category has
// closed, that the closing counted it. A version that the closing did not count,
// for it was replaced or withdrawn, has no closing in its proof.
func (s *Service) Proof(ctx context.Context, a access.Actor, bid, submission uuid.UUID) (name string, data []byte, err error) {
	var sub *Submission
	var category uuid.UUID
	err = s.tx(ctx, a, func(tx pg.Tx) error {
		p, found, err := receiptOf(ctx, tx, a, bid, submission)
		sub, category = &found, p.CategoryID
		return err
	})
	if err != nil {
		return "", nil, err
	}
	data, err = s.KeptProof(ctx, a.Org, category, sub.ID)
	return fmt.Sprintf("proof-v%d-%s.json", sub.Version, sub.ID), data, err
}

// KeptProof is Proof for the archive, which has asked already who wants it. It says
// nothing of what a bid holds.
func (s *Service) KeptProof(ctx context.Context, supplier, category, submission uuid.UUID) ([]byte, error) {
	said, err := q.LogEntry(ctx, s.db, submission, supplier)
	if err != nil {
		return nil, err
	}
	closing, err := q.ClosingOf(ctx, s.db, category)
	if err != nil {
		return nil, err
	}
	logged, err := s.log.Prove(ctx, said.LogIndex)
	if err != nil {
		return nil, err
	}
	proof := seal.Proof{
		Format:  seal.ProofFormat,
		Key:     s.check.Key(),
		Receipt: said.Receipt,
		Log: seal.InLog{
			Entry:      string(logged.Leaf),
			Index:      logged.Index,
			Checkpoint: string(logged.Checkpoint),
			Proof:      seal.HexOf(logged.Proof),
		},
	}
	if closing.ClosingNote != nil && closing.ClosedAt != nil {
		if proof.Closing, err = s.counted(ctx, *closing.ClosingNote, said.Receipt); err != nil {
			return nil, err
		}
	}
	data, err := json.MarshalIndent(proof, "", "  ")
	return append(data, '\n'), err
}

// counted proves that a closing counted a receipt; nil where it did not.
func (s *Service) counted(ctx context.Context, note, receipt string) (*seal.Counted, error) {
	signed, err := s.check.Closing([]byte(note))
	if err != nil {
		return nil, err
	}
	own, err := s.check.Receipt([]byte(receipt))
	if err != nil {
		return nil, err
	}
	tree, err := s.closing(ctx, s.db, own.Category, signed.Closed)
	if err != nil {
		return nil, err
	}
	if tree.Root != signed.Root {
		return nil, bidding.NotCounted.New("category %s", own.Category)
	}
	if !tree.Has(own.Submission) {
		return nil, nil
	}
	index, proof, err := tree.Prove(own.Submission)
	return &seal.Counted{Note: note, Index: index, Proof: seal.HexOf(proof)}, err
}

// closing is the tree over the latest version of each bid that stood at closing.
func (s *Service) closing(ctx context.Context, db pg.DB, category uuid.UUID, at time.Time) (*seal.ClosingTree, error) {
	texts, err := q.ReceiptsAtClosing(ctx, db, category, &at)
	if err != nil {
		return nil, err
	}
	receipts := make([]seal.Receipt, len(texts))
	for i, text := range texts {
		if receipts[i], err = s.check.Receipt([]byte(text)); err != nil {
			return nil, err
		}
	}
	return seal.Close(category, at, receipts)
}

// receiptOf is a submission of the actor's company.
func receiptOf(ctx context.Context, tx pg.Tx, a access.Actor, bid, submission uuid.UUID) (biddingdb.ParticipationRow, Submission, error) {
	p, err := load(ctx, tx, a, bid)
	if err != nil {
		return p, Submission{}, err
	}
	rows, err := q.Submissions(ctx, tx, p.ID, a.Org)
	if err != nil {
		return p, Submission{}, err
	}
	for _, r := range rows {
		if r.ID == submission {
			return p, Submission{r.ID, r.Version, r.ReceivedAt, r.Receipt, r.WithdrawnAt, r.SetAside}, nil
		}
	}
	return p, Submission{}, bidding.BidNotFound.New("no such submission")
}
