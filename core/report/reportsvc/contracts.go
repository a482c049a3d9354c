package reportsvc

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/report"
	"zabuni.org/core/report/internal/reportdb"
)

// AskedContracts is a report of contracts that somebody asked for, as its task carries it.
type AskedContracts struct {
	Owner    uuid.UUID            `json:"owner"`
	Name     report.ContractsName `json:"name"`
	Format   report.Format        `json:"format"`
	Language locale.Language      `json:"language"`
	From     day.Day              `json:"from,omitempty"`
	Until    day.Day              `json:"until,omitempty"`
}

// AdmitContracts asks everything that makes a report of contracts the actor's: whose they are, the
// right, the module.
func (s *Service) AdmitContracts(ctx context.Context, a access.Actor, in AskedContracts) error {
	if a.Type != access.Temp && a.Type != access.Buyer || a.Org == uuid.Nil || a.Org != in.Owner {
		return fault.Forbidden.New("not of this buyer")
	}
	if err := a.Need(access.ViewReport); err != nil {
		return err
	}
	return partysvc.NeedModule(ctx, s.db, in.Owner, party.Contracts)
}

// AskContracts checks that the actor may have a report of contracts, and writes down who asked for it.
func (s *Service) AskContracts(ctx context.Context, tx pg.Tx, a access.Actor, in AskedContracts) error {
	if err := s.AdmitContracts(ctx, a, in); err != nil {
		return err
	}
	var f fault.Fields
	f.OneOf("/name", string(in.Name), in.Name.Values()...)
	f.OneOf("/format", string(in.Format), in.Format.Values()...)
	if in.From != "" && in.Until != "" && in.Until < in.From {
		f.Add("/until", contract.EndsBefore)
	}
	if err := f.Err(); err != nil {
		return err
	}
	_, err := journal.Record(ctx, tx, a, journal.Entry{
		Action:   "report.contracts.asked",
		Object:   "company",
		ObjectID: in.Owner,
		Owner:    in.Owner,
		Detail:   map[string]any{"report": in.Name, "format": in.Format},
	})
	return err
}

// A register writes a report of contracts.
type register struct {
	words report.Words
	zone  *time.Location
	owner uuid.UUID
	span  day.Span
	today time.Time
	table report.Table
}

func (r *register) heads(keys ...string) {
	for _, k := range keys {
		r.table.Columns = append(r.table.Columns, r.words.Columns[k])
	}
}

func (r *register) value(key string) report.Cell {
	return report.Text(cmp.Or(r.words.Values[key], key))
}

func dayCell(t *time.Time) report.Cell {
	if t == nil {
		return report.Cell{}
	}
	return report.Text(t.Format(time.DateOnly))
}

// ContractsReport writes a report of contracts that was asked for.
func (s *Service) ContractsReport(ctx context.Context, a access.Actor, in AskedContracts) ([]byte, error) {
	if err := s.AdmitContracts(ctx, a, in); err != nil {
		return nil, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return nil, err
	}
	company, err := q.ReportedCompany(ctx, s.db, in.Owner)
	if err != nil {
		return nil, err
	}
	zone := party.Zone(company.Country)
	w := register{
		words: report.WordsOf(string(in.Language)),
		zone:  zone,
		owner: in.Owner,
		span:  day.Between(in.From, in.Until, zone.String()),
		today: contract.Today(now, zone),
	}
	write := map[report.ContractsName]func(context.Context, *register) error{
		report.ContractRegister:  s.registerOf,
		report.ContractExpiries:  s.endsOf,
		report.ContractApprovals: s.approvalsOf,
		report.ContractOverdue:   s.overdueOf,
		report.ContractSpend:     s.spendOf,
	}[in.Name]
	if write == nil {
		return nil, report.Unknown.New("%s", in.Name)
	}
	if err := write(ctx, &w); err != nil {
		return nil, err
	}
	if err := sheet.Whole(len(w.table.Rows) > sheet.MostRows); err != nil {
		return nil, err
	}
	title := w.words.Reports[string(in.Name)]
	w.table.Title = title
	book := report.Book{
		Language: cmp.Or(string(in.Language), "en"),
		Title:    title,
		Buyer:    company.Name,
		Job:      company.Name,
		At:       now.In(zone),
		Tables:   []report.Table{w.table},
	}
	if in.Format == report.PDF {
		return book.PDF()
	}
	return book.Workbook()
}

