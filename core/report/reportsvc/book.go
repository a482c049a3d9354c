package reportsvc

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/opening"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/report"
	"zabuni.org/core/report/internal/reportdb"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// An Asked is a report that somebody asked for, as its task carries it.
type Asked struct {
	Owner      uuid.UUID       `json:"owner"`
	Job        uuid.UUID       `json:"job_id"`
	Name       report.Name     `json:"name"`
	Format     report.Format   `json:"format"`
	Language   locale.Language `json:"language"`
	Categories []uuid.UUID     `json:"categories"` // none: all of which there is one
	Questions  []uuid.UUID     `json:"questions"`
	Supplier   *uuid.UUID      `json:"supplier_id,omitempty"`
}

// maxQuestions is how many questions one report of responses has.
const maxQuestions = 200

// An Offer is a report with the categories of a job of which there is one now.
type Offer struct {
	report.Report
	Of   int   // categories that have such a report one day
	Now  int   // of which there is one for the person now
	Wait error // where there is none now
}

// A JobReports is a job with its reports.
type JobReports struct {
	sourcing.Job
	Offers []Offer
}

// Offered lists the reports of a job that its categories have, one day or now, and
// that the actor has the right to.
func (s *Service) Offered(ctx context.Context, a access.Actor, owner, job uuid.UUID) (JobReports, error) {
	j, cases, by, err := s.standing(ctx, a, owner, job, sourcing.ToReport, sourcing.ToTell)
	out := JobReports{Job: j}
	if err != nil {
		return out, err
	}
	over, err := s.closedRooms(ctx, owner, cases)
	if err != nil {
		return out, err
	}
	for _, r := range report.Reports {
		if j.Policy().May(a, r.Act) != nil {
			continue
		}
		o := Offer{Report: r}
		for _, c := range cases {
			switch err := r.Admits(c.Category, by[c.ID], over[c.ID]); {
			case err == nil:
				o.Now++
				o.Of++
			case !errors.Is(err, sourcing.NoSuchStep):
				o.Of++
				o.Wait = err
			}
		}
		if o.Of > 0 {
			out.Offers = append(out.Offers, o)
		}
	}
	return out, nil
}

// standing reads a job for who has the right to one of the acts, with its categories and
// how the actor stands to them.
func (s *Service) standing(ctx context.Context, a access.Actor, owner, job uuid.UUID, acts ...sourcing.Act) (j sourcing.Job, cases []sourcing.Case,
	by map[uuid.UUID]opening.Standing, err error) {
	if j, cases, err = sourcingsvc.LookAllAs(ctx, s.db, a, owner, job, acts...); err != nil {
		return j, nil, nil, err
	}
	by, err = openingsvc.Standings(ctx, s.db, a, owner, cases...)
	return j, cases, by, err
}

// closedRooms are those of the categories whose prices were live, and stand now.
func (s *Service) closedRooms(ctx context.Context, owner uuid.UUID, cases []sourcing.Case) (map[uuid.UUID]bool, error) {
	var live []uuid.UUID
	for _, c := range cases {
		if c.Policy().Has(sourcing.Live) {
			live = append(live, c.ID)
		}
	}
	if len(live) == 0 {
		return nil, nil
	}
	rooms, err := q.ClosedRooms(ctx, s.db, live, owner)
	out := make(map[uuid.UUID]bool, len(rooms))
	for _, id := range rooms {
		out[id] = true
	}
	return out, err
}

// covered is what a report covers for a person now.
type covered struct {
	report.Report
	job    sourcing.Job
	all    []sourcing.Case
	named  []uuid.UUID // of which those who take part may be named
	scored []uuid.UUID // of which results may be told
	owner  uuid.UUID
}

func (c covered) ids() []uuid.UUID {
	out := make([]uuid.UUID, len(c.all))
	for i, one := range c.all {
		out[i] = one.ID
	}
	return out
}

