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
	var sub Submission
	err := s.tx(ctx, a, func(tx pg.Tx) (err error) {
		p, sub, err = receiptOf(ctx, tx, a, bid, submission)
		return err
	})
	if err != nil {
		return "", nil, err
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
