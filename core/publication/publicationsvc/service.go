// Package publicationsvc is the use cases of what is public: each event of a job and each plan that is approved leaves releases, everybody reads the list, a
// tender, its documents and the feed.
package publicationsvc

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/page"
	"zabuni.org/core/ocds"
	"zabuni.org/core/platform/document/documentsvc"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/publication"
	"zabuni.org/core/publication/internal/publicationdb"
	"zabuni.org/core/sourcing"
)

var q = publicationdb.New()

// Service runs the use cases.
type Service struct {
	db        *pgxpool.Pool
	documents *documentsvc.Service
	origin    string
}

// New returns a Service; origin is where everybody finds what it publishes.
func New(db *pgxpool.Pool, documents *documentsvc.Service, origin string) *Service {
	return &Service{db, documents, origin}
}

// desk is where the operations of what is public are served.
const desk = "/api/supplier"

func (s *Service) page(job uuid.UUID) string { return s.origin + desk + "/tenders/" + job.String() }

// Without an account a network has three hundred looks in a breath and five a second: more than a page of people and less than
// would keep others waiting.
var looks = journal.Limit{Burst: 300, Per: 200 * time.Millisecond}

// look counts a look of somebody who has no account.
func (s *Service) look(ctx context.Context, network string) error {
	return journal.Take(ctx, s.db, "public:"+network, looks)
}

// A Filter narrows the list; the zero value narrows nothing.
type Filter struct {
	Search     string
	Activities []sourcing.Activity
	Countries  []geo.Code
	States     []publication.State
}

// A Tender is a row of the list.
type Tender struct {
	Job                                             uuid.UUID
	Reference, Title, Activity, Buyer, BuyerCountry string
	Timezone                                        string // IANA; in which its times are meant
	State                                           publication.State
	ClosesAt, FirstAt, LastAt                       time.Time
	CancelledAt                                     *time.Time // nil: not all of it was called off
	Lots                                            int
}

