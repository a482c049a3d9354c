package bffsupplier

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/boq"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/party/partyhttp"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
)

type (
	// Bid is one bid as its own supplier sees it.
	Bid struct {
		ID             uuid.UUID         `json:"id" format:"uuid"`
		CategoryID     uuid.UUID         `json:"category_id" format:"uuid"`
		JobID          uuid.UUID         `json:"job_id" format:"uuid"`
		BuyerID        uuid.UUID         `json:"buyer_id" format:"uuid"`
		Activity       sourcing.Activity `json:"activity"`
		CategoryName   string            `json:"category_name"`
		Reference      string            `json:"reference"`
		Number         string            `json:"number"`
		JobTitle       string            `json:"job_title"`
		BuyerName      string            `json:"buyer_name"`
		Instructions   string            `json:"instructions"`
		Timezone       string            `json:"timezone"`
		Currency       string            `json:"currency"`
		Status         bidding.Status    `json:"status"`
		CategoryStatus sourcing.Status   `json:"category_status"`
		OpensAt        time.Time         `json:"opens_at"`
		ClosesAt       time.Time         `json:"closes_at"`
		Open           bool              `json:"open" doc:"May change now"`
		Changed        bool              `json:"changed" doc:"The draft differs in time from the latest submission"`
		LastSavedAt    *time.Time        `json:"last_saved_at,omitempty"`
		Sections       []BidSection      `json:"sections"`
		Lines          []BidLine         `json:"lines"`
		Idle           []BidIdle         `json:"idle" doc:"What the draft has of what addenda took away; it is not submitted"`
		Total          *string           `json:"total,omitempty"`
		Progress       Progress          `json:"progress"`
		Receipts       []Receipt         `json:"receipts" doc:"Newest first"`
		Round          *BidRound         `json:"round,omitempty" doc:"Of a bid in a negotiation"`
		Addenda        int               `json:"addenda" doc:"How many the category has"`
		AddendaRead    int               `json:"addenda_read" doc:"Up to which the company has said to have read them; nothing is submitted before the latest"`
	}
	// BidIdle is an answer or a price of what an addendum took away.
	BidIdle struct {
		ID        uuid.UUID `json:"id" format:"uuid"`
		Label     string    `json:"label" doc:"The question, or number and description of the item"`
		Addendum  int32     `json:"addendum" doc:"Number of the one that took it away"`
		Value     string    `json:"value"`
		UnitPrice *string   `json:"unit_price,omitempty"`
		Remarks   string    `json:"remarks"`
		Files     []BidFile `json:"files"`
	}
	// BidRound is a round of negotiation, and the bid that it improves.
	BidRound struct {
		Number       int32     `json:"number"`
		BestAndFinal bool      `json:"best_and_final" doc:"No round follows it"`
		CategoryID   uuid.UUID `json:"category_id" format:"uuid" doc:"What is negotiated"`
		Reference    string    `json:"reference"`
		LastTotal    *string   `json:"last_total,omitempty" doc:"What I offered last for all items"`
	}
	// BidSection is a section with its questions.
	BidSection struct {
		ID          uuid.UUID     `json:"id" format:"uuid"`
		ParentID    *uuid.UUID    `json:"parent_id,omitempty" format:"uuid"`
		Name        string        `json:"name"`
		Description string        `json:"description"`
		Questions   []BidQuestion `json:"questions"`
	}
	// BidQuestion is a question with the bid's answer.
	BidQuestion struct {
		ID           uuid.UUID             `json:"id" format:"uuid"`
		Prompt       string                `json:"prompt"`
		Help         string                `json:"help"`
		ResponseType sourcing.ResponseType `json:"response_type"`
		MustAnswer   bool                  `json:"must_answer"`
		MaxScore     *string               `json:"max_score,omitempty"`
		Options      []BidOption           `json:"options"`
		Value        string                `json:"value"`
		Version      int64                 `json:"version"`
		Files        []BidFile             `json:"files"`
		Addendum     int32                 `json:"addendum" doc:"Number of the one that added it; 0 where it was there from the start"`
	}
	// BidOption is a choice.
	BidOption struct {
		ID    uuid.UUID `json:"id" format:"uuid"`
		Label string    `json:"label"`
	}
	// BidLine is an item with the bid's price.
	BidLine struct {
		ItemID      uuid.UUID `json:"item_id" format:"uuid"`
		Number      string    `json:"number"`
		Code        string    `json:"code"`
		Description string    `json:"description"`
		Unit        string    `json:"unit"`
		Quantity    string    `json:"quantity"`
		UnitPrice   *string   `json:"unit_price,omitempty"`
		LastPrice   *string   `json:"last_price,omitempty" doc:"In a round of negotiation: what was offered last; no price may be worse"`
		Amount      *string   `json:"amount,omitempty"`
		Remarks     string    `json:"remarks"`
		Version     int64     `json:"version"`
		Addendum    int32     `json:"addendum" doc:"Number of the one that added it; 0 where it was there from the start"`
	}
	// BidFile is a document of the bid.
	BidFile struct {
		ID         uuid.UUID        `json:"id" format:"uuid"`
		Name       string           `json:"name"`
		Type       string           `json:"type"`
		Size       int64            `json:"size"`
		UploadedAt time.Time        `json:"uploaded_at"`
		Paper      *partyhttp.Paper `json:"paper,omitempty" doc:"Of my company's profile, where it was taken from there"`
		PaperID    *uuid.UUID       `json:"paper_id,omitempty" format:"uuid" doc:"The version of that paper that it is"`
	}
	workbookInput struct {
		BidPath
		Language locale.Language `query:"language" default:"en" doc:"How a price typed as text is read"`
		RawBody  []byte          `contentType:"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"`
	}
	templateInput struct {
		BidPath
		Language locale.Language `query:"language" default:"en"`
	}
	receiptInput struct {
		BidPath
		SubmissionID uuid.UUID       `path:"submission_id" format:"uuid"`
		Language     locale.Language `query:"language" default:"en"`
	}
	// Taken is what a confirmed workbook changed.
	Taken struct {
		Report boq.Report `json:"report"`
		Saved  *Saved     `json:"saved,omitempty"`
	}
)

