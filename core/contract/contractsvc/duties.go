package contractsvc

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// Rows of what is due.
type (
	// DutyStep is what was said about a milestone.
	DutyStep = contractdb.MilestoneStepsRow
	// DutyRow is a milestone as it stands.
	DutyRow = contractdb.ContractMilestone
)

// A DutyOf is a milestone with all that was said about it.
type DutyOf struct {
	DutyRow
	Steps []DutyStep
}

// Duties are what is due under a contract.
type Duties struct {
	Items []DutyOf
	Left  money.Amount // of its value, that no payment takes
	Desk  bool         // the other side has one, and hands in what is its duty
	Today time.Time
}

// agreed are the states in which a supplier sees what is due under its contract.
var agreed = closed.Values(contract.InForce...)

// party is the buyer of a contract for who looks at what is due under it: the buyer's people, and
// those of its supplier once it is in force.
func (s *Service) party(ctx context.Context, a access.Actor, id uuid.UUID) (uuid.UUID, error) {
	if a.Type != access.Supplier {
		return s.ownerOf(ctx, a, id, "")
	}
	owner, err := q.SuppliersContract(ctx, s.db, id, &a.Org, agreed)
	if pg.NoRows(err) {
		err = contract.NotFound.New("")
	}
	return owner, err
}

// Duties lists what is due under a contract, the next first.
func (s *Service) Duties(ctx context.Context, a access.Actor, id uuid.UUID) (Duties, error) {
	var out Duties
	owner, err := s.party(ctx, a, id)
	if err != nil {
		return out, err
	}
	row, err := q.Contract(ctx, s.db, id, owner)
	if pg.NoRows(err) {
		return out, contract.NotFound.New("")
	}
	if err != nil {
		return out, err
	}
	rows, err := q.Milestones(ctx, s.db, id, owner)
	if err != nil {
		return out, err
	}
	steps, err := q.MilestoneSteps(ctx, s.db, id, owner)
	if err != nil {
		return out, err
	}
	for _, r := range rows {
		d := DutyOf{DutyRow: r}
		for _, x := range steps {
			if x.MilestoneID == r.ID {
				d.Steps = append(d.Steps, x)
			}
		}
		out.Items = append(out.Items, d)
	}
	theirs, err := s.Reader(ctx, s.db, owner, id)
	if err != nil {
		return out, err
	}
	out.Desk = theirs != nil
	if out.Left, err = left(ctx, s.db, row.Contract, uuid.Nil); err != nil {
		return out, err
	}
	place, now, err := where(ctx, s.db, id, owner)
	out.Today = contract.Today(now, zoneOf(place))
	return out, err
}

// left is what of a contract's value no payment takes, but for one of them.
func left(ctx context.Context, db pg.DB, k contractdb.Contract, but uuid.UUID) (money.Amount, error) {
	paid, err := q.Paid(ctx, db, k.ID, k.BuyerID, but)
	return money.Amount{Value: k.Value.Sub(paid), Currency: money.Currency(k.Currency)}, err
}

func where(ctx context.Context, db pg.DB, id, owner uuid.UUID) (contractdb.ContractPlaceRow, time.Time, error) {
	place, err := q.ContractPlace(ctx, db, id, owner)
	if err != nil {
		return place, time.Time{}, err
	}
	now, err := pg.ClockOf(ctx, db)
	return place, now, err
}

// duty is a change of what is due, with what it needs to know of its contract.
type duty struct {
	tx    pg.Tx
	k     contractdb.Contract
	row   contractdb.ContractMilestone
	today time.Time
}

// change runs a change of what is due under the lock of its contract; nothing is changed of what is over.
func (s *Service) change(ctx context.Context, owner, id uuid.UUID, do func(duty) error) error {
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		k, err := lock(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		if st := contract.Status(k.Status); slices.Contains(contract.Spent, st) || st.Done() {
			return contract.NotInForce.New("contract is %s", k.Status)
		}
		place, now, err := where(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		return do(duty{tx: tx, k: k, today: contract.Today(now, zoneOf(place))})
	})
}

// AddDuty sets what is due under a contract that is not over.
func (s *Service) AddDuty(ctx context.Context, a access.Actor, id uuid.UUID, in contract.Duty) (uuid.UUID, error) {
	made := uuid.Must(uuid.NewV7())
	owner, err := s.ownerOf(ctx, a, id, access.ManageContract)
	if err != nil {
		return made, err
	}
	return made, s.change(ctx, owner, id, func(d duty) error {
		left, err := left(ctx, d.tx, d.k, uuid.Nil)
		if err != nil {
			return err
		}
		var f fault.Fields
		in, amount := in.Check(&f, d.k.StartsOn, d.today, left)
		if err := f.InOrder().Err(); err != nil {
			return err
		}
		err = q.InsertMilestone(ctx, d.tx, contractdb.InsertMilestoneParams{
			ID:         made,
			ContractID: id,
			BuyerID:    owner,
			Kind:       string(in.Kind),
			Side:       string(in.Side),
			Title:      in.Title,
			DueOn:      *in.Due,
			Amount:     amount,
			CreatedBy:  a.User,
			CreatedAt:  d.tx.Now,
		})
		if err != nil {
			return err
		}
		d.row = contractdb.ContractMilestone{ID: made, ContractID: id, BuyerID: owner, Title: in.Title, DueOn: *in.Due}
		return d.say(ctx, a, contract.DutySet, "", nil)
	})
}

