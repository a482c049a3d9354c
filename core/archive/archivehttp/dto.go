package archivehttp

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/archive"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing"
)

// Outcome is what came of a bid.
type Outcome string

// Outcomes; a bid that nobody judged has come to its end without a result.
const (
	Won         Outcome = "won"
	Lost        Outcome = "lost" // passed, and another was chosen
	Failed      Outcome = "failed"
	Withdrawn   Outcome = "withdrawn"
	Unconfirmed Outcome = "unconfirmed" // an addendum set it aside, and nobody submitted it again
	NoResult    Outcome = "none"
)

// Values lists them.
func (Outcome) Values() []string {
	return closed.Values(Won, Lost, Failed, Withdrawn, Unconfirmed, NoResult)
}

// Kind is what a document of the archive is.
type Kind string

// Values lists them.
func (Kind) Values() []string { return closed.Values[Kind](archivesvc.Answer, archivesvc.Letter) }

type (
	// Kept is until when a job is kept, and why.
	Kept struct {
		ArchivedAt time.Time     `json:"archived_at"`
		Basis      archive.Basis `json:"basis" doc:"From what its years are counted"`
		BasisOn    day.Day       `json:"basis_on"`
		KeepUntil  day.Day       `json:"keep_until"`
		Held       bool          `json:"held" doc:"Somebody keeps it beyond that day"`
	}
	// ArchivedJobRow is a row of a buyer's archive.
	ArchivedJobRow struct {
		ID         uuid.UUID         `json:"id" format:"uuid"`
		Activity   sourcing.Activity `json:"activity"`
		Reference  string            `json:"reference"`
		Title      string            `json:"title"`
		Categories int64             `json:"categories"`
		Kept
	}
	// ArchivedJobs is one page of a buyer's archive.
	ArchivedJobs struct {
		Items []ArchivedJobRow `json:"items"`
		Next  string           `json:"next,omitempty"`
	}
	// ArchivedJobsOf is one page of the archive of a buyer that is named.
	ArchivedJobsOf struct {
		Buyer string `json:"buyer"`
		ArchivedJobs
	}
	// ArchivedHead is an archived job by itself.
	ArchivedHead struct {
		ID        uuid.UUID         `json:"id" format:"uuid"`
		BuyerID   uuid.UUID         `json:"buyer_id" format:"uuid"`
		Buyer     string            `json:"buyer"`
		Activity  sourcing.Activity `json:"activity"`
		Reference string            `json:"reference"`
		Title     string            `json:"title"`
		Timezone  string            `json:"timezone"`
		Kept
		Destruction archive.Disposing `json:"destruction,omitempty" doc:"Once it has begun: destroying, or disposed with its certificate"`
	}
	// ArchivedCategoryRow is a category of an archived job.
	ArchivedCategoryRow struct {
		ID        uuid.UUID       `json:"id" format:"uuid"`
		Reference string          `json:"reference"`
		Name      string          `json:"name"`
		Status    sourcing.Status `json:"status"`
		ClosesAt  time.Time       `json:"closes_at"`
		Bids      int64           `json:"bids"`
		Winners   string          `json:"winners" doc:"By name"`
	}
	// ArchiveHold is somebody's hold on a job.
	ArchiveHold struct {
		ID          uuid.UUID  `json:"id" format:"uuid"`
		Reason      string     `json:"reason"`
		PlacedAt    time.Time  `json:"placed_at"`
		PlacedBy    string     `json:"placed_by"`
		ReleasedAt  *time.Time `json:"released_at,omitempty"`
		ReleasedBy  string     `json:"released_by"`
		ReleasedFor string     `json:"released_for"`
	}
	// ArchivedJob is an archived job with what stands in it.
	ArchivedJob struct {
		ArchivedHead
		Categories []ArchivedCategoryRow `json:"categories"`
		Holds      []ArchiveHold         `json:"holds" doc:"The last first; none for a buyer"`
	}
	// ArchivedBidder is who had submitted a bid.
	ArchivedBidder struct {
		CompanyID  uuid.UUID `json:"company_id" format:"uuid"`
		Name       string    `json:"name"`
		Country    string    `json:"country"`
		Version    int32     `json:"version" doc:"Of the bid that counts"`
		ReceivedAt time.Time `json:"received_at"`
		Outcome    Outcome   `json:"outcome"`
		Rank       *int32    `json:"rank,omitempty"`
		Files      int64     `json:"files"`
		Letters    int64     `json:"letters"`
	}
	// ArchivedCategory is a category of an archived job with who had submitted.
	ArchivedCategory struct {
		Job       ArchivedHead     `json:"job"`
		ID        uuid.UUID        `json:"id" format:"uuid"`
		Reference string           `json:"reference"`
		Name      string           `json:"name"`
		Status    sourcing.Status  `json:"status"`
		Bidders   []ArchivedBidder `json:"bidders"`
	}
	// ArchivedPaper is a document of a bid, or a letter to who made it.
	ArchivedPaper struct {
		ID    uuid.UUID `json:"id" format:"uuid"`
		Kind  Kind      `json:"kind"`
		Name  string    `json:"name"`
		Size  int64     `json:"size" doc:"In bytes; 0 for a letter that was not printed yet"`
		About string    `json:"about" doc:"The question, or the reference of the letter"`
		At    time.Time `json:"at"`
	}
	// ArchivedBid is what the archive keeps of one bidder.
	ArchivedBid struct {
		Job       ArchivedHead    `json:"job"`
		ID        uuid.UUID       `json:"id" format:"uuid" doc:"Of the category"`
		Reference string          `json:"reference"`
		Name      string          `json:"name"`
		Bidder    ArchivedBidder  `json:"bidder"`
		Papers    []ArchivedPaper `json:"papers"`
	}
	// ArchiveBuyer is a buyer whose jobs stand in the archive.
	ArchiveBuyer struct {
		ID         uuid.UUID `json:"id" format:"uuid"`
		Name       string    `json:"name"`
		Country    string    `json:"country"`
		Jobs       int64     `json:"jobs"`
		Held       int64     `json:"held"`
		FirstUntil day.Day   `json:"first_until" doc:"Until when the first of them is kept"`
	}
	// ArchiveBuyers is one page of them.
	ArchiveBuyers struct {
		Items []ArchiveBuyer `json:"items"`
		Next  string         `json:"next,omitempty"`
	}
	// ManagedJob is a job on its way into the archive, or in it.
	ManagedJob struct {
		ID         uuid.UUID         `json:"id" format:"uuid"`
		BuyerID    uuid.UUID         `json:"buyer_id" format:"uuid"`
		Buyer      string            `json:"buyer"`
		Activity   sourcing.Activity `json:"activity"`
		Reference  string            `json:"reference"`
		Title      string            `json:"title"`
		State      archive.State     `json:"state"`
		Categories int64             `json:"categories" doc:"That are not over"`
		Contracts  int64             `json:"contracts" doc:"That are not over"`
		Lists      int64             `json:"lists" doc:"That are in force"`
		Kept       *Kept             `json:"kept,omitempty"`
		HoldReason string            `json:"hold_reason"`
		OwnHold    bool              `json:"own_hold" doc:"Placed by the asking person, who does not release it"`
	}
	// ManagedJobs is one page of them.
	ManagedJobs struct {
		Items []ManagedJob `json:"items"`
		Next  string       `json:"next,omitempty"`
	}
	// ArchiveCompany is a buyer in whose archive the own company has bids.
	ArchiveCompany struct {
		ID         uuid.UUID `json:"id" format:"uuid"`
		Name       string    `json:"name"`
		Country    string    `json:"country"`
		Jobs       int64     `json:"jobs"`
		Categories int64     `json:"categories"`
	}
	// ArchiveCompanies is one page of them.
	ArchiveCompanies struct {
		Items []ArchiveCompany `json:"items"`
		Next  string           `json:"next,omitempty"`
	}
	// OwnArchivedBidRow is one of the own bids in a buyer's archive.
	OwnArchivedBidRow struct {
		CategoryID uuid.UUID         `json:"category_id" format:"uuid"`
		Reference  string            `json:"reference"`
		Name       string            `json:"name"`
		Activity   sourcing.Activity `json:"activity"`
		Job        string            `json:"job"`
		Outcome    Outcome           `json:"outcome"`
		ClosesAt   time.Time         `json:"closes_at"`
		ArchivedAt time.Time         `json:"archived_at"`
		KeepUntil  day.Day           `json:"keep_until"`
	}
	// OwnArchivedBids is one page of them.
	OwnArchivedBids struct {
		Buyer string              `json:"buyer"`
		Items []OwnArchivedBidRow `json:"items"`
		Next  string              `json:"next,omitempty"`
	}
	// OwnArchivedBid is one of the own bids with its documents.
	OwnArchivedBid struct {
		CategoryID uuid.UUID         `json:"category_id" format:"uuid"`
		BidID      uuid.UUID         `json:"bid_id" format:"uuid"`
		Reference  string            `json:"reference"`
		Name       string            `json:"name"`
		Activity   sourcing.Activity `json:"activity"`
		BuyerID    uuid.UUID         `json:"buyer_id" format:"uuid"`
		Buyer      string            `json:"buyer"`
		Version    int32             `json:"version"`
		ReceivedAt time.Time         `json:"received_at"`
		Withdrawn  bool              `json:"withdrawn"`
		Destroyed  bool              `json:"destroyed" doc:"What was kept of the job is being destroyed, or was"`
		ArchivedAt time.Time         `json:"archived_at"`
		KeepUntil  day.Day           `json:"keep_until"`
		Papers     []ArchivedPaper   `json:"papers"`
	}
)