func mountBid(b *httpkit.BFF, s *biddingsvc.Service) {
	route(b, http.MethodGet, "/bids/{bid_id}", "bid", "One of my bids",
		func(ctx context.Context, in *BidPath) (*httpkit.Body[Bid], error) {
			got, err := s.Bid(ctx, httpkit.Actor(ctx), in.BidID)
			if err != nil {
				return nil, err
			}
			return &httpkit.Body[Bid]{Body: bidOf(got)}, nil
		})
	route(b, http.MethodGet, "/bids/{bid_id}/template", "bidTemplate", "The items as an Excel template",
		func(ctx context.Context, in *templateInput) (*httpkit.Download, error) {
			name, data, err := s.Template(ctx, httpkit.Actor(ctx), in.BidID, string(in.Language))
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(name, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", data), nil
		})
	httpkit.Route(b, asSupplier, httpkit.Operation{ID: "readTemplate", Method: http.MethodPost, Path: "/bids/{bid_id}/template/read", Tag: "bidding",
		Summary: "What a filled template would change", MaxBody: 9 << 20},
		func(ctx context.Context, in *workbookInput) (*httpkit.Body[boq.Report], error) {
			report, err := s.ReadTemplate(ctx, httpkit.Actor(ctx), in.BidID, in.RawBody, string(in.Language))
			return httpkit.JSON(report, err)
		})
	httpkit.Route(b, asSupplier, httpkit.Operation{ID: "takeTemplate", Method: http.MethodPost, Path: "/bids/{bid_id}/template", Tag: "bidding",
		Summary: "Store what a filled template changes", MaxBody: 9 << 20},
		func(ctx context.Context, in *workbookInput) (*httpkit.Body[Taken], error) {
			report, saved, err := s.TakeTemplate(ctx, httpkit.Actor(ctx), in.BidID, in.RawBody, string(in.Language))
			out := Taken{Report: report}
			if err == nil && !report.Blocking {
				v := savedOf(saved)
				out.Saved = &v
			}
			return httpkit.JSON(out, err)
		})
}

func mountPapers(b *httpkit.BFF, s *biddingsvc.Service) {
	httpkit.Route(b, asSupplier, httpkit.Operation{ID: "templateCorrections", Method: http.MethodPost, Path: "/bids/{bid_id}/template/corrections", Tag: "bidding",
		Summary: "The uploaded template with a column that says what to correct", MaxBody: 9 << 20},
		func(ctx context.Context, in *workbookInput) (*httpkit.Download, error) {
			name, data, err := s.Corrections(ctx, httpkit.Actor(ctx), in.BidID, in.RawBody, string(in.Language))
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(name, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", data), nil
		})
	route(b, http.MethodGet, "/bids/{bid_id}/receipts/{submission_id}/pdf", "receiptPDF", "A signed receipt on paper",
		func(ctx context.Context, in *receiptInput) (*httpkit.Download, error) {
			name, data, err := s.ReceiptPDF(ctx, httpkit.Actor(ctx), in.BidID, in.SubmissionID, string(in.Language))
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(name, "application/pdf", data), nil
		})
	route(b, http.MethodGet, "/bids/{bid_id}/receipts/{submission_id}/proof", "receiptProof", "What proves a submission without the platform: receipt, log and closing",
		func(ctx context.Context, in *receiptInput) (*httpkit.Download, error) {
			name, data, err := s.Proof(ctx, httpkit.Actor(ctx), in.BidID, in.SubmissionID)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(name, "application/json", data), nil
		})
}

func bidOf(g biddingsvc.Bid) Bid {
	out := Bid{ID: g.ID, CategoryID: g.CategoryID, JobID: g.JobID, BuyerID: g.BuyerID, Activity: sourcing.Activity(g.Activity), CategoryName: g.CategoryName, Reference: g.Reference,
		Number: g.Number, JobTitle: g.JobTitle, BuyerName: g.BuyerName, Instructions: g.Instructions, Timezone: g.Timezone, Currency: g.Currency,
		Status: bidding.Status(bidding.Shown(bidding.Status(g.Status), g.CategoryStatus)), CategoryStatus: sourcing.Status(g.CategoryStatus), OpensAt: g.OpensAt.UTC(), ClosesAt: g.ClosesAt.UTC(), Open: g.Open, Changed: g.Changed,
		LastSavedAt: g.LastSavedAt, Sections: []BidSection{}, Lines: make([]BidLine, len(g.Lines)), Total: decimal(g.Total), Idle: httpkit.Each(g.Idle, idleOf),
		Progress: progressOf(g.Progress), Receipts: make([]Receipt, len(g.Submissions)), Addenda: int(g.Addenda), AddendaRead: int(g.AddendumRead)}
	if r := g.Round; r != nil {
		out.Round = &BidRound{
			Number:       r.Number,
			BestAndFinal: r.BestAndFinal,
			CategoryID:   r.Above,
			Reference:    r.Reference,
			LastTotal:    decimal(r.Last),
		}
	}
	for _, q := range g.Questions {
		if n := len(out.Sections); n == 0 || out.Sections[n-1].ID != q.SectionID {
			out.Sections = append(out.Sections, BidSection{ID: q.SectionID, ParentID: q.ParentID, Name: q.SectionName, Description: q.SectionDescription})
		}
		item := BidQuestion{ID: q.ID, Prompt: q.Prompt, Help: q.Help, ResponseType: sourcing.ResponseType(q.ResponseType), MustAnswer: q.MustAnswer,
			Options: []BidOption{}, Value: g.Answers[q.ID].Value, Version: g.Answers[q.ID].Version, Files: []BidFile{}, Addendum: q.Addendum}
		if q.MaxScore != nil {
			v := q.MaxScore.Short()
			item.MaxScore = &v
		}
		for _, o := range g.Options[q.ID] {
			item.Options = append(item.Options, BidOption{ID: o.ID, Label: o.Label})
		}
		for _, f := range g.Files {
			if f.Question == q.ID {
				item.Files = append(item.Files, fileOf(f))
			}
		}
		s := &out.Sections[len(out.Sections)-1]
		s.Questions = append(s.Questions, item)
	}
	for i, l := range g.Lines {
		out.Lines[i] = BidLine{
			ItemID:      l.ID,
			Number:      l.Number,
			Code:        l.Code,
			Description: l.Description,
			Unit:        l.Unit,
			Quantity:    l.Quantity.Short(),
			UnitPrice:   decimal(l.UnitPrice),
			LastPrice:   decimal(l.Last),
			Amount:      decimal(l.Amount),
			Remarks:     l.Remarks,
			Version:     l.Version,
			Addendum:    l.Addendum,
		}
	}
	for i, r := range g.Submissions {
		out.Receipts[i] = receiptOf(r)
	}
	return out
}

func idleOf(i biddingsvc.Idle) BidIdle {
	return BidIdle{
		ID:        i.ID,
		Label:     i.Label,
		Addendum:  i.Addendum,
		Value:     i.Value,
		UnitPrice: decimal(i.UnitPrice),
		Remarks:   i.Remarks,
		Files:     httpkit.Each(i.Files, fileOf),
	}
}

func fileOf(f biddingsvc.File) BidFile {
	out := BidFile{
		ID:         f.ID,
		Name:       f.Name,
		Type:       f.Type,
		Size:       f.Size,
		UploadedAt: f.UploadedAt.UTC(),
	}
	if f.Paper != nil {
		out.Paper, out.PaperID = partyhttp.PaperOf(f.Paper.Kind, f.Paper.ExpiresOn), &f.Paper.ID
	}
	return out
}
