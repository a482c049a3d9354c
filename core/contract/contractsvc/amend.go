package contractsvc

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pg"
)

// AmendmentRow is a contract that amends another.
type AmendmentRow = contractdb.AmendmentsRow

// An Amending is what somebody wants of a contract in force to become otherwise. Its text is written
// as that of every draft.
type Amending struct {
	Version int // of the contract, that was read
	Ground  contract.Ground
	Title   string
	Why     string
	Value   string // that it has then
	Ends    *time.Time
}

// Amended is the detail of the event of a contract that an amendment has changed.
type Amended struct {
	Status    contract.Status `json:"status"`
	Amendment string          `json:"amendment"`
	Value     string          `json:"value"`
	EndsOn    string          `json:"ends_on"`
	Reason    string          `json:"reason"`
}

// Amendments are what amends a contract, with its value before any of them.
type Amendments struct {
	Of       *Details // what it amends itself
	Items    []AmendmentRow
	Currency money.Currency
	First    money.Decimal
	Value    money.Decimal
	Least    money.Decimal // that the value may come to
	Most     money.Decimal
}

// change is what may become of the value of a contract, by the amendments that hold.
func changeOf(ctx context.Context, db pg.DB, k contractdb.Contract, all []AmendmentRow) (contract.Change, error) {
	first := k.Value
	for _, x := range all {
		if contract.Status(x.Status) == contract.Effective {
			first = first.Sub(x.Value.Sub(x.ValueWas))
		}
	}
	paid, err := q.Paid(ctx, db, k.ID, k.BuyerID, uuid.Nil)
	return contract.Change{First: money.Amount{Value: first, Currency: money.Currency(k.Currency)}, Before: k.Value, Paid: paid}, err
}

// Amendments reads what amends a contract; its supplier sees what it was sent.
func (s *Service) Amendments(ctx context.Context, a access.Actor, id uuid.UUID) (Amendments, error) {
	var out Amendments
	owner, err := s.amender(ctx, a, id)
	if err != nil {
		return out, err
	}
	k, err := q.Contract(ctx, s.db, id, owner)
	if pg.NoRows(err) {
		err = contract.NotFound.New("")
	}
	if err != nil {
		return out, err
	}
	seen := []string{}
	if a.Type == access.Supplier {
		seen = closed.Values(contract.Shared...)
	}
	if out.Items, err = q.Amendments(ctx, s.db, id, owner, seen); err != nil {
		return out, err
	}
	c, err := changeOf(ctx, s.db, k.Contract, out.Items)
	if err != nil {
		return out, err
	}
	out.First, out.Currency, out.Value = c.First.Value, c.First.Currency, k.Contract.Value
	out.Least, out.Most = c.Bounds()
	x, err := q.AmendmentOf(ctx, s.db, id, owner)
	if pg.NoRows(err) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	of, err := s.Announcement(ctx, s.db, owner, x.AmendsID)
	out.Of = &of
	return out, err
}

// amender is the buyer of a contract for who looks at its amendments.
func (s *Service) amender(ctx context.Context, a access.Actor, id uuid.UUID) (uuid.UUID, error) {
	if a.Type != access.Supplier {
		return s.ownerOf(ctx, a, id, "")
	}
	owner, err := q.SuppliersContract(ctx, s.db, id, &a.Org, closed.Values(contract.Shared...))
	if pg.NoRows(err) {
		err = contract.NotFound.New("")
	}
	return owner, err
}

