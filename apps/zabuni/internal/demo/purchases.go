//go:build demo

package demo

import "zabuni.org/core/sourcing"

// purchases are what the railway has bought twice, and sold once: of them its savings tell. The second time nobody had estimated
// it, and it was dearer than the first.
func purchases() []tender {
	rail, rail2, s4, s6 := people[3], people[11], people[9], people[12]
	gloves := []line{{"Gloves, leather, size 10", "pair", 900}, {"Helmet, white", "each", 240}}
	codes := []string{"PPE-GL-10", "PPE-HE-W"}
	return []tender{
		{activity: sourcing.RFQ, by: rail, second: rail2, code: "ARC/R/2025/07", title: "Protective gear of last year", text: "Gloves and helmets for the section gangs.",
			category: "Gloves and helmets", kind: 20, currency: "ETB", fee: "0", estimate: "560000", opens: -57, closes: -52, stage: awarded,
			items: gloves, codes: codes,
			bids: []bid{
				{by: s6, prices: []string{"310", "840"}},
				{by: s4, prices: []string{"335", "905"}},
			}},
		{activity: sourcing.AssetDisposal, by: rail, second: rail2, code: "ARC/A/2025/03", title: "Rails of the old siding", text: "To be taken from Mojo within a month.",
			category: "Rails", kind: 24, currency: "ETB", fee: "0", estimate: "400000", opens: -56, closes: -51, stage: awarded,
			items:  []line{{"Rail, 12 m, used", "each", 60}},
			things: []thing{{condition: sourcing.Worn, location: "Mojo siding, stack 1", reserve: "6000", notes: "Worn on one side; straight."}},
			bids: []bid{
				{by: s6, prices: []string{"7400"}},
				{by: s4, prices: []string{"6900"}},
			}},
		{activity: sourcing.RFQ, by: rail, second: rail2, code: "ARC/R/2025/09", title: "Protective gear for new gangs", text: "Gloves and helmets for two more gangs.",
			category: "Gloves and helmets, second lot", kind: 20, currency: "ETB", fee: "0", opens: -44, closes: -41, stage: awarded,
			items: []line{{"Gloves, leather, size 10", "pair", 300}, {"Helmet, white", "each", 80}}, codes: codes,
			bids: []bid{{by: s6, prices: []string{"342", "890"}}}},
	}
}
