package reportsvc

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/report"
	"zabuni.org/core/report/internal/reportdb"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// Rows of savings.
type (
	// Saving is an award against one baseline.
	Saving = reportdb.SavingsRow
	// SavingTotal is what was saved in one currency, bought or sold.
	SavingTotal = reportdb.SavingTotalsRow
	// SavingChoice is a year with a kind of supply of its awards.
	SavingChoice = reportdb.SavingChoicesRow
	// SavingDepartment is for whose needs something was awarded.
	SavingDepartment = reportdb.SavingDepartmentsRow
	// SavingSource is a row that a baseline came from.
	SavingSource = reportdb.SavingSourcesRow
	// CategorySaving is an award against one of all its baselines.
	CategorySaving = reportdb.CategorySavingsRow
)

// SavingFilter narrows savings; one baseline is always meant, for figures of two are never
// mixed.
type SavingFilter struct {
	Baseline   evaluation.Baseline
	Year       int // of the award, where the job is; 0: all
	Activities []sourcing.Activity
	Type       *uuid.UUID
	Department *uuid.UUID
	Search     string
}

// Savings is one page of what a buyer saved, with its sums and by what it is narrowed.
type Savings struct {
	page.Of[Saving]
	Totals      []SavingTotal
	Choices     []SavingChoice
	Departments []SavingDepartment
	Opens       bool // the person may see what the figures came from
}

// seesSavings admits a buyer's people to their own, and the operator's who may see
// reports to those of all. Whoever sees all is told so.
func seesSavings(ctx context.Context, db pg.DB, a access.Actor, owner uuid.UUID) (everybody bool, off []string, err error) {
	if a.Type == access.Operator {
		return true, []string{}, access.Only(access.Operator, access.ViewReport).Admit(a)
	}
	if err := a.Serve(owner, ""); err != nil {
		return false, nil, err
	}
	off, err = partysvc.ActivitiesOff(ctx, db, owner)
	return false, off, err
}

// Savings returns one page of what a buyer saved, the last awarded first.
func (s *Service) Savings(ctx context.Context, a access.Actor, owner uuid.UUID, f SavingFilter, after string, limit int) (Savings, error) {
	var out Savings
	everybody, off, err := seesSavings(ctx, s.db, a, owner)
	if err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.Savings(ctx, s.db, reportdb.SavingsParams{
		BuyerID:      owner,
		Kind:         string(f.Baseline),
		Off:          off,
		Everybody:    everybody,
		AccountID:    a.User,
		AfterAt:      c.At,
		AfterID:      c.ID,
		Year:         int32(f.Year),
		Activities:   closed.Values(f.Activities...),
		CategoryType: f.Type,
		Department:   f.Department,
		Search:       pg.Sought(f.Search),
		MaxRows:      int32(limit + 1),
	})
	if err != nil {
		return out, err
	}
	out.Of = page.Cut(rows, limit, func(r Saving) page.Cursor { return page.Cursor{At: r.DecidedAt, ID: r.CategoryID} })
	out.Totals, err = q.SavingTotals(ctx, s.db, reportdb.SavingTotalsParams{
		BuyerID:      owner,
		Kind:         string(f.Baseline),
		Off:          off,
		Everybody:    everybody,
		AccountID:    a.User,
		Year:         int32(f.Year),
		Activities:   closed.Values(f.Activities...),
		CategoryType: f.Type,
		Department:   f.Department,
		Search:       pg.Sought(f.Search),
	})
	if err != nil {
		return out, err
	}
	if out.Choices, err = q.SavingChoices(ctx, s.db, owner, off, everybody, a.User); err != nil {
		return out, err
	}
	if out.Departments, err = q.SavingDepartments(ctx, s.db, owner, off, everybody, a.User); err != nil {
		return out, err
	}
	if !everybody {
		out.Opens = slices.ContainsFunc(Opens, func(act sourcing.Act) bool { return sourcing.MayAny(a, act) })
		return out, nil
	}
	err = partysvc.NeedService(ctx, s.db, owner, party.ManagedSourcing)
	if out.Opens = err == nil; errors.Is(err, party.ServiceOff) {
		err = nil
	}
	return out, err
}

