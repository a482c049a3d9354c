package contracthttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
)

type (
	saidInput struct {
		ContractPath
		Key  string `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true" doc:"Made by the browser for the form, until it is answered"`
		Body struct {
			BlockID string `json:"block_id,omitempty" maxLength:"40" doc:"Of the text; empty: of all of it"`
			Body    string `json:"body"`
		}
	}
	decideInput struct {
		ContractPath
		Body struct {
			Sum      string   `json:"sum" maxLength:"64" doc:"Of the proposal that was read, in hex"`
			Accepted []string `json:"accepted" maxItems:"20000"`
			Rejected []string `json:"rejected" maxItems:"20000"`
			Reason   string   `json:"reason" doc:"The other side reads it"`
		}
	}
	// ContractComment is what somebody says of a contract.
	ContractComment struct {
		ID      uuid.UUID     `json:"id" format:"uuid"`
		Version int32         `json:"version"`
		BlockID string        `json:"block_id" doc:"Empty: of all of it"`
		Side    contract.Side `json:"side"`
		Body    string        `json:"body"`
		By      string        `json:"by"`
		At      time.Time     `json:"at"`
	}
	// ContractNote is what a buyer's people say among themselves.
	ContractNote struct {
		ID      uuid.UUID `json:"id" format:"uuid"`
		Version int32     `json:"version"`
		BlockID string    `json:"block_id" doc:"Empty: of all of it"`
		Body    string    `json:"body"`
		By      string    `json:"by"`
		At      time.Time `json:"at"`
	}
	// ContractProposed is a text that the other side proposed.
	ContractProposed struct {
		Version   int32      `json:"version"`
		Base      int32      `json:"base" doc:"The version that it changes"`
		Note      string     `json:"note"`
		By        string     `json:"by"`
		At        time.Time  `json:"at"`
		Open      bool       `json:"open" doc:"It waits for the buyer"`
		Accepted  int32      `json:"accepted"`
		Rejected  int32      `json:"rejected"`
		Reason    string     `json:"reason" doc:"Of the decision"`
		DecidedAt *time.Time `json:"decided_at,omitempty"`
		Withdrawn bool       `json:"withdrawn" doc:"By who has proposed it"`
	}
	// RedlinePiece is a run of words in a redline.
	RedlinePiece struct {
		Kind   contract.PieceKind `json:"kind"`
		Change string             `json:"change" doc:"The difference that it belongs to"`
		Text   string             `json:"text" doc:"What cannot be seen is named in it"`
		Styles []string           `json:"styles"`
		Odd    []string           `json:"odd" doc:"Signs that cannot be seen, letters that pass for others"`
	}
	// RedlineLine is a paragraph of a redline, with where it stands.
	RedlineLine struct {
		Block  string            `json:"block"`
		Kind   contract.LineKind `json:"kind"`
		Level  int               `json:"level"`
		Within []string          `json:"within" doc:"Lists, items and cells around it"`
		Pieces []RedlinePiece    `json:"pieces"`
	}
	// ContractRedline is what a proposal changes, computed from the two stored texts.
	ContractRedline struct {
		Changes []string      `json:"changes" doc:"Each is decided on"`
		Lines   []RedlineLine `json:"lines"`
	}
	// ContractTalk is a negotiation as the buyer's people read it.
	ContractTalk struct {
		Proposals []ContractProposed `json:"proposals" doc:"The newest first"`
		Redline   *ContractRedline   `json:"redline,omitempty" doc:"Of the newest proposal"`
		Sum       string             `json:"sum" doc:"Of the newest proposal, in hex"`
		Comments  []ContractComment  `json:"comments" doc:"Both sides read them"`
		Notes     []ContractNote     `json:"notes" doc:"Only the buyer's people read them"`
	}
)

func (in saidInput) domain() contractsvc.Said {
	return contractsvc.Said{Block: in.Body.BlockID, Body: in.Body.Body, Key: in.Key}
}

func commentOf(c contractsvc.CommentRow) ContractComment {
	return ContractComment{
		ID:      c.ID,
		Version: c.Version,
		BlockID: c.BlockID,
		Side:    contract.Side(c.Side),
		Body:    c.Body,
		By:      c.ByName,
		At:      c.CreatedAt.UTC(),
	}
}

