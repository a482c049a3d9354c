package contractsvc

import (
	"bytes"
	"context"
	"encoding/hex"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pg"
)

// ContractLevelPassed is the event of a contract that the next level has to approve.
const ContractLevelPassed = "contract.contract.level_approved"

// Rows of an approval.
type (
	// ApproverRow is somebody who may approve.
	ApproverRow = contractdb.ApproversRow
	// RoundRow is a round of approval.
	RoundRow = contractdb.RoundsRow
	// ApprovalRow is a decision.
	ApprovalRow = contractdb.ApprovalsRow
	// SentRow is a version that was sent to the other side.
	SentRow = contractdb.SentRow
)

// An Agreement is what a buyer's people read of the approval of a contract.
type Agreement struct {
	Rounds    []RoundRow // the newest first
	Approvals []ApprovalRow
	Sent      []SentRow
	Waits     []ApproverRow  // who decides now
	Step      *contract.Step // the level that decides now
	Mine      error          // nil: the actor decides now
	Back      bool           // the actor may take it back from those who approve
	Sum       string         // of the newest version, in hex
}

// today is the day in the country of a company.
func today(ctx context.Context, db pg.DB, company uuid.UUID, now time.Time) (time.Time, error) {
	country, err := q.CountryOf(ctx, db, company)
	return party.Day(now.In(party.Zone(country))), err
}

// seats are those who may approve for a company, with whoever stands in for them today.
func seats(rows []ApproverRow, today time.Time) []contract.Seat {
	may := map[uuid.UUID]bool{}
	for _, r := range rows {
		may[r.ID] = true
	}
	out := make([]contract.Seat, len(rows))
	for i, r := range rows {
		out[i] = contract.Seat{Account: r.ID, Level: int(r.ApprovalLevel)}
		if r.DelegateID != nil && may[*r.DelegateID] && !r.Until.Before(today) {
			out[i].Delegate = *r.DelegateID
		}
	}
	return out
}

// beginRound opens a round for the newest version of a contract, which is sum.
func beginRound(ctx context.Context, tx pg.Tx, a access.Actor, row contractdb.Contract, version int32, sum []byte) error {
	rules, err := q.ApprovalRules(ctx, tx, row.BuyerID)
	if err != nil {
		return err
	}
	before, err := q.Rounds(ctx, tx, row.ID, row.BuyerID)
	if err != nil {
		return err
	}
	in := contractdb.InsertRoundParams{ContractID: row.ID, Number: 1, BuyerID: row.BuyerID, Version: version, Sum: sum,
		Levels: []int32{}, Everyone: []int32{}, SubmittedBy: a.User, SubmittedAt: tx.Now}
	if len(before) > 0 {
		in.Number = before[0].Number + 1
	}
	for _, s := range contract.Needed(rulesOf(rules, row.ContractCategoryID), money.Amount{Value: row.Value, Currency: money.Currency(row.Currency)}) {
		in.Levels = append(in.Levels, int32(s.Level))
		if s.Everyone {
			in.Everyone = append(in.Everyone, int32(s.Level))
		}
	}
	if err := q.InsertRound(ctx, tx, in); err != nil {
		return err
	}
	now, err := pg.ClockOf(ctx, tx)
	if err != nil {
		return err
	}
	_, r, _, err := round(ctx, tx, row, now)
	if err != nil {
		return err
	}
	return r.Held()
}

// round reads the newest round of a contract; its number is 0 where there is none that goes on.
func round(ctx context.Context, db pg.DB, row contractdb.Contract, now time.Time) (int32, contract.Round, []ApproverRow, error) {
	var out contract.Round
	rounds, err := q.Rounds(ctx, db, row.ID, row.BuyerID)
	if err != nil || len(rounds) == 0 || rounds[0].Outcome != nil {
		return 0, out, nil, err
	}
	r := rounds[0]
	out.Sum = r.Sum
	for _, level := range r.Levels {
		s := contract.Step{Level: int(level)}
		for _, all := range r.Everyone {
			s.Everyone = s.Everyone || all == level
		}
		out.Steps = append(out.Steps, s)
	}
	if out.Authors, err = q.Authors(ctx, db, row.ID, row.BuyerID); err != nil {
		return 0, out, nil, err
	}
	out.Authors = append(out.Authors, r.SubmittedBy)
	given, err := q.Approvals(ctx, db, row.ID, row.BuyerID)
	if err != nil {
		return 0, out, nil, err
	}
	for _, g := range given {
		if g.Round == r.Number && contract.Decision(g.Decision) == contract.DoApprove {
			out.Approvals = append(out.Approvals, contract.Approval{Seat: g.SeatID, By: g.AccountID, Level: int(g.Level)})
		}
	}
	day, err := today(ctx, db, row.BuyerID, now)
	if err != nil {
		return 0, out, nil, err
	}
	people, err := q.Approvers(ctx, db, row.BuyerID)
	out.Seats = seats(people, day)
	return r.Number, out, people, err
}

