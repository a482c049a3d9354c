package biddingsvc

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/internal/biddingdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
)

// uploadLife is how long an unfinished upload can be resumed.
const uploadLife = 7 * 24 * time.Hour

// An Upload is a file on its way, part by part.
type Upload struct {
	ID       uuid.UUID
	Received int64
	Size     int64
	Done     bool
	File     File // once done
}

// BeginUpload announces a file for a question. It raises document.type for a
// name that is not allowed, document.too_large and TooMuch.
func (s *Service) BeginUpload(ctx context.Context, a access.Actor, bid, question uuid.UUID, name string, size int64) (Upload, error) {
	var f fault.Fields
	name = f.Line("/name", name, 200)
	if size <= 0 {
		f.Add("/size", fault.OutOfRange, "min", 1, "max", bidding.MaxFile)
	}
	if err := f.Err(); err != nil {
		return Upload{}, err
	}
	if size > bidding.MaxFile {
		return Upload{}, document.TooLarge.New("%d bytes", size).With("max_mb", bidding.MaxFile>>20)
	}
	name, err := document.Name(name)
	if err != nil {
		return Upload{}, err
	}
	u := Upload{ID: uuid.Must(uuid.NewV7()), Size: size}
	err = s.tx(ctx, a, func(tx pg.Tx) error {
		p, now, err := changeable(ctx, tx, a, bid)
		if err != nil {
			return err
		}
		criteria, err := s.criteria(ctx, tx, p)
		if err != nil {
			return err
		}
		if asked, ok := criteria.byID[question]; !ok || asked.Type != bidding.FileUpload {
			return fault.Invalid.New("").At("/question_id", fault.Unknown)
		}
		held, err := q.FilesSize(ctx, tx, bid, a.Org)
		if err != nil {
			return err
		}
		if held+size > bidding.MaxFiles {
			return bidding.TooMuch.New("").With("max_mb", bidding.MaxFiles>>20)
		}
		err = q.InsertUpload(ctx, tx, biddingdb.InsertUploadParams{ID: u.ID, ParticipationID: bid, QuestionID: question, SupplierID: a.Org,
			BuyerID: p.BuyerID, Name: name, Size: size, CreatedAt: now, ExpiresAt: now.Add(uploadLife)})
		if err != nil {
			return err
		}
		return record(ctx, tx, a, "upload_begun", bid, a.Org, map[string]any{"upload_id": u.ID, "size": size})
	})
	return u, err
}

// UploadStatus tells how much of a file has arrived, to go on from there.
func (s *Service) UploadStatus(ctx context.Context, a access.Actor, id uuid.UUID) (Upload, error) {
	var u Upload
	err := s.tx(ctx, a, func(tx pg.Tx) error {
		row, err := upload(ctx, tx, a, id)
		u = Upload{ID: id, Received: row.Received, Size: row.Size}
		return err
	})
	return u, err
}

// SweepUploads forgets files that nobody has finished within their week, with the
// sealed parts that had arrived.
func (s *Service) SweepUploads(ctx context.Context) error {
	return q.DeleteExpiredUploads(ctx, s.db)
}

// upload locks an upload to a bid that the actor may work on; what has arrived is
// told to nobody else of the company.
func upload(ctx context.Context, tx pg.Tx, a access.Actor, id uuid.UUID) (biddingdb.LockUploadRow, error) {
	row, err := q.LockUpload(ctx, tx, id, a.Org)
	if pg.NoRows(err) {
		return row, bidding.FileMissing.New("")
	}
	if err != nil {
		return row, err
	}
	_, err = load(ctx, tx, a, row.ParticipationID)
	return row, err
}

// Append takes the next part of a file, sealed as it arrives. A part that has
// arrived before is acknowledged again and not stored twice. The last part
// completes the file: its content must be what its name says.
func (s *Service) Append(ctx context.Context, a access.Actor, id uuid.UUID, offset int64, part []byte) (Upload, error) {
	var u Upload
	err := s.tx(ctx, a, func(tx pg.Tx) error {
		row, err := upload(ctx, tx, a, id)
		if err != nil {
			return err
		}
		u = Upload{ID: id, Received: row.Received, Size: row.Size}
		if offset < row.Received {
			return nil
		}
		if offset > row.Received || len(part) == 0 || len(part) > bidding.MaxPart || offset+int64(len(part)) > row.Size {
			return fault.Invalid.New("").At("/offset", fault.OutOfRange)
		}
		p, now, err := changeable(ctx, tx, a, row.ParticipationID)
		if err != nil {
			return err
		}
		company, draft, closeKeys, err := s.keys(ctx, tx, a, p)
		if err != nil {
			return err
		}
		defer closeKeys()
		if err := q.InsertPart(ctx, tx, biddingdb.InsertPartParams{UploadID: id, SupplierID: a.Org, OffsetAt: offset, Size: int64(len(part)), Sealed: draft.Seal(id, offset, part)}); err != nil {
			return err
		}
		u.Received += int64(len(part))
		if err := q.AdvanceUpload(ctx, tx, u.Received, id, a.Org); err != nil {
			return err
		}
		if u.Received < row.Size {
			return nil
		}
		u.Done = true
		u.File, err = s.complete(ctx, tx, a, p, company, draft, row, now)
		return err
	})
	return u, err
}

