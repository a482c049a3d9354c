// Package auctionhttp is the operations of auctions: the desks of buyer and operator write
// and conduct them in one shape, suppliers see what the published rules let them see.
package auctionhttp

import (
	"encoding/hex"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/auction"
	"zabuni.org/core/auction/auctionsvc"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
)

// Kind is the activity of an auction.
type Kind string

// Values lists the activities that are live.
func (Kind) Values() []string {
	var out []string
	for _, p := range sourcing.Policies {
		if p.Has(sourcing.Live) {
			out = append(out, string(p.Activity))
		}
	}
	return closed.Values(out...)
}

type (
	// AuctionRules are what was said of the live part.
	AuctionRules struct {
		Visibility    auction.Visibility `json:"visibility" doc:"What those who bid see of each other"`
		ShowBidders   bool               `json:"show_bidders" doc:"They see how many they are"`
		StepAmount    *money.Decimal     `json:"step_amount,omitempty" doc:"By how much a bid improves; this or a per cent"`
		StepPercent   *money.Quantity    `json:"step_percent,omitempty"`
		Reference     auction.Reference  `json:"improves" doc:"What a bid must improve"`
		StartPrice    *money.Decimal     `json:"start_price,omitempty" doc:"The first bid must be this or better"`
		ShowMet       bool               `json:"show_reserve_met,omitempty" doc:"They see whether the best price reaches the reserve"`
		Commitment    string             `json:"reserve_commitment,omitempty" doc:"SHA-256 that holds the buyer to its reserve: docs/formats.md 10"`
		JumpPercent   money.Quantity     `json:"jump_percent" doc:"A bid that goes further is confirmed; 0: none"`
		StartsAt      time.Time          `json:"starts_at"`
		EndsAt        time.Time          `json:"ends_at"`
		HardEnd       time.Time          `json:"hard_end" doc:"Beyond which nothing moves the end"`
		WindowSeconds int                `json:"window_seconds" doc:"Before the end, in which a bid moves it; 0: nothing does"`
		ExtendSeconds int                `json:"extend_seconds"`
		ExtendFrom    auction.From       `json:"extend_from"`
		ExtendOn      auction.Trigger    `json:"extend_on"`
		TriggerRank   int                `json:"trigger_rank,omitempty"`
		MaxExtensions int                `json:"max_extensions,omitempty" doc:"0: as many as the last end allows"`
	}
	// AuctionRulesForm are what an author says of the live part: the same, with a last end of its own where none is said.
	AuctionRulesForm struct {
		Visibility    auction.Visibility `json:"visibility" doc:"What those who bid see of each other"`
		ShowBidders   bool               `json:"show_bidders" doc:"They see how many they are"`
		StepAmount    *money.Decimal     `json:"step_amount,omitempty" doc:"By how much a bid improves; this or a per cent"`
		StepPercent   *money.Quantity    `json:"step_percent,omitempty"`
		Reference     auction.Reference  `json:"improves" doc:"What a bid must improve"`
		StartPrice    *money.Decimal     `json:"start_price,omitempty" doc:"The first bid must be this or better"`
		Reserve       *money.Decimal     `json:"reserve,omitempty" doc:"For a worse price nobody gets it; bidders read its hash"`
		ShowMet       bool               `json:"show_reserve_met,omitempty" doc:"They see whether the best price reaches the reserve"`
		JumpPercent   money.Quantity     `json:"jump_percent" doc:"A bid that goes further is confirmed; 0: none"`
		StartsAt      time.Time          `json:"starts_at"`
		EndsAt        time.Time          `json:"ends_at"`
		HardEnd       time.Time          `json:"hard_end,omitzero" doc:"Beyond which nothing moves the end"`
		WindowSeconds int                `json:"window_seconds" doc:"Before the end, in which a bid moves it; 0: nothing does"`
		ExtendSeconds int                `json:"extend_seconds"`
		ExtendFrom    auction.From       `json:"extend_from"`
		ExtendOn      auction.Trigger    `json:"extend_on"`
		TriggerRank   int                `json:"trigger_rank,omitempty"`
		MaxExtensions int                `json:"max_extensions,omitempty" doc:"0: as many as the last end allows"`
	}
	// AuctionForm is what an author says of an auction.
	AuctionForm struct {
		Code           string              `json:"code" doc:"The buyer's own number"`
		Title          string              `json:"title"`
		Description    string              `json:"description,omitempty"`
		Instructions   string              `json:"instructions,omitempty"`
		DepartmentID   *uuid.UUID          `json:"department_id,omitempty" format:"uuid" doc:"For whose needs; absent: nobody's"`
		PlanItemID     *uuid.UUID          `json:"plan_item_id,omitempty" format:"uuid" doc:"Of a plan of procurement; absent: of none"`
		Classification string              `json:"classification,omitempty" maxLength:"200" doc:"What is bought: CPV, eight digits"`
		Private        *bool               `json:"private,omitempty" doc:"Kept out of the public list; absent: as it is"`
		CategoryTypeID *uuid.UUID          `json:"category_type_id,omitempty" format:"uuid"`
		Currency       money.Currency      `json:"currency"`
		Estimate       *money.Decimal      `json:"estimate,omitempty"`
		OpensAt        time.Time           `json:"opens_at" doc:"From when suppliers see it"`
		ClosesAt       time.Time           `json:"closes_at,omitzero" doc:"Of the technical part; without one it is the start"`
		PassMark       money.Quantity      `json:"pass_mark,omitzero"`
		InvitedOnly    bool                `json:"invited_only,omitempty"`
		Without        []sourcing.StepName `json:"without" doc:"Steps that it does without"`
		Rules          AuctionRulesForm    `json:"rules"`
	}
	// AuctionRow is a row of a list.
	AuctionRow struct {
		ID          uuid.UUID          `json:"id" format:"uuid"`
		JobID       uuid.UUID          `json:"job_id" format:"uuid"`
		Activity    sourcing.Activity  `json:"activity"`
		Reference   string             `json:"reference"`
		Title       string             `json:"title"`
		Timezone    string             `json:"timezone"`
		Currency    money.Currency     `json:"currency"`
		Visibility  auction.Visibility `json:"visibility"`
		InvitedOnly bool               `json:"invited_only"`
		StartsAt    time.Time          `json:"starts_at"`
		EndsAt      time.Time          `json:"ends_at"`
		Phase       auction.Phase      `json:"phase"`
		ItemCount   int64              `json:"item_count"`
		Invited     int64              `json:"invited"`
		Joined      int64              `json:"joined"`
		Bids        int64              `json:"bids"`
		Best        *money.Decimal     `json:"best,omitempty"`
		Department  string             `json:"department" doc:"For whose needs; empty: of none"`
	}
	// AuctionRows is one page of them, the last to start first.
	AuctionRows struct {
		Items []AuctionRow `json:"items"`
		Next  string       `json:"next"`
	}
	// AuctionLine is an event of a room as its reader sees it.
	AuctionLine struct {
		N          int64          `json:"n" doc:"In what this reader sees"`
		Seq        int64          `json:"seq,omitempty" doc:"In the ledger; the host's alone"`
		Kind       auction.Kind   `json:"kind"`
		Alias      int            `json:"alias,omitempty"`
		SupplierID *uuid.UUID     `json:"supplier_id,omitempty" format:"uuid" doc:"The host's alone"`
		Mine       bool           `json:"mine,omitempty"`
		Amount     *money.Decimal `json:"amount,omitempty"`
		At         time.Time      `json:"at"`
		EndsAfter  time.Time      `json:"ends_after"`
		Reason     string         `json:"reason,omitempty"`
		Void       bool           `json:"void,omitempty"`
		VoidsN     int64          `json:"voids_n,omitempty"`
		Paper      *uuid.UUID     `json:"paper_id,omitempty" format:"uuid" doc:"The scan that it was entered from; for the host and for whom it was"`
	}
	// AuctionView is a room as its reader sees it. What he may not know is not there.
	AuctionView struct {
		Phase      auction.Phase  `json:"phase"`
		ServerTime time.Time      `json:"server_time"`
		EndsAt     time.Time      `json:"ends_at"`
		HardEnd    time.Time      `json:"hard_end"`
		Extensions int            `json:"extensions"`
		Best       *money.Decimal `json:"best,omitempty"`
		Leads      *bool          `json:"leads,omitempty"`
		Rank       *int           `json:"rank,omitempty"`
		Own        *money.Decimal `json:"own,omitempty"`
		NextBid    *money.Decimal `json:"next_bid,omitempty" doc:"The weakest price that may be bid"`
		Bidders    *int           `json:"bidders,omitempty"`
		Met        *bool          `json:"reserve_met,omitempty" doc:"Whether the best price reaches the reserve; for the host, and where the rules show it"`
		Lines      []AuctionLine  `json:"lines" doc:"Oldest first"`
	}
	// AuctionParticipant is somebody who may come, or has.
	AuctionParticipant struct {
		SupplierID uuid.UUID      `json:"supplier_id" format:"uuid"`
		Name       string         `json:"name"`
		Country    string         `json:"country"`
		Alias      int            `json:"alias,omitempty"`
		InvitedAt  *time.Time     `json:"invited_at,omitempty"`
		ViewedAt   *time.Time     `json:"viewed_at,omitempty"`
		JoinedAt   *time.Time     `json:"joined_at,omitempty"`
		Passed     *bool          `json:"passed,omitempty" doc:"The technical part, once it is judged"`
		Blocked    bool           `json:"blocked"`
		Bids       int64          `json:"bids"`
		Best       *money.Decimal `json:"best,omitempty"`
		Rank       int            `json:"rank,omitempty"`
	}
	// Auction is an auction as its host looks at it.
	Auction struct {
		ID           uuid.UUID            `json:"id" format:"uuid"`
		JobID        uuid.UUID            `json:"job_id" format:"uuid"`
		Activity     sourcing.Activity    `json:"activity"`
		Name         string               `json:"name"`
		Reference    string               `json:"reference"`
		Best         sourcing.Direction   `json:"best_price"`
		Currency     money.Currency       `json:"currency"`
		Timezone     string               `json:"timezone"`
		Rules        AuctionRules         `json:"rules"`
		View         AuctionView          `json:"view"`
		Seq          int64                `json:"seq" doc:"Of the last event; named by what settles something"`
		Reserve      *money.Decimal       `json:"reserve,omitempty"`
		Participants []AuctionParticipant `json:"participants"`
	}
)

