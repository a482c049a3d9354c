// Package contractsvc is the use cases of contracts: drafted out of awards,
// written and watched by those who manage them.
package contractsvc

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sign"
)

var q = contractdb.New()

// Service runs the use cases.
type Service struct {
	db pg.DB
	// Documents keeps files; nil where a process has no store.
	Documents *documentsvc.Service
	// Gate decides which files come in.
	Gate *document.Gate
	// Signer signs; nil where a process does not hold its keys.
	Signer *sign.Authority
	// Writer writes clauses that a person has to accept; nil where no model is configured.
	Writer Writer
	// Letter prints the letter of an award that was not printed yet.
	Letter func(ctx context.Context, tx pg.Tx, owner, letter uuid.UUID) error
}

// New returns a Service.
func New(db pg.DB) *Service { return &Service{db: db} }

// owner is the buyer company for which the actor manages contracts: people of
// contract management and of the buyer belong to it.
func (s *Service) owner(ctx context.Context, a access.Actor, p access.Privilege) (uuid.UUID, error) {
	if (a.Type != access.Temp && a.Type != access.Buyer) || a.Org == uuid.Nil {
		return uuid.Nil, fault.Forbidden.New("not of a buyer")
	}
	if p != "" {
		if err := a.Need(p); err != nil {
			return uuid.Nil, err
		}
	}
	return a.Org, partysvc.NeedModule(ctx, s.db, a.Org, party.Contracts)
}

// ownerOf is owner for one contract: one of a category that is closed to somebody is not there for them.
func (s *Service) ownerOf(ctx context.Context, a access.Actor, id uuid.UUID, p access.Privilege) (uuid.UUID, error) {
	company, err := s.owner(ctx, a, p)
	if err != nil {
		return company, err
	}
	closed, err := q.BehindDoor(ctx, s.db, id, company, a.User)
	if err == nil && closed {
		err = contract.NotFound.New("behind a closed door")
	}
	return company, err
}

// throughDoors is whose doors a list of contracts asks for: the operator's people who help a buyer
// look into all of its categories.
func throughDoors(a access.Actor) *uuid.UUID {
	if a.Type == access.Operator {
		return nil
	}
	return &a.User
}

// DraftFromAward makes the drafts that follow an award, one for each winner, once;
// it returns how many it made. An award without prices has no contract.
func (s *Service) DraftFromAward(ctx context.Context, tx pg.Tx, buyer, category uuid.UUID) (int, error) {
	if err := q.HoldDecided(ctx, tx, category, buyer); err != nil {
		return 0, err
	}
	awards, err := q.AwardsOf(ctx, tx, category, buyer)
	if err != nil {
		return 0, err
	}
	made := 0
	for i, w := range awards {
		id := uuid.Must(uuid.NewV7())
		number, err := freeNumber(ctx, tx, buyer, w.Reference+"/C", i)
		if err != nil {
			return made, err
		}
		n, err := q.InsertContract(ctx, tx, contractdb.InsertContractParams{
			ID:                id,
			BuyerID:           buyer,
			SupplierID:        &w.SupplierID,
			AwardID:           &w.ID,
			Number:            number,
			Title:             w.CategoryName,
			Description:       w.JobTitle,
			Currency:          w.Currency,
			Value:             w.Amount,
			NoSignatureBefore: w.StandstillEnds,
			CreatedAt:         tx.Now,
			Origin:            string(contract.ByAward),
			Language:          w.Language,
		})
		if err != nil {
			return made, err
		}
		if n == 0 {
			continue // somebody has written it already
		}
		made++
		if err := partiesOfAward(ctx, tx, id, buyer, w.SupplierID); err != nil {
			return made, err
		}
		if _, err := s.bind(ctx, tx, access.System, id, buyer); err != nil {
			return made, err
		}
		err = record(ctx, tx, access.System, "drafted", id, buyer, Drafted{
			Award:    w.ID,
			Category: category,
			Supplier: w.SupplierID,
			Value:    w.Amount.String(),
			Currency: w.Currency,
		})
		if err != nil {
			return made, err
		}
		if err := drafted(ctx, tx, id, buyer, w.SupplierID); err != nil {
			return made, err
		}
	}
	return made, nil
}

// freeNumber is a number of a buyer that no contract has: people may have given one by hand that a
// draft would have had, and an award must not wait for them to take it back.
func freeNumber(ctx context.Context, tx pg.Tx, buyer uuid.UUID, begin string, from int) (string, error) {
	for i := from; ; i++ {
		number := begin
		if i > 0 {
			number = fmt.Sprintf("%s%d", begin, i+1)
		}
		taken, err := q.NumberTaken(ctx, tx, buyer, number)
		if err != nil || !taken {
			return number, err
		}
	}
}