// cover finds the categories of a report. Of those that are named each must be there; of
// all those count of which there is one, and where there is none it raises why.
func (s *Service) cover(ctx context.Context, a access.Actor, in Asked) (covered, error) {
	out := covered{owner: in.Owner, named: []uuid.UUID{}, scored: []uuid.UUID{}}
	var err error
	if out.Report, err = report.Find(in.Name); err != nil {
		return out, err
	}
	j, cases, by, err := s.standing(ctx, a, in.Owner, in.Job, out.Act)
	if err != nil {
		return out, err
	}
	out.job = j
	over, err := s.closedRooms(ctx, in.Owner, cases)
	if err != nil {
		return out, err
	}
	var why error
	for _, c := range cases {
		if len(in.Categories) > 0 && !slices.Contains(in.Categories, c.ID) {
			continue
		}
		if err := out.Admits(c.Category, by[c.ID], over[c.ID]); err != nil {
			if why == nil || errors.Is(why, sourcing.NoSuchStep) {
				why = err
			}
			if len(in.Categories) > 0 {
				return out, err
			}
			continue
		}
		out.all = append(out.all, c)
		if out.Shows(by[c.ID], opening.FieldIdentity) {
			out.named = append(out.named, c.ID)
		}
		if out.Shows(by[c.ID], opening.FieldScores) {
			out.scored = append(out.scored, c.ID)
		}
	}
	switch {
	case len(in.Categories) > len(out.all): // one of another job, or behind a closed door
		return out, sourcing.CategoryDenied.New("")
	case len(out.all) == 0 && why == nil:
		why = report.NotYet.New("no category")
	}
	if len(out.all) > 0 {
		why = nil
	}
	return out, why
}

// A Choices is what a report may be asked about.
type Choices struct {
	Job       sourcing.Job
	Questions []reportdb.ReportedQuestionsRow
	Suppliers []reportdb.OpenedSuppliersRow
}

// Choices lists the questions and suppliers of which a report chooses some. It raises
// NoBids where nobody bid.
func (s *Service) Choices(ctx context.Context, a access.Actor, owner, job uuid.UUID, name report.Name) (Choices, error) {
	var out Choices
	c, err := s.cover(ctx, a, Asked{Owner: owner, Job: job, Name: name})
	if err != nil {
		return out, err
	}
	out.Job = c.job
	if c.Questions {
		if out.Questions, err = q.ReportedQuestions(ctx, s.db, c.ids(), owner); err != nil {
			return out, err
		}
	}
	if c.Supplier {
		out.Suppliers, err = q.OpenedSuppliers(ctx, s.db, c.ids(), owner)
		if err == nil && len(out.Suppliers) == 0 {
			err = noBids(c.job)
		}
	}
	return out, err
}

// noBids raises NoBids; its sentence may differ by the activity that is its context.
func noBids(j sourcing.Job) error { return report.NoBids.New("").With("context", string(j.Activity)) }

// Ask checks that there is such a report for the actor and that what it is to be about is
// there, names its categories, and writes down who asked for it. It raises Unknown, NotYet,
// NoQuestions, NoBids and what else keeps it from the actor.
func (s *Service) Ask(ctx context.Context, tx pg.Tx, a access.Actor, in Asked) (Asked, sourcing.Job, error) {
	c, err := s.cover(ctx, a, in)
	if err != nil {
		return in, c.job, err
	}
	in.Categories = c.ids()
	if !slices.Contains(c.Formats, in.Format) {
		return in, c.job, fault.Invalid.New("").At("/format", fault.NotAllowed)
	}
	if c.Report.Questions {
		if in.Questions, err = s.chosen(ctx, c, in.Questions); err != nil {
			return in, c.job, err
		}
	}
	if c.Sees != "" {
		bidders, err := q.OpenedSuppliers(ctx, tx, in.Categories, in.Owner)
		if err != nil {
			return in, c.job, err
		}
		of := func(r reportdb.OpenedSuppliersRow) bool { return in.Supplier != nil && r.ID == *in.Supplier }
		switch {
		case len(bidders) == 0:
			return in, c.job, noBids(c.job)
		case c.Supplier && !slices.ContainsFunc(bidders, of):
			return in, c.job, fault.Invalid.New("").At("/supplier_id", fault.Required)
		}
	}
	_, err = journal.Record(ctx, tx, a, journal.Entry{
		Action:   "report.job.asked",
		Object:   "job",
		ObjectID: in.Job,
		Owner:    in.Owner,
		Detail:   map[string]any{"report": in.Name, "format": in.Format, "categories": in.Categories},
	})
	return in, c.job, err
}

