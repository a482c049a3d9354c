package contractsvc

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"zabuni.org/core/contract"
	"zabuni.org/core/kernel/access"
)

// inName makes a name that people gave a file one of an archive: it leads into no other folder.
var inName = strings.NewReplacer("/", "-", "\\", "-")

// write adds what is written down of something, as JSON.
func (b *bundle) write(name string, of any) {
	data, err := json.MarshalIndent(of, "", "  ")
	if b.err == nil {
		b.err = err
	}
	b.add(name, data)
}

// proof adds what a contract is in force by: the paper with all of its signatures and their
// certificate, or the scan of one that was signed on paper.
func (s *Service) proof(ctx context.Context, a access.Actor, b *bundle, k Kept) error {
	v, err := s.SigningOf(ctx, a, k.Contract.ID)
	if err != nil {
		return err
	}
	if g := v.Signing; g != nil && g.Outcome != nil && *g.Outcome == string(contract.Signed) {
		paper, err := s.Paper(ctx, a, k.Contract.ID)
		if err != nil {
			return err
		}
		b.add("signed.pdf", paper.Bytes)
		certificate, err := s.Certificate(ctx, a, k.Contract.ID)
		if err != nil {
			return err
		}
		b.add("certificate.pdf", certificate.Bytes)
	}
	n := v.Scan
	if n == nil || n.Outcome == nil || *n.Outcome != string(contract.ScanTaken) {
		return nil
	}
	f, err := s.Documents.Read(ctx, k.Contract.BuyerID, n.FileID)
	if err != nil {
		return err
	}
	b.add("scan/"+inName.Replace(f.Name), f.Bytes)
	b.write("scan.json", struct {
		Version   int32     `json:"version"`
		SignedOn  string    `json:"signed_on"`
		ForBuyer  string    `json:"for_buyer"`
		ForOther  string    `json:"for_other"`
		Reason    string    `json:"reason,omitempty"`
		OfferedBy string    `json:"offered_by"`
		OfferedAt time.Time `json:"offered_at"`
		DecidedBy string    `json:"decided_by"`
		DecidedAt time.Time `json:"decided_at"`
	}{n.Number, n.SignedOn.Format(time.DateOnly), n.ForBuyer, n.ForOther, n.Reason, n.OfferedName, n.OfferedAt.UTC(), n.DecidedName, n.DecidedAt.UTC()})
	return nil
}

// said adds what both sides said to each other. What the buyer's people said among themselves is not
// of the contract, and stays with them.
func (s *Service) said(ctx context.Context, b *bundle, k Kept) error {
	if k.Contract.SupplierID == nil {
		return nil
	}
	rows, err := q.Comments(ctx, s.db, k.Contract.ID, k.Contract.BuyerID, *k.Contract.SupplierID)
	if err != nil || len(rows) == 0 {
		return err
	}
	type word struct {
		At      time.Time `json:"at"`
		By      string    `json:"by"`
		Side    string    `json:"side"`
		Version int32     `json:"version"`
		Block   string    `json:"block,omitempty"`
		Body    string    `json:"body"`
	}
	var out []word
	for _, r := range rows {
		out = append(out, word{r.CreatedAt.UTC(), r.ByName, r.Side, r.Version, r.BlockID, r.Body})
	}
	b.write("comments.json", out)
	return nil
}

// done adds what was due under a contract, what was done about it, and the files that show it.
func (s *Service) done(ctx context.Context, a access.Actor, b *bundle, k Kept) error {
	due, err := s.Duties(ctx, a, k.Contract.ID)
	if err != nil || len(due.Items) == 0 {
		return err
	}
	type step struct {
		At   time.Time `json:"at"`
		By   string    `json:"by"`
		Act  string    `json:"act"`
		Note string    `json:"note,omitempty"`
		File string    `json:"file,omitempty"`
	}
	type item struct {
		Title  string `json:"title"`
		Kind   string `json:"kind"`
		Side   string `json:"side"`
		DueOn  string `json:"due_on"`
		Amount string `json:"amount,omitempty"`
		Status string `json:"status"`
		Steps  []step `json:"steps"`
	}
	var out []item
	for i, d := range due.Items {
		one := item{Title: d.Title, Kind: d.Kind, Side: d.Side, DueOn: d.DueOn.Format(time.DateOnly), Status: d.Status, Steps: []step{}}
		if d.Amount != nil {
			one.Amount = d.Amount.String()
		}
		for _, x := range d.Steps {
			did := step{At: x.At.UTC(), By: x.ByName, Act: x.Act, Note: x.Note}
			if x.DocumentID != nil {
				f, err := s.Documents.Read(ctx, k.Contract.BuyerID, *x.DocumentID)
				if err != nil {
					return err
				}
				did.File = fmt.Sprintf("evidence/%03d-%02d-%s", i+1, x.Number, inName.Replace(f.Name))
				b.add(did.File, f.Bytes)
			}
			one.Steps = append(one.Steps, did)
		}
		out = append(out, one)
	}
	b.write("milestones.json", out)
	return nil
}
