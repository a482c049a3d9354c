package contractsvc

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
)

// ContractEnding is the event of a stage before the end of a contract, or before the last day on which
// somebody may say that it is to end; its detail is an EndingNear.
const ContractEnding = "contract.contract.ending"

const remindBatch = 100

// Events of the end of a contract that moves, or that does not any more; their details are a Prolonged
// and a Moved.
const (
	ContractRenewed = "contract.contract.renewed"
	ContractNoticed = "contract.contract.noticed"
)

// Prolonged says from which day to which the end of a contract has moved.
type Prolonged struct {
	From   string `json:"from"`
	EndsOn string `json:"ends_on"`
	Reason string `json:"reason"`
}

// EndingNear says which day is near.
type EndingNear struct {
	About string `json:"about"` // end, notice
	On    string `json:"on"`
	Days  int    `json:"days"`
}

// RenewalRow is how a contract goes on after its last day.
type RenewalRow = contractdb.RenewalRow

// A Renewing is how somebody says that a contract goes on.
type Renewing struct {
	Version int // of the contract, that was read
	Kind    contract.Renewal
	Months  int
	Times   int
	Notice  int // days before the end
}

// Renewal reads how a contract goes on; nothing was said of one without a row.
func (s *Service) Renewal(ctx context.Context, a access.Actor, id uuid.UUID) (RenewalRow, error) {
	k, err := s.Contract(ctx, a, id)
	if err != nil {
		return RenewalRow{}, err
	}
	row, err := q.Renewal(ctx, s.db, id, k.Contract.BuyerID)
	if pg.NoRows(err) {
		return RenewalRow{ContractID: id, Kind: string(contract.NoRenewing)}, nil
	}
	return row, err
}

// PutRenewal says how a contract that is not over goes on after its last day.
func (s *Service) PutRenewal(ctx context.Context, a access.Actor, id uuid.UUID, in Renewing) error {
	owner, err := s.ownerOf(ctx, a, id, access.ManageContract)
	if err != nil {
		return err
	}
	return s.change(ctx, owner, id, func(d duty) error {
		if int(d.k.Version) != in.Version {
			return contract.Changed.New("version %d", d.k.Version)
		}
		var f fault.Fields
		f.OneOf("/kind", string(in.Kind), in.Kind.Values()...)
		stands, err := q.Renewal(ctx, d.tx, id, owner)
		if err != nil && !pg.NoRows(err) {
			return err
		}
		if err == nil && stands.NoticedAt != nil { // the other side was told that it ends
			return contract.Noticed.New("")
		}
		row := contractdb.PutRenewalParams{ContractID: id, BuyerID: owner, Kind: string(in.Kind)}
		if in.Kind != contract.NoRenewing {
			between(&f, "/months", in.Months, 1, 120)
			between(&f, "/times", in.Times, 1, 20)
			between(&f, "/notice_days", in.Notice, 0, 365)
			row.Months, row.Times, row.NoticeDays = int32(in.Months), int32(in.Times), int32(in.Notice)
		}
		if err := f.InOrder().Err(); err != nil {
			return err
		}
		if err := q.PutRenewal(ctx, d.tx, row); err != nil {
			return err
		}
		return record(ctx, d.tx, a, "renewal_set", id, owner, map[string]any{"kind": in.Kind, "months": row.Months, "times": row.Times, "notice_days": row.NoticeDays})
	})
}

func between(f *fault.Fields, pointer string, n, least, most int) {
	if n < least || n > most {
		f.Add(pointer, fault.OutOfRange, "min", least, "max", most)
	}
}

// renewal is a change of a contract in force, as somebody has read it, that has a renewal of a kind left.
func (s *Service) renewal(ctx context.Context, a access.Actor, id uuid.UUID, version int, kind contract.Renewal, do func(duty, contractdb.RenewalRow) error) error {
	owner, err := s.ownerOf(ctx, a, id, access.ManageContract)
	if err != nil {
		return err
	}
	return s.change(ctx, owner, id, func(d duty) error {
		if int(d.k.Version) != version {
			return contract.Changed.New("version %d", d.k.Version)
		}
		r, err := q.Renewal(ctx, d.tx, id, owner)
		if pg.NoRows(err) || err == nil && (r.Kind != string(kind) || r.Times == 0 || r.NoticedAt != nil || d.k.EndsOn == nil || d.k.Status != string(contract.Active)) {
			return contract.NoRenewal.New("")
		}
		if err != nil {
			return err
		}
		return do(d, r)
	})
}

// Renew uses an option: the contract goes on for its months. Who asks twice has read another end.
func (s *Service) Renew(ctx context.Context, a access.Actor, id uuid.UUID, version int, reason string) error {
	return s.renewal(ctx, a, id, version, contract.ByOption, func(d duty, r contractdb.RenewalRow) error {
		var f fault.Fields
		reason := f.Need("/reason", reason, 1000)
		if err := f.Err(); err != nil {
			return err
		}
		return prolong(ctx, d.tx, a, d.k, r, reason)
	})
}