func dayOf(t time.Time) day.Day { return day.Day(t.Format(time.DateOnly)) }

// outcomeOf is what came of a bid by what is written of it.
func outcomeOf(won, withdrawn, unconfirmed bool, outcome string) Outcome {
	switch {
	case withdrawn:
		return Withdrawn
	case unconfirmed:
		return Unconfirmed
	case won:
		return Won
	case outcome == "pass":
		return Lost
	case outcome == "fail":
		return Failed
	}
	return NoResult
}

func keptOf(at time.Time, basis string, on, until time.Time, held bool) Kept {
	return Kept{
		ArchivedAt: at,
		Basis:      archive.Basis(basis),
		BasisOn:    dayOf(on),
		KeepUntil:  dayOf(until),
		Held:       held,
	}
}

func jobOf(j archivesvc.Job) ArchivedJobRow {
	return ArchivedJobRow{
		ID:         j.ID,
		Activity:   sourcing.Activity(j.Activity),
		Reference:  j.Reference,
		Title:      j.Title,
		Categories: j.Categories,
		Kept:       keptOf(j.ArchivedAt, j.Basis, j.BasisOn, j.KeepUntil, j.Held),
	}
}

func headOf(j archivesvc.Head) ArchivedHead {
	return ArchivedHead{
		ID:        j.ID,
		BuyerID:   j.BuyerID,
		Buyer:     j.BuyerName,
		Activity:  sourcing.Activity(j.Activity),
		Reference: j.Reference,
		Title:     j.Title,
		Timezone:  j.Timezone,
		Kept:      keptOf(j.ArchivedAt, j.Basis, j.BasisOn, j.KeepUntil, j.Held),

		Destruction: archive.Disposing(j.Destruction),
	}
}

