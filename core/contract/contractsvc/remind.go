package contractsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// DutyNear is the event of something that is due soon, today, or that is late; its detail is a
// DutyComing.
const DutyNear = "contract.milestone.near"

// DutyComing says what is due, when, and whose it is.
type DutyComing struct {
	Contract uuid.UUID     `json:"contract"`
	Title    string        `json:"title"`
	DueOn    string        `json:"due_on"`
	Days     int32         `json:"days"` // before it; below zero: it is late
	Side     contract.Side `json:"side"`
}

// latest is for how long after its day something that is late is told of, where nobody looked before.
const latest = 30 * 24 * time.Hour

// RemindDuties tells of what is due under contracts in force: each stage once, and of several that
// come at once the latest. It returns of how many things it told.
func (s *Service) RemindDuties(ctx context.Context) (int, error) {
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return 0, err
	}
	due, err := q.DutiesToRemind(ctx, s.db, contract.DutyStages, now.Add(-latest), now.Add(farthest), remindBatch)
	if err != nil {
		return 0, err
	}
	told := 0
	for _, d := range due {
		n, err := s.remindDuty(ctx, d)
		if err != nil {
			return told, err
		}
		told += n
	}
	return told, nil
}

// remindDuty writes down the stage of one thing that is due where its contract is.
func (s *Service) remindDuty(ctx context.Context, of contractdb.DutiesToRemindRow) (told int, err error) {
	return told, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		told = 0
		k, err := lock(ctx, tx, of.ContractID, of.BuyerID)
		if err != nil || k.Status != string(contract.Active) {
			return err
		}
		m, err := q.LockMilestone(ctx, tx, of.ID, of.BuyerID)
		if err != nil || m.Status != string(contract.Scheduled) && m.Status != string(contract.PartiallyMet) {
			return err
		}
		place, now, err := where(ctx, tx, of.ContractID, of.BuyerID)
		if err != nil {
			return err
		}
		days, come := contract.Stage(contract.DutyStages, m.DueOn, contract.Today(now, zoneOf(place)))
		if !come {
			return nil
		}
		fresh, err := q.InsertDutyReminder(ctx, tx, contractdb.InsertDutyReminderParams{MilestoneID: m.ID, BuyerID: of.BuyerID, OnDay: m.DueOn, Days: days, At: now})
		if err != nil || fresh == 0 {
			return err
		}
		told = 1
		_, err = journal.Record(ctx, tx, access.System, journal.Entry{
			Action:   DutyNear,
			Object:   "contract_milestone",
			ObjectID: m.ID,
			Owner:    of.BuyerID,
			Detail:   DutyComing{Contract: k.ID, Title: m.Title, DueOn: m.DueOn.Format(time.DateOnly), Days: days, Side: contract.Side(m.Side)},
		})
		return err
	})
}
