// Package journalhttp gives the log's heads to everybody, so that they leave the
// house: who kept one can see that the log still begins with what it had then.
package journalhttp

import (
	"context"
	"net/http"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/seal"
)

type (
	// LogHead is the newest signed state of the log.
	LogHead struct {
		Key        string `json:"verifier_key" doc:"Verifier key of everything that the platform signs (C2SP signed note)"`
		Checkpoint string `json:"checkpoint" doc:"Signed note with the log's size and root (C2SP tlog-checkpoint)"`
	}
	growthInput struct {
		From int64 `query:"from" minimum:"1" maximum:"9007199254740991" required:"true" doc:"Size of a head that was kept"`
	}
	// LogGrowth proves that the log only grew since.
	LogGrowth struct {
		Key        string   `json:"verifier_key"`
		Checkpoint string   `json:"checkpoint"`
		Proof      []string `json:"proof" doc:"RFC 9162 consistency proof from the size that was asked for, in hex"`
	}
)

// Mount registers the log's public operations.
func Mount(b *httpkit.BFF, log *journal.Sequencer) {
	httpkit.Route(b, access.Anyone, httpkit.Operation{ID: "logHead", Method: http.MethodGet, Path: "/log", Tag: "log",
		Summary: "Newest signed head of the log"},
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[LogHead], error) {
			head, err := log.Head(ctx)
			return httpkit.JSON(LogHead{Key: log.Notary.Key(), Checkpoint: string(head)}, err)
		})
	httpkit.Route(b, access.Anyone, httpkit.Operation{ID: "logGrowth", Method: http.MethodGet, Path: "/log/growth", Tag: "log",
		Summary: "Proof that the log only grew since a head that was kept"},
		func(ctx context.Context, in *growthInput) (*httpkit.Body[LogGrowth], error) {
			head, proof, err := log.Growth(ctx, in.From)
			return httpkit.JSON(LogGrowth{Key: log.Notary.Key(), Checkpoint: string(head), Proof: seal.HexOf(proof)}, err)
		})
}
