package partyhttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/httpkit"
)

type (
	// CaseText is what both sides have said in a case, and when.
	CaseText struct {
		ID         uuid.UUID        `json:"id" format:"uuid"`
		Ground     party.Ground     `json:"ground"`
		Reason     string           `json:"reason"`
		Status     party.CaseStatus `json:"status"`
		NoticedAt  time.Time        `json:"noticed_at"`
		ReplyBy    time.Time        `json:"reply_by"`
		Reply      string           `json:"reply"`
		RepliedAt  *time.Time       `json:"replied_at,omitempty"`
		Decision   string           `json:"decision"`
		DecidedAt  *time.Time       `json:"decided_at,omitempty"`
		ExpiresAt  *time.Time       `json:"expires_at,omitempty"`
		Appeal     string           `json:"appeal"`
		AppealedAt *time.Time       `json:"appealed_at,omitempty"`
		LiftedWhy  string           `json:"lifted_why"`
		LiftedAt   *time.Time       `json:"lifted_at,omitempty"`
	}
	// BlacklistCase is a case as the desk that keeps it sees it.
	BlacklistCase struct {
		CaseText
		SupplierID uuid.UUID `json:"supplier_id" format:"uuid"`
		Supplier   string    `json:"supplier"`
		Country    string    `json:"country"`
		Platform   bool      `json:"platform" doc:"Holds for every buyer; the operator keeps it"`
	}
	// BlacklistCases is one page of cases.
	BlacklistCases struct {
		Items []BlacklistCase `json:"items"`
		Next  string          `json:"next"`
	}
	// SupplierNotice is a case as its supplier sees it.
	SupplierNotice struct {
		CaseText
		Buyer string `json:"buyer" doc:"Empty: the platform"`
	}
	// SupplierNotices lists the cases against a company.
	SupplierNotices struct {
		Items []SupplierNotice `json:"items"`
	}
	// SupplierChoice is a supplier to choose.
	SupplierChoice struct {
		ID   uuid.UUID `json:"id" format:"uuid"`
		Name string    `json:"name"`
	}
	// SupplierChoices lists them.
	SupplierChoices struct {
		Items []SupplierChoice `json:"items"`
	}
	casesQuery struct {
		After       string             `query:"after" maxLength:"200"`
		Limit       int                `query:"limit" minimum:"1" maximum:"100" default:"20"`
		Statuses    []party.CaseStatus `query:"status,explode" maxItems:"20"`
		Grounds     []party.Ground     `query:"ground,explode" maxItems:"20"`
		NoticedFrom day.Day            `query:"noticed_from"`
		NoticedTo   day.Day            `query:"noticed_to"`
		ExpiresFrom day.Day            `query:"expires_from"`
		ExpiresTo   day.Day            `query:"expires_to"`
		Search      string             `query:"search" maxLength:"100"`
	}
	noticeInput struct {
		Body struct {
			SupplierID uuid.UUID    `json:"supplier_id" format:"uuid"`
			Ground     party.Ground `json:"ground"`
			Reason     string       `json:"reason"`
			ReplyDays  int          `json:"reply_days"`
		}
	}
	// CasePath names a case.
	CasePath struct {
		CaseID uuid.UUID `path:"case_id" format:"uuid"`
	}
	decisionInput struct {
		CasePath
		Body struct {
			Blacklist bool       `json:"blacklist"`
			Reason    string     `json:"reason"`
			ExpiresAt *time.Time `json:"expires_at,omitempty"`
		}
	}
	whitelistInput struct {
		CasePath
		Body struct {
			Reason string `json:"reason"`
		}
	}
	answerInput struct {
		CasePath
		Body struct {
			Text string `json:"text"`
		}
	}
)

func caseOf(r partysvc.CaseRow) BlacklistCase {
	return BlacklistCase{
		CaseText: CaseText{
			ID:         r.ID,
			Ground:     party.Ground(r.Ground),
			Reason:     r.Reason,
			Status:     party.CaseStatus(r.Status),
			NoticedAt:  r.NoticedAt.UTC(),
			ReplyBy:    r.ReplyBy.UTC(),
			Reply:      r.Reply,
			RepliedAt:  r.RepliedAt,
			Decision:   r.Decision,
			DecidedAt:  r.DecidedAt,
			ExpiresAt:  r.ExpiresAt,
			Appeal:     r.Appeal,
			AppealedAt: r.AppealedAt,
			LiftedWhy:  r.LiftedWhy,
			LiftedAt:   r.LiftedAt,
		},
		SupplierID: r.SupplierID,
		Supplier:   r.SupplierName,
		Country:    r.Country,
		Platform:   r.BuyerID == nil,
	}
}

