package reporthttp

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/diligence"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partyhttp"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/report/reportsvc"
	"zabuni.org/core/sourcing"
)

type (
	// WorldStands is how a supplier stands with the company.
	WorldStands struct {
		Invited int64 `json:"invited" doc:"Times that the company invited it"`
		Bids    int64 `json:"bids" doc:"Of what is open"`
		Won     int64 `json:"won"`
	}
	// WorldSupplier is a supplier as a search shows it.
	WorldSupplier struct {
		ID          uuid.UUID         `json:"id" format:"uuid"`
		Name        string            `json:"name"`
		Country     string            `json:"country"`
		CompanyType party.CompanyType `json:"company_type"`
		Categories  []string          `json:"categories"`
		Papers      party.PapersState `json:"papers" doc:"The worst of them"`
		Groups      []string          `json:"groups" doc:"Special groups of the platform, validated and in force"`
		Blacklisted bool              `json:"blacklisted" doc:"By the company or by the platform"`
		WorldStands
	}
	// WorldSuppliers is one page of them.
	WorldSuppliers struct {
		Items []WorldSupplier `json:"items"`
		Next  string          `json:"next,omitempty"`
	}
	// WorldCompany is a company by its name.
	WorldCompany struct {
		ID   uuid.UUID `json:"id" format:"uuid"`
		Name string    `json:"name"`
	}
	// WorldOwner is a director, a shareholder or both.
	WorldOwner struct {
		ID          uuid.UUID       `json:"id" format:"uuid"`
		Name        string          `json:"name"`
		Kind        party.OwnerKind `json:"kind"`
		Number      string          `json:"number" doc:"Its last signs alone; empty: none was given"`
		Nationality string          `json:"nationality"`
		Director    bool            `json:"director"`
		Share       *money.Quantity `json:"share,omitempty" doc:"Per cent; absent: holds none"`
		From        time.Time       `json:"from" doc:"Since when the company says so"`
		Until       *time.Time      `json:"until,omitempty" doc:"Absent: still"`
	}
	// WorldOwnerFound is one of them with the company.
	WorldOwnerFound struct {
		WorldOwner
		CompanyID uuid.UUID `json:"company_id" format:"uuid"`
		Company   string    `json:"company"`
		Country   string    `json:"country"`
	}
	// WorldOwners is one page of them.
	WorldOwners struct {
		People []WorldOwnerFound `json:"people" doc:"Nobody where nothing was typed"`
		Next   string            `json:"next,omitempty"`
	}
	// WorldPaper is how a paper stands.
	WorldPaper struct {
		Kind      party.DocumentKind `json:"kind"`
		State     party.PapersState  `json:"state"`
		ExpiresOn string             `json:"expires_on,omitempty" format:"date"`
		File      *uuid.UUID         `json:"file,omitempty" format:"uuid" doc:"Absent: there is none, or it is not for the person"`
		Name      string             `json:"name,omitempty"`
		Shown     bool               `json:"shown" doc:"The supplier lets every buyer open it"`
	}
	// WorldGroup is a special group that it belongs to.
	WorldGroup struct {
		Name      string `json:"name"`
		ExpiresOn string `json:"expires_on,omitempty" format:"date"`
	}
	// WorldListing keeps it out of what the company asks for.
	WorldListing struct {
		Platform bool      `json:"platform" doc:"Decided by the operator, for every buyer"`
		Since    time.Time `json:"since"`
		Until    time.Time `json:"until"`
	}
	// WorldBid is a bid of its that is open.
	WorldBid struct {
		CategoryID uuid.UUID         `json:"category_id" format:"uuid"`
		JobID      uuid.UUID         `json:"job_id" format:"uuid"`
		Activity   sourcing.Activity `json:"activity"`
		Name       string            `json:"name"`
		Reference  string            `json:"reference"`
		JobTitle   string            `json:"job_title"`
		Timezone   string            `json:"timezone"`
		ReceivedAt time.Time         `json:"received_at"`
		Outcome    string            `json:"outcome,omitempty" enum:"pass,fail" doc:"Absent: not yet, or not for the person"`
		Won        bool              `json:"won"`
		Amount     *money.Decimal    `json:"amount,omitempty" doc:"Awarded; absent where nothing is priced"`
		Currency   money.Currency    `json:"currency,omitempty"`
	}
	// WorldContract is a contract with it.
	WorldContract struct {
		ID       uuid.UUID       `json:"id" format:"uuid"`
		Number   string          `json:"number"`
		Title    string          `json:"title"`
		Currency money.Currency  `json:"currency"`
		Value    money.Decimal   `json:"value"`
		Status   contract.Status `json:"status"`
		StartsOn string          `json:"starts_on,omitempty" format:"date"`
		EndsOn   string          `json:"ends_on,omitempty" format:"date"`
	}
	// WorldCard is how it has served a contract.
	WorldCard struct {
		ContractID uuid.UUID     `json:"contract_id" format:"uuid"`
		Number     string        `json:"number"`
		FromOn     string        `json:"from_on" format:"date"`
		UntilOn    string        `json:"until_on" format:"date"`
		Score      money.Decimal `json:"score"`
	}
	// WorldVisit is what came of a visit to it.
	WorldVisit struct {
		SubmissionID uuid.UUID         `json:"submission_id" format:"uuid"`
		CategoryID   uuid.UUID         `json:"category_id" format:"uuid"`
		JobID        uuid.UUID         `json:"job_id" format:"uuid"`
		Activity     sourcing.Activity `json:"activity"`
		Name         string            `json:"name"`
		Reference    string            `json:"reference"`
		Status       diligence.Status  `json:"status"`
		DecidedAt    time.Time         `json:"decided_at"`
		ExpiresOn    string            `json:"expires_on,omitempty" format:"date"`
	}
	// WorldDetails is all that the company sees of a supplier.
	WorldDetails struct {
		ID              uuid.UUID                `json:"id" format:"uuid"`
		Name            string                   `json:"name"`
		Initials        string                   `json:"initials"`
		CompanyType     party.CompanyType        `json:"company_type"`
		Country         string                   `json:"country"`
		TaxLabel        string                   `json:"tax_label"`
		TaxID           string                   `json:"tax_id"`
		LocationName    string                   `json:"location_name"`
		PhysicalAddress string                   `json:"physical_address"`
		POBox           string                   `json:"po_box"`
		Phone           string                   `json:"phone"`
		Website         string                   `json:"website"`
		ContactName     string                   `json:"contact_name"`
		CreatedAt       time.Time                `json:"created_at"`
		Categories      []string                 `json:"categories"`
		Supplies        []string                 `json:"supplies" doc:"Locations"`
		Papers          []WorldPaper             `json:"papers" doc:"One of each kind, as it stands now"`
		Groups          []WorldGroup             `json:"groups"`
		Day             string                   `json:"day" format:"date" doc:"On which its register is read"`
		Shares          []partyhttp.SegmentShare `json:"shares"`
		Held            money.Quantity           `json:"held" doc:"Per cent that all owners hold together"`
		Owners          []WorldOwner             `json:"owners" doc:"On the day"`
		Left            []WorldOwner             `json:"left" doc:"Who was one before, the last to leave first"`
		Listings        []WorldListing           `json:"listings"`
		Standing        WorldStands              `json:"standing"`
		Bids            []WorldBid               `json:"bids"`
		Contracts       []WorldContract          `json:"contracts"`
		Scorecards      []WorldCard              `json:"scorecards"`
		Visits          []WorldVisit             `json:"visits"`
	}
	// WorldTie is what two companies have in common, or that one owns the other.
	WorldTie struct {
		A        WorldCompany    `json:"a" doc:"The owner, where one owns the other"`
		B        WorldCompany    `json:"b"`
		Kind     party.TieKind   `json:"kind"`
		Name     string          `json:"name,omitempty" doc:"Of whom or what they share"`
		Number   string          `json:"number,omitempty" doc:"Its last signs alone"`
		ByNumber bool            `json:"by_number" doc:"Otherwise the names alone are the same"`
		Director bool            `json:"director" doc:"The owner directs it too"`
		Share    *money.Quantity `json:"share,omitempty"`
		From     *time.Time      `json:"from,omitempty"`
		Until    *time.Time      `json:"until,omitempty" doc:"Absent: still"`
		Step     int             `json:"step" doc:"How far from the company"`
	}
	// WorldTies are the ties of a company.
	WorldTies struct {
		Company WorldCompany `json:"company"`
		Ties    []WorldTie   `json:"ties"`
	}
)

