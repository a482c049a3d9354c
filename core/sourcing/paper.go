package sourcing

import (
	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
)

// A Paper is a file that belongs to what is asked: terms, drawings, pictures. What is
// published fixes its bytes.
type Paper struct {
	ID, Document uuid.UUID
	Name         string
	Size         int64 // bytes
	SHA256       []byte
}

// What a category may have of them.
const (
	MaxPapers = 50
	MaxPaper  = 20 << 20 // bytes
)

// EnoughPapers is raised for one more than there can be.
var EnoughPapers = fault.Declare(fault.KindConflict, "sourcing.enough_papers", "There are as many files as there can be")

// PaperTooBig is the code of a field error; params: max_mb.
const PaperTooBig = "sourcing.paper_too_big"

// CheckPaper normalises the name of a file and refuses one that is empty or too big.
func CheckPaper(name string, content []byte) (string, error) {
	var f fault.Fields
	name = f.Line("/name", name, 200)
	switch {
	case len(content) == 0:
		f.Add("/file", fault.Required)
	case len(content) > MaxPaper:
		f.Add("/file", PaperTooBig, "max_mb", MaxPaper>>20)
	}
	return name, f.Err()
}
