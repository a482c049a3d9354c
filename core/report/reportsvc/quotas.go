package reportsvc

import (
	"context"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/report"
	"zabuni.org/core/report/internal/reportdb"
)

// QuotasSet is that somebody has said which shares are reserved in a year; QuotasExported that somebody took them as a workbook.
const (
	QuotasSet      = "report.quotas.set"
	QuotasExported = "report.quotas.exported"
)

// QuotaGroup is a special group of the platform.
type QuotaGroup = reportdb.QuotaGroupsRow

// A QuotaYear is what is wanted of a financial year, and what came of it.
type QuotaYear struct {
	report.Quotas
	Version int32      // 0: nobody has said anything of this year
	SetAt   *time.Time // nil: the same
	Years   []int32    // of which somebody has
	Groups  []QuotaGroup
	Figures []report.QuotaFigure
}

// QuotaYear returns the shares of a buyer's financial year. Sums are of the whole buyer, of categories too that the actor may not
// read: a share of a part would be another share.
func (s *Service) QuotaYear(ctx context.Context, a access.Actor, owner uuid.UUID, year int) (QuotaYear, error) {
	out := QuotaYear{Quotas: report.Quotas{Year: year, FirstMonth: 1}}
	if err := a.Serve(owner, access.ManageJob); err != nil {
		return out, err
	}
	var err error
	if out.Groups, err = q.QuotaGroups(ctx, s.db); err != nil {
		return out, err
	}
	if out.Years, err = q.QuotaYears(ctx, s.db, owner); err != nil {
		return out, err
	}
	switch set, err := q.QuotaYear(ctx, s.db, owner, int32(year)); {
	case pg.NoRows(err):
	case err != nil:
		return out, err
	default:
		out.FirstMonth, out.Version, out.SetAt = int(set.FirstMonth), set.Version, &set.SetAt
	}
	shares, err := q.QuotaShares(ctx, s.db, owner, int32(year))
	if err != nil {
		return out, err
	}
	for _, x := range shares {
		out.Shares = append(out.Shares, report.Quota{Group: x.GroupID, Share: x.Share})
	}
	first, last := out.Days()
	rows, err := q.AwardedInYear(ctx, s.db, owner, bought(), first, last)
	if err != nil {
		return out, err
	}
	parts := make([]report.AwardedPart, len(rows))
	for i, r := range rows {
		parts[i] = report.AwardedPart{Currency: money.Currency(r.Currency), Month: int(r.Month), Groups: r.Groups, Reserved: r.ReservedFor, Amount: r.Amount}
	}
	order := make([]uuid.UUID, len(out.Groups))
	for i, g := range out.Groups {
		order[i] = g.ID
	}
	out.Figures = out.Quotas.Figures(parts, order)
	return out, nil
}

// SetQuotas says which shares of a buyer's financial year are reserved, all of them; version is the one that was seen, 0: none.
func (s *Service) SetQuotas(ctx context.Context, a access.Actor, owner uuid.UUID, quotas report.Quotas, version int32) error {
	if err := a.Serve(owner, access.ManageJob); err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		rows, err := q.QuotaGroups(ctx, tx)
		if err != nil {
			return err
		}
		groups := map[uuid.UUID]bool{}
		for _, g := range rows {
			groups[g.ID] = true
		}
		if quotas, err = quotas.Check(groups); err != nil {
			return err
		}
		year := int32(quotas.Year)
		var n int64
		if version == 0 {
			n, err = q.BeginQuotaYear(ctx, tx, reportdb.BeginQuotaYearParams{BuyerID: owner, Year: year, FirstMonth: int32(quotas.FirstMonth), SetBy: a.User, Now: tx.Now})
		} else {
			n, err = q.ChangeQuotaYear(ctx, tx, reportdb.ChangeQuotaYearParams{BuyerID: owner, Year: year, FirstMonth: int32(quotas.FirstMonth), SetBy: a.User, Now: tx.Now, Version: version})
		}
		if err != nil {
			return err
		}
		if n == 0 {
			return report.QuotasChanged.New("version %d was seen", version)
		}
		for _, x := range quotas.Shares {
			err := q.SetQuotaShare(ctx, tx, reportdb.SetQuotaShareParams{ID: uuid.Must(uuid.NewV7()), BuyerID: owner, Year: year, Version: version + 1, GroupID: x.Group, Share: x.Share})
			if err != nil {
				return err
			}
		}
		_, err = journal.Record(ctx, tx, a, journal.Entry{Action: QuotasSet, Object: "company", ObjectID: owner, Owner: owner,
			Detail: map[string]any{"year": quotas.Year, "first_month": quotas.FirstMonth, "shares": quotas.Shares}})
		return err
	})
}

// ExportQuotas is the year and its quarters as a workbook, as authorities ask for it; who took it is recorded.
func (s *Service) ExportQuotas(ctx context.Context, a access.Actor, owner uuid.UUID, year int, language locale.Language) ([]byte, error) {
	found, err := s.QuotaYear(ctx, a, owner, year)
	if err != nil {
		return nil, err
	}
	data, err := quotaBook(found, string(language)).Workbook()
	if err != nil {
		return nil, err
	}
	return data, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		_, err := journal.Record(ctx, tx, a, journal.Entry{Action: QuotasExported, Object: "company", ObjectID: owner, Owner: owner, Detail: map[string]any{"year": year}})
		return err
	})
}

// NameOf is what a group is called, empty for all of them together.
func (y QuotaYear) NameOf(group *uuid.UUID) string {
	for _, g := range y.Groups {
		if group != nil && g.ID == *group {
			return g.Name
		}
	}
	return ""
}

func quotaBook(y QuotaYear, language string) report.Book {
	words := report.WordsOf(language)
	t := report.Table{Title: words.Sheets["quotas"]}
	for _, k := range []string{"financial_year", "quarter", "group", "currency", "amount", "group_amount", "reserved_amount", "group_percent", "quota", "missing_amount", "state"} {
		t.Columns = append(t.Columns, words.Columns[k])
	}
	first, last := y.Days()
	days := first.Format(time.DateOnly) + " – " + last.Format(time.DateOnly)
	for _, f := range y.Figures {
		quarter := report.Text(words.Values["whole_year"])
		if f.Quarter > 0 {
			quarter = report.Count(f.Quarter)
		}
		for _, g := range f.Groups {
			name := y.NameOf(g.Group)
			if g.Group == nil {
				name = words.Values["all_groups"]
			}
			var wanted *money.Decimal
			if g.State != report.QuotaNone {
				wanted = &g.Quota
			}
			t.Rows = append(t.Rows, []report.Cell{report.Text(days), quarter, report.Text(name), report.Text(string(f.Currency)), report.Amount(&f.Awarded), report.Amount(&g.Awarded),
				report.Amount(&g.Reserved), report.Amount(&g.Share), report.Amount(wanted), report.Amount(&g.Missing), report.Text(words.Values["quota_"+string(g.State)])})
		}
	}
	return report.Book{Language: language, Title: t.Title, Tables: []report.Table{t}}
}
