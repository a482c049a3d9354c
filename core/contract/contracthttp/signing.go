package contracthttp

import (
	"context"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/httpkit"
)

type (
	// ContractSigner is somebody who signs, with what they signed where they have.
	ContractSigner struct {
		Name      string        `json:"name"`
		Capacity  string        `json:"capacity"`
		Side      contract.Side `json:"side"`
		Turn      int32         `json:"turn" doc:"Those of one number sign in any order"`
		You       bool          `json:"you"`
		SignedAt  *time.Time    `json:"signed_at,omitempty"`
		StampedAt *time.Time    `json:"stamped_at,omitempty" doc:"As the token in the signature says"`
		Sum       string        `json:"sum,omitempty" doc:"SHA-256 of the paper with this signature, in hex"`
		Entry     *int64        `json:"entry,omitempty" doc:"Of the log"`
	}
	// ContractRequest is a request to sign.
	ContractRequest struct {
		Version   int32                   `json:"version" doc:"That is signed"`
		Sum       string                  `json:"sum" doc:"SHA-256 of that version, in hex"`
		PaperSum  string                  `json:"paper_sum" doc:"SHA-256 of the paper as it is now, in hex: whoever signs names it"`
		BegunBy   string                  `json:"begun_by"`
		BegunAt   time.Time               `json:"begun_at"`
		ExpiresAt time.Time               `json:"expires_at"`
		Outcome   contract.SigningOutcome `json:"outcome,omitempty" doc:"None: it is open"`
		Reason    string                  `json:"reason,omitempty"`
		EndedBy   string                  `json:"ended_by,omitempty"`
		EndedAt   *time.Time              `json:"ended_at,omitempty"`
		Signers   []ContractSigner        `json:"signers"`
	}
	// ContractCandidate is somebody whom a request may name.
	ContractCandidate struct {
		AccountID uuid.UUID     `json:"account_id" format:"uuid"`
		Name      string        `json:"name"`
		Side      contract.Side `json:"side"`
	}
	// ContractScan is a contract that was signed on paper, as it was brought.
	ContractScan struct {
		FileName  string               `json:"file_name"`
		Size      int64                `json:"size"`
		FileSum   string               `json:"file_sum" doc:"SHA-256, in hex"`
		Version   int32                `json:"version" doc:"That it says"`
		SignedOn  string               `json:"signed_on" doc:"YYYY-MM-DD"`
		ForBuyer  string               `json:"for_buyer"`
		ForOther  string               `json:"for_other"`
		Reason    string               `json:"reason,omitempty" doc:"Why it says another version than the newest"`
		OfferedBy string               `json:"offered_by"`
		OfferedAt time.Time            `json:"offered_at"`
		Outcome   contract.ScanOutcome `json:"outcome,omitempty" doc:"None: it waits for a second person"`
		Refusal   string               `json:"refusal,omitempty"`
		DecidedBy string               `json:"decided_by,omitempty"`
		DecidedAt *time.Time           `json:"decided_at,omitempty"`
	}
	// ContractSigning is how far the signing of a contract is, for its reader.
	ContractSigning struct {
		ID                uuid.UUID           `json:"id" format:"uuid"`
		Number            string              `json:"number"`
		Title             string              `json:"title"`
		SupplierName      string              `json:"supplier_name"`
		BuyerName         string              `json:"buyer_name"`
		Status            contract.Status     `json:"status"`
		StartsOn          string              `json:"starts_on,omitempty" doc:"YYYY-MM-DD"`
		NoSignatureBefore time.Time           `json:"no_signature_before"`
		StandstillRuns    bool                `json:"standstill_runs"`
		Timezone          string              `json:"timezone"`
		Sum               string              `json:"sum" doc:"SHA-256 of the newest version, in hex; none without one"`
		Request           *ContractRequest    `json:"request,omitempty" doc:"The newest"`
		Candidates        []ContractCandidate `json:"candidates" doc:"Whom the reader may name, where they may ask"`
		Scan              *ContractScan       `json:"scan,omitempty" doc:"The newest; the buyer's own"`
		Versions          []ContractVersion   `json:"versions" doc:"That a signed paper may say; the buyer's own"`
		MayBegin          bool                `json:"may_begin"`
		MaySign           bool                `json:"may_sign"`
		Waits             bool                `json:"waits" doc:"The reader signs, though not yet"`
		MayCallOff        bool                `json:"may_call_off"`
		MayOffer          bool                `json:"may_offer"`
		MayConfirm        bool                `json:"may_confirm"`
	}
	// ContractToSign is a contract among those to be signed.
	ContractToSign struct {
		ID                uuid.UUID               `json:"id" format:"uuid"`
		Number            string                  `json:"number"`
		Title             string                  `json:"title"`
		SupplierName      string                  `json:"supplier_name"`
		Status            contract.Status         `json:"status"`
		NoSignatureBefore time.Time               `json:"no_signature_before"`
		StartsOn          string                  `json:"starts_on,omitempty"`
		ExpiresAt         *time.Time              `json:"expires_at,omitempty"`
		Outcome           contract.SigningOutcome `json:"outcome,omitempty" doc:"Of the newest request; none: it is open, or there is none"`
		Signers           int32                   `json:"signers"`
		Signatures        int32                   `json:"signatures"`
		Mine              bool                    `json:"mine" doc:"The reader's signature is next"`
		Scanned           bool                    `json:"scanned" doc:"A signed paper waits for its second person"`
	}
	// ContractsToSign is one page of them.
	ContractsToSign struct {
		Items []ContractToSign `json:"items"`
		Next  string           `json:"next,omitempty"`
	}
	// ContractSigned says what somebody has signed.
	ContractSigned struct {
		Sum      string          `json:"sum" doc:"SHA-256 of the paper with their signature, in hex"`
		SignedAt time.Time       `json:"signed_at"`
		Status   contract.Status `json:"status"`
	}
	toSignInput struct {
		Search string `query:"search" maxLength:"100"`
		After  string `query:"after" maxLength:"200"`
		Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
	}
	// ContractSignerForm names somebody who shall sign.
	ContractSignerForm struct {
		AccountID uuid.UUID `json:"account_id" format:"uuid"`
		Capacity  string    `json:"capacity"`
		Turn      int       `json:"turn" doc:"Those of one number sign in any order"`
	}
	beginSigning struct {
		ContractPath
		Body struct {
			Sum     string               `json:"sum" doc:"SHA-256 of the version that its author read, in hex"`
			Days    int                  `json:"days" doc:"That it stays open"`
			Signers []ContractSignerForm `json:"signers" maxItems:"50"`
		}
	}
	signInput struct {
		ContractPath
		Key  string `header:"Idempotency-Key" minLength:"8" maxLength:"100" required:"true"`
		Body struct {
			PaperSum string `json:"paper_sum" doc:"SHA-256 of the paper that was read, in hex"`
		}
	}
	reasonInput struct {
		ContractPath
		Body struct {
			Reason string `json:"reason"`
		}
	}
	offerScan struct {
		ContractPath
		Body struct {
			FileID   *uuid.UUID `json:"file_id,omitempty" format:"uuid"`
			Number   int        `json:"number" doc:"Of the version that it says"`
			SignedOn string     `json:"signed_on" doc:"YYYY-MM-DD"`
			ForBuyer string     `json:"for_buyer" doc:"Who signed"`
			ForOther string     `json:"for_other"`
			Reason   string     `json:"reason,omitempty" doc:"Where it says another version than the newest"`
		}
	}
	decideScan struct {
		ContractPath
		Body struct {
			Take   bool   `json:"take"`
			Reason string `json:"reason,omitempty" doc:"Of a refusal"`
		}
	}
)