func proposedTextOf(p contractsvc.ProposalRow) ContractProposed {
	return ContractProposed{
		Version:   p.Version,
		Base:      p.Base,
		Note:      p.Note,
		By:        p.ByName,
		At:        p.CreatedAt.UTC(),
		Open:      p.Result == nil,
		Accepted:  p.Accepted,
		Rejected:  p.Rejected,
		Reason:    p.Reason,
		DecidedAt: p.DecidedAt,
		Withdrawn: p.Withdrawn,
	}
}

func redlineOf(r *contract.Redline) *ContractRedline {
	if r == nil {
		return nil
	}
	out := &ContractRedline{Changes: httpkit.Each(r.Changes(), func(c string) string { return c })}
	out.Lines = httpkit.Each(r.Lines(), func(l contract.Line) RedlineLine {
		line := RedlineLine{Block: l.Block, Kind: contract.LineKind(l.Kind), Level: l.Level, Within: []string{}}
		for _, k := range l.Within {
			line.Within = append(line.Within, string(k))
		}
		line.Pieces = httpkit.Each(l.Pieces, func(p contract.Piece) RedlinePiece {
			return RedlinePiece{Kind: p.Kind, Change: p.Change, Text: p.Text, Styles: p.Styles, Odd: p.Odd}
		})
		return line
	})
	return out
}

func redlineOperation() httpkit.Operation {
	return operation(http.MethodGet, "/contracts/{contract_id}/redline", "contractRedlineFile", "What the newest proposal changes, as tracked changes of a word processor")
}

func redlineFile(s *contractsvc.Service) func(context.Context, *ContractPath) (*httpkit.Download, error) {
	return func(ctx context.Context, in *ContractPath) (*httpkit.Download, error) {
		return attached(s.RedlinePaper(ctx, httpkit.Actor(ctx), in.ContractID))
	}
}

// MountTalk registers the negotiation of contracts for the buyer's own people.
func MountTalk(b *httpkit.BFF, s *contractsvc.Service, who access.UserType) {
	reads, manages := access.Only(who), access.Only(who, access.ManageContract)
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/{contract_id}/negotiation", "contractNegotiation", "What both sides proposed and said, and what the own people said among themselves"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Body[ContractTalk], error) {
			d, err := s.Talk(ctx, httpkit.Actor(ctx), in.ContractID)
			return httpkit.JSON(ContractTalk{
				Proposals: httpkit.Each(d.Proposals, proposedTextOf),
				Redline:   redlineOf(d.Redline),
				Sum:       d.Sum,
				Comments:  httpkit.Each(d.Comments, commentOf),
				Notes: httpkit.Each(d.Notes, func(n contractsvc.NoteRow) ContractNote {
					return ContractNote{ID: n.ID, Version: n.Version, BlockID: n.BlockID, Body: n.Body, By: n.ByName, At: n.CreatedAt.UTC()}
				}),
			}, err)
		})
	httpkit.Route(b, reads, redlineOperation(), redlineFile(s))
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/comments", "commentContract", "Say something of a contract to the other side"),
		func(ctx context.Context, in *saidInput) (*httpkit.Empty, error) {
			return httpkit.Done(s.Comment(ctx, httpkit.Actor(ctx), in.ContractID, in.domain()))
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/notes", "noteContract", "Say something of a contract among the own people"),
		func(ctx context.Context, in *saidInput) (*httpkit.Empty, error) {
			return httpkit.Done(s.Note(ctx, httpkit.Actor(ctx), in.ContractID, in.domain()))
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/decisions", "decideContractChanges", "Accept or reject each difference that the other side proposed"),
		func(ctx context.Context, in *decideInput) (*httpkit.Empty, error) {
			return httpkit.Done(s.Decide(ctx, httpkit.Actor(ctx), in.ContractID, contractsvc.Decisions{
				Sum:      in.Body.Sum,
				Accepted: in.Body.Accepted,
				Rejected: in.Body.Rejected,
				Reason:   in.Body.Reason,
			}))
		})
}