func partiesOfAward(ctx context.Context, tx pg.Tx, id, buyer, supplier uuid.UUID) error {
	us, err := q.CompanyParty(ctx, tx, buyer)
	if err != nil {
		return err
	}
	winner, err := q.CompanyParty(ctx, tx, supplier)
	if err != nil {
		return err
	}
	return putParties(ctx, tx, id, buyer, made{Facts: contract.Facts{Buyer: companyParty(us), Counterparty: companyParty(winner)}, counterparty: &supplier})
}

// ContractDrafted is the event of a draft that follows an award; its detail is a
// Drafted.
const ContractDrafted = "contract.contract.drafted"

// ContractSubmitted is the event of a contract that waits for those who approve.
const ContractSubmitted = "contract.contract.submitted"

// Drafted says what a draft follows.
type Drafted struct {
	Award    uuid.UUID `json:"award_id"`
	Category uuid.UUID `json:"category_id"`
	Supplier uuid.UUID `json:"supplier_id"`
	Value    string    `json:"value"`
	Currency string    `json:"currency"`
}

// Announcement returns what is told of a contract.
func (s *Service) Announcement(ctx context.Context, db pg.DB, buyer, id uuid.UUID) (Details, error) {
	row, err := q.Contract(ctx, db, id, buyer)
	if pg.NoRows(err) {
		err = contract.NotFound.New("")
	}
	return Details{ContractRow: row}, err
}

// lock reads a contract of a company for a change.
func lock(ctx context.Context, tx pg.Tx, id, company uuid.UUID) (contractdb.Contract, error) {
	row, err := q.LockContract(ctx, tx, id, company)
	if pg.NoRows(err) {
		err = contract.NotFound.New("")
	}
	return row, err
}

// Filter narrows a list; the zero value narrows nothing.
type Filter struct {
	Statuses []contract.Status
	View     contract.View
	Ends     day.Span
	Search   string
	Platform bool       // with the operator of the platform
	Job      *uuid.UUID // of whose award it is
	Category *uuid.UUID // likewise
	Kind     *uuid.UUID // the category of contracts; uuid.Nil: of none
}

// params say the filter to the database at a moment. Statuses within a view
// narrow it; those that are none of the view's leave nothing.
func (f Filter) params(company uuid.UUID, now time.Time) contractdb.CountContractsParams {
	p := contractdb.CountContractsParams{
		BuyerID:  company,
		Statuses: closed.Values(f.View.Statuses()...),
		EndsFrom: f.Ends.First,
		EndsTo:   f.Ends.Last,
		Search:   pg.Sought(f.Search),
		JobID:    f.Job,

		CategoryID:   f.Category,
		KindID:       f.Kind,
		WithOperator: f.Platform,
		Shared:       closed.Values(contract.Shared...),
	}
	if len(f.Statuses) > 0 {
		of := f.View.Statuses()
		p.Statuses = closed.Values(slices.DeleteFunc(slices.Clone(f.Statuses), func(s contract.Status) bool {
			return f.View != "" && !slices.Contains(of, s)
		})...)
		if len(p.Statuses) == 0 {
			p.Statuses = []string{""}
		}
	}
	switch f.View {
	case contract.OnHold:
		p.HeldAt = &now
	case contract.Ending:
		until := now.AddDate(0, 0, contract.EndingDays)
		p.ViewFrom, p.ViewUntil = &now, &until
	}
	return p
}

// A Row is a contract in a list.
type Row = contractdb.ContractsRow

// A List is one page of contracts with their count, which stops at a thousand.
type List struct {
	page.Of[Row]
	Total       int
	TotalCapped bool
}

const countCap = 1000

// Contracts is one page of the contracts of the actor's company, or of the buyer that the
// operator's people name, newest first.
func (s *Service) Contracts(ctx context.Context, a access.Actor, buyer uuid.UUID, f Filter, after string, limit int) (List, error) {
	var out List
	company, err := s.reader(ctx, a, buyer)
	if err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	p := f.params(company, now)
	p.Helper, p.Reader = helps(a), throughDoors(a)
	rows, err := q.Contracts(ctx, s.db, contractdb.ContractsParams{
		BuyerID:      company,
		AfterAt:      c.At,
		AfterID:      c.ID,
		Statuses:     p.Statuses,
		ViewFrom:     p.ViewFrom,
		ViewUntil:    p.ViewUntil,
		EndsFrom:     p.EndsFrom,
		EndsTo:       p.EndsTo,
		HeldAt:       p.HeldAt,
		Search:       p.Search,
		JobID:        p.JobID,
		CategoryID:   p.CategoryID,
		KindID:       p.KindID,
		MaxRows:      int32(limit + 1),
		WithOperator: p.WithOperator,
		Helper:       p.Helper,
		Shared:       p.Shared,
		Reader:       p.Reader,
	})
	if err != nil {
		return out, err
	}
	out.Of = page.Cut(rows, limit, func(r contractdb.ContractsRow) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} })
	n, err := q.CountContracts(ctx, s.db, p)
	out.Total, out.TotalCapped = int(min(n, countCap)), n > countCap
	return out, err
}

