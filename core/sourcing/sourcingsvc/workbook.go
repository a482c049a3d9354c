package sourcingsvc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

const (
	workbookUpload = "workbook_upload"
	xlsx           = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

// A Target is what a workbook is of: a category, or a job with all of its own.
type Target struct {
	Book     sourcing.Book
	Job      uuid.UUID
	Category uuid.UUID // Nil: the job
}

// A Workbook is an upload read against what is there now.
type Workbook struct {
	Name     string
	Activity sourcing.Activity
	Form     sheet.Form
	Lines    []sheet.Line
	Stamp    string // of what it was read against, and of what it would do
	apply    func(ctx context.Context, tx pg.Tx, done sheet.Progress) error
}

// WorkbookOf is the workbook of what is there now, filled, with its place.
func (s *Service) WorkbookOf(ctx context.Context, a access.Actor, owner uuid.UUID, of Target, language string) ([]byte, error) {
	desk, err := s.bookDesk(ctx, s.db, a, owner, of, false)
	if err != nil {
		return nil, err
	}
	return sheet.Write(desk.form(), language, desk.filled())
}

// About is the name of what a workbook is of, and its activity; it raises what keeps
// the actor from it.
func (s *Service) About(ctx context.Context, a access.Actor, owner uuid.UUID, of Target) (string, sourcing.Activity, error) {
	desk, err := s.bookDesk(ctx, s.db, a, owner, of, false)
	if err != nil {
		return "", "", err
	}
	if of.Category != uuid.Nil {
		return desk.contents[0].Category.Name, desk.job.Activity, nil
	}
	return desk.job.Title, desk.job.Activity, nil
}

// MayWorkbook raises what keeps the actor from a workbook; not that it can no longer be written.
func (s *Service) MayWorkbook(ctx context.Context, a access.Actor, owner uuid.UUID, of Target) error {
	if err := a.Serve(owner, ""); err != nil {
		return err
	}
	row, err := readJob(ctx, s.db, of.Job, owner)
	if err != nil {
		return err
	}
	if err := row.Job.Domain().Policy().May(a, of.Book.Act()); err != nil || of.Category == uuid.Nil {
		return err
	}
	return Admit(ctx, s.db, a, of.Category)
}

// CheckWorkbook keeps an uploaded workbook and tells what it would do; nothing else
// changes.
func (s *Service) CheckWorkbook(ctx context.Context, a access.Actor, owner uuid.UUID, of Target, name string, data []byte) (uuid.UUID, Workbook, error) {
	var out Workbook
	if err := sheet.CheckName(name, data); err != nil {
		return uuid.Nil, out, err
	}
	desk, err := s.bookDesk(ctx, s.db, a, owner, of, false)
	if err != nil {
		return uuid.Nil, out, err
	}
	if err := desk.writable(); err != nil {
		return uuid.Nil, out, err
	}
	if out, err = desk.read(data); err != nil {
		return uuid.Nil, out, err
	}
	var id uuid.UUID
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		d, err := s.Documents.Save(ctx, tx, a, a.Org, workbookUpload, name, xlsx, data)
		if err != nil {
			return err
		}
		id = d.ID
		return noted(ctx, tx, a, "workbook.uploaded", "job", of.Job, owner, map[string]any{"book": of.Book, "category_id": of.Category, "upload_id": id, "size": len(data)})
	})
	return id, out, err
}

// ReadWorkbook reads an upload of the actor's company again, against what is there now.
// It raises Changed where that would do something else than what stamp was told of.
func (s *Service) ReadWorkbook(ctx context.Context, a access.Actor, owner uuid.UUID, of Target, upload uuid.UUID, stamp string) (Workbook, error) {
	return s.readAgain(ctx, s.db, a, owner, of, upload, stamp, false)
}

// TakeWorkbook carries an upload out. What it does is decided anew under the lock of
// all that it is of: it raises Changed where that is no longer what was shown, and what
// keeps a category from being written. done hears how far it is.
func (s *Service) TakeWorkbook(ctx context.Context, tx pg.Tx, a access.Actor, owner uuid.UUID, of Target, upload uuid.UUID, stamp string, done sheet.Progress) error {
	book, err := s.readAgain(ctx, tx, a, owner, of, upload, stamp, true)
	if err != nil {
		return err
	}
	return book.apply(ctx, tx, done)
}