func worldStandsOf(s reportsvc.Standing) WorldStands {
	return WorldStands{Invited: s.Invited, Bids: s.Bids, Won: s.Won}
}

func worldSupplierOf(r reportsvc.WorldRow) WorldSupplier {
	return WorldSupplier{
		ID:          r.Found.ID,
		Name:        r.Name,
		Country:     r.Country,
		CompanyType: party.CompanyType(r.CompanyType),
		Categories:  r.Categories,
		Papers:      r.Papers,
		Groups:      r.Groups,
		Blacklisted: r.Blacklisted,
		WorldStands: worldStandsOf(r.Standing),
	}
}

func worldOwnerFoundOf(o partysvc.OwnerFound) WorldOwnerFound {
	return WorldOwnerFound{
		WorldOwner: WorldOwner{
			ID:          o.ID,
			Name:        o.Name,
			Kind:        party.OwnerKind(o.Kind),
			Number:      o.Identity,
			Nationality: o.Nationality,
			Director:    o.Director,
			Share:       o.Share,
			From:        o.Since.UTC(),
			Until:       o.Until,
		},
		CompanyID: o.CompanyID,
		Company:   o.Company,
		Country:   o.Country,
	}
}

func worldOwnerOf(r party.Register) WorldOwner {
	return WorldOwner{
		ID:          r.ID,
		Name:        r.Name,
		Kind:        party.OwnerKind(r.Kind),
		Number:      r.Identity,
		Nationality: r.Nationality,
		Director:    r.Director,
		Share:       r.Share,
		From:        r.From.UTC(),
		Until:       r.Until,
	}
}

