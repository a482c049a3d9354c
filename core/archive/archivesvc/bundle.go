package archivesvc

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/archive"
	"zabuni.org/core/archive/internal/archivedb"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/document"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
)

// BundleTaken is written down before the first byte of a bundle leaves.
const BundleTaken = "archive.bundle.taken"

// An AskedBundle is a bundle that somebody asked for, as its task carries it.
type AskedBundle struct {
	Owner uuid.UUID `json:"owner_id"`
	Job   uuid.UUID `json:"job_id"`
}

// Bundled is what came of a bundle.
type Bundled struct {
	Files   int64 `json:"files"`
	Missing int64 `json:"missing"`
	Bytes   int64 `json:"bytes"`
}

type bundleCategory = archivedb.BundleCategoriesRow

// AdmitBundle admits whoever may take all that is kept of a job now, and says what it
// is called. It raises PartClosed where a category is closed to the actor.
func (s *Service) AdmitBundle(ctx context.Context, a access.Actor, in AskedBundle) (Head, error) {
	head, _, err := s.bundle(ctx, a, in)
	return head, err
}

func (s *Service) bundle(ctx context.Context, a access.Actor, in AskedBundle) (Head, []bundleCategory, error) {
	if a.Type == access.Buyer {
		if err := a.Need(access.AccessSupplierFiles); err != nil {
			return Head{}, nil, err
		}
	}
	if err := opens(ctx, s.db, a, in.Owner); err != nil {
		return Head{}, nil, err
	}
	head, err := s.job(ctx, a, in.Owner, in.Job)
	if err == nil {
		err = s.untouched(ctx, s.db, in.Owner, in.Job)
	}
	if err != nil {
		return head, nil, err
	}
	rows, err := q.BundleCategories(ctx, s.db, a.Type == access.Operator, a.User, in.Job, in.Owner)
	if err == nil && slices.ContainsFunc(rows, func(c bundleCategory) bool { return !c.Admitted }) {
		err = archive.PartClosed.New("")
	}
	return head, rows, err
}

// Bundle writes all that is kept of a job as a ZIP while it is read: no file is whole in
// memory, and none is laid anywhere in clear. That it was taken is in the log before its
// first byte, unless it is but looked through. Tell hears of every piece.
func (s *Service) Bundle(ctx context.Context, a access.Actor, in AskedBundle, take bool, to io.Writer, tell func(done, total int64) error) (Bundled, error) {
	head, categories, err := s.bundle(ctx, a, in)
	if err != nil {
		return Bundled{}, err
	}
	if s.out.Notary == nil {
		return Bundled{}, fault.Unavailable.New("this process has no key to sign with")
	}
	if take {
		err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
			return noted(ctx, tx, a, BundleTaken, in.Owner, in.Job, map[string]any{"categories": len(categories)})
		})
		if err != nil {
			return Bundled{}, err
		}
	}
	b := &bundle{s: s, ctx: ctx, in: in, head: head, categories: categories, zip: zip.NewWriter(to), tell: tell}
	for _, c := range categories {
		b.total += c.Bytes
	}
	for _, part := range []func() error{b.about, b.record, b.data, b.receipts, b.bids, b.letters, b.papers, b.rooms, b.reports, b.lost, b.sign} {
		if err := part(); err != nil {
			return b.Bundled, err
		}
	}
	return b.Bundled, b.zip.Close()
}

// bundle is one that is being written.
type bundle struct {
	Bundled
	s          *Service
	ctx        context.Context
	in         AskedBundle
	head       Head
	categories []bundleCategory
	zip        *zip.Writer
	paths      evaluation.PaperPaths
	manifest   bytes.Buffer
	missing    bytes.Buffer
	total      int64
	tell       func(done, total int64) error
}

// add writes one file, piece by piece, and lists it.
func (b *bundle) add(path string, body io.Reader) error {
	e, err := b.zip.CreateHeader(&zip.FileHeader{Name: path, Method: zip.Store})
	if err != nil {
		return err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(e, sum), &heard{body, b})
	if err != nil {
		return err
	}
	b.Files++
	fmt.Fprintf(&b.manifest, "%x %d %s\n", sum.Sum(nil), n, path)
	return nil
}

// heard tells how far a bundle is with every piece of it that is read.
type heard struct {
	io.Reader
	b *bundle
}

func (h *heard) Read(p []byte) (int, error) {
	n, err := h.Reader.Read(p)
	h.b.Bytes += int64(n)
	if told := h.b.tell(h.b.Bytes, max(h.b.total, h.b.Bytes)); told != nil {
		return n, told
	}
	return n, err
}

// path is where a file lies whose names people gave.
func (b *bundle) path(folder string, names ...string) string {
	return b.paths.Path(append([]string{folder}, names...)...)
}

// lose lists a file that the store has not any more.
func (b *bundle) lose(path string, err error) error {
	if !errors.Is(err, document.Missing) {
		return err
	}
	b.Missing++
	fmt.Fprintln(&b.missing, path)
	return nil
}

func (b *bundle) text(path, text string) error { return b.add(path, strings.NewReader(text)) }

func (b *bundle) json(path string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return b.add(path, bytes.NewReader(append(data, '\n')))
}

// about is what explains a bundle and what checks it.
func (b *bundle) about() error {
	files := archive.Checker()
	files["README.txt"] = archive.ReadMe
	files["key.txt"] = b.s.out.Notary.Key() + "\n"
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if err := b.text(path, files[path]); err != nil {
			return err
		}
	}
	return nil
}