// List is one page of what is public, the newest first.
func (s *Service) List(ctx context.Context, network string, f Filter, after string, limit int) (page.Of[Tender], error) {
	var out page.Of[Tender]
	if err := s.look(ctx, network); err != nil {
		return out, err
	}
	c, err := page.Parse(after)
	if err != nil {
		return out, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	rows, err := q.List(ctx, s.db, publicationdb.ListParams{
		AfterAt:    c.At,
		AfterID:    c.ID,
		Search:     pg.Sought(f.Search),
		Activities: closed.Values(f.Activities...),
		Countries:  closed.Values(f.Countries...),
		States:     closed.Values(f.States...),
		Now:        now,
		MaxRows:    int32(limit + 1),
	})
	if err != nil {
		return out, err
	}
	cut := page.Cut(rows, limit, func(r publicationdb.ListRow) page.Cursor { return page.Cursor{At: r.FirstAt, ID: r.JobID} })
	out.Next = cut.Next
	for _, r := range cut.Items {
		out.Items = append(out.Items, Tender{Job: r.JobID, Reference: r.Reference, Title: r.Title, Activity: r.Activity, Buyer: r.BuyerName,
			BuyerCountry: r.BuyerCountry, State: publication.State(r.State), ClosesAt: r.ClosesAt.UTC(), Timezone: r.Timezone, FirstAt: r.FirstAt.UTC(),
			LastAt: r.LastAt.UTC(), CancelledAt: utc(r.CancelledAt), Lots: int(r.Lots)})
	}
	return out, nil
}

// body is what of a release the page shows.
type body struct {
	Tender struct {
		Description string     `json:"description"`
		Bidders     *int       `json:"numberOfTenderers"`
		Lots        []Lot      `json:"lots"`
		Fees        []Fee      `json:"participationFees"`
		Items       []Item     `json:"items"`
		Documents   []Document `json:"documents"`
		Enquiries   []Enquiry  `json:"enquiries"`
		Changes     []Change   `json:"amendments"`
	} `json:"tender"`
	Awards    []Award    `json:"awards"`
	Contracts []Contract `json:"contracts"`
}

type (
	// A Value is money, as it was published.
	Value struct {
		Amount   json.Number `json:"amount"`
		Currency string      `json:"currency"`
	}
	// A Lot is a category, as it was published.
	Lot struct {
		ID          string `json:"id"`
		Title       string `json:"title"`
		Description string `json:"description"`
		Status      string `json:"status"`
		Period      struct {
			Closes *time.Time `json:"endDate"`
		} `json:"tenderPeriod"`
		Other struct {
			Reserved []string `json:"reservedParticipation"`
		} `json:"otherRequirements"`
		Fee *Value `json:"-"` // what a bid for it costs, which stands beside the lots; nil: nothing
	}
	// A Fee is what a bid for a category costs.
	Fee struct {
		Lot   string `json:"id"`
		Value Value  `json:"value"`
	}
	// An Item is a line to be priced.
	Item struct {
		ID          string      `json:"id"`
		Description string      `json:"description"`
		Quantity    json.Number `json:"quantity"`
		Lot         string      `json:"relatedLot"`
		Unit        struct {
			Name string `json:"name"`
		} `json:"unit"`
	}
	// A Document belongs to what is asked.
	Document struct {
		ID    string   `json:"id"`
		Title string   `json:"title"`
		Lots  []string `json:"relatedLots"`
	}
	// An Enquiry is a question that was answered to all.
	Enquiry struct {
		ID       string    `json:"id"`
		Question string    `json:"description"`
		Answer   string    `json:"answer"`
		At       time.Time `json:"dateAnswered"`
		Lot      string    `json:"relatedLot"`
	}
	// A Change is an addendum, or a closing that was moved.
	Change struct {
		ID    string    `json:"id"`
		Title string    `json:"rationale"`
		Body  string    `json:"description"`
		At    time.Time `json:"date"`
	}
	// An Award is what one company won.
	Award struct {
		ID        string    `json:"id"`
		Status    string    `json:"status"`
		At        time.Time `json:"date"`
		Lots      []string  `json:"relatedLots"`
		Value     Value     `json:"value"`
		Suppliers []struct {
			Name string `json:"name"`
		} `json:"suppliers"`
	}
	// A Contract is what came of an award.
	Contract struct {
		ID     string    `json:"id"`
		Title  string    `json:"title"`
		Award  string    `json:"awardID"`
		Status string    `json:"status"`
		Signed time.Time `json:"dateSigned"`
		Value  Value     `json:"value"`
	}
)

// Details is a tender as its page shows it.
type Details struct {
	Tender
	Description string
	Bidders     *int
	Categories  []Lot
	Items       []Item
	Documents   []Document
	Enquiries   []Enquiry
	Changes     []Change
	Awards      []Award
	Contracts   []Contract
}

func utc(at *time.Time) *time.Time {
	if at == nil {
		return nil
	}
	return new(at.UTC())
}

// read returns what was published of a tender last.
func (s *Service) read(ctx context.Context, job uuid.UUID) (publicationdb.PublicRow, body, error) {
	var told body
	row, err := q.Public(ctx, s.db, job)
	if pg.NoRows(err) {
		err = publication.NotFound.New("")
	}
	if err == nil {
		err = json.Unmarshal([]byte(row.Body), &told)
	}
	return row, told, err
}

// Details returns a tender to everybody.
func (s *Service) Details(ctx context.Context, network string, job uuid.UUID) (Details, error) {
	if err := s.look(ctx, network); err != nil {
		return Details{}, err
	}
	row, told, err := s.read(ctx, job)
	if err != nil {
		return Details{}, err
	}
	out := Details{
		Tender: Tender{Job: row.JobID, Reference: row.Reference, Title: row.Title, Activity: row.Activity, Buyer: row.BuyerName, BuyerCountry: row.BuyerCountry,
			State: publication.State(row.State), ClosesAt: row.ClosesAt.UTC(), Timezone: row.Timezone, FirstAt: row.FirstAt.UTC(), LastAt: row.LastAt.UTC(),
			CancelledAt: utc(row.CancelledAt), Lots: int(row.Lots)},
		Description: told.Tender.Description,
		Bidders:     told.Tender.Bidders,
		Categories:  told.Tender.Lots,
		Enquiries:   told.Tender.Enquiries,
		Changes:     told.Tender.Changes,
		Awards:      told.Awards,
		Contracts:   told.Contracts,
	}
	for _, f := range told.Tender.Fees {
		if n := slices.IndexFunc(out.Categories, func(l Lot) bool { return l.ID == f.Lot }); n >= 0 {
			out.Categories[n].Fee = &f.Value
		}
	}
	for _, i := range told.Tender.Items {
		if i.Quantity != "" { // it is not gone
			out.Items = append(out.Items, i)
		}
	}
	for _, d := range told.Tender.Documents {
		if d.Title != "" {
			out.Documents = append(out.Documents, d)
		}
	}
	return out, nil
}

// Document returns a document of a tender to everybody, as long as it is kept.
func (s *Service) Document(ctx context.Context, network string, job, id uuid.UUID) (documentsvc.Document, error) {
	if err := s.look(ctx, network); err != nil {
		return documentsvc.Document{}, err
	}
	_, told, err := s.read(ctx, job)
	if err != nil {
		return documentsvc.Document{}, err
	}
	for _, d := range told.Tender.Documents {
		if d.ID == id.String() && d.Title != "" {
			row, err := q.Paper(ctx, s.db, id)
			if err != nil {
				return documentsvc.Document{}, err
			}
			return s.documents.Read(ctx, row.BuyerID, row.DocumentID)
		}
	}
	return documentsvc.Document{}, publication.NoFile.New("")
}

// PageOfReleases is how many releases a page of the feed has.
const PageOfReleases = 100

// Feed is the releases after a number, in the order in which they became readable, as a package of the standard. It raises
// NoMore where there is none: a package without a release is none.
func (s *Service) Feed(ctx context.Context, network string, after int64) ([]byte, error) {
	if err := s.look(ctx, network); err != nil {
		return nil, err
	}
	rows, err := q.Feed(ctx, s.db, after, PageOfReleases)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, publication.NoMore.New("").With("after", after)
	}
	p := ocds.Package{URI: s.feed(after), Publisher: s.origin}
	releases := make([]json.RawMessage, len(rows))
	for i, r := range rows {
		releases[i] = json.RawMessage(r.Body)
		if r.ReleasedAt.After(p.At) {
			p.At = r.ReleasedAt
		}
	}
	if on := s.feed(rows[len(rows)-1].Sequence); len(rows) == PageOfReleases {
		p.Next = on
	} else {
		p.Later = on
	}
	return p.Releases(releases)
}

func (s *Service) feed(after int64) string {
	return s.origin + desk + "/ocds/releases?after=" + strconv.FormatInt(after, 10)
}

func (s *Service) record(process uuid.UUID) string {
	return s.origin + desk + "/ocds/records/" + process.String()
}

// Record is all releases of a tender, or of a purchase that is planned, and what they come to, as a package of the standard.
func (s *Service) Record(ctx context.Context, network string, process uuid.UUID) ([]byte, error) {
	if err := s.look(ctx, network); err != nil {
		return nil, err
	}
	rows, err := q.ReleasesOf(ctx, s.db, process)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, publication.NotFound.New("")
	}
	releases := make([]json.RawMessage, len(rows))
	for i, r := range rows {
		releases[i] = json.RawMessage(r.Body)
	}
	p := ocds.Package{URI: s.record(process), Publisher: s.origin, At: rows[len(rows)-1].ReleasedAt}
	return p.Record(process, releases)
}
