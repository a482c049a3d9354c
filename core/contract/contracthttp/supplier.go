package contracthttp

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/httpkit"
)

type (
	suppliedInput struct {
		Statuses []contract.Status `query:"status,explode" maxItems:"20"`
		View     contract.View     `query:"view" doc:"By what happens next"`
		Search   string            `query:"search" maxLength:"100"`
		After    string            `query:"after" maxLength:"200"`
		Limit    int               `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	// SuppliedRow is a contract in a supplier's list.
	SuppliedRow struct {
		ID                uuid.UUID       `json:"id" format:"uuid"`
		Number            string          `json:"number"`
		Title             string          `json:"title"`
		BuyerName         string          `json:"buyer_name"`
		Currency          string          `json:"currency"`
		Value             money.Decimal   `json:"value"`
		Status            contract.Status `json:"status"`
		StartsOn          string          `json:"starts_on,omitempty" doc:"YYYY-MM-DD"`
		EndsOn            string          `json:"ends_on,omitempty"`
		NoSignatureBefore time.Time       `json:"no_signature_before"`
		SentAt            time.Time       `json:"sent_at"`
	}
	// SuppliedList is one page of them.
	SuppliedList struct {
		Items       []SuppliedRow `json:"items"`
		Next        string        `json:"next,omitempty"`
		Total       int           `json:"total"`
		TotalCapped bool          `json:"total_capped"`
	}
	// SuppliedDashboard is what a supplier's people see first of contracts.
	SuppliedDashboard struct {
		Figures []ContractFigure `json:"figures"`
		Answer  []SuppliedRow    `json:"answer" doc:"That wait for an answer or a signature"`
		Ending  []SuppliedRow    `json:"ending" doc:"Within ninety days"`
	}
	// SuppliedContract is a contract as its supplier reads it: the version that was sent.
	SuppliedContract struct {
		ID                uuid.UUID            `json:"id" format:"uuid"`
		Number            string               `json:"number"`
		Title             string               `json:"title"`
		Description       string               `json:"description"`
		Currency          string               `json:"currency"`
		Value             string               `json:"value"`
		Status            contract.Status      `json:"status"`
		ContractDate      string               `json:"contract_date,omitempty" doc:"YYYY-MM-DD"`
		StartsOn          string               `json:"starts_on,omitempty"`
		EndsOn            string               `json:"ends_on,omitempty"`
		NoSignatureBefore time.Time            `json:"no_signature_before"`
		StandstillRuns    bool                 `json:"standstill_runs"`
		AwardFrozen       bool                 `json:"award_frozen" doc:"A complaint about the award stops it"`
		Timezone          string               `json:"timezone"`
		Language          locale.Language      `json:"language"`
		Buyer             ContractPartyDetails `json:"buyer"`
		Counterparty      ContractPartyDetails `json:"counterparty"`
		Version           int32                `json:"version" doc:"That was sent"`
		SentAt            time.Time            `json:"sent_at"`
		Sum               string               `json:"sum" doc:"Of that version, in hex"`
		Body              string               `json:"body" doc:"JSON of its tree, with its fields: what another text is proposed of"`
		Reads             string               `json:"reads" doc:"The same as it was sent, with its fields filled in"`
		File              *ContractFile        `json:"file,omitempty"`
		Proposals         []ContractProposed   `json:"proposals" doc:"Of the own company, the newest first"`
		Redline           *ContractRedline     `json:"redline,omitempty" doc:"Of the newest proposal"`
		Comments          []ContractComment    `json:"comments"`
		Pack              []ContractPackPaper  `json:"pack" doc:"What the award binds the company by"`
		Redrafted         bool                 `json:"redrafted" doc:"The buyer writes it anew by a proposal of the company; what was sent is what was read before"`
		Ended             *SuppliedEnd         `json:"ended,omitempty"`
	}
	// SuppliedEnd says since when a contract is over, and why.
	SuppliedEnd struct {
		On     string `json:"on" doc:"YYYY-MM-DD"`
		Reason string `json:"reason" doc:"Empty where its last day was over"`
	}
	proposalPath struct {
		ContractPath
		Version int32 `path:"version" minimum:"1" doc:"Of the proposal"`
	}
	beginEvidence struct {
		ContractPath
		Body struct {
			Name string `json:"name"`
			Size int64  `json:"size"`
		}
	}
	// EvidencePath names a file on its way that shows what was done.
	EvidencePath struct {
		UploadID uuid.UUID `path:"upload_id" format:"uuid"`
	}
	evidencePart struct {
		EvidencePath
		Offset  int64 `query:"offset" minimum:"0"`
		RawBody []byte
	}
	proposeTextInput struct {
		ContractPath
		Body struct {
			Sum  string `json:"sum" maxLength:"64" doc:"Of the version that was read, in hex"`
			Body string `json:"body" doc:"JSON of its tree"`
			Note string `json:"note,omitempty" doc:"Why, for the buyer"`
		}
	}
)

func suppliedOf(r contractsvc.SupplierRow) SuppliedRow {
	return SuppliedRow{
		ID:                r.ID,
		Number:            r.Number,
		Title:             r.Title,
		BuyerName:         r.BuyerName,
		Currency:          r.Currency,
		Value:             r.Value,
		Status:            contract.Status(r.Status),
		StartsOn:          written(r.StartsOn),
		EndsOn:            written(r.EndsOn),
		NoSignatureBefore: r.NoSignatureBefore.UTC(),
		SentAt:            r.SentAt.UTC(),
	}
}

func suppliedContractOf(d contractsvc.SupplierDetails) SuppliedContract {
	c := d.Content
	out := SuppliedContract{
		ID:                d.Contract.ID,
		Number:            c.Number,
		Title:             c.Title,
		Description:       c.Description,
		Currency:          c.Currency,
		Value:             c.Value,
		Status:            contract.Status(d.Contract.Status),
		ContractDate:      c.ContractDate,
		StartsOn:          c.StartsOn,
		EndsOn:            c.EndsOn,
		NoSignatureBefore: d.Contract.NoSignatureBefore.UTC(),
		StandstillRuns:    d.Held,
		AwardFrozen:       d.AwardFrozen,
		Timezone:          d.Zone.String(),
		Language:          locale.Language(c.Language),
		Buyer:             partyOf(c.Buyer, &d.BuyerID),
		Counterparty:      partyOf(c.Counterparty, d.Contract.SupplierID),
		Version:           d.SentVersion,
		SentAt:            d.SentAt.UTC(),
		Sum:               d.Sum,
		Body:              d.Body,
		Reads:             string(c.Text),
		Proposals:         httpkit.Each(d.Proposals, proposedTextOf),
		Redline:           redlineOf(d.Redline),
		Comments:          httpkit.Each(d.Comments, commentOf),
		Pack:              httpkit.Each(d.Pack, packOf),
		Redrafted:         d.Redrafted,
	}
	if e := d.End; e != nil {
		out.Ended = &SuppliedEnd{On: written(&e.EndedOn), Reason: e.Reason}
	}
	if slices.Contains(contract.InForce, out.Status) { // renewals and amendments move them, not what was agreed on first
		out.EndsOn, out.Value = written(d.Contract.EndsOn), d.Contract.Value.String()
	}
	if f := d.File; f != nil {
		out.File = &ContractFile{ID: f.DocumentID, Name: f.Name, Size: f.Size, Insertions: f.Insertions, Deletions: f.Deletions, Comments: f.Comments}
	}
	return out
}

// MountSupplier registers what a supplier's people read of contracts that they were sent, and their
// answers to them.
func MountSupplier(b *httpkit.BFF, s *contractsvc.Service) {
	reads, manages := access.Only(access.Supplier), access.Only(access.Supplier, access.ManageContract)
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/dashboard", "suppliedDashboard", "Contracts by what happens next"),
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[SuppliedDashboard], error) {
			d, err := s.SupplierDashboard(ctx, httpkit.Actor(ctx))
			return httpkit.JSON(SuppliedDashboard{
				Figures: dashboardOf(contractsvc.Dashboard{Figures: d.Figures}).Figures,
				Answer:  httpkit.Each(d.Answer, suppliedOf),
				Ending:  httpkit.Each(d.Ending, suppliedOf),
			}, err)
		})
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts", "suppliedContracts", "Contracts that were sent to the company, what came last first"),
		func(ctx context.Context, in *suppliedInput) (*httpkit.Body[SuppliedList], error) {
			got, err := s.SupplierContracts(ctx, httpkit.Actor(ctx), contractsvc.Filter{Statuses: in.Statuses, View: in.View, Search: in.Search}, in.After, in.Limit)
			return httpkit.JSON(SuppliedList{Items: httpkit.Each(got.Items, suppliedOf), Next: got.Next, Total: got.Total, TotalCapped: got.TotalCapped}, err)
		})
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/{contract_id}", "suppliedContract", "A contract that was sent to the company"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Body[SuppliedContract], error) {
			d, err := s.SupplierContract(ctx, httpkit.Actor(ctx), in.ContractID)
			if err != nil {
				return nil, err
			}
			return httpkit.JSON(suppliedContractOf(d), nil)
		})
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/{contract_id}/paper", "suppliedPaper", "The text that was sent, on paper"),
		func(ctx context.Context, in *contractPaper) (*httpkit.Download, error) {
			return attached(s.SupplierPaper(ctx, httpkit.Actor(ctx), in.ContractID, in.As))
		})
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/{contract_id}/file", "suppliedFile", "The file that a contract is"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Download, error) {
			return attached(s.SupplierFile(ctx, httpkit.Actor(ctx), in.ContractID))
		})
	httpkit.Route(b, reads, packOperation(), packFile(s))
	httpkit.Route(b, reads, redlineOperation(), redlineFile(s))
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/proposals", "proposeContractText", "Propose another text to the buyer"),
		func(ctx context.Context, in *proposeTextInput) (*httpkit.Empty, error) {
			return httpkit.Done(s.ProposeText(ctx, httpkit.Actor(ctx), in.ContractID, in.Body.Sum, in.Body.Body, in.Body.Note))
		})
	httpkit.Route(b, manages, operation(http.MethodDelete, "/contracts/{contract_id}/proposals/{version}", "withdrawContractText", "Take back what was proposed, while the buyer has not decided on it"),
		func(ctx context.Context, in *proposalPath) (*httpkit.Empty, error) {
			return httpkit.Done(s.Withdraw(ctx, httpkit.Actor(ctx), in.ContractID, in.Version))
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/comments", "commentContract", "Say something of a contract to the other side"),
		func(ctx context.Context, in *saidInput) (*httpkit.Empty, error) {
			return httpkit.Done(s.Comment(ctx, httpkit.Actor(ctx), in.ContractID, in.domain()))
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/evidence", "beginContractEvidence", "Announce a file that shows what was done under a contract"),
		func(ctx context.Context, in *beginEvidence) (*httpkit.Body[ContractUpload], error) {
			u, err := s.BeginEvidence(ctx, httpkit.Actor(ctx), in.ContractID, in.Body.Name, in.Body.Size)
			return httpkit.JSON(uploadOf(u), err)
		})
	httpkit.Route(b, manages, operation(http.MethodGet, "/contract-evidence/{upload_id}", "contractEvidenceStatus", "How much of a file has arrived"),
		func(ctx context.Context, in *EvidencePath) (*httpkit.Body[ContractUpload], error) {
			u, err := s.UploadStatus(ctx, httpkit.Actor(ctx), uuid.Nil, in.UploadID)
			return httpkit.JSON(uploadOf(u), err)
		})
	part := operation(http.MethodPatch, "/contract-evidence/{upload_id}", "appendContractEvidence", "The next part of a file, at most 8 MiB")
	part.MaxBody = partysvc.MaxPart + 1<<20
	httpkit.Route(b, manages, part,
		func(ctx context.Context, in *evidencePart) (*httpkit.Body[ContractUpload], error) {
			u, err := s.Append(ctx, httpkit.Actor(ctx), uuid.Nil, in.UploadID, in.Offset, in.RawBody)
			return httpkit.JSON(uploadOf(u), err)
		})
}
