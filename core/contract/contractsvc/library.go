package contractsvc

import (
	"context"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// library is whose shelf the actor writes on: the own company's, and nobody's for the
// operator, whose clauses and templates are offered to all.
func (s *Service) library(ctx context.Context, a access.Actor, p access.Privilege) (*uuid.UUID, error) {
	if a.Type == access.Operator {
		if p == "" {
			return nil, nil
		}
		return nil, a.Need(p)
	}
	company, err := s.owner(ctx, a, p)
	return &company, err
}

// shelved is the owner of a shelf that the actor looks at.
func (s *Service) shelved(ctx context.Context, a access.Actor, shelf contract.Shelf) (*uuid.UUID, error) {
	owner, err := s.library(ctx, a, "")
	if shelf == contract.Platforms {
		owner = nil
	}
	return owner, err
}

// onShelves reads something of the actor's own shelf, or else of the platform's.
func onShelves[T any](ctx context.Context, s *Service, a access.Actor, absent *fault.Def, read func(owner *uuid.UUID) (T, error)) (T, *uuid.UUID, error) {
	var none T
	owner, err := s.library(ctx, a, "")
	if err != nil {
		return none, nil, err
	}
	got, err := read(owner)
	if pg.NoRows(err) && owner != nil {
		owner = nil
		got, err = read(nil)
	}
	if pg.NoRows(err) {
		err = absent.New("")
	}
	return got, owner, err
}

func shelfOf(owner *uuid.UUID) contract.Shelf {
	if owner == nil {
		return contract.Platforms
	}
	return contract.Ours
}

// noted writes what was done to the library down. The operator's shelf is its own company's.
func noted(ctx context.Context, tx pg.Tx, a access.Actor, action, object string, id uuid.UUID, detail any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: "contract." + action, Object: object, ObjectID: id, Owner: a.Org, Detail: detail})
	return err
}

// Rows of clauses.
type (
	// SectionRow is a clause in a list, as its newest version has it.
	SectionRow = contractdb.SectionsRow
	// VersionRow is a version of a clause.
	VersionRow = contractdb.SectionVersionsRow
)

// SectionFilter narrows a list of clauses; the zero value is what is in use of one's own.
type SectionFilter struct {
	Shelf     contract.Shelf
	Topics    []contract.Topic
	Languages []locale.Language
	Search    string
	Archived  bool // with what is out of use
}

// A Counted is one page of a list with its count, which stops at a thousand.
type Counted[T any] struct {
	page.Of[T]
	Total       int
	TotalCapped bool
}

// Sections is one page of the clauses of a shelf, the newest first.
func (s *Service) Sections(ctx context.Context, a access.Actor, f SectionFilter, after string, limit int) (Counted[SectionRow], error) {
	var out Counted[SectionRow]
	owner, err := s.shelved(ctx, a, f.Shelf)
	if err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	p := contractdb.CountSectionsParams{
		BuyerID:   owner,
		Archived:  f.Archived,
		Topics:    closed.Values(f.Topics...),
		Languages: closed.Values(f.Languages...),
		Search:    pg.Sought(f.Search),
	}
	rows, err := q.Sections(ctx, s.db, contractdb.SectionsParams{
		BuyerID:   p.BuyerID,
		AfterAt:   c.At,
		AfterID:   c.ID,
		Archived:  p.Archived,
		Topics:    p.Topics,
		Languages: p.Languages,
		Search:    p.Search,
		MaxRows:   int32(limit + 1),
	})
	if err != nil {
		return out, err
	}
	out.Of = page.Cut(rows, limit, func(r SectionRow) page.Cursor { return page.Cursor{At: r.CreatedAt, ID: r.ID} })
	n, err := q.CountSections(ctx, s.db, p)
	out.Total, out.TotalCapped = int(min(n, countCap)), n > countCap
	return out, err
}

// SectionDetails is one version of a clause with its other versions and languages.
type SectionDetails struct {
	contractdb.SectionRow
	Shelf     contract.Shelf
	Text      rich.Node
	Strangers []string // places that name no field
	Versions  []VersionRow
	Languages []contractdb.SectionLanguagesRow
}

// Section returns a version of a clause of the actor's company or of the platform; 0 is the newest.
func (s *Service) Section(ctx context.Context, a access.Actor, id uuid.UUID, number int) (SectionDetails, error) {
	row, owner, err := onShelves(ctx, s, a, contract.SectionNotFound, func(owner *uuid.UUID) (contractdb.SectionRow, error) {
		return q.Section(ctx, s.db, version(number), id, owner)
	})
	d := SectionDetails{SectionRow: row, Shelf: shelfOf(owner)}
	if err != nil {
		return d, err
	}
	if d.Text, err = rich.Stored(row.Body); err != nil {
		return d, err
	}
	d.Strangers = contract.Strangers(d.Text)
	if d.Versions, err = q.SectionVersions(ctx, s.db, id, owner); err != nil {
		return d, err
	}
	if nameless(a, owner) {
		d.ByName = ""
		for i := range d.Versions {
			d.Versions[i].ByName = ""
		}
	}
	d.Languages, err = q.SectionLanguages(ctx, s.db, row.Code, owner)
	return d, err
}