func (f AuctionForm) domain(kind Kind) auctionsvc.Form {
	r := f.Rules
	return auctionsvc.Form{
		Job: sourcing.JobForm{Activity: sourcing.Activity(kind), Code: f.Code, Title: f.Title, Description: f.Description, Department: f.DepartmentID,
			PlanItem: f.PlanItemID, Classification: f.Classification, Private: f.Private},
		Category: sourcing.CategoryForm{
			Description:  f.Description,
			Instructions: f.Instructions,
			Type:         f.CategoryTypeID,
			Currency:     f.Currency,
			Estimate:     f.Estimate,
			OpensAt:      f.OpensAt,
			ClosesAt:     f.ClosesAt,
			PassMark:     f.PassMark,
			InvitedOnly:  f.InvitedOnly,
			Without:      append([]sourcing.StepName{}, f.Without...),
		},
		Rules: auction.Rules{
			Visibility:    r.Visibility,
			ShowBidders:   r.ShowBidders,
			StepAmount:    r.StepAmount,
			StepPercent:   r.StepPercent,
			Reference:     r.Reference,
			Start:         r.StartPrice,
			Reserve:       r.Reserve,
			ShowMet:       r.ShowMet,
			Jump:          r.JumpPercent,
			StartsAt:      r.StartsAt,
			EndsAt:        r.EndsAt,
			HardEnd:       r.HardEnd,
			Window:        seconds(r.WindowSeconds),
			Extend:        seconds(r.ExtendSeconds),
			From:          r.ExtendFrom,
			Trigger:       r.ExtendOn,
			TriggerRank:   r.TriggerRank,
			MaxExtensions: r.MaxExtensions,
		},
	}
}

