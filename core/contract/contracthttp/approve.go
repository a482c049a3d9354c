package contracthttp

import (
	"context"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
)

type (
	approveInput struct {
		ContractPath
		Body struct {
			Sum string `json:"sum" maxLength:"64" doc:"Of the version that was read, in hex"`
		}
	}
	refuseInput struct {
		ContractPath
		Body struct {
			Sum    string `json:"sum" maxLength:"64" doc:"Of the version that was read, in hex"`
			Reason string `json:"reason"`
		}
	}
	recallInput struct {
		ContractPath
		Body struct {
			Reason string `json:"reason" doc:"The other side reads it where the contract was sent"`
		}
	}
	// ContractApprover is somebody who may approve contracts.
	ContractApprover struct {
		ID         uuid.UUID       `json:"id" format:"uuid"`
		Name       string          `json:"name"`
		UserType   access.UserType `json:"user_type"`
		Level      int32           `json:"level"`
		DelegateID *uuid.UUID      `json:"delegate_id,omitempty" format:"uuid"`
		Delegate   string          `json:"delegate,omitempty" doc:"Who decides in their place"`
		Until      string          `json:"until,omitempty" doc:"YYYY-MM-DD, the last day of that"`
	}
	// ContractStep is a level that a contract needs.
	ContractStep struct {
		Level    int  `json:"level" doc:"0: whoever may approve"`
		Everyone bool `json:"everyone" doc:"Of the level; else one of them is enough"`
	}
	// ContractApproval is a decision of somebody of a level.
	ContractApproval struct {
		Level    int32             `json:"level"`
		Seat     string            `json:"seat" doc:"Whose decision it is"`
		By       string            `json:"by" doc:"Who made it: that person or a delegate"`
		Decision contract.Decision `json:"decision"`
		Reason   string            `json:"reason"`
		At       time.Time         `json:"at"`
	}
	// ContractRound is a round of approval of one version.
	ContractRound struct {
		Number    int32              `json:"number"`
		Version   int32              `json:"version"`
		Sum       string             `json:"sum"`
		Steps     []ContractStep     `json:"steps"`
		By        string             `json:"by" doc:"Who submitted it"`
		At        time.Time          `json:"at"`
		Outcome   contract.Outcome   `json:"outcome,omitempty" doc:"Empty while it goes on"`
		EndedAt   *time.Time         `json:"ended_at,omitempty"`
		Approvals []ContractApproval `json:"approvals"`
	}
	// ContractSending is a version that was sent to the other side.
	ContractSending struct {
		Version    int32      `json:"version"`
		By         string     `json:"by"`
		At         time.Time  `json:"at"`
		RecalledAt *time.Time `json:"recalled_at,omitempty"`
		Reason     string     `json:"reason" doc:"Of the recall"`
	}
	// ContractAgreement is what stands of the approval of a contract.
	ContractAgreement struct {
		Sum    string             `json:"sum" doc:"Of the newest version, in hex"`
		Rounds []ContractRound    `json:"rounds" doc:"The newest first"`
		Sent   []ContractSending  `json:"sent" doc:"The newest first"`
		Next   *ContractStep      `json:"next,omitempty" doc:"The level that decides now"`
		Waits  []ContractApprover `json:"waits" doc:"Who decides now; nobody where the level is vacant"`
		Mine   bool               `json:"mine" doc:"I decide now"`
		Back   bool               `json:"may_recall" doc:"I take it back from those who approve, while nobody has"`
		Why    string             `json:"why,omitempty" doc:"The code of what keeps me from it"`
	}
	// ContractRule says from which value on a level approves.
	ContractRule struct {
		Currency string        `json:"currency"`
		Level    int           `json:"level"`
		From     money.Decimal `json:"from"`
		Everyone bool          `json:"everyone"`
	}
	// ContractRules are the levels of a category of contracts, or of all without their own.
	ContractRules struct {
		CategoryID *uuid.UUID     `json:"contract_category_id,omitempty" format:"uuid"`
		Rules      []ContractRule `json:"rules"`
		Sum        string         `json:"sum" doc:"Named by who changes them"`
	}
	// ContractLevels are who approves the contracts of a company, and when.
	ContractLevels struct {
		Sets       []ContractRules    `json:"sets" doc:"The first is that of every category without its own"`
		People     []ContractApprover `json:"people"`
		Categories []ContractChoice   `json:"categories"`
		Today      string             `json:"today" doc:"YYYY-MM-DD, where the company is"`
	}
	// ContractRuleForm is a rule as somebody types it.
	ContractRuleForm struct {
		Currency string `json:"currency"`
		Level    int    `json:"level"`
		From     string `json:"from"`
		Everyone bool   `json:"everyone,omitempty"`
	}
	setRulesInput struct {
		Body struct {
			CategoryID *uuid.UUID         `json:"contract_category_id,omitempty" format:"uuid"`
			Rules      []ContractRuleForm `json:"rules"`
			Sum        string             `json:"sum" maxLength:"64" doc:"Of the rules that were read"`
		}
	}
	delegateInput struct {
		AccountID uuid.UUID `path:"account_id" format:"uuid"`
		Body      struct {
			DelegateID *uuid.UUID `json:"delegate_id,omitempty" format:"uuid" doc:"Nobody ends it"`
			Until      string     `json:"until,omitempty" doc:"YYYY-MM-DD, the last day of it"`
		}
	}
)