// data is what stands in the database, a category at a time.
func (b *bundle) data() error {
	rows, err := q.BundleJobRows(b.ctx, b.s.db, b.in.Job, b.in.Owner)
	if err != nil {
		return err
	}
	err = lines(b, "data/job.jsonl", rows, func(r archivedb.BundleJobRowsRow) (string, string) { return r.Part, r.Row })
	for _, c := range b.categories {
		if err != nil {
			return err
		}
		rows, err := q.BundleRows(b.ctx, b.s.db, c.ID, b.in.Owner)
		if err != nil {
			return err
		}
		path := "data/" + c.ID.String() + ".jsonl"
		if err := lines(b, path, rows, func(r archivedb.BundleRowsRow) (string, string) { return r.Part, r.Row }); err != nil {
			return err
		}
	}
	return err
}

// lines writes rows while they are read, a line each.
func lines[R any](b *bundle, path string, rows []R, of func(R) (part, row string)) error {
	r, w := io.Pipe()
	go func() {
		to := bufio.NewWriter(w)
		for _, row := range rows {
			part, text := of(row)
			if _, err := fmt.Fprintf(to, "{\"of\":%q,\"row\":%s}\n", part, text); err != nil {
				break // told by the pipe
			}
		}
		_ = w.CloseWithError(to.Flush())
	}()
	err := b.add(path, r)
	_ = r.CloseWithError(err)
	return err
}

// receipts are those of every bid that was received, opened or not, and the closings.
func (b *bundle) receipts() error {
	for _, c := range b.categories {
		if c.ClosingNote != "" {
			if err := b.text("closings/"+c.ID.String()+".note", c.ClosingNote); err != nil {
				return err
			}
		}
		rows, err := q.BundleReceipts(b.ctx, b.s.db, c.ID, b.in.Owner)
		if err != nil {
			return err
		}
		for _, r := range rows {
			proof, err := b.s.out.Receipts.KeptProof(b.ctx, r.SupplierID, c.ID, r.ID)
			if err != nil {
				return err
			}
			if err := b.add("receipts/"+r.ID.String()+".json", bytes.NewReader(proof)); err != nil {
				return err
			}
		}
	}
	return nil
}

// bids are the documents that were opened, out of their sealed bodies.
func (b *bundle) bids() error {
	for _, c := range b.categories {
		rows, err := q.BundleFiles(b.ctx, b.s.db, c.ID, b.in.Owner)
		if err != nil {
			return err
		}
		for _, r := range rows {
			path := b.path("bids", c.Reference, r.SupplierName, r.About, r.Name)
			body, done, err := b.s.bids.OpenKept(b.ctx, b.in.Owner, c.ID, r.SubmissionID, r.BidFileID)
			if err != nil {
				if err := b.lose(path, err); err != nil {
					return err
				}
				continue
			}
			err = b.add(path, body)
			done()
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *bundle) letters() error {
	for _, c := range b.categories {
		rows, err := q.BundleLetters(b.ctx, b.s.db, c.ID, b.in.Owner)
		if err != nil {
			return err
		}
		for _, r := range rows {
			path := b.path("letters", c.Reference, r.SupplierName, r.Reference+".pdf")
			_, data, err := b.s.letters.Kept(b.ctx, b.in.Owner, c.ID, r.SupplierID, r.ID)
			if err == nil {
				err = b.add(path, bytes.NewReader(data))
			} else {
				err = b.lose(path, err)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// papers are the other documents, as the store has them.
func (b *bundle) papers() error {
	rows, err := q.BundlePapers(b.ctx, b.s.db, b.in.Job, b.in.Owner)
	if err != nil {
		return err
	}
	for _, r := range rows {
		path := b.path("papers", r.Kind, r.About, r.Name)
		body, err := b.s.out.Documents.Open(b.ctx, r.CompanyID, r.ID)
		if err != nil {
			if err := b.lose(path, err); err != nil {
				return err
			}
			continue
		}
		err = b.add(path, body)
		if err := errors.Join(err, body.Close()); err != nil {
			return err
		}
	}
	return nil
}

// rooms are the signed logs of what went on in the rooms of auctions.
func (b *bundle) rooms() error {
	for _, c := range b.categories {
		data, err := b.s.out.Room(b.ctx, b.in.Owner, c.ID)
		if err == nil && data != nil {
			err = b.add(b.path("rooms", c.Reference+".jsonl"), bytes.NewReader(data))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reports are the minutes of the opening and all else that the job has come to.
func (b *bundle) reports() error {
	return b.s.out.Reports(b.ctx, b.in.Owner, b.in.Job, func(name string, data []byte) error {
		return b.add("reports/"+name+".pdf", bytes.NewReader(data))
	})
}

func (b *bundle) lost() error {
	if b.missing.Len() == 0 {
		return nil
	}
	return b.add("missing.txt", bytes.NewReader(b.missing.Bytes()))
}

// sign closes a bundle: the manifest, and the signature over it.
func (b *bundle) sign() error {
	now, err := pg.ClockOf(b.ctx, b.s.db)
	if err != nil {
		return err
	}
	text := bytes.Clone(b.manifest.Bytes())
	note, err := b.s.out.Notary.SignBundle(seal.Bundle{
		Job:      b.in.Job,
		Buyer:    b.in.Owner,
		Made:     now.UTC(),
		Files:    b.Files,
		Manifest: sha256.Sum256(text),
	})
	if err != nil {
		return err
	}
	listed := b.Files
	err = errors.Join(b.add("manifest.txt", bytes.NewReader(text)), b.add("bundle.note", bytes.NewReader(note)))
	b.Files = listed
	return err
}

// BundleName is what the file of a bundle is called.
func BundleName(h Head) string { return evaluation.PaperName(h.Reference) + ".zip" }
