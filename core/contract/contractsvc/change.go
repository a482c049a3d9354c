package contractsvc

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pg"
)

// standstillOf is the end of the standstill of a contract's award, whoever wrote the contract down;
// zero where there is none: what nobody competed for may bear any day.
func standstillOf(k contractdb.Contract) time.Time {
	if k.AwardID == nil && contract.Origin(k.Origin) != contract.ByAward {
		return time.Time{}
	}
	return k.NoSignatureBefore
}

// standing is a contract as it stands, with its newest text.
func standing(ctx context.Context, db pg.DB, row contractdb.ContractRow) (made, error) {
	k := row.Contract
	d := made{
		Facts: contract.Facts{
			Terms:    contract.Terms{Number: k.Number, Title: k.Title, Description: k.Description, Date: k.ContractDate, Starts: k.StartsOn, Ends: k.EndsOn},
			Value:    money.Amount{Value: k.Value, Currency: money.Currency(k.Currency)},
			Language: k.Language,
		},
		award:    k.AwardID,
		supplier: k.SupplierID,
		category: k.ContractCategoryID,
	}
	if row.JobTitle != nil {
		d.Job, d.Reference = *row.JobTitle, *row.CategoryReference
	}
	if until := standstillOf(k); !until.IsZero() {
		d.free = until.In(Zone(row.Timezone, row.BuyerCountry))
	}
	var err error
	if d.pack, err = bound(ctx, db, k.ID, k.BuyerID); err != nil {
		return d, err
	}
	if err := d.parties(ctx, db, k); err != nil || k.TextNumber == 0 {
		return d, err
	}
	v, err := q.Version(ctx, db, nil, k.ID, k.BuyerID)
	if err != nil {
		return d, err
	}
	if v.Body != "" {
		if d.body, err = rich.Stored(v.Body); err != nil {
			return d, err
		}
	}
	if v.FileID != nil {
		file, err := q.ContractFile(ctx, db, *v.FileID, k.BuyerID)
		d.file = &file
		return d, err
	}
	return d, nil
}

// parties reads who agrees on a contract.
func (d *made) parties(ctx context.Context, db pg.DB, k contractdb.Contract) error {
	rows, err := q.Parties(ctx, db, k.ID, k.BuyerID)
	if err != nil {
		return err
	}
	for _, r := range rows {
		p := contract.Party{Name: r.Name, Country: r.Country, TaxID: r.TaxID, Address: r.Address, Email: r.Email}
		if contract.Side(r.Side) == contract.BuyerSide {
			d.Buyer = p
		} else {
			d.Counterparty, d.counterparty = p, r.CompanyID
		}
	}
	return nil
}

// Update changes a draft that nobody else changed since version, and writes it down as a version.
func (s *Service) Update(ctx context.Context, a access.Actor, id uuid.UUID, version int, in Form) error {
	company, err := s.keeper(ctx, a, id, access.ManageContract)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := lock(ctx, tx, id, company)
		if err != nil {
			return err
		}
		switch {
		case row.Status != string(contract.Draft):
			return contract.NotDraft.New("contract is %s", row.Status)
		case int(row.Version) != version:
			return contract.Changed.New("version %d", row.Version)
		}
		more, err := q.Contract(ctx, tx, id, company)
		if err != nil {
			return err
		}
		d, err := standing(ctx, tx, more)
		if err != nil {
			return err
		}
		var f fault.Fields
		reason := f.MayLine("/reason", in.Reason, 300)
		was := d.counterparty
		if d, err = in.read(ctx, tx, &f, company, d); err != nil {
			return err
		}
		if err := notTheirs(ctx, tx, a, row, was, d.counterparty); err != nil {
			return err
		}
		if err := amends(ctx, tx, row, d); err != nil {
			return err
		}
		err = q.UpdateContract(ctx, tx, contractdb.UpdateContractParams{
			ID:                 id,
			BuyerID:            company,
			Number:             d.Number,
			Title:              d.Title,
			Description:        d.Description,
			ContractDate:       d.Date,
			StartsOn:           d.Starts,
			EndsOn:             d.Ends,
			Currency:           string(d.Value.Currency),
			Value:              d.Value.Value,
			SupplierID:         d.supplier,
			ContractCategoryID: d.category,
			Language:           d.Language,
			TextNumber:         row.TextNumber + 1,
		})
		if err := numberTaken(err); err != nil {
			return err
		}
		if err := putParties(ctx, tx, id, company, d); err != nil {
			return err
		}
		if err := write(ctx, tx, a, id, company, row.TextNumber+1, d, reason); err != nil {
			return err
		}
		return record(ctx, tx, a, "updated", id, company, map[string]any{"number": d.Number, "title": d.Title})
	})
}

