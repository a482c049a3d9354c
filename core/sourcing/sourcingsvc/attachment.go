package sourcingsvc

import (
	"bytes"
	"context"
	"crypto/sha256"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// AddAttachment keeps a file of a category that is not published yet, under the id that the
// browser gave it: sent again it counts once, and another is refused. It raises what the gate
// refuses, and EnoughAttachments.
func (s *Service) AddAttachment(ctx context.Context, a access.Actor, owner, category uuid.UUID, id uuid.UUID, name string, content []byte) error {
	name, err := sourcing.CheckAttachment(name, content)
	if err != nil {
		return err
	}
	media, err := s.Gate.Check(ctx, name, content)
	if err != nil {
		return err
	}
	return s.amend(ctx, a, owner, category, sourcing.ToAuthor, "category.attachment_added", func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		there, err := q.Attachments(ctx, tx, c.ID, owner)
		if err != nil {
			return id, nil, err
		}
		for _, p := range there {
			if p.ID == id { // sent again, or it is another
				sum := sha256.Sum256(content)
				if p.Name != name || !bytes.Equal(p.Sha256, sum[:]) {
					return id, nil, journal.KeyReused.New("%s stands there", p.Name)
				}
				return id, name, nil
			}
		}
		if len(there) >= sourcing.MaxAttachments {
			return id, nil, sourcing.EnoughAttachments.New("").With("max", sourcing.MaxAttachments)
		}
		d, err := s.Documents.Save(ctx, tx, a, owner, "attachment", name, media, content)
		if err != nil {
			return id, nil, err
		}
		p := sourcing.Attachment{ID: id, Document: d.ID, Name: name, Size: int64(len(content)), SHA256: d.SHA256}
		n, err := insertAttachment(ctx, tx, a, c.ID, owner, p, nil)
		return id, name, found(n, err, document.Missing) // another's file has that id
	})
}

func insertAttachment(ctx context.Context, tx pg.Tx, a access.Actor, category, owner uuid.UUID, p sourcing.Attachment, addendum *uuid.UUID) (int64, error) {
	return q.InsertAttachment(ctx, tx, sourcingdb.InsertAttachmentParams{
		ID:         p.ID,
		CategoryID: category,
		BuyerID:    owner,
		DocumentID: p.Document,
		Name:       p.Name,
		Size:       p.Size,
		Sha256:     p.SHA256,
		AddendumID: addendum,
		AddedBy:    a.User,
		AddedAt:    tx.Now,
	})
}

// copyAttachments gives a copy the files of what it is a copy of.
func copyAttachments(ctx context.Context, tx pg.Tx, a access.Actor, category, owner uuid.UUID, attachments []sourcing.Attachment) error {
	for _, p := range attachments {
		p.ID = uuid.Must(uuid.NewV7())
		if _, err := insertAttachment(ctx, tx, a, category, owner, p, nil); err != nil {
			return err
		}
	}
	return nil
}

// RemoveAttachment takes a file away from a category that is not published yet.
func (s *Service) RemoveAttachment(ctx context.Context, a access.Actor, owner, category, id uuid.UUID) error {
	return s.amend(ctx, a, owner, category, sourcing.ToAuthor, "category.attachment_removed", func(tx pg.Tx, c sourcing.Category) (uuid.UUID, any, error) {
		n, err := q.DeleteAttachment(ctx, tx, id, c.ID, owner)
		return id, nil, found(n, err, document.Missing)
	})
}

// Attachment returns a file of a category to its authors.
func (s *Service) Attachment(ctx context.Context, a access.Actor, owner, category, id uuid.UUID) (documentsvc.Document, error) {
	if err := a.Serve(owner, ""); err != nil {
		return documentsvc.Document{}, err
	}
	if _, err := readCategory(ctx, s.db, category, owner); err != nil {
		return documentsvc.Document{}, err
	}
	return s.attachment(ctx, owner, category, id)
}

// SupplierAttachment returns a file of a category to whom the category is shown.
func (s *Service) SupplierAttachment(ctx context.Context, a access.Actor, category, id uuid.UUID) (documentsvc.Document, error) {
	c, _, err := s.shown(ctx, a, category)
	if err != nil {
		return documentsvc.Document{}, err
	}
	return s.attachment(ctx, c.Buyer, category, id)
}

func (s *Service) attachment(ctx context.Context, owner, category, id uuid.UUID) (documentsvc.Document, error) {
	row, err := q.Attachment(ctx, s.db, id, category, owner)
	if pg.NoRows(err) {
		return documentsvc.Document{}, document.Missing.New("")
	}
	if err != nil {
		return documentsvc.Document{}, err
	}
	return s.Documents.Read(ctx, owner, row)
}
