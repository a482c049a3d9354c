// Package publicationhttp is the operations of what is public: nobody needs an account for any of them.
package publicationhttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/ocds"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/publication"
	"zabuni.org/core/publication/publicationsvc"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	// TenderPath names a tender.
	TenderPath struct {
		JobID uuid.UUID `path:"job_id" format:"uuid"`
	}
	listInput struct {
		sourcinghttp.PageQuery
		Search     string              `query:"search" maxLength:"100"`
		Activities []sourcing.Activity `query:"activity,explode" maxItems:"20"`
		Countries  []geo.Code          `query:"country,explode" maxItems:"60"`
		States     []publication.State `query:"state,explode" maxItems:"5"`
	}
	// ProcessPath names what a record is of.
	ProcessPath struct {
		ProcessID uuid.UUID `path:"process_id" format:"uuid" doc:"A tender, or a purchase that is planned"`
	}
	plannedInput struct {
		sourcinghttp.PageQuery
		Search    string          `query:"search" maxLength:"100" doc:"Words of what is bought, of its plan or its buyer, or the first digits of its class"`
		Countries []geo.Code      `query:"country,explode" maxItems:"60"`
		Language  locale.Language `query:"language" default:"en" doc:"Of the names of classes"`
	}
	documentInput struct {
		TenderPath
		DocumentID uuid.UUID `path:"document_id" format:"uuid"`
	}
	feedInput struct {
		After int64 `query:"after" minimum:"0" maximum:"9007199254740991" doc:"Number of the last release that was read; the link to the next page has it"`
	}
	// PublicTender is a row of the public list.
	PublicTender struct {
		ID        uuid.UUID         `json:"id" format:"uuid"`
		Reference string            `json:"reference"`
		Title     string            `json:"title"`
		Activity  sourcing.Activity `json:"activity"`
		Buyer     string            `json:"buyer"`
		Country   string            `json:"country" doc:"Of the buyer, ISO 3166-1"`
		State     publication.State `json:"state"`
		ClosesAt  time.Time         `json:"closes_at" doc:"The last closing of its categories that were not called off, or the end of its room"`
		Cancelled *time.Time        `json:"cancelled_at,omitempty" doc:"When the last of it was called off; absent where not all of it was"`
		Timezone  string            `json:"timezone" doc:"IANA name; in which its times are meant"`
		FirstAt   time.Time         `json:"published_at"`
		LastAt    time.Time         `json:"changed_at"`
		Lots      int               `json:"categories"`
	}
	// PublicTenders is a page of the public list.
	PublicTenders struct {
		Items []PublicTender `json:"items"`
		Next  string         `json:"next"`
	}
	// PublicPlanned is a row of what buyers mean to buy.
	PublicPlanned struct {
		ID        uuid.UUID         `json:"id" format:"uuid"`
		Plan      string            `json:"plan" doc:"Its plan, with the year"`
		Title     string            `json:"title"`
		Class     string            `json:"class" doc:"CPV, eight digits"`
		Named     string            `json:"class_name" doc:"In the language that was asked for; empty: nobody knows"`
		Activity  sourcing.Activity `json:"activity" doc:"By which method"`
		Buyer     string            `json:"buyer"`
		Country   string            `json:"country" doc:"Of the buyer, ISO 3166-1"`
		PublishOn day.Day           `json:"publish_on"`
		AwardOn   day.Day           `json:"award_on"`
		TenderID  *uuid.UUID        `json:"tender_id,omitempty" format:"uuid" doc:"The last public tender that came of it; absent: there is none"`
	}
	// PublicPlans is a page of what buyers mean to buy.
	PublicPlans struct {
		Items []PublicPlanned `json:"items"`
		Next  string          `json:"next"`
	}
	// PublicAmount is money.
	PublicAmount struct {
		Value    string `json:"value"`
		Currency string `json:"currency"`
	}
	// PublicLot is a category of a tender.
	PublicLot struct {
		ID            string        `json:"id"`
		Title         string        `json:"title"`
		Description   string        `json:"description"`
		Status        string        `json:"status" enum:"active,complete,unsuccessful,cancelled"`
		ClosesAt      *time.Time    `json:"closes_at,omitempty" doc:"When bids for it close; absent of what was published before that was told"`
		ReservedGroup string        `json:"reserved_group" doc:"Name of the special group whose members alone take part; empty: everybody may"`
		Fee           *PublicAmount `json:"fee,omitempty" doc:"What a bid for it costs; absent: nothing"`
	}
	// PublicItem is a line to be priced.
	PublicItem struct {
		ID          string `json:"id"`
		LotID       string `json:"category_id"`
		Description string `json:"description"`
		Quantity    string `json:"quantity"`
		Unit        string `json:"unit"`
	}
	// PublicDocument belongs to what is asked.
	PublicDocument struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	// PublicAnswer is a question that was answered to all; of who asked nothing is known.
	PublicAnswer struct {
		ID       string    `json:"id"`
		Question string    `json:"question"`
		Answer   string    `json:"answer"`
		At       time.Time `json:"answered_at"`
	}
	// PublicChange is an addendum, or a closing that was moved.
	PublicChange struct {
		ID       string     `json:"id"`
		Title    string     `json:"title"`
		Body     string     `json:"body"`
		At       time.Time  `json:"at"`
		ClosesAt *time.Time `json:"closes_at,omitempty" doc:"To when a closing was moved; then there is no body"`
	}
	// PublicAward is what one company won.
	PublicAward struct {
		ID     string       `json:"id"`
		LotID  string       `json:"category_id"`
		Status string       `json:"status" enum:"pending,active,cancelled"`
		Winner string       `json:"winner"`
		At     time.Time    `json:"decided_at"`
		Amount PublicAmount `json:"amount"`
	}
	// PublicContract is what came of an award.
	PublicContract struct {
		ID      string       `json:"id"`
		AwardID string       `json:"award_id"`
		Title   string       `json:"title"`
		Status  string       `json:"status" enum:"active,terminated"`
		Signed  time.Time    `json:"signed_at" doc:"When the last of them signed"`
		Amount  PublicAmount `json:"amount"`
	}
	// PublicDetails is a tender as everybody may read it.
	PublicDetails struct {
		PublicTender
		Description string           `json:"description"`
		Bidders     *int             `json:"bidders,omitempty" doc:"How many companies bid for some of it; absent until that may be known"`
		Categories  []PublicLot      `json:"lots"`
		Items       []PublicItem     `json:"items"`
		Documents   []PublicDocument `json:"documents"`
		Answers     []PublicAnswer   `json:"answers"`
		Changes     []PublicChange   `json:"changes"`
		Awards      []PublicAward    `json:"awards"`
		Contracts   []PublicContract `json:"contracts"`
	}
)