// Amend begins the draft of an amendment of a contract in force: one at a time, within the bounds.
func (s *Service) Amend(ctx context.Context, a access.Actor, id uuid.UUID, in Amending) (uuid.UUID, error) {
	made := uuid.Must(uuid.NewV7())
	owner, err := s.ownerOf(ctx, a, id, access.ManageContract)
	if err != nil {
		return made, err
	}
	return made, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		k, err := lock(ctx, tx, id, owner)
		switch {
		case err != nil:
			return err
		case int(k.Version) != in.Version:
			return contract.Changed.New("version %d", k.Version)
		case contract.Status(k.Status) != contract.Active:
			return contract.NotAmendable.New("it is %s", k.Status)
		}
		all, err := q.Amendments(ctx, tx, id, owner, []string{})
		if err != nil {
			return err
		}
		for _, x := range all {
			if !contract.Status(x.Status).Done() {
				return contract.AmendmentOpen.New("%s", x.Reference)
			}
		}
		more, err := q.Contract(ctx, tx, id, owner)
		if err != nil {
			return err
		}
		d, err := standing(ctx, tx, more)
		if err != nil {
			return err
		}
		var f fault.Fields
		f.OneOf("/ground", string(in.Ground), in.Ground.Values()...)
		number := len(all) + 1
		d.award, d.free, d.body, d.file = nil, tx.Now, rich.Node{}, nil
		d.Job, d.Reference = "", ""
		d.Terms = contract.Terms{
			Number:      fmt.Sprintf("%.70s/A%d", k.Number, number),
			Title:       in.Title,
			Description: f.Need("/description", in.Why, 5000),
			Ends:        in.Ends,
		}.Check(&f, time.Time{})
		d.Value = contract.Amount(&f, k.Currency, in.Value)
		if err := checkChange(ctx, tx, &f, k, all, d); err != nil {
			return err
		}
		if err := f.InOrder().Err(); err != nil {
			return err
		}
		if err := insert(ctx, tx, a, made, owner, contract.ByAmendment, d); err != nil {
			return err
		}
		if err := write(ctx, tx, a, made, owner, 1, d, ""); err != nil {
			return err
		}
		if err := q.NameText(ctx, tx, 1, made, owner); err != nil {
			return err
		}
		err = q.InsertAmendment(ctx, tx, contractdb.InsertAmendmentParams{
			ContractID: made,
			BuyerID:    owner,
			AmendsID:   id,
			Number:     int32(number),
			Ground:     string(in.Ground),
			ValueWas:   k.Value,
			EndsWas:    k.EndsOn,
		})
		if err != nil {
			return err
		}
		return record(ctx, tx, a, "created", made, owner, map[string]any{"number": d.Number, "title": d.Title, "origin": contract.ByAmendment, "amends": id})
	})
}

// checkChange adds to f what an amendment may not make of a contract.
func checkChange(ctx context.Context, tx pg.Tx, f *fault.Fields, k contractdb.Contract, all []AmendmentRow, d made) error {
	c, err := changeOf(ctx, tx, k, all)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(*f, func(x fault.Field) bool { return x.Pointer == "/value" }) { // else it is told already why that is none
		c.Check(f, d.Value.Value)
	}
	place, now, err := where(ctx, tx, k.ID, k.BuyerID)
	if err != nil {
		return err
	}
	switch {
	case d.Ends == nil && k.EndsOn != nil:
		f.Add("/ends_on", fault.Required)
	case d.Ends != nil && (k.EndsOn == nil || !d.Ends.Equal(*k.EndsOn)) && d.Ends.Before(contract.Today(now, zoneOf(place))):
		f.Add("/ends_on", contract.InPast)
	case d.Ends != nil && k.StartsOn != nil && d.Ends.Before(*k.StartsOn):
		f.Add("/ends_on", contract.EndsBefore)
	}
	return nil
}

// amends asks whether what a draft says may amend its contract; of one that amends none it asks nothing.
func amends(ctx context.Context, tx pg.Tx, row contractdb.Contract, d made) error {
	k, all, err := amended(ctx, tx, row)
	if err != nil || k == nil {
		return err
	}
	var f fault.Fields
	if string(d.Value.Currency) != k.Currency {
		f.Add("/currency", contract.FromContract)
	}
	was, err := standingParty(ctx, tx, *k)
	if err != nil {
		return err
	}
	if was.counterparty == nil != (d.counterparty == nil) || was.counterparty != nil && *was.counterparty != *d.counterparty ||
		was.counterparty == nil && was.Counterparty.Name != d.Counterparty.Name {
		f.Add("/counterparty/company_id", contract.FromContract)
	}
	if err := checkChange(ctx, tx, &f, *k, all, d); err != nil {
		return err
	}
	return f.InOrder().Err()
}

func standingParty(ctx context.Context, db pg.DB, k contractdb.Contract) (d made, err error) {
	return d, d.parties(ctx, db, k)
}

