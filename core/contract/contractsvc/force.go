package contractsvc

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pg"
)

// ContractExpired is the event of a contract whose last day is over.
const ContractExpired = "contract.contract.expired"

const (
	expiryBatch = 100
	farthest    = 14 * time.Hour // that a day begins anywhere before it does in UTC
)

// zoneOf is the zone of the place of a contract.
func zoneOf(p contractdb.ContractPlaceRow) *time.Location {
	return Zone(&p.Timezone, p.Country)
}

// ExpireDue ends the contracts whose last day is over where they are. It returns how many it ended.
func (s *Service) ExpireDue(ctx context.Context) (int, error) {
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return 0, err
	}
	due, err := q.RunOut(ctx, s.db, now.Add(farthest), expiryBatch)
	if err != nil {
		return 0, err
	}
	done := 0
	for _, d := range due {
		ended, err := s.expire(ctx, d.ID, d.BuyerID)
		if err != nil {
			return done, err
		}
		if ended {
			done++
		}
	}
	return done, nil
}

// expire ends one of them, unless somebody was faster or its day is not over there.
func (s *Service) expire(ctx context.Context, id, owner uuid.UUID) (ended bool, err error) {
	return ended, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		ended = false
		row, err := lock(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		place, err := q.ContractPlace(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil || row.Status != string(contract.Active) || !contract.Over(row.EndsOn, now, zoneOf(place)) {
			return err
		}
		ended = true
		if on, err := goesOn(ctx, tx, row); on || err != nil {
			return err
		}
		return end(ctx, tx, access.System, row, contract.Expire, *row.EndsOn, "", now, place)
	})
}

// Events of contracts that people end; of what came in ended nobody hears.
const (
	ContractTerminated = "contract.contract.terminated"
	ContractCompleted  = "contract.contract.completed"
)

var endEvents = map[contract.Status]string{
	contract.Expired:    "contract.contract.expired",
	contract.Terminated: ContractTerminated,
	contract.Completed:  ContractCompleted,
}

// Over says how a contract ended, and on which day.
type Over struct {
	Status  contract.Status `json:"status"`
	Reason  string          `json:"reason"`
	EndedOn string          `json:"ended_on"`
}

// SignersOf are the accounts that have signed a contract.
func (s *Service) SignersOf(ctx context.Context, db pg.DB, buyer, id uuid.UUID) ([]uuid.UUID, error) {
	g, err := q.Signing(ctx, db, id, buyer, nil)
	if pg.NoRows(err) || err == nil && (g.Outcome == nil || *g.Outcome != string(contract.Signed)) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	rows, err := q.Signers(ctx, db, g.ID, buyer)
	out := make([]uuid.UUID, len(rows))
	for i, r := range rows {
		out[i] = r.AccountID
	}
	return out, err
}

// end writes down that and how a contract is over.
func end(ctx context.Context, tx pg.Tx, a access.Actor, row contractdb.Contract, by contract.Move, on time.Time, reason string, now time.Time, place contractdb.ContractPlaceRow) error {
	to, err := contract.Contract{Status: contract.Status(row.Status), Ends: row.EndsOn, Zone: zoneOf(place)}.Do(by, now)
	if err != nil {
		return err
	}
	if err := q.MoveContract(ctx, tx, string(to), row.ID, row.BuyerID); err != nil {
		return err
	}
	return ended(ctx, tx, a, row.ID, row.BuyerID, to, on, reason, now, place)
}

func ended(ctx context.Context, tx pg.Tx, a access.Actor, id, owner uuid.UUID, to contract.Status, on time.Time, reason string, now time.Time, place contractdb.ContractPlaceRow) error {
	var by *uuid.UUID
	if a.User != access.System.User {
		by = &a.User
	}
	err := q.InsertEnd(ctx, tx, contractdb.InsertEndParams{
		ContractID: id,
		BuyerID:    owner,
		How:        string(to),
		EndedOn:    on,
		Reason:     reason,
		EndedBy:    by,
		EndedAt:    now,
		KeepUntil:  contract.KeepUntil(on, int(place.RetentionYears)),
	})
	if err != nil {
		return err
	}
	return recordOf(ctx, tx, a, endEvents[to], "contract", id, owner, Over{Status: to, Reason: reason, EndedOn: on.Format(time.DateOnly)})
}