// Opens are the acts of a buyer's people who see what others bid.
var Opens = []sourcing.Act{sourcing.ToJudge, sourcing.ToAward, sourcing.ToReport}

// SavingBuyer is whose savings are looked at, for who looks at those of another.
func (s *Service) SavingBuyer(ctx context.Context, a access.Actor, owner uuid.UUID) (string, error) {
	if _, _, err := seesSavings(ctx, s.db, a, owner); err != nil {
		return "", err
	}
	name, err := q.SavingBuyer(ctx, s.db, owner)
	if pg.NoRows(err) {
		err = party.NotFound.New("")
	}
	return name, err
}

// OwnerOfSaving says whose a category is: a buyer's people know but their own.
func (s *Service) OwnerOfSaving(ctx context.Context, a access.Actor, category uuid.UUID) (uuid.UUID, error) {
	if a.Type != access.Operator {
		return a.Org, nil
	}
	owner, err := q.SavingOwner(ctx, s.db, category)
	if pg.NoRows(err) {
		err = fault.NotFound.New("")
	}
	return owner, err
}

// A SavingsBuyer is a buyer with what it saved against one baseline.
type SavingsBuyer struct {
	reportdb.SavingBuyersRow
	Totals []SavingTotal
}

// SavingsBuyers is one page of the buyers with awards, the newest first, for who may see
// reports.
func (s *Service) SavingsBuyers(ctx context.Context, a access.Actor, baseline evaluation.Baseline, search, after string, limit int) (page.Of[SavingsBuyer], error) {
	var out page.Of[SavingsBuyer]
	if err := access.Only(access.Operator, access.ViewReport).Admit(a); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.SavingBuyers(ctx, s.db, c.At, c.ID, pg.Sought(search), int32(limit+1))
	if err != nil {
		return out, err
	}
	buyers, at := make([]SavingsBuyer, len(rows)), map[uuid.UUID]int{}
	ids := make([]uuid.UUID, len(rows))
	for i, r := range rows {
		buyers[i], at[r.ID], ids[i] = SavingsBuyer{SavingBuyersRow: r}, i, r.ID
	}
	sums, err := q.SavingsOfBuyers(ctx, s.db, ids, string(baseline))
	for _, t := range sums {
		b := &buyers[at[t.BuyerID]]
		b.Totals = append(b.Totals, SavingTotal{
			Currency: t.Currency,
			Best:     t.Best,
			Awards:   t.Awards,
			Compared: t.Compared,
			Awarded:  t.Awarded,
			Baseline: t.Baseline,
			Saved:    t.Saved,
		})
	}
	return page.Cut(buyers, limit, func(b SavingsBuyer) page.Cursor { return page.Cursor{At: b.CreatedAt, ID: b.ID} }), err
}

// Evidence is an award against all of its baselines, with the rows that they came from.
type Evidence struct {
	Savings []CategorySaving
	Sources []SavingSource
}

// Evidence opens where the figures of an award came from. They tell what others bid: the
// buyer's people see it who judge or decide, the operator's where the buyer has them do
// the work, and nobody who is apart from the category.
func (s *Service) Evidence(ctx context.Context, a access.Actor, owner, category uuid.UUID) (Evidence, error) {
	var out Evidence
	everybody, off, err := seesSavings(ctx, s.db, a, owner)
	if err != nil {
		return out, err
	}
	if everybody {
		err = partysvc.NeedService(ctx, s.db, owner, party.ManagedSourcing)
	} else {
		err = s.mayOpen(ctx, a, owner, category)
	}
	if err != nil {
		return out, err
	}
	out.Savings, err = q.CategorySavings(ctx, s.db, category, owner, everybody, a.User)
	if err == nil && len(out.Savings) == 0 {
		err = fault.NotFound.New("nothing was awarded")
	}
	if err != nil {
		return out, err
	}
	out.Sources, err = q.SavingSources(ctx, s.db, reportdb.SavingSourcesParams{
		Off:        off,
		Everybody:  everybody,
		AccountID:  a.User,
		CategoryID: category,
		BuyerID:    owner,
	})
	return out, err
}