func op(path, id, summary string) httpkit.Operation {
	return httpkit.Operation{ID: id, Method: http.MethodGet, Path: path, Tag: "public", Summary: summary}
}

// open is an operation that pages of others may read: the list and the feed.
func open(path, id, summary string) httpkit.Operation {
	o := op(path, id, summary)
	o.Shared = true
	return o
}

const packaged = "application/json; charset=utf-8"

// Mount registers the operations.
func Mount(b *httpkit.BFF, s *publicationsvc.Service) {
	network := func(ctx context.Context) string { return httpkit.From(ctx).Network }
	httpkit.Route(b, access.Anyone, open("/tenders", "publicTenders", "What is open and what was awarded, for everybody, the newest first"),
		func(ctx context.Context, in *listInput) (*httpkit.Body[PublicTenders], error) {
			list, err := s.List(ctx, network(ctx), publicationsvc.Filter{
				Search:     in.Search,
				Activities: in.Activities,
				Countries:  in.Countries,
				States:     in.States,
			}, in.After, in.Limit)
			return httpkit.JSON(PublicTenders{Items: httpkit.Each(list.Items, row), Next: list.Next}, err)
		})
	httpkit.Route(b, access.Anyone, open("/planned", "publicPlanned", "What buyers mean to buy, for everybody, by the days on which they mean to publish it"),
		func(ctx context.Context, in *plannedInput) (*httpkit.Body[PublicPlans], error) {
			list, err := s.Planned(ctx, network(ctx), publicationsvc.PlannedFilter{Search: in.Search, Countries: in.Countries}, in.Language, in.After, in.Limit)
			return httpkit.JSON(PublicPlans{Items: httpkit.Each(list.Items, planned), Next: list.Next}, err)
		})
	httpkit.Route(b, access.Anyone, open("/tenders/{job_id}", "publicTender", "A tender as everybody may read it"),
		func(ctx context.Context, in *TenderPath) (*httpkit.Body[PublicDetails], error) {
			d, err := s.Details(ctx, network(ctx), in.JobID)
			return httpkit.JSON(details(d), err)
		})
	httpkit.Route(b, access.Anyone, op("/tenders/{job_id}/documents/{document_id}", "publicDocument", "A document of a tender"),
		func(ctx context.Context, in *documentInput) (*httpkit.Download, error) {
			return sourcinghttp.AttachmentFile(s.Document(ctx, network(ctx), in.JobID, in.DocumentID))
		})
	httpkit.Route(b, access.Anyone, open("/ocds/releases", "publicReleases", "Releases of open contracting (OCDS 1.1), in the order in which they became readable"),
		func(ctx context.Context, in *feedInput) (*httpkit.Raw, error) {
			text, err := s.Feed(ctx, network(ctx), in.After)
			if err != nil {
				return nil, err
			}
			return httpkit.Say(packaged, text), nil
		})
	httpkit.Route(b, access.Anyone, open("/ocds/records/{process_id}", "publicRecord", "The record of a tender or a planned purchase (OCDS 1.1): all its releases and what they come to"),
		func(ctx context.Context, in *ProcessPath) (*httpkit.Raw, error) {
			text, err := s.Record(ctx, network(ctx), in.ProcessID)
			if err != nil {
				return nil, err
			}
			return httpkit.Say(packaged, text), nil
		})
}

