package partyhttp

import (
	"time"

	"zabuni.org/core/party"
)

// PaperOf is nil for a file that came from no profile.
func PaperOf(kind party.DocumentKind, expires *time.Time) *Paper {
	if kind == "" {
		return nil
	}
	return &Paper{Kind: kind, ExpiresOn: Day(expires)}
}