func (s *Service) complete(ctx context.Context, tx pg.Tx, a access.Actor, p biddingdb.ParticipationRow, company *seal.Company, draft *seal.Participation, up biddingdb.LockUploadRow, now time.Time) (File, error) {
	parts, err := q.UploadParts(ctx, tx, up.ID, a.Org)
	if err != nil {
		return File{}, err
	}
	plain := make([]byte, 0, up.Size)
	defer func() { clear(plain[:cap(plain)]) }()
	for _, part := range parts {
		open, err := draft.Open(up.ID, part.OffsetAt, part.Sealed)
		if err != nil {
			return File{}, err
		}
		plain = append(plain, open...)
		clear(open)
	}
	media, err := s.Gate.Check(ctx, up.Name, plain)
	if err != nil {
		return File{}, err
	}
	key, sum, err := s.keep(ctx, company, plain)
	if err != nil {
		return File{}, err
	}
	f := carriedFile{File{uuid.Must(uuid.NewV7()), up.QuestionID, up.Name, media, up.Size, now, nil}, key, sum}
	if err := insertFile(ctx, tx, p, now, f); err != nil {
		return File{}, err
	}
	if err := q.DeleteUpload(ctx, tx, up.ID, a.Org); err != nil {
		return File{}, err
	}
	if err := q.TouchDraft(ctx, tx, &now, p.ID, a.Org); err != nil {
		return File{}, err
	}
	return f.File, record(ctx, tx, a, "file_added", p.ID, a.Org, f.noted())
}

// keep seals the bytes of a file for its own company and puts them away, under a name that
// is their sum.
func (s *Service) keep(ctx context.Context, company *seal.Company, plain []byte) (key string, sum [32]byte, err error) {
	var body bytes.Buffer
	body.Grow(len(plain) + 4096)
	w, err := seal.SealBody(&body, company.Recipient())
	if err != nil {
		return "", sum, err
	}
	if _, err := w.Write(plain); err != nil {
		return "", sum, err
	}
	if err := w.Close(); err != nil {
		return "", sum, err
	}
	sum = sha256.Sum256(body.Bytes())
	key = "bid-" + hex.EncodeToString(sum[:])
	return key, sum, s.files.Put(ctx, key, bytes.NewReader(body.Bytes()), int64(body.Len()))
}

// plain reads the bytes of a file with the key of its own company.
func (s *Service) plain(ctx context.Context, company *seal.Company, key string) ([]byte, error) {
	head, err := s.head(ctx, key)
	if err != nil {
		return nil, err
	}
	fileKey, err := company.FileKey(head)
	if err != nil {
		return nil, err
	}
	defer clear(fileKey)
	info, err := s.files.Stat(ctx, key)
	if err != nil {
		return nil, err
	}
	r, err := s.files.Open(ctx, key, 0, info.Size)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	body, err := seal.OpenBody(r, fileKey)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(body)
}

// RemoveFile takes a file out of the draft; submissions that hold it keep it.
func (s *Service) RemoveFile(ctx context.Context, a access.Actor, bid, file uuid.UUID) error {
	return s.tx(ctx, a, func(tx pg.Tx) error {
		_, now, err := changeable(ctx, tx, a, bid)
		if err != nil {
			return err
		}
		n, err := q.RemoveFile(ctx, tx, &now, file, bid, a.Org)
		if err == nil && n == 0 {
			err = bidding.FileMissing.New("")
		}
		if err != nil {
			return err
		}
		if err := q.TouchDraft(ctx, tx, &now, bid, a.Org); err != nil {
			return err
		}
		return record(ctx, tx, a, "file_removed", bid, a.Org, map[string]any{"file_id": file})
	})
}

// ReadFile opens a file of the actor's own bid.
func (s *Service) ReadFile(ctx context.Context, a access.Actor, bid, file uuid.UUID) (File, []byte, error) {
	var out File
	var plain []byte
	err := s.tx(ctx, a, func(tx pg.Tx) error {
		if _, err := load(ctx, tx, a, bid); err != nil {
			return err
		}
		f, err := q.File(ctx, tx, file, bid, a.Org)
		if pg.NoRows(err) {
			return bidding.FileMissing.New("")
		}
		if err != nil {
			return err
		}
		out = File{f.ID, f.QuestionID, f.Name, f.MediaType, f.Size, time.Time{}, nil}
		company, err := s.company(ctx, tx, a)
		if err != nil {
			return err
		}
		defer company.Close()
		plain, err = s.plain(ctx, company, f.StoreKey)
		return err
	})
	return out, plain, err
}
