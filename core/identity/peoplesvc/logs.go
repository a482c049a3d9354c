package peoplesvc

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/identity/internal/identitydb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/party"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
)

// A Log is one thing that somebody did.
type Log = identitydb.UserLogsRow

// An Area is the first part of what an action is called: whose it is.
type Area string

// areas are those of whatever people do.
var areas = []string{
	"identity", "sourcing", "payment", "bidding", "opening", "assurance", "diligence", "evaluation", "award", "contract", "project",
	"report", "party", "catalog", "task", "notify", "support", "watch",
}

// Values lists them.
func (Area) Values() []string { return slices.Clone(areas) }

// LogFilter narrows the log: who, what (an area such as "identity"), when.
type LogFilter struct {
	Actor  *uuid.UUID
	Areas  []Area
	At     day.Span
	Search string
}

// Logs is one page of the log.
type Logs struct {
	Items  []Log
	Total  int64
	Capped bool
}

func (f LogFilter) params(c Scope, skip, rows int) identitydb.UserLogsParams {
	return identitydb.UserLogsParams{
		CompanyID: c.Company,
		ActorID:   f.Actor,
		Areas:     closed.Values(f.Areas...),
		AtFrom:    f.At.First,
		AtTo:      f.At.Last,
		Zone:      f.At.Zone,
		Search:    f.Search,
		Skip:      int32(skip),
		MaxRows:   int32(rows),
	}
}

// LogScope is whose log the actor reads: the own company's, or that of the buyer
// that the operator names.
func (s *Service) LogScope(ctx context.Context, a access.Actor, asked uuid.UUID) (Scope, error) {
	if a.Type != access.Operator || asked != uuid.Nil && asked != a.Org { // the operator's own log names no privilege (001 §6)
		return s.Scope(ctx, a, asked)
	}
	return s.company(ctx, a, asked)
}

// Logs returns one numbered page of what the people of a company did, the latest first.
func (s *Service) Logs(ctx context.Context, c Scope, f LogFilter, number, size int) (Logs, error) {
	p := f.params(c, (number-1)*size, size)
	rows, err := q.UserLogs(ctx, s.db, p)
	if err != nil {
		return Logs{}, err
	}
	total, err := q.CountUserLogs(ctx, s.db, identitydb.CountUserLogsParams{
		CompanyID: p.CompanyID,
		ActorID:   p.ActorID,
		Areas:     p.Areas,
		AtFrom:    p.AtFrom,
		AtTo:      p.AtTo,
		Zone:      p.Zone,
		Search:    p.Search,
	})
	return Logs{rows, min(total, countCap), total > countCap}, err
}

// ExportLogs is the same as a workbook in a language and in the zone of the
// reader's company, and is itself an entry of the log.
func (s *Service) ExportLogs(ctx context.Context, a access.Actor, c Scope, f LogFilter, language string) ([]byte, error) {
	own, err := s.company(ctx, a, uuid.Nil)
	if err != nil {
		return nil, err
	}
	rows, err := q.UserLogs(ctx, s.db, f.params(c, 0, sheet.MostRows+1))
	if err == nil {
		err = sheet.Whole(len(rows) > sheet.MostRows)
	}
	if err != nil {
		return nil, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		return record(ctx, tx, a, c, "identity.logs.exported", "company", c.Company, map[string]any{"rows": len(rows)})
	})
	if err != nil {
		return nil, err
	}
	return workbook(rows, language, party.Zone(own.Country.ISO2))
}
