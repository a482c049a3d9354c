package auctionsvc

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/auction/internal/auctiondb"
	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// SurrogateEntered is the action of a bid that a host entered for somebody from paper; its detail is a Surrogate.
const SurrogateEntered = "auction.bid.entered"

// A PaperBid is what a host enters for a supplier that bids on paper.
type PaperBid struct {
	Supplier  uuid.UUID
	Amount    money.Decimal
	Reason    string
	Confirmed bool
	Name      string // of the scan
	Paper     []byte
	Key       string // the same key is the same bid
}

// A Surrogate is what is told of such a bid.
type Surrogate struct {
	Supplier uuid.UUID      `json:"supplier_id"`
	Amount   money.Decimal  `json:"amount"`
	Currency money.Currency `json:"currency"`
	Reason   string         `json:"reason"`
	At       time.Time      `json:"at"`
}

// Sum is what was bid.
func (d Surrogate) Sum() money.Amount { return money.Amount{Value: d.Amount, Currency: d.Currency} }

// check refuses a bid that lacks what makes it one, with all that is wrong.
func (p PaperBid) check() error {
	var f fault.Fields
	f.Need("/reason", p.Reason, auction.MaxReason)
	f.Line("/paper_name", p.Name, 200)
	switch {
	case len(p.Paper) == 0:
		f.Add("/scan", fault.Required)
	case len(p.Paper) > sourcing.MaxAttachment:
		f.Add("/scan", sourcing.AttachmentTooBig, "max_mb", sourcing.MaxAttachment/1_000_000)
	}
	return f.Err()
}

// Enter bids for a supplier from a paper, as every bid is decided: it counts when it is entered, not when it was
// written. The scan is kept with it, its supplier sees both, and all read that it came on paper who may see the bid
// as one. Who has not entered the room is let in where it may bid. It raises what refuses a bid.
func (s *Service) Enter(ctx context.Context, who access.Actor, owner, id uuid.UUID, p PaperBid) error {
	h, err := auction.Host{By: who.User, Reason: p.Reason}.Check()
	if missing := p.check(); missing != nil {
		err = missing
	}
	if err != nil {
		return err
	}
	media, err := s.Gate.Check(ctx, p.Name, p.Paper)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if _, err := sourcingsvc.LookBought(ctx, tx, who, owner, id, party.ManagedSourcing, sourcing.ToHost); err != nil {
			return err
		}
		if err := identity.Proved(who, tx.Now); err != nil {
			return err
		}
		a, now, err := hold(ctx, tx, owner, id)
		if err != nil {
			return err
		}
		sent, err := q.SentBefore(ctx, tx, []uuid.UUID{p.Supplier}, []string{p.Key}, id, owner)
		if err != nil {
			return err
		}
		if len(sent) > 0 {
			if !sent[0].Amount.Equal(p.Amount) {
				return auction.KeyReused.New("")
			}
			return nil
		}
		if err := a.Running(now); err != nil { // before anybody is let in
			return err
		}
		if err := s.letIn(ctx, tx, who, a, p.Supplier); err != nil {
			return err
		}
		may, err := admitted(ctx, tx, a, now, []uuid.UUID{p.Supplier})
		if err != nil {
			return err
		}
		if errors.Is(may[p.Supplier], sourcing.NotInvited) { // whether there is such a company is not the host's to know
			return nobody()
		}
		d, err := s.Documents.Save(ctx, tx, who, owner, "auction_paper", p.Name, media, p.Paper)
		if err != nil {
			return err
		}
		e, err := a.Apply(auction.Bid{
			Participant: p.Supplier,
			Amount:      p.Amount,
			Confirmed:   p.Confirmed,
			Surrogate:   true,
			By:          who.User,
			Key:         p.Key,
			Reason:      h.Reason,
			Paper:       &d.ID,
		}, may[p.Supplier], now)
		if err != nil {
			return err
		}
		marks := auctiondb.SaveMarksParams{CategoryID: id, BuyerID: owner}
		marks.Suppliers = append(marks.Suppliers, p.Supplier)
		marks.Bests = append(marks.Bests, p.Amount)
		marks.Seqs = append(marks.Seqs, e.Seq)
		if err := q.SaveMarks(ctx, tx, marks); err != nil {
			return err
		}
		return save(ctx, tx, who, SurrogateEntered, a, []auction.Event{e}, map[string]any{
			"supplier_id": p.Supplier, "amount": p.Amount, "currency": a.Currency, "paper_id": d.ID, "reason": h.Reason})
	})
}

func nobody() error {
	return fault.Invalid.New("no such supplier").At("/supplier_id", fault.Unknown)
}

// letIn gives a supplier that has not entered the room a place in it; whether it may bid is asked afterwards.
func (s *Service) letIn(ctx context.Context, tx pg.Tx, who access.Actor, a auction.Auction, supplier uuid.UUID) error {
	known, err := q.Bidders(ctx, tx, &a.Buyer, tx.Now, a.ID, []uuid.UUID{supplier})
	if err != nil {
		return err
	}
	if len(known) == 0 {
		return nobody()
	}
	return s.seat(ctx, tx, who, supplier, a, tx.Now)
}

// Paper returns the scan of a bid that was entered from it: to its host's people, and to whom it was entered for.
func (s *Service) Paper(ctx context.Context, who access.Actor, id, paper uuid.UUID) (documentsvc.Document, error) {
	owner, err := s.OwnerOf(ctx, id)
	if err != nil {
		return documentsvc.Document{}, err
	}
	reader := who.Org
	if who.Type != access.Supplier {
		if who.Type == access.Buyer && owner != who.Org {
			return documentsvc.Document{}, auction.NotFound.New("")
		}
		if _, err := sourcingsvc.LookBought(ctx, s.db, who, owner, id, party.ManagedSourcing, sourcing.ToHost); err != nil {
			return documentsvc.Document{}, err
		}
		reader = owner
	}
	row, err := q.Paper(ctx, s.db, id, paper, reader)
	if pg.NoRows(err) {
		err = document.Missing.New("")
	}
	if err != nil {
		return documentsvc.Document{}, err
	}
	return s.Documents.Read(ctx, row.BuyerID, row.PaperID)
}