// milestone is change for one of those that are there, as somebody has read it.
func (s *Service) milestone(ctx context.Context, a access.Actor, owner, id uuid.UUID, version int, do func(duty) error) error {
	of, err := q.OwnerOfMilestone(ctx, s.db, id)
	if pg.NoRows(err) || err == nil && of.BuyerID != owner {
		return contract.DutyNotFound.New("")
	}
	if err != nil {
		return err
	}
	if a.Type != access.Supplier {
		if _, err := s.ownerOf(ctx, a, of.ContractID, ""); errors.Is(err, contract.NotFound) {
			return contract.DutyNotFound.New("")
		} else if err != nil {
			return err
		}
	}
	return s.change(ctx, owner, of.ContractID, func(d duty) error {
		var err error
		if d.row, err = q.LockMilestone(ctx, d.tx, id, owner); err != nil {
			return err
		}
		if int(d.row.Version) != version {
			return contract.Changed.New("version %d", d.row.Version)
		}
		return do(d)
	})
}

// ChangeDuty changes what is due, while nothing was done about it.
func (s *Service) ChangeDuty(ctx context.Context, a access.Actor, id uuid.UUID, version int, in contract.Duty) error {
	owner, err := s.owner(ctx, a, access.ManageContract)
	if err != nil {
		return err
	}
	return s.milestone(ctx, a, owner, id, version, func(d duty) error {
		if d.row.Status != string(contract.Scheduled) {
			return contract.DutyMove.New("it is %s", d.row.Status).With("status", d.row.Status)
		}
		left, err := left(ctx, d.tx, d.k, id)
		if err != nil {
			return err
		}
		var f fault.Fields
		in, amount := in.Check(&f, d.k.StartsOn, d.today, left)
		if err := f.InOrder().Err(); err != nil {
			return err
		}
		err = q.UpdateMilestone(ctx, d.tx, contractdb.UpdateMilestoneParams{
			ID:      id,
			BuyerID: owner,
			Kind:    string(in.Kind),
			Side:    string(in.Side),
			Title:   in.Title,
			DueOn:   *in.Due,
			Amount:  amount,
		})
		if err != nil {
			return err
		}
		d.row.Title, d.row.DueOn = in.Title, *in.Due
		return d.say(ctx, a, contract.DutyChanged, "", nil)
	})
}

// Evidence is what somebody says has been done, with a file that shows it.
type Evidence struct {
	Version int
	Note    string
	File    uuid.UUID // uploaded for the buyer's contracts, or by the supplier for this one
}

// HandIn says that what is due is done: by its supplier's people for what is theirs, by the buyer's
// for the rest.
func (s *Service) HandIn(ctx context.Context, a access.Actor, id uuid.UUID, in Evidence) error {
	if err := a.Need(access.ManageContract); err != nil {
		return err
	}
	of, err := q.OwnerOfMilestone(ctx, s.db, id)
	if pg.NoRows(err) {
		return contract.DutyNotFound.New("")
	}
	if err != nil {
		return err
	}
	owner, err := s.party(ctx, a, of.ContractID)
	if errors.Is(err, contract.NotFound) {
		return contract.DutyNotFound.New("")
	}
	if err != nil {
		return err
	}
	return s.milestone(ctx, a, owner, id, in.Version, func(d duty) error {
		if a.Type == access.Supplier && d.row.Side != string(contract.Counterparty) {
			return fault.Forbidden.New("the buyer's own")
		}
		if a.Type != access.Supplier && d.row.Side == string(contract.Counterparty) {
			theirs, err := s.Reader(ctx, d.tx, owner, d.k.ID)
			if err != nil {
				return err
			}
			if theirs != nil { // it has a desk of its own to say so
				return contract.NotYourDuty.New("")
			}
		}
		if d.row.Status != string(contract.Scheduled) || d.k.Status != string(contract.Active) {
			return contract.DutyMove.New("it is %s", d.row.Status).With("status", d.row.Status)
		}
		var f fault.Fields
		note := f.Need("/note", in.Note, 2000)
		file, err := evidence(ctx, d.tx, &f, owner, a, in.File)
		if err != nil {
			return err
		}
		if err := f.InOrder().Err(); err != nil {
			return err
		}
		if err := q.MoveMilestone(ctx, d.tx, string(contract.Submitted), id, owner); err != nil {
			return err
		}
		return d.say(ctx, a, contract.DutyHandedIn, note, file)
	})
}