// seconds are as many as any rule allows at most, and one more: what is longer is
// refused by the rule and overflows nothing.
func seconds(n int) time.Duration {
	const most = int(auction.MaxWindow/time.Second) + 1
	return time.Duration(max(min(n, most), -most)) * time.Second
}

// RulesOf are rules on the wire.
func RulesOf(a auction.Auction) AuctionRules {
	r := a.Rules
	return AuctionRules{
		ShowMet:       r.ShowMet,
		Commitment:    hex.EncodeToString(a.Commitment),
		Visibility:    r.Visibility,
		ShowBidders:   r.ShowBidders,
		StepAmount:    r.StepAmount,
		StepPercent:   r.StepPercent,
		Reference:     r.Reference,
		StartPrice:    r.Start,
		JumpPercent:   r.Jump,
		StartsAt:      r.StartsAt,
		EndsAt:        r.EndsAt,
		HardEnd:       r.HardEnd,
		WindowSeconds: int(r.Window / time.Second),
		ExtendSeconds: int(r.Extend / time.Second),
		ExtendFrom:    r.From,
		ExtendOn:      r.Trigger,
		TriggerRank:   r.TriggerRank,
		MaxExtensions: r.MaxExtensions,
	}
}

// ViewOf is a view on the wire, with the aliases of those whom it names.
func ViewOf(v auction.View, now time.Time, aliases map[uuid.UUID]int) AuctionView {
	return AuctionView{
		Phase:      v.Phase,
		ServerTime: now,
		EndsAt:     v.EndsAt,
		HardEnd:    v.HardEnd,
		Extensions: v.Extensions,
		Best:       v.Best,
		Leads:      v.Leads,
		Rank:       v.Rank,
		Own:        v.Own,
		NextBid:    v.Next,
		Bidders:    v.Bidders,
		Met:        v.Met,
		Lines: httpkit.Each(v.Lines, func(l auction.Line) AuctionLine {
			out := AuctionLine{
				N:         l.N,
				Seq:       l.Seq,
				Kind:      l.Kind,
				Mine:      l.Mine,
				Amount:    l.Amount,
				At:        l.At,
				EndsAfter: l.EndsAfter,
				Reason:    l.Reason,
				Void:      l.Void,
				VoidsN:    l.Voids,
				Paper:     l.Paper,
			}
			if l.Participant != nil {
				out.Alias = aliases[*l.Participant]
			}
			if l.Seq > 0 {
				out.SupplierID = l.Participant
			}
			return out
		}),
	}
}