// decide locks a contract that waits for approval and gives do what its round is.
func (s *Service) decide(ctx context.Context, a access.Actor, id uuid.UUID, m contract.Move, do func(pg.Tx, contractdb.Contract, contract.Status, int32, contract.Round) error) error {
	company, err := s.ownerOf(ctx, a, id, access.ApproveContract)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := lock(ctx, tx, id, company)
		if err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		to, err := contract.Contract{Status: contract.Status(row.Status), NoSignatureBefore: row.NoSignatureBefore, Ends: row.EndsOn}.Do(m, now)
		if err != nil {
			return err
		}
		number, r, _, err := round(ctx, tx, row, now)
		if err != nil {
			return err
		}
		return do(tx, row, to, number, r)
	})
}

// Approve says that the actor's level agrees with a version, named by its sum in hex; the last
// level frees the contract for its parties.
func (s *Service) Approve(ctx context.Context, a access.Actor, id uuid.UUID, sum string) error {
	return s.decide(ctx, a, id, contract.Approve, func(tx pg.Tx, row contractdb.Contract, to contract.Status, number int32, r contract.Round) error {
		if number == 0 {
			return contract.NoRound.New("")
		}
		if err := r.Reads(sum); err != nil {
			return err
		}
		mine, err := r.MayDecide(a.User)
		if err != nil {
			return err
		}
		step, _ := r.Next()
		for _, seat := range mine {
			if err := s.put(ctx, tx, a, row, number, r, step.Level, seat.Account, contract.DoApprove, ""); err != nil {
				return err
			}
			r.Approvals = append(r.Approvals, contract.Approval{Seat: seat.Account, By: a.User, Level: step.Level})
		}
		if next, more := r.Next(); more {
			detail := map[string]any{"level": step.Level, "round": number, "sum": sum}
			if next != step {
				return record(ctx, tx, a, "level_approved", id, row.BuyerID, detail)
			}
			return record(ctx, tx, a, "approval_given", id, row.BuyerID, detail)
		}
		if err := endRound(ctx, tx, a, row, number, contract.RoundApproved); err != nil {
			return err
		}
		if err := q.MoveContract(ctx, tx, string(to), id, row.BuyerID); err != nil {
			return err
		}
		return record(ctx, tx, a, "approved", id, row.BuyerID, map[string]any{"status": to, "level": step.Level, "round": number, "sum": sum})
	})
}

func (s *Service) put(ctx context.Context, tx pg.Tx, a access.Actor, row contractdb.Contract, number int32, r contract.Round, level int, seat uuid.UUID, d contract.Decision, reason string) error {
	return q.InsertApproval(ctx, tx, contractdb.InsertApprovalParams{
		ContractID: row.ID,
		Round:      number,
		SeatID:     seat,
		BuyerID:    row.BuyerID,
		Version:    row.TextNumber,
		Sum:        r.Sum,
		Level:      int32(level),
		AccountID:  a.User,
		Decision:   string(d),
		Reason:     reason,
		At:         tx.Now,
	})
}

func endRound(ctx context.Context, tx pg.Tx, a access.Actor, row contractdb.Contract, number int32, how contract.Outcome) error {
	outcome := string(how)
	return q.EndRound(ctx, tx, contractdb.EndRoundParams{ContractID: row.ID, Number: number, BuyerID: row.BuyerID, Outcome: &outcome, EndedBy: &a.User, EndedAt: &tx.Now})
}

// Refuse gives a contract back to its author, with a reason; what was approved in the round is void.
func (s *Service) Refuse(ctx context.Context, a access.Actor, id uuid.UUID, sum, reason string) error {
	var f fault.Fields
	reason = f.Need("/reason", reason, 1000)
	if err := f.Err(); err != nil {
		return err
	}
	return s.decide(ctx, a, id, contract.Refuse, func(tx pg.Tx, row contractdb.Contract, to contract.Status, number int32, r contract.Round) error {
		if number > 0 { // what was submitted before there were rounds goes back, and comes again in one
			if err := r.Reads(sum); err != nil {
				return err
			}
			mine, err := r.MayDecide(a.User)
			if err != nil {
				return err
			}
			step, _ := r.Next()
			if err := s.put(ctx, tx, a, row, number, r, step.Level, mine[0].Account, contract.DoRefuse, reason); err != nil {
				return err
			}
			if err := endRound(ctx, tx, a, row, number, contract.RoundRefused); err != nil {
				return err
			}
		}
		if err := q.MoveContract(ctx, tx, string(to), id, row.BuyerID); err != nil {
			return err
		}
		return record(ctx, tx, a, "refused", id, row.BuyerID, Moved{Status: to, Reason: reason, Supplier: row.SupplierID})
	})
}

