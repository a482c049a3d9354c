package sourcingsvc

import (
	"cmp"
	"context"
	"crypto/sha256"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/ocds"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/internal/sourcingdb"
)

// An Import is a published plan or tender to draft a job from: an OCDS release
// or package, or Prozorro's form.
type Import struct {
	FileName string
	Data     []byte
	Activity sourcing.Activity // empty: tender
	Code     string            // empty: the file's own number
	Plan     int               // which of the file's processes, from zero
}

// An Imported is a drafted job and what of the file found no place in it.
type Imported struct {
	Job        uuid.UUID
	Plans      int // processes in the file
	Categories int
	Items      int
	Documents  int
	Unmapped   []Unmapped
}

// maxLots bounds the categories that one file brings: each of them is prepared,
// published and opened by people.
const maxLots = 1000

// tooManyLots tells how many were found, and how many may be.
const tooManyLots = "ocds.too_many_lots"

// ImportJob drafts a job with its categories and items out of a file. A file
// that cannot be read is refused with ImportInvalid, which names each place in
// it by its JSON pointer.
func (s *Service) ImportJob(ctx context.Context, a access.Actor, owner uuid.UUID, in Import) (Imported, error) {
	var out Imported
	if err := a.Serve(owner, ""); err != nil {
		return out, err
	}
	policy, ok := sourcing.PolicyOf(cmp.Or(in.Activity, sourcing.Tender))
	if !ok {
		return out, fault.Invalid.New("").At("/activity", fault.NotAllowed)
	}
	for _, act := range []sourcing.Act{sourcing.ToConduct, sourcing.ToAuthor} {
		if err := policy.May(a, act); err != nil {
			return out, err
		}
	}
	read := ocds.Read(in.Data)
	if err := unreadable(read); err != nil {
		return out, err
	}
	if in.Plan < 0 || in.Plan >= len(read.Plans) {
		return out, fault.Invalid.New("").With("plans", len(read.Plans)).At("/plan", fault.OutOfRange)
	}
	plan := read.Plans[in.Plan]
	if found := len(plan.Lots); found > maxLots {
		err := sourcing.ImportInvalid.New("%d lots", found)
		err.Fields = []fault.Field{{Pointer: plan.At, Code: tooManyLots, Params: map[string]any{"found": found, "max": maxLots}}}
		return out, err
	}
	err := pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		buyer, err := s.party.Company(ctx, tx, owner)
		if err != nil {
			return err
		}
		country, _ := geo.Find(buyer.Country)
		regime, _ := sourcing.RegimeOf(policy.Regime)
		d := drafter{
			Plan:     plan,
			policy:   policy,
			regime:   regime,
			currency: cmp.Or(money.Currency(country.Currency), "USD"),
			now:      tx.Now,
		}
		made, err := d.draft(in.Code)
		if err != nil {
			return err
		}
		form, err := made.job.Check()
		if err != nil {
			return err
		}
		if out.Job, err = s.createJob(ctx, tx, a, owner, form); err != nil {
			return err
		}
		out.Unmapped = made.unmapped(read, in.Plan)
		if err := saveImport(ctx, tx, owner, out.Job, in, read, made, out.Unmapped); err != nil {
			return err
		}
		job, err := lockJob(ctx, tx, out.Job, owner)
		if err != nil {
			return err
		}
		out.Plans, out.Categories, out.Items, out.Documents = len(read.Plans), len(made.categories), 0, len(made.documents)
		for _, c := range made.categories {
			id, err := createCategory(ctx, tx, a, job, c.form, nil)
			if err != nil {
				return err
			}
			if err := copyItems(ctx, tx, id, owner, c.items); err != nil {
				return err
			}
			out.Items += len(c.items)
		}
		return noted(ctx, tx, a, "job.imported", "job", out.Job, owner, map[string]any{
			"file": in.FileName, "shape": read.Shape, "ocid": d.OCID.Text, "categories": out.Categories, "items": out.Items, "unmapped": len(out.Unmapped)})
	})
	return out, err
}

// unreadable raises ImportInvalid for a file that leaves nothing to import.
func unreadable(r ocds.Result) error {
	if len(r.Plans) > 0 && !slices.ContainsFunc(r.Problems, func(p ocds.Problem) bool { return p.Fatal }) {
		return nil
	}
	err := sourcing.ImportInvalid.New("%d problems", len(r.Problems))
	for _, p := range r.Problems {
		err.Fields = append(err.Fields, fault.Field{Pointer: p.Pointer, Code: p.Code, Params: p.Params})
	}
	return err
}

func saveImport(ctx context.Context, tx pg.Tx, owner, job uuid.UUID, in Import, read ocds.Result, made draft, left []Unmapped) error {
	sum := sha256.Sum256(in.Data)
	err := q.InsertImport(ctx, tx, sourcingdb.InsertImportParams{
		JobID:    job,
		BuyerID:  owner,
		Format:   read.Shape,
		Ocid:     read.Plans[in.Plan].OCID.Text,
		FileName: in.FileName,
		Sha256:   sum[:],
		At:       tx.Now,
	})
	if err != nil {
		return err
	}
	rows := make([]sourcingdb.CopyUnmappedParams, len(left))
	for i, u := range left {
		rows[i] = sourcingdb.CopyUnmappedParams{JobID: job, BuyerID: owner, Pointer: u.Pointer, Reason: u.Reason}
	}
	if _, err := q.CopyUnmapped(ctx, tx, rows); err != nil {
		return err
	}
	papers := make([]sourcingdb.CopyDocumentsParams, len(made.documents))
	for i, d := range made.documents {
		papers[i] = sourcingdb.CopyDocumentsParams{ID: d.ID, JobID: job, BuyerID: owner, Title: d.Title, Kind: d.Kind, Url: d.URL, AddedAt: tx.Now}
	}
	_, err = q.CopyDocuments(ctx, tx, papers)
	return err
}