func (s *Service) registerOf(ctx context.Context, w *register) error {
	w.heads("contract_number", "title", "supplier", "contract_category", "currency", "contract_first_value", "contract_value", "state", "contract_date", "since", "until", "ended", "origin")
	rows, err := q.RegisterOfContracts(ctx, s.db, reportdb.RegisterOfContractsParams{
		BuyerID:  w.owner,
		MadeFrom: w.span.First,
		MadeTo:   w.span.Last,
		Zone:     w.zone.String(),
		MaxRows:  sheet.MostRows + 1,
	})
	for _, r := range rows {
		w.table.Rows = append(w.table.Rows, []report.Cell{
			report.Text(r.Number), report.Text(r.Title), report.Text(r.Supplier), report.Text(r.Kind), report.Text(r.Currency), report.Amount(&r.FirstValue),
			report.Amount(&r.Value), w.value("contract_" + r.Status), dayCell(r.ContractDate), dayCell(r.StartsOn), dayCell(r.EndsOn), dayCell(r.EndedOn), w.value("origin_" + r.Origin),
		})
	}
	return err
}

func (s *Service) endsOf(ctx context.Context, w *register) error {
	w.heads("until", "days_left", "contract_number", "title", "supplier", "contract_category", "currency", "contract_value", "renewal", "notice_by")
	rows, err := q.EndsOfContracts(ctx, s.db, w.owner, w.span.First, w.span.Last, sheet.MostRows+1)
	for _, r := range rows {
		notice := report.Cell{}
		if r.Renewal == "automatic" {
			on := r.EndsOn.AddDate(0, 0, -int(r.NoticeDays))
			notice = dayCell(&on)
		}
		w.table.Rows = append(w.table.Rows, []report.Cell{
			dayCell(r.EndsOn), report.Count(int(r.EndsOn.Sub(w.today).Hours() / 24)), report.Text(r.Number), report.Text(r.Title), report.Text(r.Supplier),
			report.Text(r.Kind), report.Text(r.Currency), report.Amount(&r.Value), w.value("renewal_" + r.Renewal), notice,
		})
	}
	return err
}

func (s *Service) approvalsOf(ctx context.Context, w *register) error {
	w.heads("contract_number", "title", "submitted", "submitted_by", "answer", "decided", "decided_by", "hours")
	rows, err := q.ApprovalsOfContracts(ctx, s.db, reportdb.ApprovalsOfContractsParams{
		BuyerID:       w.owner,
		SubmittedFrom: w.span.First,
		SubmittedTo:   w.span.Last,
		Zone:          w.zone.String(),
		MaxRows:       sheet.MostRows + 1,
	})
	for _, r := range rows {
		verdict, decided := w.value("contract_waits"), report.Cell{}
		if r.Decision != "" {
			verdict, decided = w.value("contract_refused"), report.Moment(&r.DecidedAt, w.zone)
			if r.Decision == "contract.contract.approved" {
				verdict = w.value("contract_approved")
			}
		}
		w.table.Rows = append(w.table.Rows, []report.Cell{
			report.Text(r.Number), report.Text(r.Title), report.Moment(&r.SubmittedAt, w.zone), report.Text(r.SubmittedBy), verdict, decided,
			report.Text(r.DecidedBy), report.Amount(&r.Hours),
		})
	}
	return err
}

func (s *Service) overdueOf(ctx context.Context, w *register) error {
	w.heads("due", "days_late", "duty", "duty_kind", "duty_side", "state", "currency", "duty_amount", "contract_number", "title", "supplier")
	rows, err := q.OverdueOfContracts(ctx, s.db, reportdb.OverdueOfContractsParams{
		BuyerID: w.owner,
		Today:   w.today,
		DueFrom: w.span.First,
		DueTo:   w.span.Last,
		MaxRows: sheet.MostRows + 1,
	})
	for _, r := range rows {
		w.table.Rows = append(w.table.Rows, []report.Cell{
			dayCell(&r.DueOn), report.Count(int(w.today.Sub(r.DueOn).Hours() / 24)), report.Text(r.Duty), w.value("duty_" + r.Kind), w.value("side_" + r.Side),
			w.value("duty_" + r.Status), report.Text(r.Currency), report.Amount(r.Amount), report.Text(r.Number), report.Text(r.Title), report.Text(r.Supplier),
		})
	}
	return err
}

func (s *Service) spendOf(ctx context.Context, w *register) error {
	w.heads("supplier", "currency", "contracts", "contract_value", "paid_duties")
	rows, err := q.SpendOfContracts(ctx, s.db, w.owner, w.span.First, w.span.Last, sheet.MostRows+1)
	for _, r := range rows {
		w.table.Rows = append(w.table.Rows, []report.Cell{
			report.Text(r.Supplier), report.Text(r.Currency), report.Count(int(r.Contracts)), report.Amount(&r.Value), report.Amount(&r.Paid),
		})
	}
	return err
}