func row(t publicationsvc.Tender) PublicTender {
	return PublicTender{ID: t.Job, Reference: t.Reference, Title: t.Title, Activity: sourcing.Activity(t.Activity), Buyer: t.Buyer, Country: t.BuyerCountry,
		State: t.State, ClosesAt: t.ClosesAt, Cancelled: t.CancelledAt, Timezone: t.Timezone, FirstAt: t.FirstAt, LastAt: t.LastAt, Lots: t.Lots}
}

func planned(p publicationsvc.Purchase) PublicPlanned {
	return PublicPlanned{ID: p.Item, Plan: p.Plan, Title: p.Title, Class: p.Class, Named: p.Named, Activity: sourcing.Activity(p.Activity), Buyer: p.Buyer, Country: p.BuyerCountry,
		PublishOn: day.Day(p.Publish.Format(time.DateOnly)), AwardOn: day.Day(p.Award.Format(time.DateOnly)), TenderID: httpkit.OrNil(p.Job)}
}

func amount(v publicationsvc.Value) PublicAmount {
	return PublicAmount{Value: v.Amount.String(), Currency: v.Currency}
}

func lot(l publicationsvc.Lot) PublicLot {
	out := PublicLot{ID: l.ID, Title: l.Title, Description: l.Description, Status: l.Status, ClosesAt: l.Period.Closes, ReservedGroup: first(l.Other.Reserved)}
	if l.Fee != nil {
		out.Fee = new(amount(*l.Fee))
	}
	return out
}

func change(c publicationsvc.Change) PublicChange {
	out := PublicChange{ID: c.ID, Title: c.Title, Body: c.Body, At: c.At}
	if to, ok := ocds.MovedTo(c.Body); ok { // pages tell it in the reader's language and the zone of the job
		out.Body, out.ClosesAt = "", &to
	}
	return out
}

// first is the only one of a list that has one.
func first(of []string) string {
	if len(of) == 0 {
		return ""
	}
	return of[0]
}

func details(d publicationsvc.Details) PublicDetails {
	return PublicDetails{
		PublicTender: row(d.Tender),
		Description:  d.Description,
		Bidders:      d.Bidders,
		Categories:   httpkit.Each(d.Categories, lot),
		Items: httpkit.Each(d.Items, func(i publicationsvc.Item) PublicItem {
			return PublicItem{ID: i.ID, LotID: i.Lot, Description: i.Description, Quantity: i.Quantity.String(), Unit: i.Unit.Name}
		}),
		Documents: httpkit.Each(d.Documents, func(f publicationsvc.Document) PublicDocument { return PublicDocument{ID: f.ID, Name: f.Title} }),
		Answers: httpkit.Each(d.Enquiries, func(a publicationsvc.Enquiry) PublicAnswer {
			return PublicAnswer{ID: a.ID, Question: a.Question, Answer: a.Answer, At: a.At}
		}),
		Changes: httpkit.Each(d.Changes, change),
		Awards: httpkit.Each(d.Awards, func(a publicationsvc.Award) PublicAward {
			out := PublicAward{ID: a.ID, LotID: first(a.Lots), Status: a.Status, At: a.At, Amount: amount(a.Value)}
			if len(a.Suppliers) > 0 {
				out.Winner = a.Suppliers[0].Name
			}
			return out
		}),
		Contracts: httpkit.Each(d.Contracts, func(k publicationsvc.Contract) PublicContract {
			return PublicContract{ID: k.ID, AwardID: k.Award, Title: k.Title, Status: k.Status, Signed: k.Signed, Amount: amount(k.Value)}
		}),
	}
}
