package contractsvc

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/docx"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// uploadLife is how long an unfinished upload can be resumed.
const uploadLife = 7 * 24 * time.Hour

// papers are what an uploaded contract may be.
var papers = []string{".pdf", ".doc", ".docx"}

// An Upload is a file on its way, part by part; once it is done, what waits in it for a decision.
type Upload struct {
	ID             uuid.UUID
	Received, Size int64
	Done           bool
	File           uuid.UUID
	Name           string
	Pending        docx.Pending
}

// BeginUpload announces the file of a contract.
func (s *Service) BeginUpload(ctx context.Context, a access.Actor, buyer uuid.UUID, name string, size int64) (Upload, error) {
	owner, err := s.maker(ctx, a, buyer)
	if err != nil {
		return Upload{}, err
	}
	return s.announce(ctx, a, owner, nil, name, size)
}

// BeginEvidence announces a file that shows what a supplier's people have done under a contract in force.
func (s *Service) BeginEvidence(ctx context.Context, a access.Actor, id uuid.UUID, name string, size int64) (Upload, error) {
	company, err := supplier(a, access.ManageContract)
	if err != nil {
		return Upload{}, err
	}
	owner, err := s.party(ctx, a, id)
	if err != nil {
		return Upload{}, err
	}
	return s.announce(ctx, a, owner, &company, name, size)
}

func (s *Service) announce(ctx context.Context, a access.Actor, owner uuid.UUID, theirs *uuid.UUID, name string, size int64) (Upload, error) {
	var f fault.Fields
	name = f.Line("/name", name, 200)
	if size <= 0 {
		f.Add("/size", fault.OutOfRange, "min", 1, "max", document.MaxFile)
	}
	if name != "" && !slices.Contains(papers, strings.ToLower(filepath.Ext(name))) {
		f.Add("/name", contract.OnlyPapers)
	}
	if err := f.Err(); err != nil {
		return Upload{}, err
	}
	if size > document.MaxFile {
		return Upload{}, document.TooLarge.New("%d bytes", size).With("max_mb", document.MaxFile>>20)
	}
	name, err := document.Name(name)
	if err != nil {
		return Upload{}, err
	}
	u := Upload{ID: uuid.Must(uuid.NewV7()), Size: size, Name: name}
	return u, pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		row := contractdb.InsertContractUploadParams{ID: u.ID, BuyerID: owner, SupplierID: theirs, Name: name, Size: size, CreatedAt: tx.Now}
		if err := q.InsertContractUpload(ctx, tx, row); err != nil {
			return err
		}
		return uploading(ctx, tx, a, "begun", owner, u.ID, map[string]any{"size": size})
	})
}

// onItsWay reads a file on its way for whoever sends it: who makes contracts of its buyer, or the
// supplier's people who have begun to.
func (s *Service) onItsWay(ctx context.Context, tx pg.Tx, a access.Actor, buyer, id uuid.UUID) (Upload, uuid.UUID, error) {
	if a.Type == access.Supplier {
		company, err := supplier(a, access.ManageContract)
		if err != nil {
			return Upload{}, uuid.Nil, err
		}
		row, err := q.LockSuppliedUpload(ctx, tx, id, &company)
		if pg.NoRows(err) {
			err = document.Missing.New("")
		}
		return Upload{ID: id, Received: row.Received, Size: row.Size, Name: row.Name}, row.BuyerID, err
	}
	owner, err := s.maker(ctx, a, buyer)
	if err != nil {
		return Upload{}, owner, err
	}
	row, err := q.LockContractUpload(ctx, tx, id, owner)
	if pg.NoRows(err) {
		err = document.Missing.New("")
	}
	return Upload{ID: id, Received: row.Received, Size: row.Size, Name: row.Name}, owner, err
}

// UploadStatus tells how much of a file has arrived, to go on from there.
func (s *Service) UploadStatus(ctx context.Context, a access.Actor, buyer, id uuid.UUID) (Upload, error) {
	var u Upload
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		var err error
		u, _, err = s.onItsWay(ctx, tx, a, buyer, id)
		return err
	})
	return u, err
}

// Append takes the next part of a file; one that has arrived before is acknowledged again. With
// the last the file must be what its name says, and a scanner must know nothing against it.
func (s *Service) Append(ctx context.Context, a access.Actor, buyer, id uuid.UUID, offset int64, part []byte) (Upload, error) {
	var u Upload
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		var owner uuid.UUID
		var err error
		if u, owner, err = s.onItsWay(ctx, tx, a, buyer, id); err != nil || offset < u.Received {
			return err
		}
		if offset > u.Received || len(part) == 0 || len(part) > partysvc.MaxPart || offset+int64(len(part)) > u.Size {
			return fault.Invalid.New("").At("/offset", fault.OutOfRange)
		}
		if err := q.InsertContractPart(ctx, tx, id, owner, offset, part); err != nil {
			return err
		}
		u.Received += int64(len(part))
		if u.Received < u.Size {
			return q.AdvanceContractUpload(ctx, tx, u.Received, id, owner)
		}
		return s.complete(ctx, tx, a, owner, &u)
	})
	return u, err
}

func (s *Service) complete(ctx context.Context, tx pg.Tx, a access.Actor, owner uuid.UUID, u *Upload) error {
	parts, err := q.ContractParts(ctx, tx, u.ID, owner)
	if err != nil {
		return err
	}
	whole := slices.Concat(parts...)
	media, err := s.Gate.Check(ctx, u.Name, whole)
	if err != nil {
		return err
	}
	if media == docx.MediaType {
		if u.Pending, err = docx.Waiting(whole); err != nil {
			return document.TypeRefused.Wrap(err, "")
		}
	}
	d, err := s.Documents.Save(ctx, tx, a, owner, "contract", u.Name, media, whole)
	if err != nil {
		return err
	}
	var theirs *uuid.UUID
	if a.Type == access.Supplier {
		theirs = &a.Org
	}
	err = q.InsertContractFile(ctx, tx, contractdb.InsertContractFileParams{
		DocumentID: d.ID,
		BuyerID:    owner,
		SupplierID: theirs,
		Insertions: int32(u.Pending.Insertions),
		Deletions:  int32(u.Pending.Deletions),
		Comments:   int32(u.Pending.Comments),
		CreatedAt:  tx.Now,
	})
	if err != nil {
		return err
	}
	if err := q.DeleteContractUpload(ctx, tx, u.ID, owner); err != nil {
		return err
	}
	u.Done, u.File = true, d.ID
	return uploading(ctx, tx, a, "completed", owner, d.ID, map[string]any{"size": u.Size})
}

func uploading(ctx context.Context, tx pg.Tx, a access.Actor, what string, owner, id uuid.UUID, detail any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: "contract.upload." + what, Object: "contract_upload", ObjectID: id, Owner: owner, Detail: detail})
	return err
}

// SweepUploads forgets files that nobody has finished.
func (s *Service) SweepUploads(ctx context.Context) error {
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return err
	}
	return q.DeleteStaleContractUploads(ctx, s.db, now.Add(-uploadLife))
}