// amended is what a contract amends, while that is in force, with all amendments of it; nil where it
// amends nothing.
func amended(ctx context.Context, tx pg.Tx, row contractdb.Contract) (*contractdb.Contract, []AmendmentRow, error) {
	if contract.Origin(row.Origin) != contract.ByAmendment {
		return nil, nil, nil
	}
	x, err := q.AmendmentOf(ctx, tx, row.ID, row.BuyerID)
	if err != nil {
		return nil, nil, err
	}
	k, err := lock(ctx, tx, x.AmendsID, row.BuyerID)
	if err != nil {
		return nil, nil, err
	}
	if contract.Status(k.Status) != contract.Active {
		return nil, nil, contract.NotInForce.New("what it amends is %s", k.Status)
	}
	all, err := q.Amendments(ctx, tx, x.AmendsID, row.BuyerID, []string{})
	return &k, all, err
}

// takesEffect moves a contract that is signed to where it stands from then on: in force, or, of an
// amendment, taken over by what it amends. The days of that may have moved meanwhile by a renewal.
func takesEffect(ctx context.Context, tx pg.Tx, row contractdb.Contract, now time.Time) (contract.Status, error) {
	if contract.Origin(row.Origin) != contract.ByAmendment {
		return contract.Active, q.MoveContract(ctx, tx, string(contract.Active), row.ID, row.BuyerID)
	}
	x, err := q.AmendmentOf(ctx, tx, row.ID, row.BuyerID)
	if err != nil {
		return "", err
	}
	k, _, err := amended(ctx, tx, row)
	if err != nil {
		return "", err
	}
	to, err := contract.Contract{Status: contract.Status(row.Status), NoSignatureBefore: row.NoSignatureBefore}.Do(contract.Effect, now)
	if err != nil {
		return "", err
	}
	value, ends := k.Value.Add(row.Value.Sub(x.ValueWas)), k.EndsOn
	if row.EndsOn != nil && (x.EndsWas == nil || !row.EndsOn.Equal(*x.EndsWas)) {
		ends = row.EndsOn
	}
	if err := q.AmendContract(ctx, tx, value, ends, k.ID, k.BuyerID); err != nil {
		return "", err
	}
	if err := q.TakeEffect(ctx, tx, &now, row.ID, row.BuyerID); err != nil {
		return "", err
	}
	told := Amended{Status: contract.Active, Amendment: row.Number, Value: value.String(), Reason: row.Description}
	if ends != nil {
		told.EndsOn = ends.Format(time.DateOnly)
	}
	if err := record(ctx, tx, access.System, "amended", k.ID, k.BuyerID, told); err != nil {
		return "", err
	}
	return to, q.MoveContract(ctx, tx, string(to), row.ID, row.BuyerID)
}

// ContractLapsed is the event of an amendment that all have signed and that takes effect on nothing any
// more; its detail is a SigningNews.
const ContractLapsed = "contract.contract.lapsed"

// lapse gives up an amendment that all have signed, and whose contract was over before its first day.
func (s *Service) lapse(ctx context.Context, tx pg.Tx, row contractdb.Contract) error {
	if contract.Status(row.Status) != contract.Signing {
		return nil // somebody was faster
	}
	g, err := q.Signing(ctx, tx, row.ID, row.BuyerID, nil)
	if err != nil || g.Outcome == nil || *g.Outcome != string(contract.Signed) {
		return err
	}
	if err := q.MoveContract(ctx, tx, string(contract.Cancelled), row.ID, row.BuyerID); err != nil {
		return err
	}
	news, err := newsOf(ctx, tx, g.ID, row.BuyerID)
	if err != nil {
		return err
	}
	return record(ctx, tx, access.System, "lapsed", row.ID, row.BuyerID, news)
}

// ContractCancelled is the event of a contract that is given up; its detail is a Moved.
const ContractCancelled = "contract.contract.cancelled"

// Cancel gives up a contract that not all have signed, with a reason that the other side reads where
// it was sent.
func (s *Service) Cancel(ctx context.Context, a access.Actor, id uuid.UUID, reason string) error {
	var f fault.Fields
	reason = f.Need("/reason", reason, 1000)
	if err := f.Err(); err != nil {
		return err
	}
	return s.move(ctx, a, id, contract.Cancel, access.ManageContract, "cancelled", reason, func(tx pg.Tx, row contractdb.Contract) error {
		err := unsign(ctx, tx, a, row, reason)
		if errors.Is(err, contract.RequestOver) {
			err = notBegun(ctx, tx, row)
		}
		if err != nil {
			return err
		}
		return void(ctx, tx, a, row, reason)
	})
}
