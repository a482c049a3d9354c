package biddingsvc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/internal/biddingdb"
	"zabuni.org/core/entry"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
)

// Submit freezes the draft as the next version, seals each envelope for the
// category and returns the signed receipt. What decides is the database's clock
// read under the category's lock. A repeat with the same key answers the same
// receipt. It raises Incomplete with every gap, Worse, Withdrawn, and what entry.Facts.May
// tells.
func (s *Service) Submit(ctx context.Context, a access.Actor, bid uuid.UUID, key string) (Submission, error) {
	var out Submission
	err := s.tx(ctx, a, func(tx pg.Tx) error {
		var err error
		out, err = journal.Once(ctx, tx, a, "bidding.submit", key, bid, func() (Submission, error) { return s.submit(ctx, tx, a, bid) })
		return err
	})
	return out, err
}

func (s *Service) submit(ctx context.Context, tx pg.Tx, a access.Actor, bid uuid.UUID) (Submission, error) {
	p, now, err := admitted(ctx, tx, a, bid)
	if err != nil {
		return Submission{}, err
	}
	b := Bid{ParticipationRow: p, Answers: map[uuid.UUID]Given{}}
	if b.Criteria, err = s.criteria(ctx, tx, p); err != nil {
		return Submission{}, err
	}
	state, err := s.state(ctx, tx, p, b.Criteria)
	if err != nil {
		return Submission{}, err
	}
	status, err := bidding.Status(p.Status).Do(bidding.Submit)
	if err != nil {
		return Submission{}, err
	}
	if p.AddendumRead < p.Addenda {
		return Submission{}, bidding.AddendumNew.New("%d of %d", p.AddendumRead, p.Addenda).With("number", p.Addenda)
	}
	if gaps := state.Progress().Gaps; len(gaps) > 0 {
		return Submission{}, incomplete(gaps)
	}
	if err := s.open(ctx, tx, a, &b); err != nil {
		return Submission{}, err
	}
	if err := improves(b); err != nil {
		return Submission{}, err
	}
	if b.Total != nil && b.Total.IsZero() { // sealed, it would stop the ranking of all
		return Submission{}, bidding.ZeroTotal.New("")
	}
	sub := Submission{ID: uuid.Must(uuid.NewV7()), Version: p.LatestVersion + 1, ReceivedAt: now}
	parts, nonce, err := s.sealEnvelopes(ctx, tx, a, b, sub)
	if err != nil {
		return Submission{}, err
	}
	receipt, err := s.notary.Sign(seal.Receipt{Submission: sub.ID, Category: p.CategoryID, Supplier: a.Org, Version: int64(sub.Version),
		Received: now, Parts: partsOf(parts), Nonce: nonce})
	if err != nil {
		return Submission{}, err
	}
	sub.Receipt = string(receipt)
	hash := sha256.Sum256(receipt)
	entry, err := journal.Record(ctx, tx, a, journal.Entry{Action: BidSubmitted, Object: "submission", ObjectID: sub.ID, Owner: a.Org,
		Detail: Received{
			Bid:        bid,
			Category:   p.CategoryID,
			Buyer:      p.BuyerID,
			Version:    sub.Version,
			ReceivedAt: now,
			Receipt:    hex.EncodeToString(hash[:]),
		}})
	if err != nil {
		return Submission{}, err
	}
	var writes pg.Queue // in one round trip; a failure shows when they are sent
	err = q.InsertSubmission(ctx, &writes, biddingdb.InsertSubmissionParams{ID: sub.ID, ParticipationID: bid, CategoryID: p.CategoryID, BuyerID: p.BuyerID,
		SupplierID: a.Org, Version: sub.Version, ReceivedAt: now, SubmittedBy: a.User, Receipt: sub.Receipt, ReceiptNonce: nonce[:], LogIndex: entry})
	for _, e := range parts {
		err = errors.Join(err, q.InsertEnvelope(ctx, &writes, biddingdb.InsertEnvelopeParams{SubmissionID: sub.ID, Envelope: string(e.part.Envelope), BuyerID: p.BuyerID,
			SupplierID: a.Org, Sealed: e.cipher, SealedSha256: e.part.Sealed[:], Commitment: e.part.Commit[:]}))
		for _, f := range e.files {
			err = errors.Join(err, q.InsertSealedFile(ctx, &writes, biddingdb.InsertSealedFileParams{SubmissionID: sub.ID, BidFileID: f.id,
				BuyerID: p.BuyerID, SupplierID: a.Org, Wrapped: f.wrapped}))
		}
	}
	err = errors.Join(err, q.SaveParticipation(ctx, &writes, string(status), sub.Version, bid, a.Org))
	if err != nil {
		return Submission{}, err
	}
	return sub, writes.Send(ctx, tx)
}

