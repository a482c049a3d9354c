package contractsvc

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pg"
)

// Decisions are what a buyer says of each difference of a proposal, named by its sum.
type Decisions struct {
	Sum                string
	Accepted, Rejected []string
	Reason             string
}

// Decide accepts or rejects each difference of what the other side proposed. Where all of them are
// rejected the contract is sent again as it was approved; any other text goes back to those who approve.
func (s *Service) Decide(ctx context.Context, a access.Actor, id uuid.UUID, in Decisions) error {
	return s.asBuyer(ctx, a, id, func(tx pg.Tx, row contractdb.Contract) error {
		proposals, err := q.Proposals(ctx, tx, id, row.BuyerID, nil)
		if err != nil {
			return err
		}
		if contract.Status(row.Status) != contract.Negotiating || len(proposals) == 0 || proposals[0].Result != nil {
			return contract.NoProposal.New("it is %s", row.Status)
		}
		p := proposals[0]
		_, sum, err := bodyOf(ctx, tx, row, p.Version)
		if err != nil {
			return err
		}
		if sum != in.Sum {
			return contract.Stale.New("read %q", in.Sum).With("sum", sum)
		}
		r, err := redline(ctx, tx, row, p)
		if err != nil {
			return err
		}
		if in, err = in.check(r.Changes()); err != nil {
			return err
		}
		text := r.Resolve(func(c string) bool { return slices.Contains(in.Accepted, c) })
		if text, err = rich.Stored(text.Named(blockID).JSON()); err != nil {
			return fault.Invalid.Wrap(err, "").At("/accepted", contract.DoesNotFit)
		}
		d, err := s.written(ctx, tx, row)
		if err != nil {
			return err
		}
		if d.body = text; len(in.Accepted) == 0 { // as it was approved, to the byte
			if d.body, _, err = bodyOf(ctx, tx, row, p.Base); err != nil {
				return err
			}
		}
		number := row.TextNumber + 1
		if err := write(ctx, tx, a, id, row.BuyerID, number, d, in.Reason); err != nil {
			return err
		}
		if err := q.NameText(ctx, tx, number, id, row.BuyerID); err != nil {
			return err
		}
		err = q.DecideProposal(ctx, tx, contractdb.DecideProposalParams{
			ContractID: id,
			Version:    p.Version,
			BuyerID:    row.BuyerID,
			Result:     &number,
			Accepted:   int32(len(in.Accepted)),
			Rejected:   int32(len(in.Rejected)),
			Reason:     in.Reason,
			DecidedBy:  &a.User,
			DecidedAt:  &tx.Now,
		})
		if err != nil {
			return err
		}
		return s.decided(ctx, tx, a, row, p, number, in)
	})
}

// decided sends a contract again, or back to those who approve.
func (s *Service) decided(ctx context.Context, tx pg.Tx, a access.Actor, row contractdb.Contract, p ProposalRow, number int32, in Decisions) error {
	move := contract.Redraft
	if len(in.Accepted) == 0 {
		move = contract.Send
	}
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return err
	}
	to, err := contract.Contract{Status: contract.Status(row.Status), NoSignatureBefore: row.NoSignatureBefore, Ends: row.EndsOn}.Do(move, now)
	if err != nil {
		return err
	}
	if move == contract.Redraft {
		err = void(ctx, tx, a, row, in.Reason)
	} else {
		before, err2 := q.Version(ctx, tx, &p.Base, row.ID, row.BuyerID)
		if err2 != nil {
			return err2
		}
		row.TextNumber = number
		err = send(ctx, tx, a, row, hexOf(before.Sum))
	}
	if err != nil {
		return err
	}
	if err := q.MoveContract(ctx, tx, string(to), row.ID, row.BuyerID); err != nil {
		return err
	}
	err = record(ctx, tx, a, "decided", row.ID, row.BuyerID, Verdict{
		Moved:    Moved{Status: to, Reason: in.Reason, Supplier: row.SupplierID, Shared: true},
		Accepted: len(in.Accepted),
		Rejected: len(in.Rejected),
		Version:  number,
	})
	if err != nil {
		return err
	}
	told := Moved{Status: to, Reason: in.Reason, Supplier: row.SupplierID, Shared: true, Decided: true}
	if move == contract.Redraft {
		return record(ctx, tx, a, "recalled", row.ID, row.BuyerID, told)
	}
	return record(ctx, tx, a, "sent", row.ID, row.BuyerID, told)
}

// Withdraw takes back what the other side proposed, by its own people and while nobody has decided on
// it: the contract is sent again as it was approved.
func (s *Service) Withdraw(ctx context.Context, a access.Actor, id uuid.UUID, version int32) error {
	return s.asSupplier(ctx, a, id, func(tx pg.Tx, row contractdb.Contract) error {
		proposals, err := q.Proposals(ctx, tx, id, row.BuyerID, row.SupplierID)
		if err != nil {
			return err
		}
		if contract.Status(row.Status) != contract.Negotiating || len(proposals) == 0 || proposals[0].Result != nil || proposals[0].Version != version {
			return contract.NoProposal.New("it is %s", row.Status)
		}
		p := proposals[0]
		to, err := contract.Contract{Status: contract.Status(row.Status)}.Do(contract.Send, tx.Now)
		if err != nil {
			return err
		}
		d, err := s.written(ctx, tx, row)
		if err != nil {
			return err
		}
		var sum string
		if d.body, sum, err = bodyOf(ctx, tx, row, p.Base); err != nil {
			return err
		}
		number := row.TextNumber + 1
		if err := write(ctx, tx, a, id, row.BuyerID, number, d, ""); err != nil {
			return err
		}
		if err := q.NameText(ctx, tx, number, id, row.BuyerID); err != nil {
			return err
		}
		err = q.DecideProposal(ctx, tx, contractdb.DecideProposalParams{
			ContractID: id,
			Version:    p.Version,
			BuyerID:    row.BuyerID,
			Result:     &number,
			Withdrawn:  true,
			DecidedBy:  &a.User,
			DecidedAt:  &tx.Now,
		})
		if err != nil {
			return err
		}
		row.TextNumber = number
		if err := send(ctx, tx, a, row, sum); err != nil {
			return err
		}
		if err := q.MoveContract(ctx, tx, string(to), id, row.BuyerID); err != nil {
			return err
		}
		return record(ctx, tx, a, "proposal_withdrawn", id, row.BuyerID, Moved{Status: to, Supplier: row.SupplierID, Shared: true})
	})
}

// A Verdict says what became of a proposal.
type Verdict struct {
	Moved
	Accepted int   `json:"accepted"`
	Rejected int   `json:"rejected"`
	Version  int32 `json:"version"`
}

// check refuses decisions that leave a difference out, or name one that there is not.
func (in Decisions) check(changes []string) (Decisions, error) {
	var f fault.Fields
	in.Reason = f.Need("/reason", in.Reason, 1000)
	open := 0
	for _, c := range changes {
		if slices.Contains(in.Accepted, c) == slices.Contains(in.Rejected, c) {
			open++
		}
	}
	if open > 0 {
		f.Add("/accepted", contract.Undecided, "changes", open)
	}
	for _, c := range slices.Concat(in.Accepted, in.Rejected) {
		if !slices.Contains(changes, c) {
			f.Add("/accepted", fault.Unknown)
			break
		}
	}
	return in, f.Err()
}
