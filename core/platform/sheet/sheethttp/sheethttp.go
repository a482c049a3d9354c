// Package sheethttp is the shapes in which uploads of workbooks are served.
package sheethttp

import (
	"github.com/google/uuid"

	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/platform/sheet"
)

// Type is the media type of a workbook.
const Type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// MaxBody is how long an upload may be, with what goes with it.
const MaxBody = sheet.MaxBytes + 1<<20

type (
	// InLanguage is that of a workbook's headings. Parts of an input are exported: Huma
	// passes others over.
	InLanguage struct {
		Language locale.Language `query:"language" default:"en"`
	}
	// Upload is a workbook as it comes.
	Upload struct {
		FileName string `query:"file_name" maxLength:"400"`
		RawBody  []byte `contentType:"application/octet-stream"`
	}
	// UploadPath names an upload.
	UploadPath struct {
		UploadID uuid.UUID `path:"upload_id" format:"uuid"`
	}
	// SheetFault is one thing to correct in a row of an uploaded workbook.
	SheetFault struct {
		Column string         `json:"column,omitempty" doc:"Key of the column; none for the row as a whole"`
		Code   string         `json:"code"`
		Params map[string]any `json:"params,omitempty"`
	}
	// SheetLine is a row of an uploaded workbook with what would become of it.
	SheetLine struct {
		Row    int          `json:"row"`
		Name   string       `json:"name"`
		Act    sheet.Act    `json:"act"`
		Faults []SheetFault `json:"faults"`
	}
	// SheetCheck is what an uploaded workbook would do; nothing is done before it is confirmed.
	SheetCheck struct {
		UploadID uuid.UUID        `json:"upload_id" format:"uuid"`
		Counts   map[string]int64 `json:"counts" doc:"Rows by act"`
		Lines    []SheetLine      `json:"lines"`
		Stamp    string           `json:"stamp,omitempty" doc:"Of what was shown, where it is confirmed by it"`
	}
)

// CheckOf is what an upload would do, on the wire.
func CheckOf(id uuid.UUID, lines []sheet.Line, stamp string) SheetCheck {
	out := SheetCheck{UploadID: id, Counts: sheet.Count(lines), Lines: make([]SheetLine, len(lines)), Stamp: stamp}
	for i, l := range lines {
		faults := make([]SheetFault, len(l.Faults))
		for j, f := range l.Faults {
			faults[j] = SheetFault(f)
		}
		out.Lines[i] = SheetLine{Row: l.Number, Name: l.Name, Act: l.Act, Faults: faults}
	}
	return out
}
