package sourcinghttp

import (
	"context"
	"encoding/hex"
	"net/http"

	"github.com/google/uuid"

	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
)

// maxAttachment is a body of which no more is read; what it tells as the most is what a file's own limit tells.
const maxAttachment = 20 << 20

type (
	// Attachment is a file that belongs to what is asked.
	Attachment struct {
		ID     uuid.UUID `json:"id" format:"uuid"`
		Name   string    `json:"name"`
		Size   int64     `json:"size" doc:"Bytes"`
		SHA256 string    `json:"sha256" doc:"Hexadecimal"`
	}
	// AttachmentPath names a file of a category.
	AttachmentPath struct {
		CategoryPath
		AttachmentID uuid.UUID `path:"attachment_id" format:"uuid"`
	}
	attachmentInput struct {
		AttachmentPath
		Name       string    `query:"name" maxLength:"400" required:"true"`
		AddendumID uuid.UUID `query:"addendum_id" format:"uuid" doc:"Of what is published already: the addendum that is going to bring it, by the id under which it will be issued"`
		RawBody    []byte    `contentType:"application/octet-stream"`
	}
)

func toAttachment(p sourcing.Attachment) Attachment {
	return Attachment{ID: p.ID, Name: p.Name, Size: p.Size, SHA256: hex.EncodeToString(p.SHA256)}
}

// AttachmentFile is a file of a category as it is sent.
func AttachmentFile(d documentsvc.Document, err error) (*httpkit.Download, error) {
	if err != nil {
		return nil, err
	}
	return httpkit.Attach(d.Name, d.MediaType, d.Bytes), nil
}

func (m desk) attachments() {
	const path = "/categories/{category_id}/attachments/{attachment_id}"
	add := httpkit.Operation{
		ID:      "addAttachment",
		Method:  http.MethodPut,
		Path:    path,
		Tag:     "sourcing",
		Summary: "Send a file that belongs to what is asked; sent again it counts once",
		MaxBody: maxAttachment,
	}
	httpkit.Route(m.b, sourcing.Guard(m.Type, sourcing.ToAuthor), add, func(ctx context.Context, in *attachmentInput) (*httpkit.Empty, error) {
		a, owner, err := m.category(ctx, in.CategoryID)
		if err != nil {
			return nil, err
		}
		if in.AddendumID != uuid.Nil {
			return httpkit.Done(m.svc.KeepForAddendum(ctx, a, owner, in.CategoryID, in.AddendumID, in.AttachmentID, in.Name, in.RawBody))
		}
		return httpkit.Done(m.svc.AddAttachment(ctx, a, owner, in.CategoryID, in.AttachmentID, in.Name, in.RawBody))
	})
	op(m, "", http.MethodGet, path, "attachment", "A file that belongs to what is asked",
		func(ctx context.Context, in *AttachmentPath) (*httpkit.Download, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return AttachmentFile(m.svc.Attachment(ctx, a, owner, in.CategoryID, in.AttachmentID))
		})
	op(m, sourcing.ToAuthor, http.MethodDelete, path, "removeAttachment", "Take a file away",
		func(ctx context.Context, in *AttachmentPath) (*httpkit.Empty, error) {
			a, owner, err := m.category(ctx, in.CategoryID)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(m.svc.RemoveAttachment(ctx, a, owner, in.CategoryID, in.AttachmentID))
		})
}