// Agreement is what stands of the approval of a contract, and who is next.
func (s *Service) Agreement(ctx context.Context, a access.Actor, id uuid.UUID) (Agreement, error) {
	var out Agreement
	company, err := s.keeper(ctx, a, id, "")
	if err != nil {
		return out, err
	}
	k, err := q.Contract(ctx, s.db, id, company)
	if pg.NoRows(err) {
		err = contract.NotFound.New("")
	}
	if err != nil {
		return out, err
	}
	if err := agreement(ctx, s.db, a, k.Contract, &out); err != nil || a.Type != access.Operator {
		return out, err
	}
	x, err := q.HelpedContract(ctx, s.db, a.Org, id)
	if err == nil && x.Own { // who approves what is not the other side's to read
		out = Agreement{Sum: out.Sum, Mine: out.Mine, Sent: out.Sent}
	}
	return out, err
}

func agreement(ctx context.Context, db pg.DB, a access.Actor, row contractdb.Contract, out *Agreement) error {
	var err error
	if out.Rounds, err = q.Rounds(ctx, db, row.ID, row.BuyerID); err != nil {
		return err
	}
	if out.Approvals, err = q.Approvals(ctx, db, row.ID, row.BuyerID); err != nil {
		return err
	}
	if out.Sent, err = q.Sent(ctx, db, row.ID, row.BuyerID); err != nil {
		return err
	}
	if row.TextNumber > 0 {
		v, err := q.Version(ctx, db, nil, row.ID, row.BuyerID)
		if err != nil {
			return err
		}
		out.Sum = hex.EncodeToString(v.Sum)
	}
	out.Mine = contract.NoRound.New("")
	if contract.Status(row.Status) != contract.Review {
		return nil
	}
	now, err := pg.ClockOf(ctx, db)
	if err != nil {
		return err
	}
	number, r, people, err := round(ctx, db, row, now)
	if err != nil || number == 0 {
		return err
	}
	if step, ok := r.Next(); ok {
		out.Step = &step
	}
	for _, w := range r.Waits() {
		for _, p := range people {
			if p.ID == w.Account {
				if w.Delegate == uuid.Nil {
					p.DelegateID, p.DelegateName = nil, ""
				}
				out.Waits = append(out.Waits, p)
			}
		}
	}
	out.Back = a.Type != access.Operator && a.Has(access.ManageContract) && r.Takes(a.User) == nil
	if out.Mine = a.Need(access.ApproveContract); out.Mine == nil {
		_, out.Mine = r.MayDecide(a.User)
	}
	return nil
}

// WaitsFor are the accounts that decide on a contract now, with those who stand in for them.
func (s *Service) WaitsFor(ctx context.Context, db pg.DB, buyer, id uuid.UUID) ([]uuid.UUID, error) {
	k, err := q.Contract(ctx, db, id, buyer)
	if err != nil || contract.Status(k.Contract.Status) != contract.Review {
		return nil, err
	}
	now, err := pg.ClockOf(ctx, db)
	if err != nil {
		return nil, err
	}
	_, r, _, err := round(ctx, db, k.Contract, now)
	if err != nil {
		return nil, err
	}
	var out []uuid.UUID
	for _, w := range r.Waits() {
		for _, who := range []uuid.UUID{w.Account, w.Delegate} {
			if who == uuid.Nil {
				continue
			}
			if _, err := r.MayDecide(who); err == nil {
				out = append(out, who)
			}
		}
	}
	return out, nil
}

// newest makes the newest version of a draft say all that is agreed on now: the names of companies
// may have changed since it was written. It returns its number and sum.
func newest(ctx context.Context, tx pg.Tx, a access.Actor, row contractdb.Contract, d made) (int32, []byte, error) {
	sum := d.content().Sum()
	if row.TextNumber > 0 {
		v, err := q.Version(ctx, tx, nil, row.ID, row.BuyerID)
		if err != nil || bytes.Equal(v.Sum, sum[:]) {
			return row.TextNumber, sum[:], err
		}
	}
	if err := write(ctx, tx, a, row.ID, row.BuyerID, row.TextNumber+1, d, ""); err != nil {
		return 0, nil, err
	}
	return row.TextNumber + 1, sum[:], q.NameText(ctx, tx, row.TextNumber+1, row.ID, row.BuyerID)
}
