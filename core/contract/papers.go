package contract

import "zabuni.org/core/kernel/closed"

// Paper is a form in which a text leaves the platform.
type Paper string

// Papers.
const (
	PDF  Paper = "pdf"
	Docx Paper = "docx"
)

// Values lists them.
func (Paper) Values() []string { return closed.Values(PDF, Docx) }
