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
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/sourcing/sourcinghttp"
)

type (
	// ContractPartyForm is a counterparty as an author names it: a company of the platform by its id, or an outsider.
	ContractPartyForm struct {
		CompanyID *uuid.UUID `json:"company_id,omitempty" format:"uuid"`
		Name      string     `json:"name,omitempty" doc:"Of an outsider, like all that follows"`
		Country   string     `json:"country,omitempty" doc:"ISO 3166-1"`
		TaxID     string     `json:"tax_id,omitempty"`
		Address   string     `json:"address,omitempty"`
		Email     string     `json:"email,omitempty"`
	}
	// ContractForm is a contract as its author writes it.
	ContractForm struct {
		Number       string             `json:"number"`
		Title        string             `json:"title"`
		Description  string             `json:"description,omitempty"`
		ContractDate string             `json:"contract_date,omitempty" doc:"YYYY-MM-DD"`
		StartsOn     string             `json:"starts_on,omitempty" doc:"YYYY-MM-DD"`
		EndsOn       string             `json:"ends_on,omitempty" doc:"YYYY-MM-DD"`
		Language     locale.Language    `json:"language,omitempty"`
		CategoryID   *uuid.UUID         `json:"contract_category_id,omitempty" format:"uuid" doc:"All zeros: of none any more"`
		Currency     string             `json:"currency,omitempty"`
		Value        string             `json:"value,omitempty"`
		Counterparty *ContractPartyForm `json:"counterparty,omitempty"`
		Body         *string            `json:"body,omitempty" doc:"JSON of its tree"`
		FileID       *uuid.UUID         `json:"file_id,omitempty" format:"uuid"`
		PendingTaken bool               `json:"pending_taken,omitempty" doc:"The author knows what waits in the file for a decision"`
	}
	// ContractAnswers are answers to the questionnaire.
	ContractAnswers struct {
		Subject       contract.Subject        `json:"matter" doc:"What it is about"`
		Circumstances []contract.Circumstance `json:"circumstances,omitempty" maxItems:"20"`
		Risk          contract.Risk           `json:"risk" doc:"The most that an optional clause may give away"`
		Assisted      bool                    `json:"assisted,omitempty" doc:"A model writes what the libraries have no clause on; a person accepts each sentence of it"`
		Wish          string                  `json:"wish,omitempty" doc:"What else the model is to write about"`
	}
	createContract struct {
		Key  string `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true" doc:"Made by the browser for the form, until it is answered"`
		Body struct {
			BuyerID    *uuid.UUID       `json:"buyer_id,omitempty" format:"uuid" doc:"Named by the operator's people"`
			AwardID    *uuid.UUID       `json:"award_id,omitempty" format:"uuid" doc:"That left no draft"`
			SupplierID *uuid.UUID       `json:"supplier_id,omitempty" format:"uuid" doc:"Its winner"`
			TemplateID *uuid.UUID       `json:"template_id,omitempty" format:"uuid"`
			Answers    *ContractAnswers `json:"answers,omitempty"`
			ContractForm
		}
	}
	updateContract struct {
		ContractPath
		Body struct {
			Version int    `json:"version" doc:"That was changed"`
			Reason  string `json:"reason,omitempty" doc:"Kept with the version"`
			ContractForm
		}
	}
	// ContractPartyDetails is somebody who agrees on a contract.
	ContractPartyDetails struct {
		CompanyID *uuid.UUID `json:"company_id,omitempty" format:"uuid"`
		Name      string     `json:"name"`
		Country   string     `json:"country"`
		TaxID     string     `json:"tax_id"`
		Address   string     `json:"address"`
		Email     string     `json:"email"`
	}
	// ContractFile is a file that a contract is, as it came.
	ContractFile struct {
		ID         uuid.UUID `json:"id" format:"uuid"`
		Name       string    `json:"name"`
		Size       int64     `json:"size"`
		Insertions int32     `json:"insertions" doc:"Tracked, not decided on"`
		Deletions  int32     `json:"deletions" doc:"Tracked, not decided on"`
		Comments   int32     `json:"comments"`
	}
	// ContractBlock is a clause that answers chose.
	ContractBlock struct {
		ID         string           `json:"id"`
		SectionID  *uuid.UUID       `json:"section_id,omitempty" format:"uuid" doc:"Absent where a model wrote it"`
		Code       string           `json:"code"`
		Version    int32            `json:"version"`
		Title      string           `json:"title" doc:"Of the clause; what a model wrote is here whole"`
		Mandatory  bool             `json:"mandatory"`
		Risk       contract.Risk    `json:"risk,omitempty"`
		Because    contract.Because `json:"because"`
		Model      string           `json:"model" doc:"What wrote it; empty for a clause"`
		Stands     bool             `json:"stands" doc:"It is in the text still"`
		AcceptedAt *time.Time       `json:"accepted_at,omitempty"`
		AcceptedBy string           `json:"accepted_by,omitempty"`
	}
	// ContractVersion is a version of a contract.
	ContractVersion struct {
		Number    int32     `json:"number"`
		Reason    string    `json:"reason"`
		By        string    `json:"by"`
		CreatedAt time.Time `json:"created_at"`
	}
	// ContractText is what a contract says, in its newest version.
	ContractText struct {
		Origin       contract.Origin      `json:"origin"`
		Author       string               `json:"author"`
		Language     locale.Language      `json:"language"`
		KindID       *uuid.UUID           `json:"contract_category_id,omitempty" format:"uuid"`
		KindName     string               `json:"contract_category_name"`
		Buyer        ContractPartyDetails `json:"buyer"`
		Counterparty ContractPartyDetails `json:"counterparty"`
		Body         string               `json:"body" doc:"JSON of its tree, with its fields"`
		Reads        string               `json:"reads" doc:"The same with what is known filled in"`
		Missing      []string             `json:"missing" doc:"Fields that nothing is known of yet"`
		Sum          string               `json:"sum" doc:"Of the newest version, in hex"`
		File         *ContractFile        `json:"file,omitempty"`
		Blocks       []ContractBlock      `json:"blocks"`
		Versions     []ContractVersion    `json:"versions" doc:"The newest first"`
		Pack         []ContractPackPaper  `json:"pack" doc:"What the award binds its winner by"`
	}
	acceptBlock struct {
		ContractPath
		BlockID string `path:"block_id" maxLength:"40"`
	}
	contractPaper struct {
		ContractPath
		As contract.Paper `query:"as" default:"pdf"`
	}
	// BuyerQuery names the buyer that somebody of the operator works for.
	BuyerQuery struct {
		BuyerID uuid.UUID `query:"buyer_id" format:"uuid" doc:"Named by the operator's people"`
	}
	findInput struct {
		Search string `query:"search" maxLength:"100"`
	}
	// ContractAward is what a winner gets and no contract says yet.
	ContractAward struct {
		AwardID      uuid.UUID     `json:"award_id" format:"uuid"`
		SupplierID   uuid.UUID     `json:"supplier_id" format:"uuid"`
		SupplierName string        `json:"supplier_name"`
		Currency     string        `json:"currency"`
		Value        money.Decimal `json:"value"`
		CategoryName string        `json:"category_name"`
		Reference    string        `json:"reference"`
		JobTitle     string        `json:"job_title"`
	}
	// ContractChoices is what a contract of a buyer may begin with.
	ContractChoices struct {
		Categories []ContractChoice `json:"categories"`
		Awards     []ContractAward  `json:"awards" doc:"That left no draft"`
		Model      string           `json:"model" doc:"What may write beside the libraries; empty where none is configured"`
	}
	// ContractChoice is a category of contracts to choose.
	ContractChoice struct {
		ID         uuid.UUID  `json:"id" format:"uuid"`
		Name       string     `json:"name"`
		TemplateID *uuid.UUID `json:"template_id,omitempty" format:"uuid" doc:"With which its contracts begin"`
		Template   string     `json:"template_name,omitempty"`
	}
	// ContractCounterparties are companies that a contract may be made with.
	ContractCounterparties struct {
		Items []ContractCounterparty `json:"items"`
	}
	// ContractCounterparty is one of them.
	ContractCounterparty struct {
		ID      uuid.UUID `json:"id" format:"uuid"`
		Name    string    `json:"name"`
		Country string    `json:"country"`
	}
	proposeInput struct {
		Body struct {
			BuyerID    *uuid.UUID      `json:"buyer_id,omitempty" format:"uuid" doc:"Named by the operator's people"`
			Language   locale.Language `json:"language"`
			CategoryID *uuid.UUID      `json:"contract_category_id,omitempty" format:"uuid"`
			Answers    ContractAnswers `json:"answers"`
		}
	}
	// ContractProposal is what answers choose.
	ContractProposal struct {
		Clauses    []ProposedClause `json:"clauses"`
		Unanswered []contract.Topic `json:"unanswered" doc:"Topics that the answers ask for and the libraries have no clause on"`
		Places     []string         `json:"places" doc:"Fields that the text names"`
	}
	// ProposedClause is a clause with the reason for which it was chosen.
	ProposedClause struct {
		SectionID uuid.UUID        `json:"section_id" format:"uuid"`
		Code      string           `json:"code"`
		Version   int              `json:"version"`
		Title     string           `json:"title"`
		Topic     contract.Topic   `json:"topic"`
		Mandatory bool             `json:"mandatory"`
		Risk      contract.Risk    `json:"risk"`
		Shelf     contract.Shelf   `json:"shelf"`
		Because   contract.Because `json:"because"`
	}
	beginUpload struct {
		BuyerQuery
		Body struct {
			Name string `json:"name"`
			Size int64  `json:"size"`
		}
	}
	// ContractUploadPath names a file on its way.
	ContractUploadPath struct {
		BuyerQuery
		UploadID uuid.UUID `path:"upload_id" format:"uuid"`
	}
	partInput struct {
		ContractUploadPath
		Offset  int64 `query:"offset" minimum:"0"`
		RawBody []byte
	}
	// ContractUpload is a file of a contract on its way.
	ContractUpload struct {
		ID         uuid.UUID  `json:"id" format:"uuid"`
		Received   int64      `json:"received"`
		Size       int64      `json:"size"`
		Done       bool       `json:"done"`
		File       *uuid.UUID `json:"file,omitempty" format:"uuid" doc:"Once it is done"`
		Insertions int        `json:"insertions" doc:"Tracked, not decided on"`
		Deletions  int        `json:"deletions" doc:"Tracked, not decided on"`
		Comments   int        `json:"comments"`
	}
)