// worldPapersOf shows of each kind how it stands, and its file to who may open it.
func worldPapersOf(d reportsvc.Supplier) []WorldPaper {
	now := map[party.DocumentKind]partysvc.DocumentVersion{}
	for _, v := range d.Documents {
		if _, later := now[v.Kind]; !later {
			now[v.Kind] = v
		}
	}
	out := make([]WorldPaper, len(party.DocumentKinds))
	for i, kind := range party.DocumentKinds {
		out[i] = WorldPaper{Kind: kind, State: party.PapersMissing}
		v, has := now[kind]
		if !has {
			continue
		}
		out[i].State, out[i].ExpiresOn = party.PapersState(v.State), partyhttp.Day(v.ExpiresOn)
		out[i].Shown = slices.Contains(d.Shown, kind)
		if d.Opens(kind) {
			out[i].File, out[i].Name = &v.File, v.Name
		}
	}
	return out
}

func worldBidOf(b reportsvc.DealtBid) WorldBid {
	out := WorldBid{
		CategoryID: b.ID,
		JobID:      b.JobID,
		Activity:   sourcing.Activity(b.Activity),
		Name:       b.Name,
		Reference:  b.Reference,
		JobTitle:   b.JobTitle,
		Timezone:   b.Timezone,
		ReceivedAt: b.ReceivedAt.UTC(),
		Outcome:    b.Outcome,
		Won:        b.Won,
		Currency:   money.Currency(b.Currency),
	}
	if b.Currency != "" {
		out.Amount = &b.Amount
	}
	return out
}