func contentsOf(c archivesvc.Contents) ArchivedJob {
	return ArchivedJob{
		ArchivedHead: headOf(c.Head),
		Categories: httpkit.Each(c.Categories, func(r archivesvc.Category) ArchivedCategoryRow {
			return ArchivedCategoryRow{
				ID:        r.ID,
				Reference: r.Reference,
				Name:      r.Name,
				Status:    sourcing.Status(r.Status),
				ClosesAt:  r.ClosesAt,
				Bids:      r.Bids,
				Winners:   r.Winners,
			}
		}),
		Holds: httpkit.Each(c.Holds, func(h archivesvc.Held) ArchiveHold {
			return ArchiveHold{
				ID:          h.ID,
				Reason:      h.Reason,
				PlacedAt:    h.PlacedAt,
				PlacedBy:    h.PlacedName,
				ReleasedAt:  h.ReleasedAt,
				ReleasedBy:  h.ReleasedName,
				ReleasedFor: h.ReleasedFor,
			}
		}),
	}
}

func bidderOf(r archivesvc.Bidder) ArchivedBidder {
	return ArchivedBidder{
		CompanyID:  r.ID,
		Name:       r.Name,
		Country:    r.Country,
		Version:    r.Version,
		ReceivedAt: r.ReceivedAt,
		Outcome:    outcomeOf(r.Won, r.WithdrawnAt != nil, r.Unconfirmed, r.Outcome),
		Rank:       r.Rank,
		Files:      r.Files,
		Letters:    r.Letters,
	}
}

