package contracthttp

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	endInput struct {
		ContractPath
		Body struct {
			Version int    `json:"version" doc:"That was read"`
			EndedOn string `json:"ended_on,omitempty" doc:"YYYY-MM-DD; without one it is today"`
			Reason  string `json:"reason"`
		}
	}
	importContract struct {
		Body struct {
			Status  contract.Imported `json:"status"`
			EndedOn string            `json:"ended_on,omitempty" doc:"YYYY-MM-DD: the day on which it was completed"`
			ContractForm
		}
	}
	pastInput struct {
		CategoryID uuid.UUID `path:"category_id" format:"uuid" doc:"All zeros: contracts of no category"`
		ContractPage
		Statuses  []contract.Past `query:"status,explode" maxItems:"20"`
		EndedFrom day.Day         `query:"ended_from"`
		EndedTo   day.Day         `query:"ended_to"`
	}
	// ArchiveShelf is a category of contracts with what of it is over.
	ArchiveShelf struct {
		ID             uuid.UUID `json:"id" format:"uuid" doc:"All zeros: contracts of no category"`
		Name           string    `json:"name,omitempty"`
		RetentionYears int32     `json:"retention_years"`
		Contracts      int64     `json:"contracts"`
		Archived       int64     `json:"archived" doc:"Of them, those that somebody has put away"`
		FirstUntil     string    `json:"first_until" doc:"YYYY-MM-DD: until when the first of them is kept"`
	}
	// ArchiveShelves are all of them.
	ArchiveShelves struct {
		Items []ArchiveShelf `json:"items"`
	}
	// PastContract is a contract that is over.
	PastContract struct {
		ID           uuid.UUID       `json:"id" format:"uuid"`
		Number       string          `json:"number"`
		Title        string          `json:"title"`
		SupplierName string          `json:"supplier_name"`
		Currency     string          `json:"currency"`
		Value        money.Decimal   `json:"value"`
		Status       contract.Status `json:"status"`
		StartsOn     string          `json:"starts_on,omitempty"`
		How          contract.Past   `json:"how" doc:"It ended"`
		EndedOn      string          `json:"ended_on"`
		KeepUntil    string          `json:"keep_until"`
	}
	// PastContracts is one page of what is over in a category.
	PastContracts struct {
		Name  string         `json:"name,omitempty"`
		Items []PastContract `json:"items"`
		Next  string         `json:"next,omitempty"`
	}
	// ContractEnd is how a contract ended.
	ContractEnd struct {
		How        contract.Past `json:"how"`
		EndedOn    string        `json:"ended_on"`
		Reason     string        `json:"reason,omitempty"`
		By         string        `json:"by,omitempty" doc:"Absent: the calendar"`
		EndedAt    time.Time     `json:"ended_at" doc:"When that was written down"`
		KeepUntil  string        `json:"keep_until"`
		ArchivedAt *time.Time    `json:"archived_at,omitempty"`
		ArchivedBy string        `json:"archived_by,omitempty"`
	}
	// ContractHappening is what was done with a contract.
	ContractHappening struct {
		At     time.Time       `json:"at"`
		By     string          `json:"by"`
		Action string          `json:"action" doc:"The last word of the event"`
		Status contract.Status `json:"status,omitempty"`
		Reason string          `json:"reason,omitempty"`
	}
	// KeptContract is a contract in force or over, with what became of it.
	KeptContract struct {
		Contract ContractDetails     `json:"contract"`
		End      *ContractEnd        `json:"end,omitempty"`
		Trail    []ContractHappening `json:"trail" doc:"The last first"`
	}
)

func endOf(e *contractsvc.End) *ContractEnd {
	if e == nil {
		return nil
	}
	return &ContractEnd{
		How:        contract.Past(e.How),
		EndedOn:    e.EndedOn.Format(dayFormat),
		Reason:     e.Reason,
		By:         e.ByName,
		EndedAt:    e.EndedAt.UTC(),
		KeepUntil:  e.KeepUntil.Format(dayFormat),
		ArchivedAt: e.ArchivedAt,
		ArchivedBy: e.ArchivedName,
	}
}

func happeningOf(h contractsvc.Happening) ContractHappening {
	return ContractHappening{
		At:     h.At.UTC(),
		By:     h.ActorName,
		Action: lastWord(h.Action),
		Status: contract.Status(h.Status),
		Reason: h.Reason,
	}
}

func pastOf(r contractsvc.PastRow) PastContract {
	return PastContract{
		ID:           r.ID,
		Number:       r.Number,
		Title:        r.Title,
		SupplierName: r.SupplierName,
		Currency:     r.Currency,
		Value:        r.Value,
		Status:       contract.Status(r.Status),
		StartsOn:     written(r.StartsOn),
		How:          contract.Past(r.How),
		EndedOn:      r.EndedOn.Format(dayFormat),
		KeepUntil:    r.KeepUntil.Format(dayFormat),
	}
}

