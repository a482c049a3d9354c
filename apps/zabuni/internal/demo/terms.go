//go:build demo

package demo

import (
	"context"
	"sync"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/kernel/rich"
	"zabuni.org/core/platform/pdf"
)

// termsOfDelivery is the file that goes with everything that is asked for.
var termsOfDelivery = sync.OnceValues(func() ([]byte, error) {
	words := func(kind rich.Kind, level int, text string) rich.Node {
		return rich.Node{Kind: kind, Level: level, Content: []rich.Node{{Kind: rich.Words, Text: text}}}
	}
	return pdf.Paper{
		Language: "en",
		From:     pdf.Party{Name: "Procurement"},
		Title:    "Terms of delivery",
		Body: rich.Node{Kind: rich.Doc, Content: []rich.Node{
			words(rich.Heading, 2, "Delivery"),
			words(rich.Paragraph, 0, "Goods are delivered to the main store on working days between 08:00 and 15:00, against a signed note of delivery."),
			words(rich.Heading, 2, "Acceptance"),
			words(rich.Paragraph, 0, "What differs from the description is refused within seven days and taken back at the supplier's expense."),
			words(rich.Heading, 2, "Payment"),
			words(rich.Paragraph, 0, "Invoices are paid within thirty days after acceptance."),
		}},
	}.Render()
})

// attach gives a category its terms of delivery.
func (t tender) attach(ctx context.Context, a *app.App, category uuid.UUID) error {
	content, err := termsOfDelivery()
	if err != nil {
		return err
	}
	return a.Sourcing.AddAttachment(ctx, t.by.actor, t.by.actor.Org, category, uuid.Must(uuid.NewV7()), "Terms of delivery.pdf", content)
}