func (s *Service) readAgain(ctx context.Context, db pg.DB, a access.Actor, owner uuid.UUID, of Target, upload uuid.UUID, stamp string, lock bool) (Workbook, error) {
	var out Workbook
	desk, err := s.bookDesk(ctx, db, a, owner, of, lock)
	if err != nil {
		return out, err
	}
	if err := desk.writable(); err != nil {
		return out, err
	}
	d, err := s.Documents.Read(ctx, a.Org, upload)
	if err != nil && fault.As(err).Kind == fault.KindNotFound {
		err = sheet.NotFound.Wrap(err, "")
	}
	if err != nil {
		return out, err
	}
	if out, err = desk.read(d.Bytes); err != nil {
		return out, err
	}
	if out.Name = d.Name; out.Stamp != stamp {
		return out, sourcing.Changed.New("what the workbook would do has changed")
	}
	return out, nil
}

// A bookDesk is what a workbook is read against.
type bookDesk struct {
	of       Target
	actor    access.Actor
	job      sourcing.Job
	contents []sourcing.Content // of categories that the actor may see
	booking  sourcing.CategoryBooking
}

// bookDesk loads what a workbook is of, and holds it where it is to be changed.
func (s *Service) bookDesk(ctx context.Context, db pg.DB, a access.Actor, owner uuid.UUID, of Target, lock bool) (*bookDesk, error) {
	if err := a.Serve(owner, ""); err != nil {
		return nil, err
	}
	if err := of.Book.Fits(of.Category != uuid.Nil); err != nil {
		return nil, err
	}
	d := &bookDesk{of: of, actor: a}
	if tx, ok := db.(pg.Tx); ok && lock {
		if _, err := lockJob(ctx, tx, of.Job, owner); err != nil {
			return nil, err
		}
		if _, err := q.LockJobCategories(ctx, tx, of.Job, owner); err != nil {
			return nil, err
		}
	}
	row, err := readJob(ctx, db, of.Job, owner)
	if err != nil {
		return nil, err
	}
	d.job = row.Job.Domain()
	if err := d.job.Policy().May(a, of.Book.Act()); err != nil {
		return nil, err
	}
	if err := d.load(ctx, db, owner); err != nil {
		return nil, err
	}
	if of.Category != uuid.Nil && len(d.contents) == 0 {
		return nil, sourcing.CategoryNotFound.New("")
	}
	return d, nil
}

func (d *bookDesk) load(ctx context.Context, db pg.DB, owner uuid.UUID) error {
	if d.of.Category != uuid.Nil {
		if err := Admit(ctx, db, d.actor, d.of.Category); err != nil {
			return err
		}
	}
	rows, err := q.JobCategories(ctx, db, d.of.Job, owner)
	if err != nil {
		return err
	}
	closed, err := q.ClosedTo(ctx, db, d.of.Job, owner, d.actor.User)
	if err != nil {
		return err
	}
	d.booking = sourcing.CategoryBooking{Job: d.job, Types: map[string]uuid.UUID{}}
	for _, r := range rows {
		c := r.Domain()
		switch {
		case d.of.Category != uuid.Nil && c.ID != d.of.Category || d.of.Category == uuid.Nil && c.Parent != nil:
			continue
		case d.actor.Type == access.Buyer && slices.Contains(closed, c.ID):
			d.booking.Hidden = append(d.booking.Hidden, c)
			continue
		case d.of.Book == sourcing.CategoryBook:
			d.booking.Categories = append(d.booking.Categories, c)
			continue
		}
		if err := c.Policy().Need(d.of.Book.Step()); err != nil {
			if d.of.Category != uuid.Nil {
				return err
			}
			continue
		}
		content, err := sourcingdb.Content(ctx, db, q, d.job, c)
		if err != nil {
			return err
		}
		d.contents = append(d.contents, content)
	}
	if d.of.Book != sourcing.CategoryBook {
		return nil
	}
	types, err := q.CategoryTypeCodes(ctx, db)
	for _, t := range types {
		d.booking.Types[t.Code] = t.ID
	}
	if err != nil || d.job.PlanItemID == nil {
		return err
	}
	d.booking.Planned, err = plannedNow(ctx, db, d.job, uuid.Nil)
	return err
}