func approverOf(r contractsvc.ApproverRow) ContractApprover {
	out := ContractApprover{ID: r.ID, Name: r.Name, UserType: access.UserType(r.UserType), Level: r.ApprovalLevel}
	if r.DelegateID != nil {
		out.DelegateID, out.Delegate, out.Until = r.DelegateID, r.DelegateName, written(r.Until)
	}
	return out
}

func roundOf(r contractsvc.RoundRow, all []contractsvc.ApprovalRow) ContractRound {
	out := ContractRound{
		Number:    r.Number,
		Version:   r.Version,
		Sum:       hex.EncodeToString(r.Sum),
		Steps:     []ContractStep{},
		By:        r.ByName,
		At:        r.SubmittedAt.UTC(),
		Outcome:   contract.Outcome(text(r.Outcome)),
		EndedAt:   r.EndedAt,
		Approvals: []ContractApproval{},
	}
	for _, l := range r.Levels {
		step := ContractStep{Level: int(l)}
		for _, e := range r.Everyone {
			step.Everyone = step.Everyone || e == l
		}
		out.Steps = append(out.Steps, step)
	}
	for _, a := range all {
		if a.Round != r.Number {
			continue
		}
		out.Approvals = append(out.Approvals, ContractApproval{
			Level:    a.Level,
			Seat:     a.SeatName,
			By:       a.ByName,
			Decision: contract.Decision(a.Decision),
			Reason:   a.Reason,
			At:       a.At.UTC(),
		})
	}
	return out
}

func agreementOf(d contractsvc.Agreement) ContractAgreement {
	out := ContractAgreement{
		Sum:    d.Sum,
		Rounds: httpkit.Each(d.Rounds, func(r contractsvc.RoundRow) ContractRound { return roundOf(r, d.Approvals) }),
		Sent: httpkit.Each(d.Sent, func(r contractsvc.SentRow) ContractSending {
			return ContractSending{Version: r.Version, By: r.ByName, At: r.SentAt.UTC(), RecalledAt: r.RecalledAt, Reason: r.Reason}
		}),
		Waits: httpkit.Each(d.Waits, approverOf),
		Mine:  d.Mine == nil,
		Back:  d.Back,
	}
	if d.Step != nil {
		out.Next = &ContractStep{Level: d.Step.Level, Everyone: d.Step.Everyone}
	}
	if e := fault.As(d.Mine); d.Mine != nil && e != nil {
		out.Why = e.Code
	}
	return out
}