// nameless reports whether who wrote something is nobody that the reader knows: buyers read the
// platform's shelf without the names of its people.
func nameless(a access.Actor, owner *uuid.UUID) bool {
	return owner == nil && a.Type != access.Operator
}

func version(number int) *int32 {
	if number <= 0 {
		return nil
	}
	n := int32(number)
	return &n
}

// SectionForm is a clause as a client writes it: its body is JSON.
type SectionForm struct {
	contract.Section
	Body string
}

func (in SectionForm) check() (contract.Section, error) {
	var f fault.Fields
	in.Section.Body = rich.Read(&f, "/body", in.Body)
	section := in.Section.Check(&f)
	if err := f.InOrder().Err(); err != nil {
		return section, err
	}
	section.Body = section.Body.Named(blockID)
	return section, nil
}

func blockID() string { return uuid.Must(uuid.NewV7()).String() }

// CreateSection adds a clause to the actor's shelf.
func (s *Service) CreateSection(ctx context.Context, a access.Actor, in SectionForm) (uuid.UUID, error) {
	id := uuid.Must(uuid.NewV7())
	owner, err := s.library(ctx, a, access.ManageDocuments)
	if err != nil {
		return id, err
	}
	section, err := in.check()
	if err != nil {
		return id, err
	}
	return id, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		err := q.InsertSection(ctx, tx, contractdb.InsertSectionParams{
			ID:        id,
			BuyerID:   owner,
			Code:      section.Code,
			Language:  string(section.Language),
			CreatedAt: tx.Now,
		})
		if err := sectionTaken(err); err != nil {
			return err
		}
		if err := insertSection(ctx, tx, a, owner, id, 1, section); err != nil {
			return err
		}
		return noted(ctx, tx, a, "section.created", "contract_section", id, map[string]any{"code": section.Code, "title": section.Title})
	})
}

// sectionTaken tells a code that another clause of the same language has at its field.
func sectionTaken(err error) error {
	if pg.Constraint(err) == "contract_section_code" {
		return fault.Invalid.Wrap(err, "").At("/code", fault.Taken)
	}
	return err
}

func insertSection(ctx context.Context, tx pg.Tx, a access.Actor, owner *uuid.UUID, id uuid.UUID, number int32, section contract.Section) error {
	sum := section.Body.Sum()
	return q.InsertSectionVersion(ctx, tx, contractdb.InsertSectionVersionParams{
		SectionID: id,
		Number:    number,
		BuyerID:   owner,
		Title:     section.Title,
		Topic:     string(section.Topic),
		Mandatory: section.Mandatory,
		Risk:      string(section.Risk),
		Body:      section.Body.JSON(),
		Sum:       sum[:],
		Fallback:  section.Fallback,
		Guidance:  section.Guidance,
		CreatedBy: a.User,
		CreatedAt: tx.Now,
	})
}

// UpdateSection writes a new version of a clause that nobody else changed since number. What
// was made of an earlier one keeps its words.
func (s *Service) UpdateSection(ctx context.Context, a access.Actor, id uuid.UUID, number int, in SectionForm) error {
	return s.section(ctx, a, id, "section.updated", func(tx pg.Tx, owner *uuid.UUID, row contractdb.ContractSection) (any, error) {
		section, err := in.check()
		if err != nil {
			return nil, err
		}
		switch {
		case row.ArchivedAt != nil:
			return nil, contract.OutOfUse.New("")
		case int(row.Number) != number:
			return nil, contract.Overtaken.New("version %d", row.Number).With("version", row.Number)
		}
		err = q.UpdateSection(ctx, tx, contractdb.UpdateSectionParams{
			ID:       id,
			BuyerID:  owner,
			Code:     section.Code,
			Language: string(section.Language),
			Number:   row.Number + 1,
		})
		if err := sectionTaken(err); err != nil {
			return nil, err
		}
		return map[string]any{"code": section.Code, "title": section.Title, "version": row.Number + 1},
			insertSection(ctx, tx, a, owner, id, row.Number+1, section)
	})
}

// ArchiveSection takes a clause out of use, or puts it back; its versions stay where they are.
func (s *Service) ArchiveSection(ctx context.Context, a access.Actor, id uuid.UUID, archived bool) error {
	action := "section.archived"
	if !archived {
		action = "section.restored"
	}
	return s.section(ctx, a, id, action, func(tx pg.Tx, owner *uuid.UUID, row contractdb.ContractSection) (any, error) {
		at := &tx.Now
		if !archived {
			at = nil
		}
		return map[string]any{"code": row.Code}, q.ArchiveSection(ctx, tx, at, id, owner)
	})
}

// section changes a clause of the actor's own shelf under its lock.
func (s *Service) section(ctx context.Context, a access.Actor, id uuid.UUID, action string, change func(pg.Tx, *uuid.UUID, contractdb.ContractSection) (any, error)) error {
	owner, err := s.library(ctx, a, access.ManageDocuments)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row, err := q.LockSection(ctx, tx, id, owner)
		if pg.NoRows(err) {
			return contract.SectionNotFound.New("")
		}
		if err != nil {
			return err
		}
		detail, err := change(tx, owner, row)
		if err != nil {
			return err
		}
		return noted(ctx, tx, a, action, "contract_section", id, detail)
	})
}