// writable raises what keeps all that a workbook is of from being written.
func (d *bookDesk) writable() error {
	switch {
	case d.of.Book == sourcing.CategoryBook:
		return d.job.Editable()
	case d.of.Category == uuid.Nil:
		return d.job.Policy().Need(d.of.Book.Step())
	}
	return d.contents[0].Category.Editable()
}

func (d *bookDesk) form() sheet.Form {
	switch d.of.Book {
	case sourcing.ItemBook:
		return sourcing.ItemSheet
	case sourcing.CategoryBook:
		return sourcing.CategorySheet(d.job.Policy())
	}
	return sourcing.QuestionSheet(d.of.Category == uuid.Nil)
}

// filled are the rows of what is there.
func (d *bookDesk) filled() []sheet.Row {
	if d.of.Book == sourcing.CategoryBook {
		return d.booking.Rows()
	}
	var out []sheet.Row
	for _, c := range d.contents {
		switch {
		case d.of.Book == sourcing.ItemBook:
			out = append(out, sourcing.ItemRows(c)...)
		case d.of.Category != uuid.Nil || c.Category.Editable() == nil:
			out = append(out, sourcing.QuestionRows(c, c.Category.Number)...)
		}
	}
	return out
}

// read reads an upload and plans what it does.
func (d *bookDesk) read(data []byte) (Workbook, error) {
	out := Workbook{Form: d.form(), Activity: d.job.Activity}
	rows, err := sheet.Read(data, out.Form)
	if err != nil {
		return out, err
	}
	if len(rows) == 0 && d.of.Book == sourcing.QuestionBook {
		return out, sourcing.NoSections.New("")
	}
	if len(rows) == 0 {
		return out, sheet.NoneFilled.New("")
	}
	switch d.of.Book {
	case sourcing.QuestionBook:
		plan := sourcing.PlanAll(d.contents, rows)
		out.Lines, out.apply = plan.Lines, func(ctx context.Context, tx pg.Tx, done sheet.Progress) error { return d.ask(ctx, tx, plan, done) }
	case sourcing.ItemBook:
		lines, each := linesOf(rows)
		does := sourcing.PlanItems(d.contents[0], each)
		out.Lines, out.apply = lines, func(ctx context.Context, tx pg.Tx, done sheet.Progress) error { return d.list(ctx, tx, does, done) }
	case sourcing.CategoryBook:
		lines, each := linesOf(rows)
		does := d.booking.Plan(each)
		out.Lines, out.apply = lines, func(ctx context.Context, tx pg.Tx, done sheet.Progress) error { return d.draft(ctx, tx, does, done) }
	}
	out.Stamp, err = d.stamp(out.Lines)
	return out, err
}

func linesOf(rows []sheet.Row) ([]sheet.Line, []*sheet.Line) {
	lines, each := make([]sheet.Line, len(rows)), make([]*sheet.Line, len(rows))
	for i, r := range rows {
		lines[i] = sheet.Line{Row: r}
		each[i] = &lines[i]
	}
	return lines, each
}

// stamp sums what a workbook was read against and what it would do, so that nobody's
// work of the meantime is written over unseen.
func (d *bookDesk) stamp(lines []sheet.Line) (string, error) {
	type content struct {
		ID        uuid.UUID
		Open      bool
		Sections  []sourcing.Section
		Questions []sourcing.Question
		Items     []sourcing.Item
	}
	seen := struct {
		Contents []content
		Drafts   []sourcing.Category
		Lines    []sheet.Line
	}{Drafts: d.booking.Categories, Lines: lines}
	for _, c := range d.contents {
		seen.Contents = append(seen.Contents, content{c.Category.ID, c.Category.Editable() == nil, c.Sections, c.Questions, c.Items})
	}
	data, err := json.Marshal(seen)
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), err
}
