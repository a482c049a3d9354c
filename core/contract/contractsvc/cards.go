package contractsvc

import (
	"context"
	"encoding/json"
	"math/big"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/pg"
)

// CardRow is a scorecard as it was computed once.
type CardRow = contractdb.CardsRow

// A Card is a scorecard with its marks.
type Card struct {
	CardRow
	Marks []contract.Mark
	Band  contract.Band
}

// Performance is how a contract was served, period by period, the last first.
type Performance struct {
	Details
	Cards []Card
}

// Performance reads the scorecards of a contract that is in force or over. Its supplier sees its own.
func (s *Service) Performance(ctx context.Context, a access.Actor, id uuid.UUID) (Performance, error) {
	k, err := s.Kept(ctx, a, id)
	if err != nil {
		return Performance{}, err
	}
	out := Performance{Details: k.Details}
	rows, err := q.Cards(ctx, s.db, id, k.Contract.BuyerID)
	if err != nil {
		return out, err
	}
	for _, r := range rows {
		c := Card{CardRow: r}
		if err := json.Unmarshal(r.Explanation, &c.Marks); err != nil {
			return out, err
		}
		score, ok := new(big.Rat).SetString(r.Score.Short())
		if !ok {
			score = new(big.Rat)
		}
		c.Band = contract.BandOf(score)
		out.Cards = append(out.Cards, c)
	}
	return out, nil
}

// Scoring is what somebody says to a scorecard: its period, its weights, the points of people.
type Scoring struct {
	From, Until *time.Time
	Weights     contract.Weights
	Judged      *int // of a hundred; nil: nobody judges
	Reason      string
}

// Score computes how a contract was served in a period that is over, and keeps that: whatever is due
// later, or changed, leaves it as it is.
func (s *Service) Score(ctx context.Context, a access.Actor, id uuid.UUID, in Scoring) error {
	owner, err := s.ownerOf(ctx, a, id, access.ManageContract)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		k, err := lock(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		if st := contract.Status(k.Status); st != contract.Active && !isSpent(st) {
			return contract.IllegalMove.New("contract is %s", st).With("status", string(st))
		}
		place, now, err := where(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		reason, err := in.check(contract.Today(now, zoneOf(place)))
		if err != nil {
			return err
		}
		rows, err := q.DoneBetween(ctx, tx, id, owner, *in.From, *in.Until)
		if err != nil {
			return err
		}
		done := make([]contract.Done, len(rows))
		for i, r := range rows {
			done[i] = contract.Done{Status: contract.DutyStatus(r.Status), Due: r.DueOn, Finished: r.Finished, Returned: int(r.Returned)}
		}
		score, marks, err := contract.Card(in.Weights, done, in.Judged)
		if err != nil {
			return err
		}
		explanation, err := json.Marshal(marks)
		if err != nil {
			return err
		}
		points, err := money.ParseDecimal(score.FloatString(4))
		if err != nil {
			return err
		}
		err = q.InsertCard(ctx, tx, contractdb.InsertCardParams{
			ID:          uuid.Must(uuid.NewV7()),
			ContractID:  id,
			BuyerID:     owner,
			FromOn:      *in.From,
			UntilOn:     *in.Until,
			Score:       points,
			Explanation: explanation,
			Reason:      reason,
			CreatedBy:   a.User,
			CreatedAt:   now,
		})
		if pg.Constraint(err) == "contract_scorecard_contract_id_from_on_until_on_key" {
			return contract.CardTaken.Wrap(err, "")
		}
		if err != nil {
			return err
		}
		return record(ctx, tx, a, "scored", id, owner, map[string]any{"from": in.From.Format(time.DateOnly), "until": in.Until.Format(time.DateOnly), "score": points.Short(), "reason": reason})
	})
}

func isSpent(s contract.Status) bool {
	for _, x := range contract.Spent {
		if s == x {
			return true
		}
	}
	return false
}

func (in Scoring) check(today time.Time) (string, error) {
	var f fault.Fields
	if in.From == nil {
		f.Add("/from_on", fault.Required)
	}
	switch {
	case in.Until == nil:
		f.Add("/until_on", fault.Required)
	case in.Until.After(today):
		f.Add("/until_on", contract.InFuture)
	case in.From != nil && in.Until.Before(*in.From):
		f.Add("/until_on", contract.EndsBefore)
	}
	in.Weights.Check(&f)
	reason := f.May("/reason", in.Reason, 2000)
	if in.Judged != nil {
		if *in.Judged < 0 || *in.Judged > 100 {
			f.Add("/judged", fault.OutOfRange, "min", 0, "max", 100)
		}
		reason = f.Need("/reason", in.Reason, 2000)
	}
	return reason, f.InOrder().Err()
}
