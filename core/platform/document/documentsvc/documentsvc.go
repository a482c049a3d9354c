// Package documentsvc keeps documents that the platform itself makes: their
// bytes once in the store, their rows in the database.
package documentsvc

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/document/internal/documentdb"
	"zabuni.org/core/platform/pg"
)

var q = documentdb.New()

// Changed is raised for stored bytes that are not those that were stored.
var Changed = fault.Declare(fault.KindInternal, "document.changed", "The stored file is not the one that was stored")

// Service keeps documents.
type Service struct {
	db    pg.DB
	store document.Store
}

// New returns a Service.
func New(db pg.DB, store document.Store) *Service { return &Service{db, store} }

// A Document is a stored file.
type Document struct {
	ID              uuid.UUID
	Name, MediaType string
	SHA256          []byte
	CreatedAt       time.Time
	Bytes           []byte
}

// Save stores bytes for a company. Equal bytes lie in the store once; a
// transaction that fails leaves bytes behind that nothing names.
func (s *Service) Save(ctx context.Context, tx pg.Tx, a access.Actor, company uuid.UUID, kind, name, media string, data []byte) (Document, error) {
	if s.store == nil {
		return Document{}, fault.Unavailable.New("this process has no store")
	}
	sum := sha256.Sum256(data)
	key := "document_" + hex.EncodeToString(sum[:])
	if err := q.ShareKey(ctx, tx, key); err != nil {
		return Document{}, err
	}
	if err := s.store.Put(ctx, key, bytes.NewReader(data), int64(len(data))); err != nil && !errors.Is(err, document.ErrExists) {
		return Document{}, err
	}
	d := Document{ID: uuid.Must(uuid.NewV7()), Name: name, MediaType: media, SHA256: sum[:], CreatedAt: tx.Now, Bytes: data}
	return d, q.InsertDocument(ctx, tx, documentdb.InsertDocumentParams{ID: d.ID, CompanyID: company, Name: name, Kind: kind, MediaType: media,
		Size: int64(len(data)), Sha256: sum[:], StoreKey: key, CreatedBy: a.User, CreatedAt: tx.Now})
}

// Destroy takes bytes out of the store for good, unless something that was not disposed
// of has the same: equal bytes lie there once, and stay while one of their names does.
func (s *Service) Destroy(ctx context.Context, key string) (gone bool, err error) {
	if s.store == nil {
		return false, fault.Unavailable.New("this process has no store")
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if err := q.LockKey(ctx, tx, key); err != nil {
			return err
		}
		named, err := q.KeyNamed(ctx, tx, key)
		if gone = !named; err != nil || named {
			return err
		}
		return s.store.Delete(ctx, key)
	})
	return gone && err == nil, err
}

// Read returns a document of a company.
func (s *Service) Read(ctx context.Context, company, id uuid.UUID) (Document, error) {
	row, err := q.Document(ctx, s.db, id, company)
	return s.open(ctx, documentdb.AnyDocumentRow(row), err)
}

// ReadIn is Read within a transaction: who holds a lock asks for no second connection.
func (s *Service) ReadIn(ctx context.Context, tx pg.Tx, company, id uuid.UUID) (Document, error) {
	row, err := q.Document(ctx, tx, id, company)
	return s.open(ctx, documentdb.AnyDocumentRow(row), err)
}

// Attached returns a document that a use case chose to attach to a mail.
func (s *Service) Attached(ctx context.Context, id uuid.UUID) (Document, error) {
	row, err := q.AnyDocument(ctx, s.db, id)
	return s.open(ctx, row, err)
}

// Open reads a document of a company piece by piece. Bytes that are not those that were
// stored raise Changed at their end: whoever passes them on has not ended by then.
func (s *Service) Open(ctx context.Context, company, id uuid.UUID) (io.ReadCloser, error) {
	row, err := q.Document(ctx, s.db, id, company)
	if pg.NoRows(err) {
		err = document.Missing.New("")
	}
	if err != nil {
		return nil, err
	}
	if s.store == nil {
		return nil, fault.Unavailable.New("this process has no store")
	}
	r, err := s.store.Open(ctx, row.StoreKey, 0, -1)
	if err != nil {
		return nil, err
	}
	return &summed{ReadCloser: r, sum: sha256.New(), want: row.Sha256, id: id}, nil
}

// summed compares what was read with what was stored.
type summed struct {
	io.ReadCloser
	sum  hash.Hash
	want []byte
	id   uuid.UUID
}

func (r *summed) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	r.sum.Write(p[:n])
	if errors.Is(err, io.EOF) && !bytes.Equal(r.sum.Sum(nil), r.want) {
		err = Changed.New("document %s", r.id)
	}
	return n, err
}

func (s *Service) open(ctx context.Context, row documentdb.AnyDocumentRow, err error) (Document, error) {
	if pg.NoRows(err) {
		return Document{}, document.Missing.New("")
	}
	if err != nil {
		return Document{}, err
	}
	if s.store == nil {
		return Document{}, fault.Unavailable.New("this process has no store")
	}
	r, err := s.store.Open(ctx, row.StoreKey, 0, -1)
	if err != nil {
		return Document{}, err
	}
	defer func() { _ = r.Close() }()
	data, err := io.ReadAll(io.LimitReader(r, row.Size+1))
	if err != nil {
		return Document{}, err
	}
	if sum := sha256.Sum256(data); !bytes.Equal(sum[:], row.Sha256) {
		return Document{}, Changed.New("document %s", row.ID)
	}
	return Document{ID: row.ID, Name: row.Name, MediaType: row.MediaType, SHA256: row.Sha256, CreatedAt: row.CreatedAt.UTC(), Bytes: data}, nil
}