// MountEnds registers how contracts in force end, for the people of their buyer.
func MountEnds(b *httpkit.BFF, s *contractsvc.Service, who access.UserType) {
	manages := access.Only(who, access.ManageContract)
	for _, x := range []struct {
		path, id, summary string
		do                func(context.Context, access.Actor, uuid.UUID, contractsvc.Ending) error
	}{
		{path: "terminate", id: "terminateContract", summary: "End a contract before its time", do: s.Terminate},
		{path: "complete", id: "completeContract", summary: "End a contract under which everything is done", do: s.Complete},
	} {
		httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/"+x.path, x.id, x.summary),
			func(ctx context.Context, in *endInput) (*httpkit.Empty, error) {
				var f fault.Fields
				on := days(&f, "/ended_on", in.Body.EndedOn)
				if err := f.Err(); err != nil {
					return nil, err
				}
				return httpkit.Done(x.do(ctx, httpkit.Actor(ctx), in.ContractID, contractsvc.Ending{Version: in.Body.Version, On: on, Reason: in.Body.Reason}))
			})
	}
}

// MountArchive registers the archive of contracts, for those who manage them.
func MountArchive(b *httpkit.BFF, s *contractsvc.Service, who access.UserType) {
	reads, manages := access.Only(who), access.Only(who, access.ManageContract)
	httpkit.Route(b, manages, operation(http.MethodPost, "/contract-archive", "importContract", "Take in a contract that is older than this platform, as it stands"),
		func(ctx context.Context, in *importContract) (*httpkit.Body[sourcinghttp.Made], error) {
			form, err := in.Body.domain()
			if err != nil {
				return nil, err
			}
			var f fault.Fields
			on := days(&f, "/ended_on", in.Body.EndedOn)
			if err := f.Err(); err != nil {
				return nil, err
			}
			id, err := s.Import(ctx, httpkit.Actor(ctx), contractsvc.Old{Status: contract.Status(in.Body.Status), Ended: on, Form: form})
			return httpkit.JSON(sourcinghttp.Made{ID: id}, err)
		})
	httpkit.Route(b, reads, operation(http.MethodGet, "/contract-archive", "contractShelves", "Categories of contracts with what of them is over"),
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[ArchiveShelves], error) {
			rows, err := s.Shelves(ctx, httpkit.Actor(ctx))
			return httpkit.JSON(ArchiveShelves{httpkit.Each(rows, func(r contractsvc.Shelf) ArchiveShelf {
				return ArchiveShelf{
					ID:             r.ID,
					Name:           r.Name,
					RetentionYears: r.RetentionYears,
					Contracts:      r.Contracts,
					Archived:       r.Archived,
					FirstUntil:     r.FirstUntil.Format(dayFormat),
				}
			})}, err)
		})
	httpkit.Route(b, reads, operation(http.MethodGet, "/contract-archive/{category_id}/contracts", "pastContracts", "What is over in a category of contracts, what ended last first"),
		func(ctx context.Context, in *pastInput) (*httpkit.Body[PastContracts], error) {
			got, err := s.Past(ctx, httpkit.Actor(ctx), in.CategoryID, contractsvc.PastFilter{
				Statuses: in.Statuses,
				Ended:    httpkit.Days(ctx, in.EndedFrom, in.EndedTo),
				Search:   in.Search,
			}, in.After, in.Limit)
			return httpkit.JSON(PastContracts{Name: got.Name, Items: httpkit.Each(got.Items, pastOf), Next: got.Next}, err)
		})
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/{contract_id}/kept", "keptContract", "A contract in force or over, with what became of it"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Body[KeptContract], error) {
			k, err := s.Kept(ctx, httpkit.Actor(ctx), in.ContractID)
			if err != nil {
				return nil, err
			}
			return httpkit.JSON(KeptContract{Contract: detailsOf(k.Details), End: endOf(k.End), Trail: httpkit.Each(k.Trail, happeningOf)}, nil)
		})
	httpkit.Route(b, reads, operation(http.MethodPost, "/contracts/{contract_id}/bundle", "takeContract", "Everything of a contract in one archive with a manifest; who took it is recorded"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Download, error) {
			return attached(s.Bundle(ctx, httpkit.Actor(ctx), in.ContractID))
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/archive", "archiveContract", "Put away a contract that is over"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Empty, error) {
			return httpkit.Done(s.Archive(ctx, httpkit.Actor(ctx), in.ContractID))
		})
}

// lastWord is what an event says beside what it is about.
func lastWord(action string) string {
	return action[strings.LastIndexByte(action, '.')+1:]
}
