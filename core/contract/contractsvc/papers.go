package contractsvc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/docx"
	"zabuni.org/core/platform/pdf"
)

// A File is something to be kept or sent.
type File struct {
	Name, MediaType string
	Bytes           []byte
}

// A sheet is a text with what stands around it on paper.
type sheet struct {
	owner                      *uuid.UUID
	language, title, reference string
	at                         time.Time
	text                       rich.Node
}

// paper prints a text, or writes it for word processors; what stands around it is the same.
func (s *Service) paper(ctx context.Context, as contract.Paper, p sheet) (File, error) {
	if as == contract.Docx {
		b, err := docx.Write(p.title, p.text)
		return File{p.title + ".docx", docx.MediaType, b}, err
	}
	from := access.System.Name
	if p.owner != nil {
		var err error
		if from, err = q.CompanyName(ctx, s.db, *p.owner); err != nil {
			return File{}, err
		}
	}
	b, err := pdf.Paper{
		Language:  p.language,
		From:      pdf.Party{Name: from},
		Title:     p.title,
		Reference: p.reference,
		At:        p.at,
		Body:      p.text,
	}.Render()
	return File{p.title + ".pdf", "application/pdf", b}, err
}

// SectionPaper is a version of a clause on paper.
func (s *Service) SectionPaper(ctx context.Context, a access.Actor, id uuid.UUID, number int, as contract.Paper) (File, error) {
	d, err := s.Section(ctx, a, id, number)
	if err != nil {
		return File{}, err
	}
	return s.paper(ctx, as, sheet{
		owner:     d.BuyerID,
		language:  d.Language,
		title:     d.Title,
		reference: fmt.Sprintf("%s v%d", d.Code, d.Number),
		at:        d.CreatedAt,
		text:      d.Text,
	})
}

// TemplatePaper is a version of a template on paper, with its fields as they stand in it.
func (s *Service) TemplatePaper(ctx context.Context, a access.Actor, id uuid.UUID, number int, as contract.Paper) (File, error) {
	d, err := s.Template(ctx, a, id, number)
	if err != nil {
		return File{}, err
	}
	return s.paper(ctx, as, sheet{
		owner:     d.BuyerID,
		language:  d.Language,
		title:     d.Name,
		reference: fmt.Sprintf("v%d", d.Number),
		at:        d.CreatedAt,
		text:      d.Text,
	})
}
