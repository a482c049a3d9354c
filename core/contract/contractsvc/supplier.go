package contractsvc

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
)

// SupplierRow is a contract in a supplier's list.
type SupplierRow = contractdb.SupplierContractsRow

// A SupplierList is one page of them with their count.
type SupplierList struct {
	page.Of[SupplierRow]
	Total       int
	TotalCapped bool
}

// SupplierDetails is a contract as its supplier reads it: what was sent, and what both sides said of it.
type SupplierDetails struct {
	contractdb.SupplierContractRow
	Contract  contractdb.Contract
	Content   contract.Content
	Body      string // with its fields, for who proposes another
	Sum       string // of what was sent, in hex
	File      *FileRow
	Zone      *time.Location
	Held      bool // its standstill runs
	Proposals []ProposalRow
	Redline   *contract.Redline // of the newest proposal
	Comments  []CommentRow
	Pack      []PackRow
	End       *End // where it is over
}

// supplier is the company for which the actor reads contracts: all of its people do, who manages
// contracts acts. What a company was sent it reads also when its buyer has no module any more.
func supplier(a access.Actor, p access.Privilege) (uuid.UUID, error) {
	if a.Type != access.Supplier || a.Org == uuid.Nil {
		return uuid.Nil, fault.Forbidden.New("not of a supplier")
	}
	if p != "" {
		return a.Org, a.Need(p)
	}
	return a.Org, nil
}

// shared narrows statuses to those that the other side may read.
func shared(asked []contract.Status) []string {
	if len(asked) == 0 {
		return closed.Values(contract.Shared...)
	}
	out := []string{}
	for _, s := range asked {
		if slices.Contains(contract.Shared, s) {
			out = append(out, string(s))
		}
	}
	return out
}

// supplierFigures are counted as the lists behind them are.
var supplierFigures = []Filter{{Statuses: []contract.Status{contract.Sent}}, {Statuses: []contract.Status{contract.Negotiating}}, {Statuses: []contract.Status{contract.Signing}},
	{Statuses: []contract.Status{contract.Active}}, {View: contract.Ending}}

// SupplierContracts is one page of what the actor's company was sent, what came last first.
func (s *Service) SupplierContracts(ctx context.Context, a access.Actor, f Filter, after string, limit int) (SupplierList, error) {
	var out SupplierList
	company, err := supplier(a, "")
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
	p := f.supplierParams(company, now)
	rows, err := q.SupplierContracts(ctx, s.db, contractdb.SupplierContractsParams{
		SupplierID: &company,
		Statuses:   p.Statuses,
		AfterAt:    c.At,
		AfterID:    c.ID,
		EndsFrom:   p.EndsFrom,
		EndsUntil:  p.EndsUntil,
		Search:     p.Search,
		MaxRows:    int32(limit + 1),
	})
	if err != nil {
		return out, err
	}
	out.Of = page.Cut(rows, limit, func(r SupplierRow) page.Cursor { return page.Cursor{At: r.SentAt, ID: r.ID} })
	n, err := q.CountSupplierContracts(ctx, s.db, p)
	out.Total, out.TotalCapped = int(min(n, countCap)), n > countCap
	return out, err
}

func (f Filter) supplierParams(company uuid.UUID, now time.Time) contractdb.CountSupplierContractsParams {
	p := contractdb.CountSupplierContractsParams{SupplierID: &company, Statuses: shared(f.Statuses), Search: pg.Sought(f.Search)}
	if f.View == contract.Ending {
		until := now.AddDate(0, 0, contract.EndingDays)
		p.Statuses, p.EndsFrom, p.EndsUntil = shared(contract.Ending.Statuses()), &now, &until
	}
	return p
}

// A SupplierBoard is what a supplier's people see first of contracts.
type SupplierBoard struct {
	Figures []Figure
	Answer  []SupplierRow // that wait for an answer or a signature, what came last first
	Ending  []SupplierRow
}