// MountApproval registers what a buyer's people do between a draft and its signature; those of the
// operator who help it read how far it is.
func MountApproval(b *httpkit.BFF, s *contractsvc.Service, who access.UserType) {
	reads := access.Only(who)
	if who == access.Operator {
		reads = access.Only(who, access.ManageContract)
	}
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/{contract_id}/approval", "contractApproval", "Who has approved a contract, and who is next"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Body[ContractAgreement], error) {
			d, err := s.Agreement(ctx, httpkit.Actor(ctx), in.ContractID)
			return httpkit.JSON(agreementOf(d), err)
		})
	if who == access.Operator {
		return
	}
	approves, manages := access.Only(who, access.ApproveContract), access.Only(who, access.ManageContract)
	httpkit.Route(b, approves, operation(http.MethodPost, "/contracts/{contract_id}/approve", "approveContract", "Agree with a version of a contract for the own level"),
		func(ctx context.Context, in *approveInput) (*httpkit.Empty, error) {
			return httpkit.Done(s.Approve(ctx, httpkit.Actor(ctx), in.ContractID, in.Body.Sum))
		})
	httpkit.Route(b, approves, operation(http.MethodPost, "/contracts/{contract_id}/refuse", "refuseContract", "Give a contract back to its author, with a reason"),
		func(ctx context.Context, in *refuseInput) (*httpkit.Empty, error) {
			return httpkit.Done(s.Refuse(ctx, httpkit.Actor(ctx), in.ContractID, in.Body.Sum, in.Body.Reason))
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/send", "sendContract", "Send what was approved to the other side"),
		func(ctx context.Context, in *approveInput) (*httpkit.Empty, error) {
			return httpkit.Done(s.Send(ctx, httpkit.Actor(ctx), in.ContractID, in.Body.Sum))
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/recall", "recallContract", "Take back what was approved or sent; it becomes a draft again"),
		func(ctx context.Context, in *recallInput) (*httpkit.Empty, error) {
			return httpkit.Done(s.Recall(ctx, httpkit.Actor(ctx), in.ContractID, in.Body.Reason))
		})
}

// MountLevels registers who approves contracts, and from which value on, for a buyer's people.
func MountLevels(b *httpkit.BFF, s *contractsvc.Service) {
	reads, manages := access.Only(access.Buyer), access.Only(access.Buyer, access.ManageUser)
	httpkit.Route(b, reads, operation(http.MethodGet, "/contract-levels", "contractLevels", "Who approves contracts, and from which value on"),
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[ContractLevels], error) {
			d, err := s.Levels(ctx, httpkit.Actor(ctx))
			return httpkit.JSON(ContractLevels{
				Sets: httpkit.Each(d.Rules, func(r contractsvc.CategoryRules) ContractRules {
					return ContractRules{CategoryID: r.Category, Sum: r.Sum, Rules: httpkit.Each(r.Rules, func(x contract.Rule) ContractRule {
						return ContractRule{Currency: x.Currency, Level: x.Level, From: x.From, Everyone: x.Everyone}
					})}
				}),
				People: httpkit.Each(d.People, approverOf),
				Categories: httpkit.Each(d.Categories, func(r contractsvc.CategoryRow) ContractChoice {
					return ContractChoice{ID: r.ID, Name: r.Name, TemplateID: r.TemplateID, Template: r.TemplateName}
				}),
				Today: d.Today.Format(dayFormat),
			}, err)
		})
	httpkit.Route(b, manages, operation(http.MethodPut, "/contract-levels", "setContractLevels", "Say which levels approve contracts; no rules leave it to whoever may approve"),
		func(ctx context.Context, in *setRulesInput) (*httpkit.Empty, error) {
			rules, err := rulesOf(in.Body.Rules)
			if err != nil {
				return nil, err
			}
			return httpkit.Done(s.SetRules(ctx, httpkit.Actor(ctx), contractsvc.CategoryRules{Category: in.Body.CategoryID, Rules: rules, Sum: in.Body.Sum}))
		})
	httpkit.Route(b, manages, operation(http.MethodPut, "/contract-delegates/{account_id}", "setContractDelegate", "Have somebody approve in another's place until the end of a day"),
		func(ctx context.Context, in *delegateInput) (*httpkit.Empty, error) {
			var f fault.Fields
			until := days(&f, "/until", in.Body.Until)
			if err := f.Err(); err != nil {
				return nil, err
			}
			return httpkit.Done(s.Delegate(ctx, httpkit.Actor(ctx), in.AccountID, id(in.Body.DelegateID), until))
		})
}

// rulesOf reads what somebody typed; an amount that is none is told at its place.
func rulesOf(in []ContractRuleForm) ([]contract.Rule, error) {
	var f fault.Fields
	out := make([]contract.Rule, len(in))
	for i, r := range in {
		at := "/rules/" + strconv.Itoa(i) + "/from"
		from, err := money.ParseDecimal(strings.TrimSpace(r.From))
		switch {
		case strings.TrimSpace(r.From) == "":
			f.Add(at, fault.Required)
		case err != nil:
			f.Add(at, fault.BadFormat, "expected", "1250000.00")
		}
		out[i] = contract.Rule{Currency: strings.TrimSpace(r.Currency), Level: r.Level, From: from, Everyone: r.Everyone}
	}
	return out, f.Err()
}
