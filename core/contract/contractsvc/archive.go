package contractsvc

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/platform/pg"
)

// Rows of the archive.
type (
	// Shelf is a category of contracts with what of it is over.
	Shelf = contractdb.ArchiveShelvesRow
	// PastRow is a contract that is over.
	PastRow = contractdb.ArchivedContractsRow
	// End is how a contract ended.
	End = contractdb.ContractEndRow
	// Happening is what was done with a contract.
	Happening = contractdb.ContractTrailRow
)

// Shelves are the categories of contracts of the actor's company with what of them is over.
func (s *Service) Shelves(ctx context.Context, a access.Actor) ([]Shelf, error) {
	owner, err := s.owner(ctx, a, "")
	if err != nil {
		return nil, err
	}
	return q.ArchiveShelves(ctx, s.db, owner, a.User)
}

// PastFilter narrows what is over; the zero value narrows nothing.
type PastFilter struct {
	Statuses []contract.Past
	Ended    day.Span
	Search   string
}

// A ShelfPage is one page of what is over in a category, with its name.
type ShelfPage struct {
	page.Of[PastRow]
	Name string // empty: of none
}

// Past is one page of what is over in a category, uuid.Nil for those of none; what ended last first.
func (s *Service) Past(ctx context.Context, a access.Actor, kind uuid.UUID, f PastFilter, after string, limit int) (ShelfPage, error) {
	var out ShelfPage
	owner, err := s.owner(ctx, a, "")
	if err != nil {
		return out, err
	}
	if kind != uuid.Nil {
		c, err := q.Category(ctx, s.db, kind, owner)
		if pg.NoRows(err) {
			err = contract.CategoryNotFound.New("")
		}
		if err != nil {
			return out, err
		}
		out.Name = c.Name
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	rows, err := q.ArchivedContracts(ctx, s.db, contractdb.ArchivedContractsParams{
		BuyerID:   owner,
		KindID:    kind,
		Reader:    a.User,
		AfterOn:   c.At,
		AfterID:   c.ID,
		Statuses:  closed.Values(f.Statuses...),
		EndedFrom: f.Ended.First,
		EndedTo:   f.Ended.Last,
		Search:    pg.Sought(f.Search),
		MaxRows:   int32(limit + 1),
	})
	out.Of = page.Cut(rows, limit, func(r PastRow) page.Cursor { return page.Cursor{At: r.EndedOn, ID: r.ID} })
	return out, err
}

// A Kept is a contract with what became of it.
type Kept struct {
	Details
	End   *End // nil while it is in force
	Trail []Happening
}

// Kept reads a contract that is in force or over, with what was done with it.
func (s *Service) Kept(ctx context.Context, a access.Actor, id uuid.UUID) (Kept, error) {
	owner, err := s.owner(ctx, a, "")
	if err != nil {
		return Kept{}, err
	}
	d, err := s.Contract(ctx, a, id)
	if err != nil {
		return Kept{}, err
	}
	out := Kept{Details: d}
	switch st := contract.Status(d.Contract.Status); {
	case st == contract.Active:
	case slices.Contains(contract.Spent, st):
		e, err := q.ContractEnd(ctx, s.db, id, owner)
		if err == nil {
			out.End = &e
		} else if !pg.NoRows(err) {
			return out, err
		}
	default:
		return Kept{}, contract.NotFound.New("contract is %s", st)
	}
	out.Trail, err = q.ContractTrail(ctx, s.db, id, &owner)
	return out, err
}

// Bundle is everything of a contract in one archive, with a manifest of SHA-256 sums. Who took it is
// in the log before its first byte.
func (s *Service) Bundle(ctx context.Context, a access.Actor, id uuid.UUID) (File, error) {
	k, err := s.Kept(ctx, a, id)
	if err != nil {
		return File{}, err
	}
	owner := k.Contract.BuyerID
	versions, err := q.VersionsWhole(ctx, s.db, id, owner)
	if err != nil {
		return File{}, err
	}
	err = pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		return record(ctx, tx, a, "taken", id, owner, map[string]any{"versions": len(versions)})
	})
	if err != nil {
		return File{}, err
	}
	b := bundle{at: k.Now}
	b.zip = zip.NewWriter(&b.out)
	files := map[uuid.UUID]bool{}
	for _, v := range versions {
		b.add(fmt.Sprintf("versions/%03d.json", v.Number), []byte(v.Content))
		if v.FileID == nil || files[*v.FileID] {
			continue
		}
		files[*v.FileID] = true
		f, err := s.Documents.Read(ctx, owner, *v.FileID)
		if err != nil {
			return File{}, err
		}
		b.add(fmt.Sprintf("files/%03d-%s", v.Number, inName.Replace(f.Name)), f.Bytes)
	}
	if k.Reads != "" {
		paper, err := s.ContractPaper(ctx, a, id, contract.PDF)
		if err != nil {
			return File{}, err
		}
		b.add("contract.pdf", paper.Bytes)
	}
	for _, add := range []func() error{
		func() error { return s.packed(ctx, &b, k) },
		func() error { return s.proof(ctx, a, &b, k) },
		func() error { return s.said(ctx, &b, k) },
		func() error { return s.done(ctx, a, &b, k) },
	} {
		if err := add(); err != nil {
			return File{}, err
		}
	}
	b.write("history.json", happened(k))
	return b.close(inName.Replace(k.Contract.Number) + ".zip")
}

// happened is what was done with a contract, as it is taken along.
func happened(k Kept) any {
	type step struct {
		At     time.Time `json:"at"`
		By     string    `json:"by"`
		Action string    `json:"action"`
		Status string    `json:"status,omitempty"`
		Reason string    `json:"reason,omitempty"`
	}
	out := struct {
		Number string `json:"number"`
		Status string `json:"status"`
		Ended  string `json:"ended_on,omitempty"`
		Reason string `json:"reason,omitempty"`
		Steps  []step `json:"steps"`
	}{Number: k.Contract.Number, Status: k.Contract.Status, Steps: []step{}}
	if k.End != nil {
		out.Ended, out.Reason = k.End.EndedOn.Format(time.DateOnly), k.End.Reason
	}
	for _, h := range k.Trail {
		out.Steps = append(out.Steps, step{h.At.UTC(), h.ActorName, h.Action, h.Status, h.Reason})
	}
	return out
}

// bundle is an archive with the sums of what is in it.
type bundle struct {
	out      bytes.Buffer
	zip      *zip.Writer
	at       time.Time
	manifest strings.Builder
	err      error
}

func (b *bundle) add(name string, data []byte) {
	if b.err != nil {
		return
	}
	w, err := b.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: b.at})
	if err == nil {
		_, err = w.Write(data)
	}
	sum := sha256.Sum256(data)
	fmt.Fprintf(&b.manifest, "%s  %s\n", hex.EncodeToString(sum[:]), name)
	b.err = err
}

func (b *bundle) close(name string) (File, error) {
	sums := b.manifest.String()
	b.add("manifest.sha256", []byte(sums))
	if b.err == nil {
		b.err = b.zip.Close()
	}
	return File{name, "application/zip", b.out.Bytes()}, b.err
}
