package contracthttp

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	// DutyForm is what is due, as somebody sets it.
	DutyForm struct {
		Kind   contract.DutyKind `json:"kind"`
		Side   contract.Side     `json:"side" doc:"Whose it is"`
		Title  string            `json:"title"`
		DueOn  string            `json:"due_on" doc:"YYYY-MM-DD"`
		Amount string            `json:"amount,omitempty" doc:"Of a payment"`
	}
	// DutyPath names a milestone.
	DutyPath struct {
		MilestoneID uuid.UUID `path:"milestone_id" format:"uuid"`
	}
	addDuty struct {
		ContractPath
		Body DutyForm
	}
	changeDuty struct {
		DutyPath
		Body struct {
			Version int `json:"version" doc:"That was read"`
			DutyForm
		}
	}
	handInDuty struct {
		DutyPath
		Body struct {
			Version int        `json:"version" doc:"That was read"`
			Note    string     `json:"note"`
			FileID  *uuid.UUID `json:"file_id,omitempty" format:"uuid" doc:"Evidence, uploaded for the buyer's contracts"`
		}
	}
	judgeDuty struct {
		DutyPath
		Body struct {
			Version int              `json:"version" doc:"That was read"`
			Verdict contract.Verdict `json:"verdict"`
			Reason  string           `json:"reason,omitempty" doc:"Of everything but that it is met"`
		}
	}
	dutyFile struct {
		ContractPath
		DutyPath
		Number int `path:"number" minimum:"1"`
	}
	// ContractDutyStep is what was said about a milestone.
	ContractDutyStep struct {
		Number   int32            `json:"number"`
		Act      contract.DutyAct `json:"act"`
		Note     string           `json:"note,omitempty"`
		By       string           `json:"by"`
		At       time.Time        `json:"at"`
		Document string           `json:"document,omitempty" doc:"Name of the evidence"`
	}
	// ContractDuty is what is due under a contract.
	ContractDuty struct {
		ID      uuid.UUID           `json:"id" format:"uuid"`
		Kind    contract.DutyKind   `json:"kind"`
		Side    contract.Side       `json:"side"`
		Title   string              `json:"title"`
		DueOn   string              `json:"due_on"`
		Amount  *money.Decimal      `json:"amount,omitempty"`
		Status  contract.DutyStatus `json:"status"`
		Late    bool                `json:"late" doc:"Its day is over and it is not done"`
		Version int32               `json:"version"`
		Steps   []ContractDutyStep  `json:"steps"`
	}
	// ContractDuties are all of them.
	ContractDuties struct {
		Items    []ContractDuty `json:"items"`
		Left     money.Decimal  `json:"left" doc:"Of the value, that no payment takes"`
		Desk     bool           `json:"other_desk" doc:"The other side has a desk, and says there what it has done"`
		Currency money.Currency `json:"currency"`
	}
	// ContractRenewal is how a contract goes on after its last day.
	ContractRenewal struct {
		Kind       contract.Renewal `json:"kind"`
		Months     int32            `json:"months"`
		Times      int32            `json:"times" doc:"That are left"`
		NoticeDays int32            `json:"notice_days"`
		NoticedAt  *time.Time       `json:"noticed_at,omitempty"`
		NoticedBy  string           `json:"noticed_by,omitempty"`
	}
	putRenewal struct {
		ContractPath
		Body struct {
			Version    int              `json:"version" doc:"Of the contract, that was read"`
			Kind       contract.Renewal `json:"kind"`
			Months     int              `json:"months,omitempty"`
			Times      int              `json:"times,omitempty"`
			NoticeDays int              `json:"notice_days,omitempty"`
		}
	}
	useRenewal struct {
		ContractPath
		Body struct {
			Version int    `json:"version" doc:"Of the contract, that was read"`
			Reason  string `json:"reason" doc:"For the other side as well"`
		}
	}
	// ContractMark is what a criterion came to.
	ContractMark struct {
		Criterion contract.Criterion `json:"criterion"`
		Weight    int                `json:"weight"`
		Points    string             `json:"points,omitempty" doc:"Exact, as a fraction; absent: there was nothing to look at"`
		Of        int                `json:"of" doc:"How many things it looked at"`
	}
	// ContractCard is how a contract was served in a period.
	ContractCard struct {
		ID        uuid.UUID      `json:"id" format:"uuid"`
		FromOn    string         `json:"from_on"`
		UntilOn   string         `json:"until_on"`
		Score     money.Decimal  `json:"score"`
		Band      contract.Band  `json:"band"`
		Marks     []ContractMark `json:"marks"`
		Reason    string         `json:"reason,omitempty"`
		By        string         `json:"by"`
		CreatedAt time.Time      `json:"created_at"`
	}
	// ContractPerformance is how a contract was served, the last period first.
	ContractPerformance struct {
		Contract ContractDetails `json:"contract"`
		Cards    []ContractCard  `json:"cards"`
	}
	// ContractWeights are those of a scorecard; together they are a hundred.
	ContractWeights struct {
		Punctual  int `json:"punctual"`
		Accepted  int `json:"accepted"`
		Fulfilled int `json:"fulfilled"`
		Judged    int `json:"judged"`
	}
	scoreContract struct {
		ContractPath
		Body struct {
			FromOn  string          `json:"from_on" doc:"YYYY-MM-DD"`
			UntilOn string          `json:"until_on" doc:"YYYY-MM-DD"`
			Weights ContractWeights `json:"weights"`
			Judged  *int            `json:"judged,omitempty" doc:"Of a hundred; absent: nobody judges"`
			Reason  string          `json:"reason,omitempty"`
		}
	}
)