func id(of *uuid.UUID) uuid.UUID {
	if of == nil {
		return uuid.Nil
	}
	return *of
}

// domain reads a form; days that are none are told at their fields.
func (in ContractForm) domain() (contractsvc.Form, error) {
	var f fault.Fields
	out := contractsvc.Form{
		Terms: contract.Terms{Number: in.Number, Title: in.Title, Description: in.Description,
			Date: days(&f, "/contract_date", in.ContractDate), Starts: days(&f, "/starts_on", in.StartsOn), Ends: days(&f, "/ends_on", in.EndsOn)},
		Language:     in.Language,
		Category:     in.CategoryID,
		Currency:     in.Currency,
		Value:        in.Value,
		Body:         in.Body,
		File:         id(in.FileID),
		PendingTaken: in.PendingTaken,
	}
	if p := in.Counterparty; p != nil {
		out.Counterparty = &contractsvc.PartyForm{Company: id(p.CompanyID),
			Party: contract.Party{Name: p.Name, Country: p.Country, TaxID: p.TaxID, Address: p.Address, Email: p.Email}}
	}
	return out, f.Err()
}

func (a ContractAnswers) domain() contract.Answers {
	return contract.Answers{Subject: a.Subject, Circumstances: a.Circumstances, Risk: a.Risk, Assisted: a.Assisted, Wish: a.Wish}
}

