//go:build demo

package demo

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/rich"
)

// A term is a clause of the demonstration; each line of its text is a paragraph.
type term struct {
	code, title, text  string
	language           locale.Language
	topic              contract.Topic
	risk               contract.Risk
	mandatory          bool
	fallback, guidance string
}

func (c term) write(ctx context.Context, a *app.App, by access.Actor) (uuid.UUID, error) {
	return a.Contracts.CreateSection(ctx, by, contractsvc.SectionForm{
		Section: contract.Section{
			Code:      c.code,
			Language:  c.language,
			Title:     c.title,
			Topic:     c.topic,
			Mandatory: c.mandatory,
			Risk:      c.risk,
			Fallback:  c.fallback,
			Guidance:  c.guidance,
		},
		Body: rich.FromPlain(c.text).JSON(),
	})
}

var platformTerms = []term{
	{code: "PAR-01", title: "Parties", language: "en", topic: contract.TopicParties, risk: contract.LowRisk, mandatory: true,
		text: "This contract {number} is made on {contract_date} between {buyer}, {buyer_address} (“the Buyer”) and {supplier}, {supplier_address} (“the Supplier”)."},
	{code: "PRI-01", title: "Contract price", language: "en", topic: contract.TopicPrice, risk: contract.MediumRisk, mandatory: true,
		text: "The contract price is {value}. It includes all taxes, duties and levies.\nPrices are fixed until {ends_on}."},
	{code: "FOR-01", title: "Force majeure", language: "en", topic: contract.TopicForce, risk: contract.LowRisk,
		text:     "Neither party is liable for a delay that it could neither foresee nor prevent, as long as it tells the other within fourteen days.",
		fallback: "The party affected tells the other as soon as it reasonably can."},
	{code: "FOR-01", title: "Force majeure", language: "fr", topic: contract.TopicForce, risk: contract.LowRisk,
		text: "Aucune partie ne répond d’un retard qu’elle ne pouvait ni prévoir ni empêcher, pourvu qu’elle en avise l’autre sous quatorze jours."},
}

var hospitalTerms = []term{
	{code: "PAY-01", title: "Payment within thirty days", language: "en", topic: contract.TopicPayment, risk: contract.HighRisk, mandatory: true,
		text:     "The Buyer pays within thirty days of an undisputed invoice.\nInterest on late payment is one per cent a month.",
		fallback: "The Buyer pays within forty-five days of an undisputed invoice.",
		guidance: "Beyond forty-five days the finance committee has to agree."},
	{code: "DEL-01", title: "Delivery to the wards", language: "en", topic: contract.TopicDelivery, risk: contract.MediumRisk,
		text: "Goods are delivered to the wards that {buyer} names, on working days before noon.\nWhat is refused is taken back at the Supplier’s cost within five days."},
	{code: "DEL-01", title: "Uwasilishaji wodini", language: "sw", topic: contract.TopicDelivery, risk: contract.MediumRisk,
		text: "Bidhaa huwasilishwa katika wodi zinazotajwa na {buyer}, siku za kazi kabla ya adhuhuri."},
}

// seedClauses fills the libraries of the platform and of the hospital.
func seedClauses(ctx context.Context, a *app.App) error {
	staff, grace := people[0].actor, people[5].actor
	made := map[string]uuid.UUID{}
	for _, shelf := range []struct {
		by    access.Actor
		terms []term
	}{{staff, platformTerms}, {grace, hospitalTerms}} {
		for _, c := range shelf.terms {
			id, err := c.write(ctx, a, shelf.by)
			if err != nil {
				return fmt.Errorf("%s: %w", c.code, err)
			}
			made[c.code+" "+string(c.language)] = id
		}
	}
	of := func(names ...string) []contractsvc.PartForm {
		var out []contractsvc.PartForm
		for _, n := range names {
			out = append(out, contractsvc.PartForm{Section: made[n]})
		}
		return out
	}
	_, err := a.Contracts.CreateTemplate(ctx, staff, contractsvc.TemplateForm{
		Name:        "Short form of a contract",
		Description: "Parties, price and what nobody can help.",
		Language:    "en",
		Parts:       of("PAR-01 en", "PRI-01 en", "FOR-01 en"),
	})
	if err != nil {
		return err
	}
	goods, err := a.Contracts.CreateTemplate(ctx, grace, contractsvc.TemplateForm{
		Name:        "Medical goods",
		Description: "With delivery to the wards.",
		Language:    "en",
		Parts: append(of("PAR-01 en", "PRI-01 en", "PAY-01 en", "DEL-01 en"),
			contractsvc.PartForm{Title: "Cold chain", Body: rich.FromPlain("The Supplier records the temperature of every box from loading to handing over.").JSON()}),
	})
	if err != nil {
		return err
	}
	for _, c := range []contract.Category{
		{Name: "Medical goods", Template: &goods, RetentionYears: 10, ReminderDays: []int{90, 60, 30, 7, 0}},
		{Name: "Works", RetentionYears: 12, ReminderDays: []int{90, 30}},
	} {
		if _, err := a.Contracts.CreateCategory(ctx, grace, c); err != nil {
			return err
		}
	}
	return nil
}