func biddersOf(c archivesvc.Bidders) ArchivedCategory {
	return ArchivedCategory{
		Job:       headOf(c.Job),
		ID:        c.Category.ID,
		Reference: c.Category.Reference,
		Name:      c.Category.Name,
		Status:    sourcing.Status(c.Category.Status),
		Bidders:   httpkit.Each(c.Bidders, bidderOf),
	}
}

func papersOf(p archivesvc.Papers) ArchivedBid {
	return ArchivedBid{
		Job:       headOf(p.Job),
		ID:        p.Category.ID,
		Reference: p.Category.Reference,
		Name:      p.Category.Name,
		Bidder:    bidderOf(p.Bidder),
		Papers:    httpkit.Each(p.Papers, paperOf),
	}
}

func paperOf(p archivesvc.Paper) ArchivedPaper {
	return ArchivedPaper{
		ID:    p.ID,
		Kind:  Kind(p.Kind),
		Name:  p.Name,
		Size:  p.Size,
		About: p.About,
		At:    p.At,
	}
}

func buyerOf(r archivesvc.Buyer) ArchiveBuyer {
	return ArchiveBuyer{
		ID:         r.ID,
		Name:       r.Name,
		Country:    r.Country,
		Jobs:       r.Jobs,
		Held:       r.Held,
		FirstUntil: dayOf(r.FirstUntil),
	}
}

func managedOf(m archivesvc.Managed) ManagedJob {
	out := ManagedJob{
		ID:         m.ID,
		BuyerID:    m.BuyerID,
		Buyer:      m.BuyerName,
		Activity:   sourcing.Activity(m.Activity),
		Reference:  m.Reference,
		Title:      m.Title,
		State:      archivesvc.StateOf(m),
		Categories: m.Categories,
		Contracts:  m.Contracts,
		Lists:      m.Lists,
		HoldReason: m.HoldReason,
		OwnHold:    m.OwnHold,
	}
	if m.ArchivedAt != nil {
		kept := keptOf(*m.ArchivedAt, *m.Basis, *m.BasisOn, *m.KeepUntil, m.Held)
		out.Kept = &kept
	}
	return out
}

func companyOf(r archivesvc.Company) ArchiveCompany {
	return ArchiveCompany{
		ID:         r.ID,
		Name:       r.Name,
		Country:    r.Country,
		Jobs:       r.Jobs,
		Categories: r.Categories,
	}
}

func ownBidOf(r archivesvc.OwnBid) OwnArchivedBidRow {
	return OwnArchivedBidRow{
		CategoryID: r.ID,
		Reference:  r.Reference,
		Name:       r.Name,
		Activity:   sourcing.Activity(r.Activity),
		Job:        r.JobTitle,
		Outcome:    outcomeOf(r.Won, r.WithdrawnAt != nil, r.Unconfirmed, r.Outcome),
		ClosesAt:   r.ClosesAt,
		ArchivedAt: r.ArchivedAt,
		KeepUntil:  dayOf(r.KeepUntil),
	}
}

func ownPapersOf(p archivesvc.OwnPapers) OwnArchivedBid {
	return OwnArchivedBid{
		CategoryID: p.ID,
		BidID:      p.ParticipationID,
		Reference:  p.Reference,
		Name:       p.Name,
		Activity:   sourcing.Activity(p.Activity),
		BuyerID:    p.BuyerID,
		Buyer:      p.BuyerName,
		Version:    p.Version,
		ReceivedAt: p.ReceivedAt,
		Withdrawn:  p.WithdrawnAt != nil,
		Destroyed:  p.Destroyed,
		ArchivedAt: p.ArchivedAt,
		KeepUntil:  dayOf(p.KeepUntil),
		Papers:     httpkit.Each(p.Papers, func(r archivesvc.OwnPaper) ArchivedPaper { return paperOf(archivesvc.Paper(r)) }),
	}
}