// chosen are the questions of a report, each of its categories.
func (s *Service) chosen(ctx context.Context, c covered, asked []uuid.UUID) ([]uuid.UUID, error) {
	if len(asked) == 0 {
		return nil, report.NoQuestions.New("")
	}
	if len(asked) > maxQuestions {
		return nil, fault.Invalid.New("").At("/question_ids", fault.TooLong)
	}
	rows, err := q.ReportedQuestions(ctx, s.db, c.ids(), c.owner)
	if err != nil {
		return nil, err
	}
	for _, id := range asked {
		if !slices.ContainsFunc(rows, func(r reportdb.ReportedQuestionsRow) bool { return r.ID == id }) {
			return nil, fault.Invalid.New("").At("/question_ids", fault.NotAllowed)
		}
	}
	return asked, nil
}

// AdmitReport asks everything again that made a report the actor's: the right, the
// service, the doors, the phase, and that no interest was declared since.
func (s *Service) AdmitReport(ctx context.Context, a access.Actor, in Asked) error {
	_, err := s.cover(ctx, a, in)
	return err
}

// Report writes a report that was asked for.
func (s *Service) Report(ctx context.Context, a access.Actor, in Asked) (data []byte, err error) {
	c, err := s.cover(ctx, a, in)
	if err != nil {
		return nil, err
	}
	book, err := s.book(ctx, c, in, words(in.Language).Reports[string(in.Name)], tables[in.Name])
	if err != nil {
		return nil, err
	}
	if in.Format == report.PDF {
		return book.PDF()
	}
	return book.Workbook()
}

func words(language locale.Language) report.Words { return report.WordsOf(string(language)) }

// book gathers the tables of a report.
func (s *Service) book(ctx context.Context, c covered, in Asked, title string, of []func(*writer) error) (report.Book, error) {
	zone, err := time.LoadLocation(c.job.Timezone)
	if err != nil {
		return report.Book{}, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return report.Book{}, err
	}
	buyer, err := q.BuyerName(ctx, s.db, in.Owner)
	if err != nil {
		return report.Book{}, err
	}
	w := writer{ctx: ctx, db: s.db, words: words(in.Language), zone: zone, covered: c, categories: c.ids(), asked: in}
	for _, table := range of {
		if err := table(&w); err != nil {
			return report.Book{}, err
		}
	}
	return report.Book{
		Language: cmp.Or(string(in.Language), "en"),
		Title:    title,
		Buyer:    buyer,
		Job:      c.job.Reference + " · " + c.job.Title,
		At:       now.In(zone),
		Tables:   w.tables,
	}, nil
}

// ForSigning writes the report on the result of one category for those of who judged its bids who
// sign it; whoever wants it was admitted by the evaluation.
func (s *Service) ForSigning(ctx context.Context, owner, job, category uuid.UUID, language locale.Language, signers []uuid.UUID) ([]byte, error) {
	in := Asked{Owner: owner, Job: job, Name: report.Ranking, Format: report.PDF, Language: language, Categories: []uuid.UUID{category}}
	c, err := s.cover(ctx, archivist(owner), in)
	if err != nil {
		return nil, err
	}
	c.named, c.scored = c.ids(), c.ids()
	book, err := s.book(ctx, c, in, words(language).Reports[string(report.Evaluation)], []func(*writer) error{committee(signers), sessions, bids, checks, ranking, lines, marks})
	if err != nil {
		return nil, err
	}
	return book.PDF()
}
