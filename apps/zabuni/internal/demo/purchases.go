//go:build demo

package demo

import (
	"fmt"

	"zabuni.org/core/sourcing"
)

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

// yearly is what the railway bought every two months since it came to the platform a year ago: the same fuel, cheaper once and
// dearer once than it was estimated and than the time before.
func yearly() []tender {
	rail, rail2, s4, s6 := people[3], people[11], people[9], people[12]
	var out []tender
	for i, x := range []struct {
		opens                   int
		estimate, first, second string // for all of it; of two bidders for a litre
	}{
		{-355, "4200000", "98.40", "101.20"},
		{-296, "4200000", "103.75", "101.90"},
		{-237, "4100000", "99.10", "100.00"},
		{-178, "4100000", "108.60", "106.35"},
		{-119, "4300000", "104.80", "107.10"},
	} {
		out = append(out, tender{activity: sourcing.RFQ, by: rail, second: rail2, code: fmt.Sprintf("ARC/F/%02d", i+1),
			title: fmt.Sprintf("Diesel for maintenance trains, call %d", i+1), text: "Delivered by road tanker to the depot at Adama, within ten days.",
			category: fmt.Sprintf("Diesel, call %d", i+1), kind: 12, currency: "ETB", fee: "0", estimate: x.estimate, opens: x.opens, closes: x.opens + 6, stage: awarded,
			items: []line{{"Diesel, delivered to the depot", "litre", 40_000}}, codes: []string{"FU-DI-50"},
			bids: []bid{{by: s4, prices: []string{x.first}}, {by: s6, prices: []string{x.second}}}})
	}
	return out
}