// notTheirs refuses that who helps a buyer becomes the other side of what that buyer has begun.
func notTheirs(ctx context.Context, tx pg.Tx, a access.Actor, row contractdb.Contract, was, is *uuid.UUID) error {
	own := func(c *uuid.UUID) bool { return c != nil && *c == a.Org }
	if a.Type != access.Operator || own(was) || !own(is) {
		return nil
	}
	k, err := q.HelpedContract(ctx, tx, a.Org, row.ID)
	if err == nil && !k.Begun {
		err = fault.Forbidden.New("a buyer's own draft")
	}
	return err
}

// Submit sends a draft to those who approve. What they read is a version: all of its fields are
// filled, and what was proposed in it a person has accepted.
func (s *Service) Submit(ctx context.Context, a access.Actor, id uuid.UUID) error {
	return s.move(ctx, a, id, contract.Submit, access.ManageContract, "submitted", "", func(tx pg.Tx, row contractdb.Contract) error {
		more, err := q.Contract(ctx, tx, id, row.BuyerID)
		if err != nil {
			return err
		}
		d, err := standing(ctx, tx, more)
		if err != nil {
			return err
		}
		if contract.Origin(row.Origin) != contract.ByAward && d.body.Kind == "" && d.file == nil {
			return contract.NoText.New("")
		}
		if missing := contract.Missing(d.body, d.Values()); len(missing) > 0 {
			return contract.Unfilled.New("%v", missing).With("fields", "{"+strings.Join(missing, "}, {")+"}")
		}
		blocks, err := unaccepted(ctx, tx, row, d.body)
		if err != nil {
			return err
		}
		if len(blocks) > 0 {
			return contract.Unaccepted.New("%d", len(blocks)).With("clauses", strings.Join(blocks, ", "))
		}
		if err := amends(ctx, tx, row, d); err != nil {
			return err
		}
		number, sum, err := newest(ctx, tx, a, row, d)
		if err != nil {
			return err
		}
		if err := putParties(ctx, tx, id, row.BuyerID, d); err != nil { // from here on they are called so
			return err
		}
		return beginRound(ctx, tx, a, row, number, sum)
	})
}

// unaccepted are the titles of proposed clauses that stand in a text and that nobody has accepted.
func unaccepted(ctx context.Context, db pg.DB, row contractdb.Contract, text rich.Node) ([]string, error) {
	rows, err := q.Blocks(ctx, db, row.ID, row.BuyerID)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, b := range rows {
		if b.AcceptedAt == nil && (contract.Marked{ID: b.BlockID, Words: b.Words}).Says(text) {
			out = append(out, b.Title)
		}
	}
	return out, nil
}

// Accept says that a person has read a clause that was proposed, and wants it.
func (s *Service) Accept(ctx context.Context, a access.Actor, id uuid.UUID, block string) error {
	company, err := s.keeper(ctx, a, id, access.ManageContract)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := lock(ctx, tx, id, company)
		if err != nil {
			return err
		}
		if row.Status != string(contract.Draft) {
			return contract.NotDraft.New("contract is %s", row.Status)
		}
		n, err := q.AcceptBlock(ctx, tx, contractdb.AcceptBlockParams{ContractID: id, BlockID: block, BuyerID: company, AcceptedBy: &a.User, AcceptedAt: &tx.Now})
		if err != nil {
			return err
		}
		if n == 0 { // accepted before: that stands, with who did it
			return stands(ctx, tx, id, company, block)
		}
		return record(ctx, tx, a, "clause_accepted", id, company, map[string]any{"block": block})
	})
}

// stands asks whether a clause was proposed for a contract.
func stands(ctx context.Context, tx pg.Tx, id, company uuid.UUID, block string) error {
	rows, err := q.Blocks(ctx, tx, id, company)
	if err == nil && !slices.ContainsFunc(rows, func(b contractdb.BlocksRow) bool { return b.BlockID == block }) {
		err = contract.BlockUnknown.New("")
	}
	return err
}
