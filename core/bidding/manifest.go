package bidding

import "github.com/google/uuid"

// A Manifest is what lies under the seal of one envelope: the part that the
// category's policy puts there, or both.
type Manifest struct {
	Bid       uuid.UUID `json:"bid"`
	Version   int32     `json:"version"`
	Technical *Answers  `json:"technical,omitempty"`
	Financial *Prices   `json:"financial,omitempty"`
}

// Answers is the technical part of a bid.
type Answers struct {
	Answers map[uuid.UUID]string `json:"answers"`
	Files   []ManifestFile       `json:"files"`
}

// A ManifestFile names a file by its sealed bytes.
type ManifestFile struct {
	ID       uuid.UUID `json:"id"`
	Question uuid.UUID `json:"question"`
	Name     string    `json:"name"`
	Type     string    `json:"type"`
	Size     int64     `json:"size"`
	Sealed   string    `json:"sealed_sha256"`
}

// Prices is the financial part of a bid.
type Prices struct {
	Currency string                  `json:"currency"`
	Lines    map[uuid.UUID]PriceLine `json:"prices"`
	Total    string                  `json:"total"`
}

// A PriceLine is one priced item under the seal.
type PriceLine struct {
	UnitPrice string `json:"unit_price"`
	Amount    string `json:"amount"`
	Remarks   string `json:"remarks"`
}