// MountSigning registers signing for those who sign: people of the buyer and of the supplier.
func MountSigning(b *httpkit.BFF, s *contractsvc.Service, who access.UserType) {
	reads, manages := access.Only(who), access.Only(who, access.ManageContract)
	signs := reads // who approves contracts signs them too: the use case asks for either
	if who == access.Supplier {
		signs = manages
	}
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/{contract_id}/signing", "contractSigning", "How far the signing of a contract is"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Body[ContractSigning], error) {
			a := httpkit.Actor(ctx)
			v, err := s.SigningOf(ctx, a, in.ContractID)
			if err != nil {
				return nil, err
			}
			return httpkit.JSON(signingOf(v, a), nil)
		})
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/{contract_id}/signing/paper", "contractSigningPaper", "The paper that is signed, with the signatures that it has"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Download, error) {
			return attached(s.Paper(ctx, httpkit.Actor(ctx), in.ContractID))
		})
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/{contract_id}/signing/certificate", "contractCertificate", "Who signed what, when, and how that is proved"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Download, error) {
			return attached(s.Certificate(ctx, httpkit.Actor(ctx), in.ContractID))
		})
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts/{contract_id}/scan/file", "contractScan", "The signed paper as it came; for the other side once the contract is in force by it"),
		func(ctx context.Context, in *ContractPath) (*httpkit.Download, error) {
			return attached(s.ScanFile(ctx, httpkit.Actor(ctx), in.ContractID))
		})
	httpkit.Route(b, signs, operation(http.MethodPost, "/contracts/{contract_id}/signatures", "signContract", "Sign a contract"),
		func(ctx context.Context, in *signInput) (*httpkit.Body[ContractSigned], error) {
			got, err := s.Sign(ctx, httpkit.Actor(ctx), in.ContractID, in.Body.PaperSum, in.Key)
			return httpkit.JSON(ContractSigned{Sum: got.Sum, SignedAt: got.SignedAt.UTC(), Status: got.Status}, err)
		})
	httpkit.Route(b, signs, operation(http.MethodPost, "/contracts/{contract_id}/signing/decline", "declineContract", "Do not sign a contract, with a reason"),
		func(ctx context.Context, in *reasonInput) (*httpkit.Empty, error) {
			return httpkit.Done(s.Decline(ctx, httpkit.Actor(ctx), in.ContractID, in.Body.Reason))
		})
	if who == access.Supplier {
		return
	}
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/signing", "beginSigning", "Ask named people of both sides to sign"),
		func(ctx context.Context, in *beginSigning) (*httpkit.Empty, error) {
			form := contractsvc.SigningForm{Sum: in.Body.Sum, Days: in.Body.Days}
			for _, one := range in.Body.Signers {
				form.Signers = append(form.Signers, contractsvc.SignerForm{Account: one.AccountID, Capacity: one.Capacity, Turn: one.Turn})
			}
			return httpkit.Done(s.BeginSigning(ctx, httpkit.Actor(ctx), in.ContractID, form))
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/signing/call-off", "callSigningOff", "Take a request to sign back, for a reason"),
		func(ctx context.Context, in *reasonInput) (*httpkit.Empty, error) {
			return httpkit.Done(s.CallOff(ctx, httpkit.Actor(ctx), in.ContractID, in.Body.Reason))
		})
}

