package sourcing

import (
	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
)

// A Attachment is a file that belongs to what is asked: terms, drawings, pictures. What is
// published fixes its bytes.
type Attachment struct {
	ID, Document uuid.UUID
	Name         string
	Size         int64 // bytes
	SHA256       []byte
}

// What a category may have of them.
const (
	MaxAttachments = 50
	MaxAttachment  = 20_000_000 // bytes
)

// EnoughAttachments is raised for one more than there can be.
var EnoughAttachments = fault.Declare(fault.KindConflict, "sourcing.enough_attachments", "There are as many files as there can be")

// AttachmentTooBig is the code of a field error; params: max_mb.
const AttachmentTooBig = "sourcing.attachment_too_big"

// CheckAttachment normalises the name of a file and refuses one that is empty or too big.
func CheckAttachment(name string, content []byte) (string, error) {
	var f fault.Fields
	name = f.Line("/name", name, 200)
	switch {
	case len(content) == 0:
		f.Add("/file", fault.Required)
	case len(content) > MaxAttachment:
		f.Add("/file", AttachmentTooBig, "max_mb", MaxAttachment/1_000_000)
	}
	return name, f.Err()
}