func (in DutyForm) domain() (contract.Duty, error) {
	var f fault.Fields
	out := contract.Duty{Kind: in.Kind, Side: in.Side, Title: in.Title, Due: days(&f, "/due_on", in.DueOn), Amount: in.Amount}
	return out, f.Err()
}

func dutyOf(today time.Time) func(contractsvc.DutyOf) ContractDuty {
	return func(d contractsvc.DutyOf) ContractDuty {
		status := contract.DutyStatus(d.Status)
		return ContractDuty{
			ID:      d.ID,
			Kind:    contract.DutyKind(d.Kind),
			Side:    contract.Side(d.Side),
			Title:   d.Title,
			DueOn:   d.DueOn.Format(dayFormat),
			Amount:  d.Amount,
			Status:  status,
			Late:    (status == contract.Scheduled || status == contract.Submitted || status == contract.PartiallyMet) && d.DueOn.Before(today),
			Version: d.Version,
			Steps: httpkit.Each(d.Steps, func(s contractsvc.DutyStep) ContractDutyStep {
				return ContractDutyStep{Number: s.Number, Act: contract.DutyAct(s.Act), Note: s.Note, By: s.ByName, At: s.At.UTC(), Document: s.DocumentName}
			}),
		}
	}
}

func cardOf(c contractsvc.Card) ContractCard {
	return ContractCard{
		ID:      c.ID,
		FromOn:  c.FromOn.Format(dayFormat),
		UntilOn: c.UntilOn.Format(dayFormat),
		Score:   c.Score,
		Band:    c.Band,
		Marks: httpkit.Each(c.Marks, func(m contract.Mark) ContractMark {
			return ContractMark{Criterion: m.Criterion, Weight: m.Weight, Points: m.Points, Of: m.Of}
		}),
		Reason:    c.Reason,
		By:        c.ByName,
		CreatedAt: c.CreatedAt.UTC(),
	}
}

// MountDuties registers what is due under contracts: the buyer's people set and judge it, the
// supplier's hand in what is theirs.
func MountDuties(b *httpkit.BFF, s *contractsvc.Service, who access.UserType) {
	reads, manages := access.Only(who), access.Only(who, access.ManageContract)
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/{contract_id}/milestones", "contractDuties", "What is due under a contract, the next first"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Body[ContractDuties], error) {
			d, err := s.Duties(ctx, httpkit.Actor(ctx), in.ContractID)
			return httpkit.JSON(ContractDuties{Items: httpkit.Each(d.Items, dutyOf(d.Today)), Left: d.Left.Value, Currency: d.Left.Currency, Desk: d.Desk}, err)
		})
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/{contract_id}/milestones/{milestone_id}/steps/{number}/file", "contractDutyFile", "The evidence of what was done"),
		func(ctx context.Context, in *dutyFile) (*httpkit.Download, error) {
			return attached(s.DutyFile(ctx, httpkit.Actor(ctx), in.ContractID, in.MilestoneID, in.Number))
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contract-milestones/{milestone_id}/submit", "handInContractDuty", "Say that what is due is done"),
		func(ctx context.Context, in *handInDuty) (*httpkit.Empty, error) {
			return httpkit.Done(s.HandIn(ctx, httpkit.Actor(ctx), in.MilestoneID, contractsvc.Evidence{Version: in.Body.Version, Note: in.Body.Note, File: id(in.Body.FileID)}))
		})
	if who == access.Supplier {
		return
	}
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/milestones", "addContractDuty", "Set what is due under a contract"),
		func(ctx context.Context, in *addDuty) (*httpkit.Body[sourcinghttp.Made], error) {
			d, err := in.Body.domain()
			if err != nil {
				return nil, err
			}
			id, err := s.AddDuty(ctx, httpkit.Actor(ctx), in.ContractID, d)
			return httpkit.JSON(sourcinghttp.Made{ID: id}, err)
		})
	httpkit.Route(b, manages, operation(http.MethodPut, "/contract-milestones/{milestone_id}", "changeContractDuty", "Change what is due, while nothing was done about it"),
		func(ctx context.Context, in *changeDuty) (*httpkit.Empty, error) {
			d, err := in.Body.domain()
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.ChangeDuty(ctx, httpkit.Actor(ctx), in.MilestoneID, in.Body.Version, d))
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contract-milestones/{milestone_id}/verdict", "judgeContractDuty", "Say what came of what was due"),
		func(ctx context.Context, in *judgeDuty) (*httpkit.Empty, error) {
			return httpkit.Done(s.Judge(ctx, httpkit.Actor(ctx), in.MilestoneID, in.Body.Version, in.Body.Verdict, in.Body.Reason))
		})
	mountRenewal(b, s, reads, manages)
}