func worldContractOf(c reportsvc.DealtContract) WorldContract {
	return WorldContract{
		ID:       c.ID,
		Number:   c.Number,
		Title:    c.Title,
		Currency: money.Currency(c.Currency),
		Value:    c.Value,
		Status:   contract.Status(c.Status),
		StartsOn: partyhttp.Day(c.StartsOn),
		EndsOn:   partyhttp.Day(c.EndsOn),
	}
}

func worldCardOf(c reportsvc.DealtCard) WorldCard {
	return WorldCard{
		ContractID: c.ContractID,
		Number:     c.Number,
		FromOn:     c.FromOn.Format(time.DateOnly),
		UntilOn:    c.UntilOn.Format(time.DateOnly),
		Score:      c.Score,
	}
}

func worldVisitOf(v reportsvc.DealtVisit) WorldVisit {
	return WorldVisit{
		SubmissionID: v.SubmissionID,
		CategoryID:   v.CategoryID,
		JobID:        v.JobID,
		Activity:     sourcing.Activity(v.Activity),
		Name:         v.Name,
		Reference:    v.Reference,
		Status:       diligence.Status(v.Status),
		DecidedAt:    v.DecidedAt.UTC(),
		ExpiresOn:    partyhttp.Day(v.ExpiresOn),
	}
}

func worldTieOf(t partysvc.Tie) WorldTie {
	out := WorldTie{
		A:        WorldCompany(t.A),
		B:        WorldCompany(t.B),
		Kind:     t.Kind,
		Name:     t.Name,
		Number:   t.Number,
		ByNumber: t.ByNumber,
		Director: t.Director,
		Share:    t.Share,
		Until:    t.Until,
		Step:     t.Step,
	}
	if !t.From.IsZero() {
		from := t.From.UTC()
		out.From = &from
	}
	return out
}

func worldDetailsOf(d reportsvc.Supplier) WorldDetails {
	country, _ := geo.Find(d.Country)
	out := WorldDetails{
		ID:              d.ID,
		Name:            d.Name,
		Initials:        d.Initials,
		CompanyType:     party.CompanyType(d.CompanyType),
		Country:         d.Country,
		TaxLabel:        country.TaxLabel,
		TaxID:           d.TaxID,
		LocationName:    d.Location,
		PhysicalAddress: d.PhysicalAddress,
		POBox:           d.POBox,
		Phone:           d.Phone,
		Website:         d.Website,
		ContactName:     d.ContactName,
		CreatedAt:       d.CreatedAt.UTC(),
		Categories:      httpkit.Each(d.Interests, func(c partysvc.CategoryType) string { return c.Name }),
		Supplies:        httpkit.Each(d.Supplies, func(s partysvc.Supply) string { return s.Name }),
		Papers:          worldPapersOf(d),
		Groups:          []WorldGroup{},
		Day:             d.Day.Format(time.DateOnly),
		Held:            d.Held,
		Owners:          httpkit.Each(d.On, worldOwnerOf),
		Left:            httpkit.Each(d.Left, worldOwnerOf),
		Listings:        []WorldListing{},
		Standing:        worldStandsOf(d.Standing),
		Bids:            httpkit.Each(d.Bids, worldBidOf),
		Contracts:       httpkit.Each(d.Contracts, worldContractOf),
		Scorecards:      httpkit.Each(d.Cards, worldCardOf),
		Visits:          httpkit.Each(d.Visits, worldVisitOf),
	}
	for _, s := range party.Segments {
		out.Shares = append(out.Shares, partyhttp.SegmentShare{Segment: s, Share: d.Shares[s]})
	}
	for _, g := range d.Groups {
		if g.Status == "validated" {
			out.Groups = append(out.Groups, WorldGroup{Name: g.Name, ExpiresOn: partyhttp.Day(g.ExpiresOn)})
		}
	}
	for _, l := range d.Listings {
		out.Listings = append(out.Listings, WorldListing{Platform: l.Platform, Since: l.Since.UTC(), Until: l.Until.UTC()})
	}
	return out
}