// SupplierDashboard returns the contracts of the actor's company by what happens to them next.
func (s *Service) SupplierDashboard(ctx context.Context, a access.Actor) (SupplierBoard, error) {
	var out SupplierBoard
	company, err := supplier(a, "")
	if err != nil {
		return out, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	for _, f := range supplierFigures {
		n, err := q.CountSupplierContracts(ctx, s.db, f.supplierParams(company, now))
		if err != nil {
			return out, err
		}
		out.Figures = append(out.Figures, Figure{f, int(min(n, countCap)), n > countCap})
	}
	first, err := s.SupplierContracts(ctx, a, Filter{Statuses: []contract.Status{contract.Sent, contract.Signing}}, "", shown)
	if err != nil {
		return out, err
	}
	ending, err := s.SupplierContracts(ctx, a, Filter{View: contract.Ending}, "", shown)
	out.Answer, out.Ending = first.Items, ending.Items
	return out, err
}

// SupplierContract is a contract that the actor's company was sent. Nothing of it comes from the
// buyer's own tables of drafts, approvals and notes.
func (s *Service) SupplierContract(ctx context.Context, a access.Actor, id uuid.UUID) (SupplierDetails, error) {
	var out SupplierDetails
	company, err := supplier(a, "")
	if err != nil {
		return out, err
	}
	out.SupplierContractRow, err = q.SupplierContract(ctx, s.db, id, &company, closed.Values(contract.Shared...), closed.Values(contract.Redrafting...))
	if pg.NoRows(err) {
		err = contract.NotFound.New("")
	}
	if err != nil {
		return out, err
	}
	k, err := q.Contract(ctx, s.db, id, out.BuyerID)
	if err != nil {
		return out, err
	}
	out.Contract, out.Zone = k.Contract, Zone(k.Timezone, k.BuyerCountry)
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	out.Held = now.Before(k.Contract.NoSignatureBefore)
	if out.Redrafted { // how far its buyer is with that is not its to read
		out.Contract.Status = string(contract.Negotiating)
	}
	e, err := q.ContractEnd(ctx, s.db, id, out.BuyerID)
	if err != nil && !pg.NoRows(err) {
		return out, err
	}
	if err == nil {
		out.End = &e
	}
	v, err := q.Version(ctx, s.db, &out.SentVersion, id, out.BuyerID)
	if err != nil {
		return out, err
	}
	out.Body, out.Sum = v.Body, hexOf(v.Sum)
	if out.Content, err = contract.ReadContent(v.Content); err != nil {
		return out, err
	}
	if v.FileID != nil {
		file, err := q.ContractFile(ctx, s.db, *v.FileID, out.BuyerID)
		if err != nil {
			return out, err
		}
		out.File = &file
	}
	if out.Pack, err = q.Pack(ctx, s.db, id, out.BuyerID); err != nil {
		return out, err
	}
	if out.Proposals, err = q.Proposals(ctx, s.db, id, out.BuyerID, &company); err != nil {
		return out, err
	}
	if out.Comments, err = q.Comments(ctx, s.db, id, out.BuyerID, company); err != nil || len(out.Proposals) == 0 {
		return out, err
	}
	r, err := redline(ctx, s.db, k.Contract, out.Proposals[0])
	out.Redline = &r
	return out, err
}

// SupplierPaper is the text that was sent, on paper.
func (s *Service) SupplierPaper(ctx context.Context, a access.Actor, id uuid.UUID, as contract.Paper) (File, error) {
	d, err := s.SupplierContract(ctx, a, id)
	if err != nil {
		return File{}, err
	}
	if len(d.Content.Text) == 0 {
		return File{}, contract.NoText.New("")
	}
	text, err := rich.Stored(string(d.Content.Text))
	if err != nil {
		return File{}, err
	}
	return s.paper(ctx, as, sheet{
		owner:     &d.BuyerID,
		language:  d.Content.Language,
		title:     d.Content.Title,
		reference: d.Content.Number,
		at:        d.SentAt,
		text:      text,
	})
}

// SupplierFile is the file that a contract is, as the buyer took it.
func (s *Service) SupplierFile(ctx context.Context, a access.Actor, id uuid.UUID) (File, error) {
	d, err := s.SupplierContract(ctx, a, id)
	if err != nil {
		return File{}, err
	}
	if d.File == nil {
		return File{}, contract.NoText.New("")
	}
	f, err := s.Documents.Read(ctx, d.BuyerID, d.File.DocumentID)
	return File{f.Name, f.MediaType, f.Bytes}, err
}

// lockSent reads a contract that the actor's company was sent, for a change by its people.
func (s *Service) lockSent(ctx context.Context, tx pg.Tx, id, company uuid.UUID) (contractdb.Contract, error) {
	row, err := q.LockSupplierContract(ctx, tx, id, &company, closed.Values(contract.Shared...))
	if pg.NoRows(err) {
		return row, contract.NotFound.New("")
	}
	if err != nil {
		return row, err
	}
	return row, partysvc.NeedModule(ctx, tx, row.BuyerID, party.Contracts)
}
