package archivesvc

import (
	"cmp"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/ocds"
	"zabuni.org/core/sourcing"
)

type tree = map[string]any

// words of the standard for where a lot stands.
var lotStates = map[sourcing.Status]string{
	sourcing.Awarded:      ocds.Complete,
	sourcing.Complete:     ocds.Complete,
	sourcing.Unsuccessful: ocds.Unsuccessful,
	sourcing.Cancelled:    ocds.Cancelled,
	sourcing.Withdrawn:    "withdrawn",
}

func lotState(status string) string { return cmp.Or(lotStates[sourcing.Status(status)], "active") }

func value(amount, currency string) tree { return tree{"amount": number(amount), "currency": currency} }

// number is an amount as JSON has it, with all its digits.
type number string

// MarshalJSON implements json.Marshaler.
func (n number) MarshalJSON() ([]byte, error) { return []byte(n), nil }

func period(from, to time.Time) tree {
	return tree{"startDate": from.UTC().Format(time.RFC3339), "endDate": to.UTC().Format(time.RFC3339)}
}

// record is the job as a record of OCDS 1.1: a category is a lot, its winner an award.
func (b *bundle) record() error {
	awards, err := q.BundleAwards(b.ctx, b.s.db, b.in.Job, b.in.Owner)
	if err != nil {
		return err
	}
	contracts, err := q.BundleContracts(b.ctx, b.s.db, b.in.Job, b.in.Owner)
	if err != nil {
		return err
	}
	tenderers, err := q.BundleTenderers(b.ctx, b.s.db, b.in.Job, b.in.Owner)
	if err != nil {
		return err
	}
	buyer := tree{"id": b.in.Owner, "name": b.head.BuyerName}
	parties := []tree{{"id": b.in.Owner, "name": b.head.BuyerName, "roles": []string{"buyer", "procuringEntity"}}}
	won := map[uuid.UUID]bool{}
	made := []tree{}
	for _, a := range awards {
		status := ocds.Active
		if a.SetAside {
			status = ocds.Cancelled
		} else {
			won[a.SupplierID] = true
		}
		award := tree{
			"id":          a.ID.String() + "-" + a.SupplierID.String(),
			"status":      status,
			"date":        a.DecidedAt.UTC().Format(time.RFC3339),
			"suppliers":   []tree{{"id": a.SupplierID, "name": a.SupplierName}},
			"relatedLots": []uuid.UUID{a.CategoryID},
		}
		if a.Priced > 0 {
			award["value"] = value(a.Amount.String(), a.Currency)
		}
		made = append(made, award)
	}
	bidders := []tree{}
	for _, t := range tenderers {
		roles := []string{"tenderer"}
		if won[t.ID] {
			roles = append(roles, "supplier")
		}
		parties = append(parties, tree{"id": t.ID, "name": t.Name, "address": tree{"countryName": t.Country}, "roles": roles})
		bidders = append(bidders, tree{"id": t.ID, "name": t.Name})
	}
	agreed := []tree{}
	for _, k := range contracts {
		c := tree{"id": k.ID, "title": k.Title, "status": contractState(k.Status), "value": value(k.Value.String(), k.Currency)}
		if k.AwardID != nil && k.SupplierID != nil {
			c["awardID"] = k.AwardID.String() + "-" + k.SupplierID.String()
		}
		if k.StartsOn != nil && k.EndsOn != nil {
			c["period"] = period(*k.StartsOn, *k.EndsOn)
		}
		if k.ContractDate != nil {
			c["dateSigned"] = k.ContractDate.Format(time.RFC3339)
		}
		agreed = append(agreed, c)
	}
	at := b.head.ArchivedAt.UTC().Format(time.RFC3339)
	release := tree{
		"ocid":           ocds.ID(b.in.Job),
		"id":             b.in.Job.String() + "-archived",
		"date":           at,
		"tag":            []string{"compiled"},
		"initiationType": "tender",
		"language":       "en",
		"parties":        parties,
		"buyer":          buyer,
		"tender":         b.tender(buyer, bidders),
		"awards":         made,
		"contracts":      agreed,
	}
	return b.json("record.json", tree{
		"version":       "1.1",
		"uri":           "urn:uuid:" + b.in.Job.String(),
		"publishedDate": at,
		"publisher":     tree{"name": b.s.out.Notary.Origin()},
		"records":       []tree{{"ocid": ocds.ID(b.in.Job), "releases": []tree{release}, "compiledRelease": release}},
	})
}

// tender is the job with its categories; rounds of negotiation stand in what these came to.
func (b *bundle) tender(buyer tree, tenderers []tree) tree {
	out := tree{
		"id":                       b.head.Reference,
		"title":                    b.head.Title,
		"status":                   "complete",
		"procuringEntity":          buyer,
		"tenderers":                tenderers,
		"numberOfTenderers":        len(tenderers),
		"submissionMethod":         []string{b.method()},
		"procurementMethodDetails": b.head.Activity,
	}
	lots := []tree{}
	var from, to time.Time
	for _, c := range b.categories {
		if c.ParentID != nil {
			continue
		}
		lot := tree{"id": c.ID, "title": c.Name, "description": c.Description, "status": lotState(c.Status)}
		if c.Estimate != nil {
			lot["value"] = value(c.Estimate.String(), c.Currency)
		}
		lots = append(lots, lot)
		if from.IsZero() || c.OpensAt.Before(from) {
			from = c.OpensAt
		}
		if c.ClosesAt.After(to) {
			to = c.ClosesAt
		}
	}
	if len(lots) > 0 {
		out["tenderPeriod"] = period(from, to)
	}
	out["lots"] = lots
	return out
}

// contractState is the standard's word for where a contract stands.
func contractState(status string) string {
	switch status {
	case "cancelled":
		return "cancelled"
	case "expired", "terminated", "completed", "archived":
		return "terminated"
	}
	return "active"
}

// method is how bids came in.
func (b *bundle) method() string {
	if (sourcing.Job{Activity: sourcing.Activity(b.head.Activity)}).Policy().Has(sourcing.Live) {
		return "electronicAuction"
	}
	return "electronicSubmission"
}
