package ocds

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/money"
)

// Version is that of the standard which we write.
const Version = "1.1"

// extensions are those of which what we write makes use, as they were published with that version.
var extensions = []string{
	"https://raw.githubusercontent.com/open-contracting-extensions/ocds_lots_extension/v1.1.5/extension.json",
	"https://raw.githubusercontent.com/open-contracting-extensions/ocds_enquiry_extension/v1.1.5/extension.json",
	"https://raw.githubusercontent.com/open-contracting-extensions/ocds_participationFee_extension/v1.1.5/extension.json",
	"https://raw.githubusercontent.com/open-contracting-extensions/ocds_otherRequirements_extension/master/extension.json", // it has no versions
}

// lotPeriod is the extension of our own, by which a lot has a period; it lies with the pages of suppliers.
const lotPeriod = "/ocds/lot-period/extension.json"

// ID names the contracting process that a job is, or a purchase that is planned; its prefix is the platform's own.
func ID(process uuid.UUID) string { return "ocds-zabuni-" + process.String() }

// Where a tender or a lot of it stands.
const (
	Active       = "active"
	Complete     = "complete"
	Unsuccessful = "unsuccessful"
	Cancelled    = "cancelled"
)

// Where an award or a contract stands, beside Active and Cancelled.
const (
	Pending    = "pending"
	Terminated = "terminated"
)

// A Process is what may be published of a job, in the product's own words.
type Process struct {
	Job         uuid.UUID
	Buyer       Party
	Reference   string
	Title       string
	Description string
	Activity    string
	Selective   bool // only who is invited may bid
	Live        bool // bids come in a room
	Page        string
	Status      string
	Opens       time.Time
	Closes      time.Time
	Bidders     *int // nil: nobody may know yet
	Categories  []Category
	Goods       []Good
	Files       []File
	Answers     []Answer
	Changes     []Change
	Awards      []Award
	Contracts   []Contract
	Planned     *Related // nil: nothing is public of a plan of it
}

// A Party is a company that has a part in a process.
type Party struct {
	ID            uuid.UUID
	Name, Country string
}

// An Amount is money.
type Amount struct {
	Value    money.Decimal
	Currency string
}

// A Category is bid for by itself.
type Category struct {
	ID                        uuid.UUID
	Title, Description, State string
	Opens, Closes             time.Time
	Reserved                  string // the group whose members alone take part; empty: everybody may
	Fee                       *Amount
}

func (c Category) tree() tree {
	out := tree{"id": c.ID.String(), "title": c.Title, "description": c.Description, "status": c.State, "tenderPeriod": period(c.Opens, c.Closes)}
	if c.Reserved != "" {
		out["otherRequirements"] = tree{"reservedParticipation": []string{c.Reserved}}
	}
	return out
}

// A Good is a line that is priced. One that is gone leaves its identifier and its unit.
type Good struct {
	ID, Category      uuid.UUID
	Description, Unit string
	Quantity          money.Quantity
	Scheme, Code      string // of its classification; empty: of none
	Named             string // what the code says, in English; empty: nobody knows
	Gone              bool
}

// A File is a document that belongs to what is asked. One that is gone leaves its identifier.
type File struct {
	ID, Category uuid.UUID
	Title, Media string
	At           time.Time
	Gone         bool
}

// An Answer is what all have been told to a question; of who asked nothing is known.
type Answer struct {
	ID, Category       uuid.UUID
	Question, Response string
	At                 time.Time
}

// closing is how a closing that was moved is told, with its moment after it.
const closing = "Bids close at "

// Moved is a closing that was moved to a moment.
func Moved(id string, at time.Time, why string, to time.Time) Change {
	return Change{ID: id, At: at, Title: why, Body: closing + moment(to)}
}

// MovedTo reads what Moved has told; false of any other text.
func MovedTo(told string) (time.Time, bool) {
	text, ok := strings.CutPrefix(told, closing)
	if !ok {
		return time.Time{}, false
	}
	at, err := time.Parse(time.RFC3339, text)
	return at, err == nil
}

