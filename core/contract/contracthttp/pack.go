package contracthttp

import (
	"context"
	"encoding/hex"
	"net/http"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/platform/httpkit"
)

type (
	// ContractPackPaper is a paper by which the award of a contract binds its winner.
	ContractPackPaper struct {
		Position int32             `json:"position"`
		Kind     contract.PackKind `json:"kind"`
		Name     string            `json:"name"`
		Size     int64             `json:"size"`
		Sum      string            `json:"sum" doc:"SHA-256, in hex; the paper that is signed names it"`
	}
	packPath struct {
		ContractPath
		Position int `path:"position" minimum:"1" maximum:"9"`
	}
)

func packOf(r contractsvc.PackRow) ContractPackPaper {
	return ContractPackPaper{Position: r.Position, Kind: contract.PackKind(r.Kind), Name: r.Name, Size: r.Size, Sum: hex.EncodeToString(r.Sum)}
}

func packOperation() httpkit.Operation {
	return operation(http.MethodGet, "/contracts/{contract_id}/pack/{position}", "contractPackFile", "A paper by which the award of a contract binds its winner")
}

func packFile(s *contractsvc.Service) func(context.Context, *packPath) (*httpkit.Download, error) {
	return func(ctx context.Context, in *packPath) (*httpkit.Download, error) {
		return attached(s.PackFile(ctx, httpkit.Actor(ctx), in.ContractID, in.Position))
	}
}