func uploadOf(u contractsvc.Upload) ContractUpload {
	out := ContractUpload{ID: u.ID, Received: u.Received, Size: u.Size, Done: u.Done,
		Insertions: u.Pending.Insertions, Deletions: u.Pending.Deletions, Comments: u.Pending.Comments}
	if u.Done {
		out.File = &u.File
	}
	return out
}

// MountMaking registers what makes a contract and reads it, for the buyer's people and the operator's.
func MountMaking(b *httpkit.BFF, s *contractsvc.Service, who access.UserType) {
	manages := access.Only(who, access.ManageContract)
	reads := access.Only(who)
	if who == access.Operator {
		reads = manages
	}
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts", "contracts", "Contracts of a buyer, newest first"),
		func(ctx context.Context, in *listInput) (*httpkit.Body[ContractList], error) {
			got, err := s.Contracts(ctx, httpkit.Actor(ctx), in.BuyerID, contractsvc.Filter{
				Statuses: in.Statuses,
				View:     in.View,
				Ends:     httpkit.Days(ctx, in.EndsFrom, in.EndsTo),
				Job:      httpkit.OrNil(in.JobID),
				Search:   in.Search,
				Platform: in.Platform,
			}, in.After, in.Limit)
			return httpkit.JSON(listOf(got), err)
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts", "createContract", "Make a contract: from a template, of a file, by answers, or of an award that left no draft"),
		func(ctx context.Context, in *createContract) (*httpkit.Body[sourcinghttp.Made], error) {
			form, err := in.Body.domain()
			if err != nil {
				return nil, err
			}
			begin := contractsvc.Beginning{Buyer: id(in.Body.BuyerID), Award: id(in.Body.AwardID), Supplier: id(in.Body.SupplierID), Template: id(in.Body.TemplateID), Key: in.Key, Form: form}
			if in.Body.Answers != nil {
				answers := in.Body.Answers.domain()
				begin.Answers = &answers
			}
			made, err := s.Create(ctx, httpkit.Actor(ctx), begin)
			return httpkit.JSON(sourcinghttp.Made{ID: made}, err)
		})
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/{contract_id}", "contract", "A contract"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Body[ContractDetails], error) {
			d, err := s.Contract(ctx, httpkit.Actor(ctx), in.ContractID)
			if err != nil {
				return nil, err
			}
			return httpkit.JSON(detailsOf(d), nil)
		})
	httpkit.Route(b, manages, operation(http.MethodPut, "/contracts/{contract_id}", "updateContract", "Change a draft"),
		func(ctx context.Context, in *updateContract) (*httpkit.Empty, error) {
			form, err := in.Body.domain()
			if err != nil {
				return nil, err
			}
			form.Reason = in.Body.Reason
			return httpkit.Done(s.Update(ctx, httpkit.Actor(ctx), in.ContractID, in.Body.Version, form))
		})
	if who != access.Operator { // whoever helps a buyer writes; what goes on from there is the buyer's own
		httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/submit", "submitContract", "Send a draft to those who approve"),
			func(ctx context.Context, in *ContractPath) (*httpkit.Empty, error) {
				return httpkit.Done(s.Submit(ctx, httpkit.Actor(ctx), in.ContractID))
			})
	}
	httpkit.Route(b, manages, operation(http.MethodPut, "/contracts/{contract_id}/blocks/{block_id}/accepted", "acceptContractBlock", "Say that a person has read a proposed clause and wants it"),
		func(ctx context.Context, in *acceptBlock) (*httpkit.Empty, error) {
			return httpkit.Done(s.Accept(ctx, httpkit.Actor(ctx), in.ContractID, in.BlockID))
		})
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/{contract_id}/paper", "contractPaper", "The text of a contract on paper"),
		func(ctx context.Context, in *contractPaper) (*httpkit.Download, error) {
			return attached(s.ContractPaper(ctx, httpkit.Actor(ctx), in.ContractID, in.As))
		})
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/{contract_id}/file", "contractFile", "The file that a contract is, as it came"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Download, error) {
			return attached(s.ContractFile(ctx, httpkit.Actor(ctx), in.ContractID))
		})
	httpkit.Route(b, reads, packOperation(), packFile(s))
	httpkit.Route(b, manages, operation(http.MethodGet, "/contract-choices", "contractChoices", "What a contract may begin with"),
		func(ctx context.Context, in *BuyerQuery) (*httpkit.Body[ContractChoices], error) {
			got, err := s.Choices(ctx, httpkit.Actor(ctx), in.BuyerID)
			return httpkit.JSON(ContractChoices{
				Model: s.Model(),
				Categories: httpkit.Each(got.Categories, func(r contractsvc.CategoryRow) ContractChoice {
					return ContractChoice{ID: r.ID, Name: r.Name, TemplateID: r.TemplateID, Template: r.TemplateName}
				}),
				Awards: httpkit.Each(got.Awards, func(r contractsvc.AwardRow) ContractAward {
					return ContractAward{
						AwardID:      r.AwardID,
						SupplierID:   r.SupplierID,
						SupplierName: r.SupplierName,
						Currency:     r.Currency,
						Value:        r.Amount,
						CategoryName: r.CategoryName,
						Reference:    r.Reference,
						JobTitle:     r.JobTitle,
					}
				}),
			}, err)
		})
	httpkit.Route(b, manages, operation(http.MethodGet, "/contract-counterparties", "contractCounterparties", "Companies that a contract may be made with, by name"),
		func(ctx context.Context, in *findInput) (*httpkit.Body[ContractCounterparties], error) {
			rows, err := s.Counterparties(ctx, httpkit.Actor(ctx), in.Search)
			return httpkit.JSON(ContractCounterparties{httpkit.Each(rows, func(r contractsvc.CounterpartyRow) ContractCounterparty {
				return ContractCounterparty{ID: r.ID, Name: r.Name, Country: r.Country}
			})}, err)
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contract-proposals", "proposeContract", "What answers would make a contract of; nothing is written"),
		func(ctx context.Context, in *proposeInput) (*httpkit.Body[ContractProposal], error) {
			got, err := s.Propose(ctx, httpkit.Actor(ctx), id(in.Body.BuyerID), in.Body.Language, in.Body.Answers.domain(), in.Body.CategoryID)
			return httpkit.JSON(ContractProposal{Clauses: httpkit.Each(got.Clauses, proposedOf), Unanswered: got.Unanswered, Places: got.Fields}, err)
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contract-uploads", "beginContractUpload", "Announce the file of a contract"),
		func(ctx context.Context, in *beginUpload) (*httpkit.Body[ContractUpload], error) {
			u, err := s.BeginUpload(ctx, httpkit.Actor(ctx), in.BuyerID, in.Body.Name, in.Body.Size)
			return httpkit.JSON(uploadOf(u), err)
		})
	httpkit.Route(b, manages, operation(http.MethodGet, "/contract-uploads/{upload_id}", "contractUploadStatus", "How much of a file has arrived"),
		func(ctx context.Context, in *ContractUploadPath) (*httpkit.Body[ContractUpload], error) {
			u, err := s.UploadStatus(ctx, httpkit.Actor(ctx), in.BuyerID, in.UploadID)
			return httpkit.JSON(uploadOf(u), err)
		})
	part := operation(http.MethodPatch, "/contract-uploads/{upload_id}", "appendContractPart", "The next part of a file, at most 8 MiB")
	part.MaxBody = partysvc.MaxPart + 1<<20
	httpkit.Route(b, manages, part,
		func(ctx context.Context, in *partInput) (*httpkit.Body[ContractUpload], error) {
			u, err := s.Append(ctx, httpkit.Actor(ctx), in.BuyerID, in.UploadID, in.Offset, in.RawBody)
			return httpkit.JSON(uploadOf(u), err)
		})
}

func proposedOf(c contract.Chosen) ProposedClause {
	shelf := contract.Platforms
	if c.Ours {
		shelf = contract.Ours
	}
	return ProposedClause{
		SectionID: c.Section,
		Code:      c.Code,
		Version:   c.Version,
		Title:     c.Title,
		Topic:     c.Topic,
		Mandatory: c.Mandatory,
		Risk:      c.Risk,
		Shelf:     shelf,
		Because:   c.Because,
	}
}

func partyOf(p contract.Party, company *uuid.UUID) ContractPartyDetails {
	return ContractPartyDetails{CompanyID: company, Name: p.Name, Country: p.Country, TaxID: p.TaxID, Address: p.Address, Email: p.Email}
}

func contractTextOf(d contractsvc.Details) ContractText {
	k := d.Contract
	out := ContractText{
		Origin:       contract.Origin(k.Origin),
		Author:       d.AuthorName,
		Language:     locale.Language(k.Language),
		KindID:       k.ContractCategoryID,
		KindName:     d.KindName,
		Buyer:        partyOf(d.Buyer, &k.BuyerID),
		Counterparty: partyOf(d.Counterparty, d.Company),
		Body:         d.Body,
		Reads:        d.Reads,
		Missing:      d.Missing,
		Sum:          d.Sum,
		Blocks: httpkit.Each(d.Blocks, func(b contractsvc.Block) ContractBlock {
			return ContractBlock{
				ID:         b.BlockID,
				SectionID:  b.SectionID,
				Code:       b.Code,
				Version:    b.SectionNumber,
				Title:      b.Title,
				Mandatory:  b.Mandatory,
				Risk:       contract.Risk(b.Risk),
				Because:    contract.Because(b.Because),
				Model:      b.Model,
				Stands:     b.Stands,
				AcceptedAt: b.AcceptedAt,
				AcceptedBy: b.AcceptedBy,
			}
		}),
		Versions: httpkit.Each(d.Versions, func(v contractsvc.ContractVersionRow) ContractVersion {
			return ContractVersion{Number: v.Number, Reason: v.Reason, By: v.ByName, CreatedAt: v.CreatedAt.UTC()}
		}),
		Pack: httpkit.Each(d.Pack, packOf),
	}
	if f := d.File; f != nil {
		out.File = &ContractFile{ID: f.DocumentID, Name: f.Name, Size: f.Size, Insertions: f.Insertions, Deletions: f.Deletions, Comments: f.Comments}
	}
	return out
}