// A Change says what changed and why.
type Change struct {
	ID          string
	At          time.Time
	Title, Body string
}

// An Award is what one company won of a category.
type Award struct {
	ID       string
	Category uuid.UUID
	State    string
	At       time.Time
	Winner   Party
	Value    Amount
}

// A Contract is what came of an award.
type Contract struct {
	ID, Award, Title, State string
	Value                   Amount
	From, Until             *time.Time
	Signed                  time.Time
	Changes                 []Change
	Milestones              []Milestone
}

// A Milestone is what is owed under a contract by a day. One that is due no more leaves its identifier.
type Milestone struct {
	ID, Title, Kind, State string
	Due                    time.Time
	Gone                   bool
}

type tree = map[string]any

// exact is an amount as JSON has it, with all its digits.
type exact string

// MarshalJSON implements json.Marshaler.
func (n exact) MarshalJSON() ([]byte, error) { return []byte(n), nil }

func moment(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func period(from, until time.Time) tree {
	return tree{"startDate": moment(from), "endDate": moment(until)}
}

func (a Amount) tree() tree { return tree{"amount": exact(a.Value.String()), "currency": a.Currency} }

func (p Party) named() tree { return tree{"id": p.ID.String(), "name": p.Name} }

// Body is what a release says beside its own identifier, its moment and its tags. It says all that is known, not what
// changed alone, so that each can be read by itself.
func (p Process) Body() ([]byte, error) {
	out := tree{
		"ocid":           ID(p.Job),
		"initiationType": "tender",
		"language":       "en",
		"buyer":          p.Buyer.named(),
		"parties":        p.parties(),
		"tender":         p.tender(),
	}
	if len(p.Awards) > 0 {
		out["awards"] = p.awards()
	}
	if len(p.Contracts) > 0 {
		out["contracts"] = p.contracts()
	}
	if p.Planned != nil {
		out["relatedProcesses"] = []tree{p.Planned.tree()}
	}
	return json.Marshal(out)
}

func (p Party) party(roles ...string) tree {
	return tree{"id": p.ID.String(), "name": p.Name, "roles": roles, "address": tree{"countryName": p.Country}}
}

func (p Process) parties() []tree {
	out := []tree{p.Buyer.party("buyer", "procuringEntity")}
	known := map[uuid.UUID]bool{p.Buyer.ID: true}
	for _, a := range p.Awards {
		if !known[a.Winner.ID] {
			known[a.Winner.ID] = true
			out = append(out, a.Winner.party("supplier"))
		}
	}
	return out
}

func (p Process) tender() tree {
	method, way := "open", "electronicSubmission"
	if p.Selective {
		method = "selective"
	}
	if p.Live {
		way = "electronicAuction"
	}
	lots, items, documents := []tree{}, []tree{}, []tree{}
	fees := []tree{}
	for _, c := range p.Categories {
		lots = append(lots, c.tree())
		if c.Fee != nil {
			fees = append(fees, tree{"id": c.ID.String(), "type": []string{"submission"}, "value": c.Fee.tree(), "description": c.Title})
		}
	}
	for _, g := range p.Goods {
		item := tree{"id": g.ID.String(), "description": g.Description, "quantity": exact(g.Quantity.String()), "unit": tree{"name": g.Unit}, "relatedLot": g.Category.String()}
		if g.Code != "" {
			class := tree{"scheme": g.Scheme, "id": g.Code}
			if g.Named != "" {
				class["description"] = g.Named
			}
			item["classification"] = class
		}
		if g.Gone { // what the standard has no null for stays
			item["description"], item["quantity"], item["relatedLot"] = nil, nil, nil
		}
		items = append(items, item)
	}
	for _, f := range p.Files {
		document := tree{"id": f.ID.String(), "documentType": nil, "title": nil, "url": nil, "format": nil, "datePublished": nil, "relatedLots": nil}
		if !f.Gone {
			document = tree{"id": f.ID.String(), "documentType": "biddingDocuments", "title": f.Title, "url": p.Page + "/documents/" + f.ID.String(),
				"format": f.Media, "datePublished": moment(f.At), "relatedLots": []string{f.Category.String()}}
		}
		documents = append(documents, document)
	}
	out := tree{
		"id":                       p.Reference,
		"title":                    p.Title,
		"description":              p.Description,
		"status":                   p.Status,
		"procuringEntity":          p.Buyer.named(),
		"procurementMethod":        method,
		"procurementMethodDetails": p.Activity,
		"submissionMethod":         []string{way},
		"submissionMethodDetails":  p.Page,
		"tenderPeriod":             period(p.Opens, p.Closes),
		"hasEnquiries":             len(p.Answers) > 0,
		"lots":                     lots,
	}
	for name, list := range map[string][]tree{"items": items, "documents": documents, "participationFees": fees, "amendments": changes(p.Changes)} {
		if len(list) > 0 {
			out[name] = list
		}
	}
	if len(p.Answers) > 0 {
		enquiries := []tree{}
		for _, a := range p.Answers {
			enquiries = append(enquiries, tree{"id": a.ID.String(), "description": a.Question, "answer": a.Response, "dateAnswered": moment(a.At), "relatedLot": a.Category.String()})
		}
		out["enquiries"] = enquiries
	}
	if p.Bidders != nil {
		out["numberOfTenderers"] = *p.Bidders
	}
	return out
}

func changes(of []Change) []tree {
	out := []tree{}
	for _, c := range of {
		out = append(out, tree{"id": c.ID, "date": moment(c.At), "rationale": c.Title, "description": c.Body})
	}
	return out
}

func (p Process) awards() []tree {
	out := []tree{}
	for _, a := range p.Awards {
		out = append(out, tree{"id": a.ID, "status": a.State, "date": moment(a.At), "suppliers": []tree{a.Winner.named()}, "value": a.Value.tree(),
			"relatedLots": []string{a.Category.String()}})
	}
	return out
}

func (p Process) contracts() []tree {
	out := []tree{}
	for _, k := range p.Contracts {
		c := tree{"id": k.ID, "awardID": k.Award, "title": k.Title, "status": k.State, "value": k.Value.tree(), "dateSigned": moment(k.Signed)}
		if k.From != nil && k.Until != nil {
			c["period"] = period(*k.From, *k.Until)
		}
		if len(k.Changes) > 0 {
			c["amendments"] = changes(k.Changes)
		}
		if len(k.Milestones) > 0 {
			steps := []tree{}
			for _, m := range k.Milestones {
				step := tree{"id": m.ID, "title": nil, "type": nil, "dueDate": nil, "status": nil}
				if !m.Gone {
					step = tree{"id": m.ID, "title": m.Title, "type": m.Kind, "dueDate": moment(m.Due), "status": m.State}
				}
				steps = append(steps, step)
			}
			c["implementation"] = tree{"milestones": steps}
		}
		out = append(out, c)
	}
	return out
}

// Released is a release: what it says, as the n-th of its process, at a moment. A moment is a millisecond at least after that of
// the one before, since readers put releases into order by it.
func Released(body []byte, process uuid.UUID, n int, at time.Time, tags []Tag) ([]byte, error) {
	var out map[string]json.RawMessage
	if err := json.Unmarshal(body, &out); err != nil {
		return nil, err
	}
	for name, v := range map[string]any{"id": releaseID(process, n), "date": at.UTC().Format("2006-01-02T15:04:05.000Z"), "tag": tags} {
		text, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		out[name] = text
	}
	return json.Marshal(out)
}

func releaseID(process uuid.UUID, n int) string { return ID(process) + "-" + strconv.Itoa(n) }
