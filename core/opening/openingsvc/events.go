package openingsvc

import (
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/platform/seal"
)

// EnvelopeConfirmed is the event of one person's word that an envelope shall be
// opened; its detail is a Confirmed.
const EnvelopeConfirmed = "opening.envelope.confirmed"

// Confirmed says whose opening somebody has confirmed and what it still takes.
type Confirmed struct {
	Job      uuid.UUID     `json:"job_id"`
	Session  uuid.UUID     `json:"session_id"`
	Envelope seal.Envelope `json:"envelope"`
	Begun    bool          `json:"begun"`   // by this word
	Missing  int           `json:"missing"` // people whose word is still needed
	Expires  time.Time     `json:"expires"` // of this word
}