// An Ending says how and when a contract in force ended, and why.
type Ending struct {
	Version int
	On      *time.Time // nil: today
	Reason  string
}

// Terminate ends a contract before its time.
func (s *Service) Terminate(ctx context.Context, a access.Actor, id uuid.UUID, in Ending) error {
	return s.close(ctx, a, id, contract.Terminate, in)
}

// Complete ends a contract under which everything is done.
func (s *Service) Complete(ctx context.Context, a access.Actor, id uuid.UUID, in Ending) error {
	return s.close(ctx, a, id, contract.Complete, in)
}

func (s *Service) close(ctx context.Context, a access.Actor, id uuid.UUID, by contract.Move, in Ending) error {
	owner, err := s.ownerOf(ctx, a, id, access.ManageContract)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := lock(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		place, err := q.ContractPlace(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		if row.Status != string(contract.Active) {
			return contract.IllegalMove.New("contract is %s", row.Status).With("status", row.Status)
		}
		if int(row.Version) != in.Version {
			return contract.Changed.New("version %d", row.Version)
		}
		var f fault.Fields
		today := contract.Today(now, zoneOf(place))
		on := cmp.Or(in.On, &today)
		contract.CheckEnd(&f, "/ended_on", row.StartsOn, on, today)
		reason := f.Need("/reason", in.Reason, 1000)
		if err := f.InOrder().Err(); err != nil {
			return err
		}
		return end(ctx, tx, a, row, by, *on, reason, now, place)
	})
}

// Archive puts away a contract that is over; it stays readable.
func (s *Service) Archive(ctx context.Context, a access.Actor, id uuid.UUID) error {
	return s.move(ctx, a, id, contract.Archive, access.ManageContract, "archived", "", func(tx pg.Tx, row contractdb.Contract) error {
		_, err := q.ArchiveEnd(ctx, tx, &a.User, &tx.Now, id, row.BuyerID)
		return err
	})
}

// An Old is a contract that is older than this platform, as somebody brings it in.
type Old struct {
	Status contract.Status
	Ended  *time.Time // where it was completed
	Form
}

// Import takes an old contract in as it stands: its file, its category, who agreed on it and when.
// It was approved and signed elsewhere; nothing of that is claimed here.
func (s *Service) Import(ctx context.Context, a access.Actor, in Old) (uuid.UUID, error) {
	id := uuid.Must(uuid.NewV7())
	owner, err := s.owner(ctx, a, access.ManageContract)
	if err != nil {
		return id, err
	}
	return id, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		buyer, err := q.CompanyParty(ctx, tx, owner)
		if err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		var f fault.Fields
		d := made{Facts: contract.Facts{Buyer: companyParty(buyer)}}
		if in.Language == "" {
			f.Add("/language", fault.Required)
		}
		if in.Category == nil {
			f.Add("/contract_category_id", fault.Required)
		}
		if in.File == uuid.Nil {
			f.Add("/file_id", fault.Required)
		}
		contract.CheckImport(&f, in.Status, in.Terms, in.Ended, contract.Today(now, party.Zone(buyer.Country)))
		if d, err = in.read(ctx, tx, &f, owner, d); err != nil {
			return err
		}
		d.free = now
		if err := insert(ctx, tx, a, id, owner, contract.ByImport, d); err != nil {
			return err
		}
		if err := write(ctx, tx, a, id, owner, 1, d, ""); err != nil {
			return err
		}
		if err := q.NameText(ctx, tx, 1, id, owner); err != nil {
			return err
		}
		if err := q.MoveContract(ctx, tx, string(in.Status), id, owner); err != nil {
			return err
		}
		err = record(ctx, tx, a, "imported", id, owner, map[string]any{"number": d.Number, "title": d.Title, "status": in.Status})
		if err != nil || in.Status == contract.Active {
			return err
		}
		on := d.Ends
		if in.Status == contract.Completed {
			on = in.Ended
		}
		place, err := q.ContractPlace(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		return ended(ctx, tx, a, id, owner, in.Status, *on, "", now, place)
	})
}