func mountRenewal(b *httpkit.BFF, s *contractsvc.Service, reads, manages access.Guard) {
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/{contract_id}/renewal", "contractRenewal", "How a contract goes on after its last day"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Body[ContractRenewal], error) {
			r, err := s.Renewal(ctx, httpkit.Actor(ctx), in.ContractID)
			return httpkit.JSON(ContractRenewal{
				Kind:       contract.Renewal(r.Kind),
				Months:     r.Months,
				Times:      r.Times,
				NoticeDays: r.NoticeDays,
				NoticedAt:  r.NoticedAt,
				NoticedBy:  r.NoticedName,
			}, err)
		})
	httpkit.Route(b, manages, operation(http.MethodPut, "/contracts/{contract_id}/renewal", "putContractRenewal", "Say how a contract goes on after its last day"),
		func(ctx context.Context, in *putRenewal) (*httpkit.Empty, error) {
			return httpkit.Done(s.PutRenewal(ctx, httpkit.Actor(ctx), in.ContractID, contractsvc.Renewing{
				Version: in.Body.Version,
				Kind:    in.Body.Kind,
				Months:  in.Body.Months,
				Times:   in.Body.Times,
				Notice:  in.Body.NoticeDays,
			}))
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/renew", "renewContract", "Use an option: the contract goes on"),
		func(ctx context.Context, in *useRenewal) (*httpkit.Empty, error) {
			return httpkit.Done(s.Renew(ctx, httpkit.Actor(ctx), in.ContractID, in.Body.Version, in.Body.Reason))
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/notice", "noticeContract", "Say that a contract which would go on by itself is to end"),
		func(ctx context.Context, in *useRenewal) (*httpkit.Empty, error) {
			return httpkit.Done(s.Notice(ctx, httpkit.Actor(ctx), in.ContractID, in.Body.Version, in.Body.Reason))
		})
}

// MountPerformance registers how contracts were served, for those who manage them.
func MountPerformance(b *httpkit.BFF, s *contractsvc.Service, who access.UserType) {
	httpkit.Route(b, access.Only(who), operation(http.MethodGet, "/contracts/{contract_id}/performance", "contractPerformance", "How a contract was served, the last period first"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Body[ContractPerformance], error) {
			p, err := s.Performance(ctx, httpkit.Actor(ctx), in.ContractID)
			if err != nil {
				return nil, err
			}
			return httpkit.JSON(ContractPerformance{Contract: detailsOf(p.Details), Cards: httpkit.Each(p.Cards, cardOf)}, nil)
		})
	httpkit.Route(b, access.Only(who, access.ManageContract), operation(http.MethodPost, "/contracts/{contract_id}/performance", "scoreContract", "Compute how a contract was served in a period, and keep that"),
		func(ctx context.Context, in *scoreContract) (*httpkit.Empty, error) {
			var f fault.Fields
			from, until := days(&f, "/from_on", in.Body.FromOn), days(&f, "/until_on", in.Body.UntilOn)
			if err := f.Err(); err != nil {
				return nil, err
			}
			w := in.Body.Weights
			return httpkit.Done(s.Score(ctx, httpkit.Actor(ctx), in.ContractID, contractsvc.Scoring{
				From:    from,
				Until:   until,
				Weights: contract.Weights{contract.Punctual: w.Punctual, contract.Accepted: w.Accepted, contract.Fulfilled: w.Fulfilled, contract.Judged: w.Judged},
				Judged:  in.Body.Judged,
				Reason:  in.Body.Reason,
			}))
		})
}