// Dashboard is what the people of contract management see first.
type Dashboard struct {
	Figures  []Figure
	Statuses []contractdb.ByStatusRow
	Approval []Row // the newest
	Waiting  []contractdb.WaitingRow
	Expiring []contractdb.ExpiringRow
}

// A Figure counts the contracts of a list, with the filter that shows them.
type Figure struct {
	Filter
	Contracts int
	Capped    bool
}

// figures are counted as the lists behind them are.
var figures = []Filter{{Statuses: []contract.Status{contract.Draft}}, {View: contract.ForApproval}, {View: contract.ForSignature}, {View: contract.OnHold},
	{Statuses: []contract.Status{contract.Active}}, {View: contract.Ending}}

// shown is how many contracts each list of the dashboard holds.
const shown = 8

// Dashboard returns the contracts of the actor's company by what happens to them
// next and by status, those to approve, those on hold and those that end soon.
func (s *Service) Dashboard(ctx context.Context, a access.Actor) (Dashboard, error) {
	var d Dashboard
	company, err := s.owner(ctx, a, "")
	if err != nil {
		return d, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return d, err
	}
	for _, f := range figures {
		p := f.params(company, now)
		p.Reader = &a.User
		n, err := q.CountContracts(ctx, s.db, p)
		if err != nil {
			return d, err
		}
		d.Figures = append(d.Figures, Figure{f, int(min(n, countCap)), n > countCap})
	}
	if d.Statuses, err = q.ByStatus(ctx, s.db, company, &a.User); err != nil {
		return d, err
	}
	d.Approval, err = q.Contracts(ctx, s.db, contractdb.ContractsParams{BuyerID: company, AfterAt: page.First.At, AfterID: page.First.ID,
		Statuses: closed.Values(contract.ForApproval.Statuses()...), Reader: &a.User, MaxRows: shown})
	if err != nil {
		return d, err
	}
	if d.Waiting, err = q.Waiting(ctx, s.db, company, closed.Values(contract.OnHold.Statuses()...), now, &a.User); err != nil {
		return d, err
	}
	until := now.AddDate(0, 0, contract.EndingDays)
	d.Expiring, err = q.Expiring(ctx, s.db, company, &now, &until, &a.User)
	return d, err
}

// move takes a contract of the actor's company along one edge of its life.
func (s *Service) move(ctx context.Context, a access.Actor, id uuid.UUID, m contract.Move, p access.Privilege, action, reason string,
	ready func(pg.Tx, contractdb.Contract) error) error {
	company, err := s.ownerOf(ctx, a, id, p)
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
		var asked []uuid.UUID
		if m == contract.Recall || m == contract.Cancel { // whoever is asked still is not any more
			if asked, err = s.WaitsFor(ctx, tx, company, id); err != nil {
				return err
			}
		}
		if ready != nil {
			if err := ready(tx, row); err != nil {
				return err
			}
		}
		if err := q.MoveContract(ctx, tx, string(to), id, company); err != nil {
			return err
		}
		return record(ctx, tx, a, action, id, company, Moved{
			Status:   to,
			Reason:   reason,
			Supplier: row.SupplierID,
			Shared:   slices.Contains(contract.Shared, contract.Status(row.Status)),
			Asked:    asked,
		})
	})
}

// Moved says where a contract has gone, and who the other side is.
type Moved struct {
	Status   contract.Status `json:"status"`
	Reason   string          `json:"reason"`
	Supplier *uuid.UUID      `json:"supplier_id,omitempty"`
	Asked    []uuid.UUID     `json:"asked,omitempty"`   // to approve it, until then
	Shared   bool            `json:"shared"`            // the other side could read it until then
	Decided  bool            `json:"decided,omitempty"` // it follows a decision on a proposal, of which that side hears
}

func record(ctx context.Context, tx pg.Tx, a access.Actor, what string, id, owner uuid.UUID, detail any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: "contract.contract." + what, Object: "contract", ObjectID: id, Owner: owner, Detail: detail})
	return err
}
