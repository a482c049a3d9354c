package contractsvc

import (
	"context"
	"encoding/hex"
	"errors"

	"github.com/google/uuid"

	"zabuni.org/core/award"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
)

// Events of what goes to the other side and comes back from it; the detail of each names the supplier.
const (
	ContractSent     = "contract.contract.sent"
	ContractRecalled = "contract.contract.recalled"
	ContractRefused  = "contract.contract.refused"
	ContractApproved = "contract.contract.approved"
)

// awardStands asks again, under the lock of a contract, whether the award that it follows stands and
// no complaint stops it, and takes over the end of its standstill; of an amendment, whether what it amends is in force. Of
// none the other side is blacklisted. Who sends or signs asks it.
func awardStands(ctx context.Context, tx pg.Tx, row *contractdb.Contract) error {
	if _, _, err := amended(ctx, tx, *row); err != nil {
		return err
	}
	if row.SupplierID == nil {
		return nil
	}
	if err := partysvc.NotBlacklisted(ctx, tx, row.BuyerID, *row.SupplierID); err != nil {
		return err
	}
	if row.AwardID == nil {
		return nil
	}
	if err := q.HoldAward(ctx, tx, *row.AwardID, row.BuyerID); err != nil {
		return err
	}
	w, err := q.AwardAgain(ctx, tx, *row.AwardID, row.BuyerID, *row.SupplierID)
	if pg.NoRows(err) || err == nil && sourcing.Status(w.Status) == sourcing.Cancelled {
		return contract.Lapsed.New("")
	}
	switch {
	case err == nil && w.SetAside:
		return award.SetAside.New("")
	case err == nil && w.Frozen:
		return award.Frozen.New("")
	}
	if err != nil || w.StandstillEnds.Equal(row.NoSignatureBefore) {
		return err
	}
	row.NoSignatureBefore = w.StandstillEnds
	return q.HoldUntil(ctx, tx, w.StandstillEnds, row.ID, row.BuyerID)
}

// Send gives an approved contract to the other side, who reads that version and no other; one that
// somebody did not sign is sent again as it was.
func (s *Service) Send(ctx context.Context, a access.Actor, id uuid.UUID, sum string) error {
	return s.move(ctx, a, id, contract.Send, access.ManageContract, "sent", "", func(tx pg.Tx, row contractdb.Contract) error {
		if err := nothingWaits(ctx, tx, row); err != nil { // it is sent again by who decides on it
			return err
		}
		return send(ctx, tx, a, row, sum)
	})
}

func send(ctx context.Context, tx pg.Tx, a access.Actor, row contractdb.Contract, sum string) error {
	v, err := q.Version(ctx, tx, nil, row.ID, row.BuyerID)
	if pg.NoRows(err) { // approved before contracts had versions
		return contract.NoText.New("")
	}
	if err != nil {
		return err
	}
	if now := hex.EncodeToString(v.Sum); now != sum {
		return contract.Stale.New("read %q", sum).With("sum", now)
	}
	if err := awardStands(ctx, tx, &row); err != nil {
		return err
	}
	if err := voidScan(ctx, tx, a, row); err != nil {
		return err
	}
	return q.InsertSent(ctx, tx, contractdb.InsertSentParams{
		ContractID: row.ID,
		BuyerID:    row.BuyerID,
		SupplierID: row.SupplierID,
		Version:    v.Number,
		Sum:        v.Sum,
		SentBy:     a.User,
		SentAt:     tx.Now,
	})
}

// Recall takes back what waits for approval, was approved, sent, not signed by somebody, or is being signed, with a reason that the other side
// reads where it was sent; it becomes a draft, and all that was approved is void.
func (s *Service) Recall(ctx context.Context, a access.Actor, id uuid.UUID, reason string) error {
	var f fault.Fields
	reason = f.Need("/reason", reason, 1000)
	if err := f.Err(); err != nil {
		return err
	}
	return s.move(ctx, a, id, contract.Recall, access.ManageContract, "recalled", reason, func(tx pg.Tx, row contractdb.Contract) error {
		if err := nothingWaits(ctx, tx, row); err != nil {
			return err
		}
		if err := untouched(ctx, tx, a, row); err != nil {
			return err
		}
		if err := unsign(ctx, tx, a, row, reason); err != nil {
			return err
		}
		return void(ctx, tx, a, row, reason)
	})
}

// untouched asks of a contract that waits for approval whether the actor may take it back still.
func untouched(ctx context.Context, tx pg.Tx, a access.Actor, row contractdb.Contract) error {
	if contract.Status(row.Status) != contract.Review {
		return nil
	}
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return err
	}
	_, r, _, err := round(ctx, tx, row, now)
	if err != nil {
		return err
	}
	return r.Takes(a.User)
}

// void takes back the approvals of a contract that becomes a draft again, and what was sent.
func void(ctx context.Context, tx pg.Tx, a access.Actor, row contractdb.Contract, reason string) error {
	if err := voidScan(ctx, tx, a, row); err != nil {
		return err
	}
	rounds, err := q.Rounds(ctx, tx, row.ID, row.BuyerID)
	if err != nil {
		return err
	}
	if len(rounds) > 0 && (rounds[0].Outcome == nil || contract.Outcome(*rounds[0].Outcome) == contract.RoundApproved) {
		if err := endRound(ctx, tx, a, row, rounds[0].Number, contract.RoundRecalled); err != nil {
			return err
		}
	}
	_, err = q.RecallSent(ctx, tx, contractdb.RecallSentParams{ContractID: row.ID, BuyerID: row.BuyerID, RecalledBy: &a.User, RecalledAt: &tx.Now, Reason: reason})
	return err
}

// ContractBarred is the event of a contract that is not in force yet and whose other side is
// blacklisted: it is neither sent nor signed. Its detail is a Moved.
const ContractBarred = "contract.contract.barred"

// Bar tells of every contract that is not in force yet with a company that a case has blacklisted,
// for its buyer or for the whole platform. It returns of how many.
func (s *Service) Bar(ctx context.Context, tx pg.Tx, decided uuid.UUID) (int, error) {
	rows, err := q.NotInForce(ctx, tx, decided)
	if err != nil {
		return 0, err
	}
	for _, r := range rows {
		if err := barred(ctx, tx, r.ID, r.BuyerID, r.SupplierID, contract.Status(r.Status)); err != nil {
			return 0, err
		}
	}
	return len(rows), nil
}

func barred(ctx context.Context, tx pg.Tx, id, buyer uuid.UUID, supplier *uuid.UUID, at contract.Status) error {
	return record(ctx, tx, access.System, "barred", id, buyer, Moved{Status: at, Supplier: supplier})
}

// drafted tells of a draft whose winner was blacklisted between its award and now.
func drafted(ctx context.Context, tx pg.Tx, id, buyer, supplier uuid.UUID) error {
	err := partysvc.NotBlacklisted(ctx, tx, buyer, supplier)
	if errors.Is(err, party.Blacklisted) {
		return barred(ctx, tx, id, buyer, &supplier, contract.Draft)
	}
	return err
}