func incomplete(gaps []bidding.Gap) error {
	err := bidding.Incomplete.New("%d gaps", len(gaps)).With("count", len(gaps))
	for _, g := range gaps {
		pointer := "/prices/" + g.Item.String()
		if g.Question != uuid.Nil {
			pointer = "/answers/" + g.Question.String()
		}
		err.Fields = append(err.Fields, fault.Field{Pointer: pointer, Code: fault.Required})
	}
	return err
}

type wrappedFile struct {
	id      uuid.UUID
	wrapped []byte
}

type sealed struct {
	part   seal.Part
	cipher []byte
	files  []wrappedFile
}

func partsOf(list []sealed) []seal.Part {
	var out []seal.Part
	for _, e := range list {
		out = append(out, e.part)
	}
	return out
}

// sealEnvelopes seals for announced keys only: a key that was planted in a row
// has no announcement.
func (s *Service) sealEnvelopes(ctx context.Context, tx pg.Tx, a access.Actor, b Bid, sub Submission) ([]sealed, [32]byte, error) {
	nonce := seal.NewNonce()
	policy := policyOf(b.ParticipationRow)
	keys, err := q.CategoryKeys(ctx, tx, b.CategoryID)
	if err != nil {
		return nil, nonce, err
	}
	company, err := s.company(ctx, tx, a)
	if err != nil {
		return nil, nonce, err
	}
	defer company.Close()
	var out []sealed
	for _, k := range keys {
		if !k.ClosesAt.Equal(b.ClosesAt) {
			return nil, nonce, sourcing.ClosingDiffers.New("the %s key is bound to %s, the row says %s", k.Envelope, k.ClosesAt, b.ClosesAt)
		}
		e := seal.Envelope(k.Envelope)
		to, _, err := s.check.Recipient([]byte(k.Announced), b.CategoryID, e)
		if err != nil {
			return nil, nonce, err
		}
		sealing, ok := policy.Envelope(k.Envelope)
		if !ok {
			return nil, nonce, entry.NotOpen.New("a key for %q, which the category has not", k.Envelope)
		}
		manifest := bidding.Manifest{Bid: b.ID, Version: sub.Version}
		var one sealed
		if sealing.Holds&sourcing.Criteria != 0 {
			manifest.Technical = answersOf(b)
			if one.files, err = s.wrapFiles(ctx, tx, company, b, e, to, manifest.Technical); err != nil {
				return nil, nonce, err
			}
		}
		if sealing.Holds&sourcing.Items != 0 {
			manifest.Financial = pricesOf(b)
		}
		raw, err := seal.Canonical(manifest)
		if err != nil {
			return nil, nonce, err
		}
		if one.cipher, one.part, err = seal.SealSubmission(e, raw, to, company.Recipient()); err != nil {
			return nil, nonce, err
		}
		clear(raw)
		out = append(out, one)
	}
	if len(out) != len(policy.Envelopes) {
		return nil, nonce, entry.NotOpen.New("the category has %d keys for %d envelopes", len(out), len(policy.Envelopes))
	}
	return out, nonce, nil
}

func answersOf(b Bid) *bidding.Answers {
	m := bidding.Answers{Answers: map[uuid.UUID]string{}}
	for id, g := range b.Answers {
		if _, asked := b.byID[id]; asked && g.Value != "" {
			m.Answers[id] = g.Value
		}
	}
	return &m
}

func pricesOf(b Bid) *bidding.Prices {
	m := bidding.Prices{Currency: b.Currency, Lines: map[uuid.UUID]bidding.PriceLine{}}
	for _, l := range b.Lines {
		if l.UnitPrice != nil {
			m.Lines[l.ID] = bidding.PriceLine{UnitPrice: l.UnitPrice.String(), Amount: l.Amount.String(), Remarks: l.Remarks}
		}
	}
	if b.Total != nil {
		m.Total = b.Total.String()
	}
	return &m
}

