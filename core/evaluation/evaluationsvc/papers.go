package evaluationsvc

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/assurance"
	"zabuni.org/core/assurance/assurancesvc"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/opening"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// NoPapers is raised where there is nothing to put into an archive.
var NoPapers = fault.Declare(fault.KindNotFound, "evaluation.no_papers", "No bid has a document in this section")

// Papers names documents of opened bids: those of a section with what is below it.
type Papers struct {
	Owner    uuid.UUID `json:"owner_id"`
	Category uuid.UUID `json:"category_id"`
	Section  uuid.UUID `json:"section_id"`
}

// reader admits evaluators and checkers who have declared, and these to the questions
// that go through their hands.
func reader(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Case, question uuid.UUID) error {
	if !c.Policy().Judged() { // nobody scores or checks, and there is nothing to declare
		by, err := openingsvc.Standing(ctx, tx, a, c)
		if err == nil && by.Apart {
			err = Recused.New("")
		}
		return err
	}
	_, err := evaluator(ctx, tx, a, c)
	if err != nil && c.Policy().Has(sourcing.QA) {
		read := assurancesvc.Read(ctx, tx, a, c, question)
		if errors.Is(read, assurance.Recused) || errors.Is(err, NotDeclared) && !errors.Is(read, assurance.NotDeclared) {
			err = read
		}
	}
	return err
}

// papers lists what the actor may open now of what is asked for.
func (s *Service) papers(ctx context.Context, tx pg.Tx, a access.Actor, c sourcing.Case, section *uuid.UUID) ([]evaluationdb.OpenedPapersRow, error) {
	rows, err := q.OpenedPapers(ctx, tx, c.ID, c.Buyer, section)
	if err != nil {
		return nil, err
	}
	asked := map[uuid.UUID]error{}
	var out []evaluationdb.OpenedPapersRow
	var refused error
	for _, r := range rows {
		may, known := asked[r.QuestionID]
		if !known {
			may = reader(ctx, tx, a, c, r.QuestionID)
			asked[r.QuestionID] = may
		}
		switch {
		case may == nil:
			out = append(out, r)
		case fault.As(may).Kind == fault.KindInternal:
			return nil, may
		default:
			refused = may
		}
	}
	if len(out) == 0 && refused != nil {
		return nil, refused
	}
	return out, nil
}

// PaperSection says how much there is in a section for the reader.
type PaperSection struct {
	ID    uuid.UUID
	Name  string
	Files int
	Bytes int64
}

// PaperSections lists the sections of a category with the documents of opened bids that
// the actor may open now. It raises NotOpened, NotDeclared and Recused.
func (s *Service) PaperSections(ctx context.Context, a access.Actor, owner, category uuid.UUID) (out []PaperSection, err error) {
	c, err := sourcingsvc.LookAs(ctx, s.db, a, owner, category, sourcing.ToJudge)
	if err != nil {
		return nil, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		out = nil
		rows, err := s.papers(ctx, tx, a, c, nil)
		if err != nil {
			return err
		}
		sections, err := q.TopSections(ctx, tx, category, owner)
		if err != nil {
			return err
		}
		for _, x := range sections {
			section := PaperSection{ID: x.ID, Name: x.Name}
			for _, r := range rows {
				if r.SectionID == x.ID {
					section.Files++
					section.Bytes += r.Size
				}
			}
			out = append(out, section)
		}
		return nil
	})
	return out, err
}

// A Bundle is documents that the actor may open now, with the category they are of.
type Bundle struct {
	Case sourcing.Case
	rows []evaluationdb.OpenedPapersRow
}

// Size is how many bytes its documents have together.
func (b Bundle) Size() (n int64) {
	for _, r := range b.rows {
		n += r.Size
	}
	return n
}

// Bundle finds documents for an archive. It raises NoPapers, NotDeclared and Recused.
func (s *Service) Bundle(ctx context.Context, a access.Actor, p Papers) (out Bundle, err error) {
	if out.Case, err = sourcingsvc.LookAs(ctx, s.db, a, p.Owner, p.Category, sourcing.ToJudge); err != nil {
		return out, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) (err error) {
		out.rows, err = s.papers(ctx, tx, a, out.Case, &p.Section)
		return err
	})
	if err == nil && len(out.rows) == 0 {
		err = NoPapers.New("section %s", p.Section)
	}
	return out, err
}

