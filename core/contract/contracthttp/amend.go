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
	// ContractAmendment is a contract that amends another.
	ContractAmendment struct {
		ID          uuid.UUID       `json:"id" format:"uuid"`
		Number      int32           `json:"number"`
		Reference   string          `json:"reference"`
		Title       string          `json:"title"`
		Ground      contract.Ground `json:"ground"`
		Why         string          `json:"why"`
		Status      contract.Status `json:"status"`
		ValueWas    money.Decimal   `json:"value_was" doc:"Of what it amends, when it was begun"`
		Value       money.Decimal   `json:"value"`
		EndsWas     string          `json:"ends_was,omitempty"`
		EndsOn      string          `json:"ends_on,omitempty"`
		EffectiveAt *time.Time      `json:"effective_at,omitempty"`
	}
	// AmendedContract is what an amendment amends.
	AmendedContract struct {
		ID     uuid.UUID `json:"id" format:"uuid"`
		Number string    `json:"number"`
		Title  string    `json:"title"`
	}
	// ContractAmendments are what amends a contract, in their order.
	ContractAmendments struct {
		Of       *AmendedContract    `json:"of,omitempty" doc:"What it amends itself"`
		Items    []ContractAmendment `json:"items"`
		Currency money.Currency      `json:"currency"`
		First    money.Decimal       `json:"first" doc:"Its value before any of them"`
		Value    money.Decimal       `json:"value"`
		Least    money.Decimal       `json:"least" doc:"That they may bring it to"`
		Most     money.Decimal       `json:"most"`
	}
	cancelContract struct {
		ContractPath
		Body struct {
			Reason string `json:"reason" doc:"For the other side as well, where it was sent"`
		}
	}
	amendContract struct {
		ContractPath
		Body struct {
			Version     int             `json:"version" doc:"Of the contract, that was read"`
			Ground      contract.Ground `json:"ground"`
			Title       string          `json:"title"`
			Description string          `json:"description" doc:"Why, for both sides"`
			Value       string          `json:"value" doc:"That it has then"`
			EndsOn      string          `json:"ends_on,omitempty" doc:"YYYY-MM-DD; its last day then"`
		}
	}
)

func amendmentOf(r contractsvc.AmendmentRow) ContractAmendment {
	out := ContractAmendment{
		ID:        r.ContractID,
		Number:    r.Number,
		Reference: r.Reference,
		Title:     r.Title,
		Ground:    contract.Ground(r.Ground),
		Why:       r.Description,
		Status:    contract.Status(r.Status),
		ValueWas:  r.ValueWas,
		Value:     r.Value,
		EndsWas:   written(r.EndsWas),
		EndsOn:    written(r.EndsOn),
	}
	if r.EffectiveAt != nil {
		at := r.EffectiveAt.UTC()
		out.EffectiveAt = &at
	}
	return out
}

// MountAmendments registers how contracts in force are amended: the buyer's people begin it, both
// sides read it.
func MountAmendments(b *httpkit.BFF, s *contractsvc.Service, who access.UserType) {
	httpkit.Route(b, access.Only(who), operation(http.MethodGet, "/contracts/{contract_id}/amendments", "contractAmendments", "What amends a contract, in its order"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Body[ContractAmendments], error) {
			got, err := s.Amendments(ctx, httpkit.Actor(ctx), in.ContractID)
			out := ContractAmendments{
				Items:    httpkit.Each(got.Items, amendmentOf),
				Currency: got.Currency,
				First:    got.First,
				Value:    got.Value,
				Least:    got.Least,
				Most:     got.Most,
			}
			if got.Of != nil {
				out.Of = &AmendedContract{ID: got.Of.Contract.ID, Number: got.Of.Contract.Number, Title: got.Of.Contract.Title}
			}
			return httpkit.JSON(out, err)
		})
	if who == access.Supplier {
		return
	}
	manages := access.Only(who, access.ManageContract)
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/amendments", "amendContract", "Begin the draft of an amendment of a contract in force"),
		func(ctx context.Context, in *amendContract) (*httpkit.Body[sourcinghttp.Made], error) {
			var f fault.Fields
			ends := days(&f, "/ends_on", in.Body.EndsOn)
			if err := f.Err(); err != nil {
				return nil, err
			}
			id, err := s.Amend(ctx, httpkit.Actor(ctx), in.ContractID, contractsvc.Amending{
				Version: in.Body.Version,
				Ground:  in.Body.Ground,
				Title:   in.Body.Title,
				Why:     in.Body.Description,
				Value:   in.Body.Value,
				Ends:    ends,
			})
			return httpkit.JSON(sourcinghttp.Made{ID: id}, err)
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/cancel", "cancelContract", "Give up a contract that not all have signed"),
		func(ctx context.Context, in *cancelContract) (*httpkit.Empty, error) {
			return httpkit.Done(s.Cancel(ctx, httpkit.Actor(ctx), in.ContractID, in.Body.Reason))
		})
}