// mayOpen admits who sees what was evaluated in a category.
func (s *Service) mayOpen(ctx context.Context, a access.Actor, owner, category uuid.UUID) error {
	c, err := sourcingsvc.Look(ctx, s.db, a, owner, category)
	if err != nil {
		return err
	}
	if err := c.Policy().May(a, Opens...); err != nil {
		return err
	}
	return openingsvc.Decides(ctx, s.db, a, c)
}

// ExportSavings is the list as a workbook, in the language and the zone of whoever takes
// it; that it was taken is written down.
func (s *Service) ExportSavings(ctx context.Context, a access.Actor, owner uuid.UUID, f SavingFilter, language locale.Language) ([]byte, error) {
	if err := a.Need(access.ViewReport); err != nil {
		return nil, err
	}
	name, err := s.SavingBuyer(ctx, a, owner)
	if err != nil {
		return nil, err
	}
	all, err := s.Savings(ctx, a, owner, f, "", sheet.MostRows)
	if err == nil {
		err = sheet.Whole(all.Next != "")
	}
	if err != nil {
		return nil, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return nil, err
	}
	book := savingBook(all, f, string(language))
	zone, err := time.LoadLocation(a.Zone)
	if err != nil {
		zone = time.UTC
	}
	book.Buyer, book.At = name, now.In(zone)
	data, err := book.Workbook()
	if err != nil {
		return nil, err
	}
	return data, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		_, err := journal.Record(ctx, tx, a, journal.Entry{Action: "report.savings.exported", Object: "company", ObjectID: owner, Owner: owner,
			Detail: map[string]any{"baseline": f.Baseline, "year": f.Year, "rows": len(all.Items)}})
		return err
	})
}

// savingBook puts savings and their sums into tables, each with the words of a language.
func savingBook(all Savings, f SavingFilter, language string) report.Book {
	words := report.WordsOf(language)
	heads := func(keys ...string) []string {
		out := make([]string, len(keys))
		for i, k := range keys {
			out[i] = words.Columns[k]
		}
		return out
	}
	rows := report.Table{
		Title: words.Sheets["savings"],
		Columns: heads("reference", "category", "activity", "type", "department", "supplier", "awarded_on", "currency", "baseline_kind", "baseline", "amount", "saving",
			"percent", "contract_value", "no_baseline"),
	}
	for _, r := range all.Items {
		zone, err := time.LoadLocation(r.Timezone)
		if err != nil {
			zone = time.UTC
		}
		row := cells{report.Text(r.Reference), report.Text(r.Name), report.Text(words.Values[r.Activity]), report.Text(r.TypeName), report.Text(r.Department), report.Text(r.Winner),
			report.Moment(&r.DecidedAt, zone), report.Text(r.Currency), report.Text(words.Values["by_"+string(f.Baseline)]), report.Amount(r.Baseline),
			report.Amount(&r.Awarded), report.Amount(r.Saved), report.Amount(r.Percent)}
		var contracted *money.Decimal
		if r.Agreed {
			contracted = &r.Contracted
		}
		rows.Rows = append(rows.Rows, append(row, report.Amount(contracted), report.Text(words.Values[r.Missing])))
	}
	sums := report.Table{
		Title:   words.Sheets["totals"],
		Columns: heads("currency", "direction", "awards", "compared", "baseline", "amount", "saving", "percent"),
	}
	for _, t := range all.Totals {
		sums.Rows = append(sums.Rows, cells{report.Text(t.Currency), report.Text(words.Values["best_"+t.Best]), report.Count(int(t.Awards)), report.Count(int(t.Compared)),
			report.Amount(&t.Baseline), report.Amount(&t.Awarded), report.Amount(&t.Saved), report.Amount(PerCent(t))})
	}
	return report.Book{Language: language, Title: words.Sheets["savings"], Tables: []report.Table{rows, sums}}
}

// PerCent is how many per cent of its baselines a sum saved, rounded once.
func PerCent(t SavingTotal) *money.Decimal {
	return evaluation.PerCentOf(t.Saved.Rat(), t.Baseline.Rat())
}