// MayTake admits whoever may take an archive of documents now.
func (s *Service) MayTake(ctx context.Context, a access.Actor, p Papers) error {
	_, err := s.Bundle(ctx, a, p)
	return err
}

// Archived is what came of an archive.
type Archived struct {
	Files   int64 `json:"files"`
	Missing int64 `json:"missing"`
	Bytes   int64 `json:"bytes"`
}

// Archive writes documents as a ZIP while they are read: none is in memory or in the
// store in clear. A document that the store has lost is listed and no more. That it was
// taken is in the log before the first byte; tell hears of every piece.
func (s *Service) Archive(ctx context.Context, a access.Actor, p Papers, to io.Writer, tell func(done, total int64) error) (Archived, error) {
	var out Archived
	b, err := s.Bundle(ctx, a, p)
	if err != nil {
		return out, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		return record(ctx, tx, a, "papers.read", b.Case, map[string]any{"section_id": p.Section, "files": len(b.rows)})
	})
	if err != nil {
		return out, err
	}
	w := zip.NewWriter(to)
	var paths evaluation.PaperPaths
	list := paths.Path("manifest.txt")
	var manifest bytes.Buffer
	fmt.Fprintf(&manifest, "%s\t%s\t%s\n", b.Case.Reference, p.Section, b.Case.ClosesAt.UTC().Format(time.RFC3339))
	total := b.Size()
	for _, r := range b.rows {
		at := paths.Path(r.SupplierName, r.Prompt, r.Name)
		sum, n, err := s.pack(ctx, w, at, r, func(done int64) error { return tell(out.Bytes+done, total) })
		switch {
		case errors.Is(err, document.Missing):
			out.Missing++
			fmt.Fprintf(&manifest, "missing\t%d\t%s\n", r.Size, at)
		case err != nil:
			return out, err
		default:
			out.Files++
			out.Bytes += n
			fmt.Fprintf(&manifest, "%s\t%d\t%s\n", hex.EncodeToString(sum), n, at)
		}
	}
	e, err := w.CreateHeader(&zip.FileHeader{Name: list, Method: zip.Store})
	if err == nil {
		_, err = manifest.WriteTo(e)
	}
	if err != nil {
		return out, err
	}
	return out, w.Close()
}

// pack opens one document into an archive, piece by piece.
func (s *Service) pack(ctx context.Context, w *zip.Writer, at string, r evaluationdb.OpenedPapersRow, tell func(done int64) error) ([]byte, int64, error) {
	body, done, err := s.body(ctx, r.SubmissionID, r.BidFileID, r.FileKey, r.StoreKey)
	if err != nil {
		return nil, 0, err
	}
	defer done()
	e, err := w.CreateHeader(&zip.FileHeader{Name: at, Method: zip.Store})
	if err != nil {
		return nil, 0, err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(e, sum), &telling{body, 0, tell})
	return sum.Sum(nil), n, err
}

// body opens a sealed document that somebody was admitted to; done closes it.
func (s *Service) body(ctx context.Context, submission, file uuid.UUID, wrapped []byte, stored string) (body io.Reader, done func(), err error) {
	if s.Evaluation == nil {
		return nil, nil, fault.Unavailable.New("no evaluation key")
	}
	key, err := s.Evaluation.Unwrap(wrapped, opening.FileContext(submission, file))
	if err != nil {
		return nil, nil, err
	}
	defer clear(key)
	r, err := s.Files.Open(ctx, stored, 0, -1)
	if err != nil {
		return nil, nil, err
	}
	done = func() { _ = r.Close() }
	if body, err = seal.OpenBody(r, key); err != nil {
		done()
		return nil, nil, err
	}
	return body, done, nil
}

// telling says how much of it was read.
type telling struct {
	io.Reader
	done int64
	tell func(done int64) error
}

func (t *telling) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	t.done += int64(n)
	if told := t.tell(t.done); told != nil {
		return n, told
	}
	return n, err
}
