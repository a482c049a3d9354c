package biddingsvc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/internal/biddingdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/pdf"
	"zabuni.org/core/platform/pg"
)

// ReceiptPDF prints the signed receipt of a submission of the actor's company.
func (s *Service) ReceiptPDF(ctx context.Context, a access.Actor, bid, submission uuid.UUID, language string) (string, []byte, error) {
	var p biddingdb.ParticipationRow
	var sub *Submission
	err := s.tx(ctx, a, func(tx pg.Tx) error {
		var err error
		if p, err = load(ctx, tx, a, bid); err != nil {
			return err
		}
		rows, err := q.Submissions(ctx, tx, p.ID, a.Org)
		for _, r := range rows {
			if r.ID == submission {
				sub = &Submission{r.ID, r.Version, r.ReceivedAt, r.Receipt, r.WithdrawnAt}
			}
		}
		return err
	})
	if err != nil {
		return "", nil, err
	}
	if sub == nil {
		return "", nil, bidding.BidNotFound.New("no such submission")
	}
	zone, err := time.LoadLocation(p.Timezone)
	if err != nil {
		zone = time.UTC
	}
	w := bidding.ReceiptWordsOf(language)
	at := sub.ReceivedAt.In(zone)
	hash := sha256.Sum256([]byte(sub.Receipt))
	supplier, err := q.CompanyName(ctx, s.db, a.Org)
	if err != nil {
		return "", nil, err
	}
	out, err := pdf.Receipt{Language: language, By: pdf.Party{Name: "Zabuni"}, Title: w.Title, At: at, Note: sub.Receipt, Footer: p.Reference,
		Rows: []pdf.Row{{Label: w.Supplier, Value: supplier}, {Label: w.Buyer, Value: p.BuyerName}, {Label: w.Job, Value: p.JobTitle},
			{Label: w.Category, Value: p.CategoryName}, {Label: w.Reference, Value: p.Reference}, {Label: w.Version, Value: strconv.Itoa(int(sub.Version))},
			{Label: w.Received, Value: pdf.Precisely(at), Strong: true}, {Label: w.Hash, Value: hex.EncodeToString(hash[:])}}}.Render()
	return fmt.Sprintf("receipt-v%d.pdf", sub.Version), out, err
}