// Notice says that a contract which would go on by itself is to end, until the last day of its notice.
func (s *Service) Notice(ctx context.Context, a access.Actor, id uuid.UUID, version int, reason string) error {
	return s.renewal(ctx, a, id, version, contract.Automatic, func(d duty, r contractdb.RenewalRow) error {
		var f fault.Fields
		reason := f.Need("/reason", reason, 1000)
		if err := f.Err(); err != nil {
			return err
		}
		if d.today.After(d.k.EndsOn.AddDate(0, 0, -int(r.NoticeDays))) {
			return contract.NoRenewal.New("the day of notice is over")
		}
		if err := q.GiveNotice(ctx, d.tx, &d.tx.Now, &a.User, id, d.k.BuyerID); err != nil {
			return err
		}
		return record(ctx, d.tx, a, "noticed", id, d.k.BuyerID, Moved{Status: contract.Active, Reason: reason, Supplier: d.k.SupplierID})
	})
}

// prolong moves the end of a contract by the months of its renewal. What was agreed on stays in its
// versions as it was written.
func prolong(ctx context.Context, tx pg.Tx, a access.Actor, k contractdb.Contract, r contractdb.RenewalRow, reason string) error {
	on := contract.Months(*k.EndsOn, int(r.Months))
	if err := q.Prolong(ctx, tx, &on, k.ID, k.BuyerID); err != nil {
		return err
	}
	if err := q.UseRenewal(ctx, tx, k.ID, k.BuyerID); err != nil {
		return err
	}
	return record(ctx, tx, a, "renewed", k.ID, k.BuyerID, Prolonged{From: k.EndsOn.Format(time.DateOnly), EndsOn: on.Format(time.DateOnly), Reason: reason})
}

// goesOn renews a contract whose last day is over, where that was agreed on and nobody gave notice.
func goesOn(ctx context.Context, tx pg.Tx, k contractdb.Contract) (bool, error) {
	r, err := q.Renewal(ctx, tx, k.ID, k.BuyerID)
	if pg.NoRows(err) || err == nil && (r.Kind != string(contract.Automatic) || r.Times == 0 || r.NoticedAt != nil) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, prolong(ctx, tx, access.System, k, r, "")
}

// RemindDue tells of ends and of last days of notice that are near, each stage once. It returns how
// many contracts it looked at that had something to tell.
func (s *Service) RemindDue(ctx context.Context) (int, error) {
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return 0, err
	}
	due, err := q.ToRemind(ctx, s.db, contract.UsualReminders, now.Add(-farthest), now.Add(farthest), remindBatch)
	if err != nil {
		return 0, err
	}
	told := 0
	for _, d := range due {
		n, err := s.remind(ctx, d.ID, d.BuyerID)
		if err != nil {
			return told, err
		}
		told += n
	}
	return told, nil
}

// remind writes down the stages of one contract that have come where it is. Of several that come at
// once, as after an import, only the nearest is told: the others are over.
func (s *Service) remind(ctx context.Context, id, owner uuid.UUID) (told int, err error) {
	return told, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		told = 0
		k, err := lock(ctx, tx, id, owner)
		if err != nil || k.Status != string(contract.Active) || k.EndsOn == nil {
			return err
		}
		place, now, err := where(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		today := contract.Today(now, zoneOf(place))
		days := map[string]time.Time{"end": *k.EndsOn}
		r, err := q.Renewal(ctx, tx, id, owner)
		switch {
		case err == nil && r.Kind == string(contract.Automatic) && r.NoticedAt == nil:
			days["notice"] = k.EndsOn.AddDate(0, 0, -int(r.NoticeDays))
		case err != nil && !pg.NoRows(err):
			return err
		}
		stages := slices.Clone(place.ReminderDays)
		if len(stages) == 0 {
			stages = slices.Clone(contract.UsualReminders)
		}
		slices.Sort(stages)
		for _, about := range []string{"end", "notice"} {
			on, there := days[about]
			if !there || on.Before(today) {
				continue
			}
			nearest := -1
			for _, n := range stages {
				if today.Before(on.AddDate(0, 0, -int(n))) {
					continue
				}
				fresh, err := q.InsertReminder(ctx, tx, contractdb.InsertReminderParams{ContractID: id, BuyerID: owner, About: about, OnDay: on, Days: n, At: now})
				if err != nil {
					return err
				}
				if fresh > 0 && nearest < 0 && !nearer(stages, n, today, on) {
					nearest = int(n)
				}
			}
			if nearest < 0 {
				continue
			}
			told++
			if err := record(ctx, tx, access.System, "ending", id, owner, EndingNear{About: about, On: on.Format(time.DateOnly), Days: nearest}); err != nil {
				return err
			}
		}
		return nil
	})
}

// nearer reports whether a smaller stage than n has come already.
func nearer(stages []int32, n int32, today, on time.Time) bool {
	return slices.ContainsFunc(stages, func(m int32) bool { return m < n && !today.Before(on.AddDate(0, 0, -int(m))) })
}