// wrapFiles wraps the key of each file for the category; the bodies stay as they
// are, so that submitting large files is as quick as submitting small ones.
func (s *Service) wrapFiles(ctx context.Context, tx pg.Tx, company *seal.Company, b Bid, e seal.Envelope, to seal.Recipient, m *bidding.Answers) ([]wrappedFile, error) {
	files, err := q.Files(ctx, tx, b.ID, b.SupplierID)
	if err != nil {
		return nil, err
	}
	var out []wrappedFile
	for _, f := range files {
		if _, asked := b.byID[f.QuestionID]; !asked {
			continue // an addendum took the question away
		}
		head, err := s.head(ctx, f.StoreKey)
		if err != nil {
			return nil, err
		}
		fileKey, err := company.FileKey(head)
		if err != nil {
			return nil, err
		}
		wrapped, err := seal.WrapFileKey(to, seal.FileRef{Participation: b.ID, Envelope: e, Body: [32]byte(f.SealedSha256)}, fileKey)
		clear(fileKey)
		if err != nil {
			return nil, err
		}
		out = append(out, wrappedFile{f.ID, wrapped})
		m.Files = append(m.Files, bidding.ManifestFile{
			ID:       f.ID,
			Question: f.QuestionID,
			Name:     f.Name,
			Type:     f.MediaType,
			Size:     f.Size,
			Sealed:   hex.EncodeToString(f.SealedSha256),
		})
	}
	return out, nil
}

func (s *Service) head(ctx context.Context, key string) ([]byte, error) {
	info, err := s.files.Stat(ctx, key)
	if err != nil {
		return nil, err
	}
	r, err := s.files.Open(ctx, key, 0, min(info.Size, seal.HeadSize))
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	return io.ReadAll(r)
}

// Withdraw takes a submitted bid back before closing, with a reason: its
// envelopes are returned unopened, the fact and the receipts stay. Support calls
// within 48 hours.
func (s *Service) Withdraw(ctx context.Context, a access.Actor, bid uuid.UUID, reason string) error {
	var f fault.Fields
	reason = f.Need("/reason", reason, 2000)
	if err := f.Err(); err != nil {
		return err
	}
	return s.tx(ctx, a, func(tx pg.Tx) error {
		p, now, err := locked(ctx, tx, a, bid)
		if err != nil {
			return err
		}
		if p.LatestVersion == 0 {
			return bidding.NoSubmission.New("")
		}
		status, err := bidding.Status(p.Status).Do(bidding.Withdraw)
		if err != nil {
			return err
		}
		if err := q.WithdrawSubmissions(ctx, tx, &now, bid, a.Org); err != nil {
			return err
		}
		if err := q.ReturnEnvelopes(ctx, tx, bid, a.Org); err != nil {
			return err
		}
		if err := q.ReturnFiles(ctx, tx, bid, a.Org); err != nil {
			return err
		}
		id := uuid.Must(uuid.NewV7())
		contact := now.Add(bidding.ContactHours * time.Hour)
		err = q.InsertWithdrawal(ctx, tx, biddingdb.InsertWithdrawalParams{ID: id, ParticipationID: bid, CategoryID: p.CategoryID, BuyerID: p.BuyerID,
			SupplierID: a.Org, Reason: reason, WithdrawnBy: a.User, At: now, ContactBy: contact})
		if err != nil {
			return err
		}
		if err := q.SaveParticipation(ctx, tx, string(status), p.LatestVersion, bid, a.Org); err != nil {
			return err
		}
		return record(ctx, tx, a, "withdrawn", bid, a.Org, Withdrawn{
			Category:     p.CategoryID,
			Buyer:        p.BuyerID,
			Withdrawal:   id,
			At:           now,
			Versions:     strconv.Itoa(int(p.LatestVersion)),
			ContactBy:    contact,
			ReasonLength: len(strings.TrimSpace(reason)),
		})
	})
}

// Root implements sourcingsvc.Closing: the root over the latest receipt of every
// bidder that has not withdrawn, and the signed note that publishes it.
func (s *Service) Root(ctx context.Context, tx pg.Tx, category uuid.UUID, closedAt time.Time) ([]byte, int, string, error) {
	tree, err := s.closing(ctx, tx, category, closedAt)
	if err != nil {
		return nil, 0, "", err
	}
	note, err := s.notary.SignClosing(tree.Closing)
	return tree.Root[:], int(tree.Count), string(note), err
}