func noticeOf(r partysvc.MyCaseRow) SupplierNotice {
	return SupplierNotice{
		CaseText: CaseText{
			ID:         r.ID,
			Ground:     party.Ground(r.Ground),
			Reason:     r.Reason,
			Status:     party.CaseStatus(r.Status),
			NoticedAt:  r.NoticedAt.UTC(),
			ReplyBy:    r.ReplyBy.UTC(),
			Reply:      r.Reply,
			RepliedAt:  r.RepliedAt,
			Decision:   r.Decision,
			DecidedAt:  r.DecidedAt,
			ExpiresAt:  r.ExpiresAt,
			Appeal:     r.Appeal,
			AppealedAt: r.AppealedAt,
			LiftedWhy:  r.LiftedWhy,
			LiftedAt:   r.LiftedAt,
		},
		Buyer: r.BuyerName,
	}
}

// MountBlacklist registers the cases that a desk keeps.
func MountBlacklist(b *httpkit.BFF, s *partysvc.Service, t access.UserType) {
	p := access.BlacklistSuppliers
	if t == access.Operator {
		p = access.ManageSupplier
	}
	op(b, t, p, http.MethodGet, "/blacklist", "blacklist", "Notices and decisions against suppliers, newest first", func(ctx context.Context, in *casesQuery) (*httpkit.Body[BlacklistCases], error) {
		page, err := s.Cases(ctx, httpkit.Actor(ctx), partysvc.CaseFilter{
			Statuses: in.Statuses,
			Grounds:  in.Grounds,
			Noticed:  httpkit.Days(ctx, in.NoticedFrom, in.NoticedTo),
			Expires:  httpkit.Days(ctx, in.ExpiresFrom, in.ExpiresTo),
			Search:   in.Search,
		}, in.After, in.Limit)
		return httpkit.JSON(BlacklistCases{Items: httpkit.Each(page.Items, caseOf), Next: page.Next}, err)
	})
	op(b, t, p, http.MethodGet, "/blacklist/suppliers", "noticeSuppliers", "Suppliers that a notice can be given to", func(ctx context.Context, in *searchQuery) (*httpkit.Body[SupplierChoices], error) {
		page, err := s.Suppliers(ctx, httpkit.Actor(ctx), partysvc.SupplierFilter{Search: in.Search}, "", 20)
		return httpkit.JSON(SupplierChoices{httpkit.Each(page.Items, func(r partysvc.Supplier) SupplierChoice {
			return SupplierChoice{
				ID:   r.ID,
				Name: r.Name,
			}
		})}, err)
	})
	op(b, t, p, http.MethodPost, "/blacklist", "createNotice", "Give a supplier notice, with a period for its reply", func(ctx context.Context, in *noticeInput) (*httpkit.Body[MadeID], error) {
		return made(s.GiveNotice(ctx, httpkit.Actor(ctx), in.Body.SupplierID, party.Notice{Ground: string(in.Body.Ground), Reason: in.Body.Reason, ReplyDays: in.Body.ReplyDays}))
	})
	op(b, t, p, http.MethodPost, "/blacklist/{case_id}/decision", "decideCase", "Blacklist the supplier until a day, or dismiss the case", func(ctx context.Context, in *decisionInput) (*httpkit.Empty, error) {
		return httpkit.Done(s.DecideCase(ctx, httpkit.Actor(ctx), in.CaseID, party.Decision{Blacklist: in.Body.Blacklist, Reason: in.Body.Reason, Expires: in.Body.ExpiresAt}))
	})
	op(b, t, p, http.MethodPost, "/blacklist/{case_id}/whitelist", "whitelist", "Lift a decision before it expires", func(ctx context.Context, in *whitelistInput) (*httpkit.Empty, error) {
		return httpkit.Done(s.Whitelist(ctx, httpkit.Actor(ctx), in.CaseID, in.Body.Reason))
	})
}

// MountNotices registers the supplier's side of cases.
func MountNotices(b *httpkit.BFF, s *partysvc.Service) {
	op(b, access.Supplier, "", http.MethodGet, "/notices", "notices", "Notices and decisions against my company", func(ctx context.Context, _ *struct{}) (*httpkit.Body[SupplierNotices], error) {
		rows, err := s.MyCases(ctx, httpkit.Actor(ctx))
		return httpkit.JSON(SupplierNotices{httpkit.Each(rows, noticeOf)}, err)
	})
	answer := func(path, id, summary string, m party.CaseMove) {
		op(b, access.Supplier, access.UpdateCompanyInfo, http.MethodPost, "/notices/{case_id}/"+path, id, summary, func(ctx context.Context, in *answerInput) (*httpkit.Empty, error) {
			return httpkit.Done(s.Answer(ctx, httpkit.Actor(ctx), in.CaseID, m, in.Body.Text))
		})
	}
	answer("reply", "replyToNotice", "Reply to a notice within its period", party.Reply)
	answer("appeal", "appealDecision", "Note an appeal against a decision", party.Appeal)
}