// evidence is a file that shows what was done: each side names one that its own people have sent.
func evidence(ctx context.Context, tx pg.Tx, f *fault.Fields, owner uuid.UUID, a access.Actor, id uuid.UUID) (*uuid.UUID, error) {
	if id == uuid.Nil {
		return nil, nil
	}
	var err error
	if a.Type == access.Supplier {
		_, err = q.EvidenceFile(ctx, tx, id, owner, &a.Org)
	} else {
		_, err = q.ContractFile(ctx, tx, id, owner)
	}
	if pg.NoRows(err) {
		f.Add("/file_id", contract.FileUnknown)
		return nil, nil
	}
	return &id, err
}

// Judge is what the buyer says of what was due; all but that it is met takes a reason.
func (s *Service) Judge(ctx context.Context, a access.Actor, id uuid.UUID, version int, v contract.Verdict, reason string) error {
	owner, err := s.owner(ctx, a, access.ManageContract)
	if err != nil {
		return err
	}
	return s.milestone(ctx, a, owner, id, version, func(d duty) error {
		var f fault.Fields
		f.OneOf("/verdict", string(v), v.Values()...)
		if v == contract.SayMet {
			reason = f.May("/reason", reason, 2000)
		} else {
			reason = f.Need("/reason", reason, 2000)
		}
		if err := f.InOrder().Err(); err != nil {
			return err
		}
		to, err := contract.DutyStatus(d.row.Status).Judge(v, d.row.DueOn, d.today)
		if err != nil {
			return err
		}
		if err := q.MoveMilestone(ctx, d.tx, string(to), id, owner); err != nil {
			return err
		}
		return d.say(ctx, a, contract.DutyAct(v), reason, nil)
	})
}

// say writes down what was done about something that is due, with the entry of the log.
func (d duty) say(ctx context.Context, a access.Actor, act contract.DutyAct, note string, file *uuid.UUID) error {
	err := q.InsertMilestoneStep(ctx, d.tx, contractdb.InsertMilestoneStepParams{
		MilestoneID: d.row.ID,
		BuyerID:     d.k.BuyerID,
		Act:         string(act),
		Note:        note,
		DocumentID:  file,
		ByID:        a.User,
		OnDay:       d.today,
		At:          d.tx.Now,
	})
	if err != nil {
		return err
	}
	_, err = journal.Record(ctx, d.tx, a, journal.Entry{
		Action:   DutyEvent(act),
		Object:   "contract_milestone",
		ObjectID: d.row.ID,
		Owner:    d.k.BuyerID,
		Detail:   DutyNews{Contract: d.k.ID, Title: d.row.Title, DueOn: d.row.DueOn.Format(time.DateOnly), Note: note},
	})
	return err
}

// DutyEvent is the event of an act; its detail is a DutyNews.
func DutyEvent(act contract.DutyAct) string { return dutyEvents[act] }

var dutyEvents = map[contract.DutyAct]string{
	contract.DutySet:                        "contract.milestone.set",
	contract.DutyChanged:                    "contract.milestone.changed",
	contract.DutyHandedIn:                   "contract.milestone.submitted",
	contract.DutyAct(contract.SayMet):       "contract.milestone.met",
	contract.DutyAct(contract.SayPartially): "contract.milestone.partiallyMet",
	contract.DutyAct(contract.SayNotMet):    "contract.milestone.notMet",
	contract.DutyAct(contract.SayReturned):  "contract.milestone.returned",
	contract.DutyAct(contract.SayWithdrawn): "contract.milestone.withdrawn",
}

// DutyNews says what was done about which milestone.
type DutyNews struct {
	Contract uuid.UUID `json:"contract"`
	Title    string    `json:"title"`
	DueOn    string    `json:"due_on"`
	Note     string    `json:"note"`
}

// Reader is the supplier that reads a contract in force or over; nil where it was never sent to one.
func (s *Service) Reader(ctx context.Context, db pg.DB, buyer, id uuid.UUID) (*uuid.UUID, error) {
	company, err := q.ReaderOf(ctx, db, id, buyer, agreed)
	if pg.NoRows(err) {
		return nil, nil
	}
	return company, err
}

// DutyFile is the evidence of one step.
func (s *Service) DutyFile(ctx context.Context, a access.Actor, contractID, id uuid.UUID, number int) (File, error) {
	owner, err := s.party(ctx, a, contractID)
	if err != nil {
		return File{}, err
	}
	steps, err := q.MilestoneSteps(ctx, s.db, contractID, owner)
	if err != nil {
		return File{}, err
	}
	for _, x := range steps {
		if x.MilestoneID == id && int(x.Number) == number && x.DocumentID != nil {
			f, err := s.Documents.Read(ctx, owner, *x.DocumentID)
			return File{f.Name, f.MediaType, f.Bytes}, err
		}
	}
	return File{}, contract.DutyNotFound.New("")
}
