package partysvc

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/internal/partydb"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// MaxPart is the largest part of a file; MaxLogo is the limit of a logo.
const (
	MaxPart = 8 << 20
	MaxLogo = 2 << 20
)

// uploadLife is how long an unfinished upload can be resumed.
const uploadLife = 7 * 24 * time.Hour

// uploads are the kinds of file that a profile holds.
var uploads = []string{"logo", "document", "proof"}

func isUpload(kind string) bool {
	return slices.Contains(uploads, strings.TrimPrefix(kind, "company_"))
}

// logoTypes are what a logo may be.
var logoTypes = []string{".png", ".jpg", ".jpeg"}

// An Upload is a file on its way, part by part.
type Upload struct {
	ID             uuid.UUID
	Received, Size int64
	Done           bool
	File           uuid.UUID // once done
	Name           string
}

// uploaded adds a field error for a file that the company did not upload as that kind.
func uploaded(ctx context.Context, db pg.DB, f *fault.Fields, pointer string, company, id uuid.UUID, kind string) error {
	row, err := q.UploadedDocument(ctx, db, id, company)
	if pg.NoRows(err) || err == nil && row.Kind != "company_"+kind {
		f.Add(pointer, party.UploadUnknown)
		return nil
	}
	return err
}

// BeginUpload announces a file of a profile.
func (s *Service) BeginUpload(ctx context.Context, a access.Actor, company uuid.UUID, kind, name string, size int64) (Upload, error) {
	var f fault.Fields
	name = f.Line("/name", name, 200)
	f.OneOf("/kind", kind, uploads...)
	if size <= 0 {
		f.Add("/size", fault.OutOfRange, "min", 1, "max", document.MaxFile)
	}
	if err := f.Err(); err != nil {
		return Upload{}, err
	}
	limit := int64(document.MaxFile)
	if kind == "logo" {
		limit = MaxLogo
		if !slices.Contains(logoTypes, strings.ToLower(filepath.Ext(name))) {
			return Upload{}, party.LogoRefused.New("%q", filepath.Ext(name))
		}
	}
	if size > limit {
		if kind == "logo" {
			return Upload{}, party.LogoRefused.New("%d bytes", size)
		}
		return Upload{}, document.TooLarge.New("%d bytes", size).With("max_mb", limit>>20)
	}
	name, err := document.Name(name)
	if err != nil {
		return Upload{}, err
	}
	u := Upload{ID: uuid.Must(uuid.NewV7()), Size: size, Name: name}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if _, err := change(ctx, tx, a, company); err != nil {
			return err
		}
		err := q.InsertUpload(ctx, tx, partydb.InsertUploadParams{ID: u.ID, CompanyID: company, Kind: kind, Name: name, Size: size, CreatedAt: tx.Now})
		if err != nil {
			return err
		}
		return recordUpload(ctx, tx, a, "begun", company, u.ID, map[string]any{"kind": kind, "size": size})
	})
	return u, err
}

// lockUpload reads a file on its way for whoever may change the company.
func lockUpload(ctx context.Context, tx pg.Tx, a access.Actor, company, id uuid.UUID) (Upload, partydb.LockUploadRow, error) {
	if _, err := change(ctx, tx, a, company); err != nil {
		return Upload{}, partydb.LockUploadRow{}, err
	}
	row, err := q.LockUpload(ctx, tx, id, company)
	if pg.NoRows(err) {
		err = document.Missing.New("")
	}
	return Upload{ID: id, Received: row.Received, Size: row.Size, Name: row.Name}, row, err
}

// UploadStatus tells how much of a file has arrived, to go on from there.
func (s *Service) UploadStatus(ctx context.Context, a access.Actor, company, id uuid.UUID) (Upload, error) {
	var u Upload
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		var err error
		u, _, err = lockUpload(ctx, tx, a, company, id)
		return err
	})
	return u, err
}

// Append takes the next part of a file; one that has arrived before is
// acknowledged again. With the last the file must be what its name says.
func (s *Service) Append(ctx context.Context, a access.Actor, company, id uuid.UUID, offset int64, part []byte) (Upload, error) {
	var u Upload
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		var row partydb.LockUploadRow
		var err error
		if u, row, err = lockUpload(ctx, tx, a, company, id); err != nil {
			return err
		}
		if offset < row.Received {
			return nil
		}
		if offset > row.Received || len(part) == 0 || len(part) > MaxPart || offset+int64(len(part)) > row.Size {
			return fault.Invalid.New("").At("/offset", fault.OutOfRange)
		}
		if err := q.InsertPart(ctx, tx, id, company, offset, part); err != nil {
			return err
		}
		u.Received += int64(len(part))
		if u.Received < row.Size {
			return q.AdvanceUpload(ctx, tx, u.Received, id, company)
		}
		u.Done = true
		u.File, err = s.complete(ctx, tx, a, company, row)
		return err
	})
	return u, err
}

func (s *Service) complete(ctx context.Context, tx pg.Tx, a access.Actor, company uuid.UUID, row partydb.LockUploadRow) (uuid.UUID, error) {
	parts, err := q.UploadParts(ctx, tx, row.ID, company)
	if err != nil {
		return uuid.Nil, err
	}
	bytes := slices.Concat(parts...)
	media, err := s.Gate.Check(ctx, row.Name, bytes)
	if err != nil {
		return uuid.Nil, err
	}
	d, err := s.Documents.Save(ctx, tx, a, company, "company_"+row.Kind, row.Name, media, bytes)
	if err != nil {
		return uuid.Nil, err
	}
	if err := q.DeleteUpload(ctx, tx, row.ID, company); err != nil {
		return uuid.Nil, err
	}
	return d.ID, recordUpload(ctx, tx, a, "completed", company, d.ID, map[string]any{"kind": row.Kind, "size": row.Size})
}

func recordUpload(ctx context.Context, tx pg.Tx, a access.Actor, what string, company, id uuid.UUID, detail any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: "party.upload." + what, Object: "upload", ObjectID: id, Owner: company, Detail: detail})
	return err
}
