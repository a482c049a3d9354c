package ocds

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Where a purchase stands that is planned.
const (
	Scheduled = "planned"
	Withdrawn = "withdrawn" // it is planned no more
)

// A Planned is what may be published of a purchase that a buyer means to make: a process of its own, of which tenders may come.
// What it may cost is not told.
type Planned struct {
	Item                  uuid.UUID
	Buyer                 Party
	Plan                  uuid.UUID
	PlanTitle             string
	Year                  int
	Title, Activity, Code string    // its class as CPV has it
	Named                 string    // what the code says, in English; empty: nobody knows
	Opens, Awards         time.Time // days; it is awarded by the end of the second
}

// Body is what a release says beside its own identifier, its moment and its tags.
func (p Planned) Body() ([]byte, error) {
	class := tree{"scheme": "CPV", "id": p.Code, "description": nil} // of another code before may not stay
	if p.Named != "" {
		class["description"] = p.Named
	}
	return json.Marshal(tree{
		"ocid":           ID(p.Item),
		"initiationType": "tender",
		"language":       "en",
		"buyer":          p.Buyer.named(),
		"parties":        []tree{p.Buyer.party("buyer", "procuringEntity")},
		"planning":       tree{"documents": []tree{{"id": p.Plan.String(), "documentType": "procurementPlan", "title": fmt.Sprintf("%s (%d)", p.PlanTitle, p.Year)}}},
		"tender": tree{
			"id":                       p.Item.String(),
			"title":                    p.Title,
			"status":                   Scheduled,
			"procuringEntity":          p.Buyer.named(),
			"procurementMethodDetails": p.Activity,
			"items":                    []tree{{"id": p.Item.String(), "description": p.Title, "classification": class}},
			"tenderPeriod":             tree{"startDate": moment(p.Opens)},
			"awardPeriod":              tree{"endDate": moment(p.Awards.AddDate(0, 0, 1).Add(-time.Second))},
		},
	})
}

// Withdraw is what is said of a purchase that is planned no more: what was said last, with where it stands.
func Withdraw(body []byte) ([]byte, error) {
	out, err := told(body)
	if err != nil {
		return nil, err
	}
	if t := member(out["tender"]); t != nil {
		t["status"] = Withdrawn
	}
	return json.Marshal(out)
}

// planned reports whether a tender is one that is meant to be.
func planned(t tree) bool { return t["status"] == Scheduled || t["status"] == Withdrawn }

// A Related is the planned purchase that a process came of, and where its record is.
type Related struct {
	Item uuid.UUID
	Page string
}

func (r Related) tree() tree {
	return tree{"id": r.Item.String(), "relationship": []string{"planning"}, "scheme": "ocid", "identifier": ID(r.Item), "uri": r.Page}
}