func rowOf(r auctionsvc.HostRow) AuctionRow {
	return AuctionRow{
		ID:          r.CategoryID,
		JobID:       r.JobID,
		Activity:    sourcing.Activity(r.Activity),
		Reference:   r.Reference,
		Title:       r.Title,
		Timezone:    r.Timezone,
		Currency:    money.Currency(r.Currency),
		Visibility:  auction.Visibility(r.Visibility),
		InvitedOnly: r.InvitedOnly,
		StartsAt:    r.StartsAt.UTC(),
		EndsAt:      r.EndsAt.UTC(),
		Phase:       auction.Phase(r.Phase),
		ItemCount:   r.Items,
		Invited:     r.Invited,
		Joined:      r.Joined,
		Bids:        r.Bids,
		Best:        r.Best,
		Department:  r.Department,
	}
}

func deskOf(d auctionsvc.Desk) Auction {
	aliases := map[uuid.UUID]int{}
	for _, p := range d.Participants {
		if p.Alias != nil {
			aliases[p.ID] = int(*p.Alias)
		}
	}
	return Auction{
		ID:        d.ID,
		JobID:     d.Category.Job,
		Activity:  d.Activity,
		Name:      d.Name,
		Reference: d.Reference,
		Best:      d.Auction.Best,
		Currency:  d.Auction.Currency,
		Timezone:  d.Job.Timezone,
		Rules:     RulesOf(d.Auction),
		View:      ViewOf(d.View, d.Now, aliases),
		Seq:       d.Auction.Seq,
		Reserve:   d.Auction.Reserve,
		Participants: httpkit.Each(d.Participants, func(p auctionsvc.Participant) AuctionParticipant {
			out := AuctionParticipant{
				SupplierID: p.ID,
				Name:       p.Name,
				Country:    p.Country,
				InvitedAt:  utc(p.InvitedAt),
				ViewedAt:   utc(p.ViewedAt),
				JoinedAt:   utc(p.JoinedAt),
				Passed:     p.Passed,
				Blocked:    p.Blocked != nil && *p.Blocked,
				Bids:       p.Bids,
				Best:       p.Best,
				Rank:       d.Auction.Rank(p.ID),
			}
			if p.Alias != nil {
				out.Alias = int(*p.Alias)
			}
			return out
		}),
	}
}

func utc(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	at := t.UTC()
	return &at
}

// CodeOf is why somebody may not, by its code; empty where nothing hinders.
func CodeOf(err error) string {
	if err == nil {
		return ""
	}
	return fault.As(err).Code
}