// MountScans registers the list of contracts to be signed, and what was signed on paper.
func MountScans(b *httpkit.BFF, s *contractsvc.Service, who access.UserType) {
	reads, manages := access.Only(who), access.Only(who, access.ManageContract)
	httpkit.Route(b, reads, operation(http.MethodGet, "/contracts-to-sign", "contractsToSign", "Contracts that are signed or wait for it, newest first"),
		func(ctx context.Context, in *toSignInput) (*httpkit.Body[ContractsToSign], error) {
			got, err := s.ToSign(ctx, httpkit.Actor(ctx), in.Search, in.After, in.Limit)
			return httpkit.JSON(ContractsToSign{Items: httpkit.Each(got.Items, toSignOf), Next: got.Next}, err)
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/scan", "offerContractScan", "Bring a contract that was signed on paper"),
		func(ctx context.Context, in *offerScan) (*httpkit.Empty, error) {
			var f fault.Fields
			form := contractsvc.ScanForm{
				File:     id(in.Body.FileID),
				Number:   in.Body.Number,
				SignedOn: days(&f, "/signed_on", in.Body.SignedOn),
				ForBuyer: in.Body.ForBuyer,
				ForOther: in.Body.ForOther,
				Reason:   in.Body.Reason,
			}
			if err := f.Err(); err != nil {
				return nil, err
			}
			return httpkit.Done(s.OfferScan(ctx, httpkit.Actor(ctx), in.ContractID, form))
		})
	httpkit.Route(b, manages, operation(http.MethodPost, "/contracts/{contract_id}/scan/decision", "decideContractScan", "Confirm or refuse a signed paper, as its second person"),
		func(ctx context.Context, in *decideScan) (*httpkit.Empty, error) {
			return httpkit.Done(s.DecideScan(ctx, httpkit.Actor(ctx), in.ContractID, in.Body.Take, in.Body.Reason))
		})
}

func toSignOf(r contractsvc.ToSignRow) ContractToSign {
	out := ContractToSign{
		ID:                r.ID,
		Number:            r.Number,
		Title:             r.Title,
		SupplierName:      r.SupplierName,
		Status:            contract.Status(r.Status),
		NoSignatureBefore: r.NoSignatureBefore.UTC(),
		StartsOn:          written(r.StartsOn),
		Outcome:           contract.SigningOutcome(r.Outcome),
		Signers:           r.Signers,
		Signatures:        r.Signatures,
		Mine:              r.Mine,
		Scanned:           r.Scanned,
	}
	if r.Signers > 0 {
		until := r.ExpiresAt.UTC()
		out.ExpiresAt = &until
	}
	return out
}

func signingOf(v contractsvc.SigningView, a access.Actor) ContractSigning {
	k := v.Contract.Contract
	out := ContractSigning{
		ID:                k.ID,
		Number:            k.Number,
		Title:             k.Title,
		SupplierName:      v.Contract.SupplierName,
		BuyerName:         v.Contract.BuyerName,
		Status:            contract.Status(k.Status),
		StartsOn:          written(k.StartsOn),
		NoSignatureBefore: k.NoSignatureBefore.UTC(),
		StandstillRuns:    v.StandstillRuns,
		Timezone:          v.Zone().String(),
		Sum:               v.Sum,
		Candidates: httpkit.Each(v.Candidates, func(c contractsvc.Candidate) ContractCandidate {
			return ContractCandidate{AccountID: c.ID, Name: c.FirstName + " " + c.LastName, Side: c.Side}
		}),
		Versions: httpkit.Each(v.Versions, func(r contractsvc.ContractVersionRow) ContractVersion {
			return ContractVersion{Number: r.Number, Reason: r.Reason, By: r.ByName, CreatedAt: r.CreatedAt.UTC()}
		}),
		MayBegin:   v.MayBegin,
		MaySign:    v.MaySign,
		Waits:      v.Waits,
		MayCallOff: v.MayCallOff,
		MayOffer:   v.MayOffer,
		MayConfirm: v.MayConfirm,
	}
	if g := v.Signing; g != nil {
		out.Request = &ContractRequest{
			Version:   g.Number,
			Sum:       hex.EncodeToString(g.Sum),
			PaperSum:  hex.EncodeToString(g.PaperSum),
			BegunBy:   g.BegunBy,
			BegunAt:   g.BegunAt.UTC(),
			ExpiresAt: g.ExpiresAt.UTC(),
			Outcome:   contract.SigningOutcome(text(g.Outcome)),
			Reason:    g.Reason,
			EndedBy:   g.EndedBy,
			EndedAt:   g.EndedAt,
			Signers: httpkit.Each(v.Signers, func(r contractsvc.SignerRow) ContractSigner {
				return ContractSigner{
					Name:      r.Name,
					Capacity:  r.Capacity,
					Side:      contract.Side(r.Side),
					Turn:      r.Turn,
					You:       r.AccountID == a.User,
					SignedAt:  r.SignedAt,
					StampedAt: r.StampedAt,
					Sum:       hex.EncodeToString(r.Sum),
					Entry:     r.Entry,
				}
			}),
		}
	}
	if n := v.Scan; n != nil {
		out.Scan = &ContractScan{
			FileName:  n.FileName,
			Size:      n.Size,
			FileSum:   hex.EncodeToString(n.Sha256),
			Version:   n.Number,
			SignedOn:  written(&n.SignedOn),
			ForBuyer:  n.ForBuyer,
			ForOther:  n.ForOther,
			Reason:    n.Reason,
			OfferedBy: n.OfferedName,
			OfferedAt: n.OfferedAt.UTC(),
			Outcome:   contract.ScanOutcome(text(n.Outcome)),
			Refusal:   n.Refusal,
			DecidedBy: n.DecidedName,
			DecidedAt: n.DecidedAt,
		}
	}
	return out
}
