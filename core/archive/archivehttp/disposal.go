package archivehttp

import (
	"context"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/archive"
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/httpkit"
)

// GoingKind is what a file is that goes.
type GoingKind string

// Values lists them.
func (GoingKind) Values() []string {
	return closed.Values[GoingKind](archive.GoesBid, archive.GoesLetter, archive.GoesPaper)
}

// mostShown is how many files of a list a screen has; all are counted, and in the sum.
const mostShown = 200

type (
	// GoingFile is a file that goes.
	GoingFile struct {
		ID     uuid.UUID `json:"id" format:"uuid"`
		Kind   GoingKind `json:"kind"`
		Name   string    `json:"name" doc:"Empty for a file of a bid, which is sealed"`
		Size   int64     `json:"size"`
		SHA256 string    `json:"sha256"`
	}
	// DisposalState is a proposal to destroy what is kept of a job, and what became of it.
	DisposalState struct {
		Status     archive.Disposing `json:"status"`
		Reason     string            `json:"reason"`
		Own        bool              `json:"own" doc:"Proposed by the asking person, who does not decide"`
		ProposedBy string            `json:"proposed_by"`
		ProposedAt time.Time         `json:"proposed_at"`
		DecidedBy  string            `json:"decided_by"`
		DecidedAt  *time.Time        `json:"decided_at,omitempty"`
		Said       string            `json:"said" doc:"Why it was refused, or what stopped it; empty where the list had changed"`
		EndedAt    *time.Time        `json:"ended_at,omitempty"`
	}
	// JobDisposal is an archived job with what goes of it when it is destroyed.
	JobDisposal struct {
		Job      ArchivedHead   `json:"job"`
		Due      bool           `json:"due" doc:"Its years are over"`
		Files    int64          `json:"files"`
		Bids     int64          `json:"bids"`
		Letters  int64          `json:"letters"`
		Bytes    int64          `json:"bytes"`
		Sum      string         `json:"sum" doc:"Of the whole list: who proposes or decides names the one they read"`
		List     []GoingFile    `json:"list" doc:"The first of them"`
		Disposal *DisposalState `json:"disposal,omitempty" doc:"The latest"`
	}
	proposalInput struct {
		JobPath
		Body struct {
			Reason string `json:"reason" maxLength:"2000"`
			Seen   string `json:"seen" maxLength:"64"`
		}
	}
	verdictInput struct {
		JobPath
		Body struct {
			Destroy bool   `json:"destroy"`
			Reason  string `json:"reason,omitempty" maxLength:"2000" doc:"Why not"`
			Seen    string `json:"seen,omitempty" maxLength:"64"`
		}
	}
)

func seenOf(text string) ([]byte, error) {
	sum, err := hex.DecodeString(text)
	if err != nil {
		return nil, fault.Invalid.New("").At("/seen", fault.NotAllowed)
	}
	return sum, nil
}

// disposals are the operations by which what is kept of a job is destroyed.
func disposals(b *httpkit.BFF, s *archivesvc.Service, keeps access.Guard) {
	const path = "/archive/jobs/{job_id}/disposal"
	httpkit.Route(b, keeps, op(http.MethodGet, path, "jobDisposal", "What goes of an archived job when it is destroyed, and how far that has come"),
		func(ctx context.Context, in *JobPath) (*httpkit.Body[JobDisposal], error) {
			a := httpkit.Actor(ctx)
			f, err := s.Fate(ctx, a, in.JobID)
			return httpkit.JSON(fateOf(f, a), err)
		})
	httpkit.Route(b, keeps, op(http.MethodPost, path, "proposeDisposal", "Propose that what is kept of a job is destroyed"),
		func(ctx context.Context, in *proposalInput) (*httpkit.Empty, error) {
			seen, err := seenOf(in.Body.Seen)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.ProposeDisposal(ctx, httpkit.Actor(ctx), in.JobID, in.Body.Reason, seen))
		})
	httpkit.Route(b, keeps, op(http.MethodPost, path+"/decision", "decideDisposal", "Decide what another person has proposed"),
		func(ctx context.Context, in *verdictInput) (*httpkit.Empty, error) {
			seen, err := seenOf(in.Body.Seen)
			if err != nil {
				return nil, err
			}
			v := archivesvc.Verdict{Destroy: in.Body.Destroy, Reason: in.Body.Reason, Seen: seen}
			return httpkit.Done(s.DecideDisposal(ctx, httpkit.Actor(ctx), in.JobID, v))
		})
}

func fateOf(f archivesvc.Fate, a access.Actor) JobDisposal {
	out := JobDisposal{
		Job:     headOf(f.Head),
		Due:     f.Due,
		Files:   f.Going.Files,
		Bids:    f.Going.Bids,
		Letters: f.Going.Letters,
		Bytes:   f.Going.Bytes,
		Sum:     hex.EncodeToString(f.Going.Sum[:]),
		List:    []GoingFile{},
	}
	for _, r := range f.Going.List[:min(len(f.Going.List), mostShown)] {
		out.List = append(out.List, GoingFile{ID: r.ID, Kind: GoingKind(r.Kind), Name: r.Name, Size: r.Size, SHA256: hex.EncodeToString(r.Sha256)})
	}
	if d := f.Disposal; d != nil {
		out.Disposal = &DisposalState{
			Status:     archive.Disposing(d.Status),
			Reason:     d.Reason,
			Own:        d.ProposedBy == a.User,
			ProposedBy: d.ProposedName,
			ProposedAt: d.ProposedAt,
			DecidedBy:  d.DecidedName,
			DecidedAt:  d.DecidedAt,
			Said:       d.Said,
			EndedAt:    d.EndedAt,
		}
	}
	return out
}
