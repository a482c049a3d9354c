// Package referencehttp is the operations on what is taken over from those who publish it: the operator keeps the lists, and
// whoever says what is bought looks codes up.
package referencehttp

import (
	"context"
	"net/http"
	"time"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/geo"
	"zabuni.org/core/kernel/locale"
	"zabuni.org/core/platform/httpkit"
	"zabuni.org/core/platform/sheet"
	"zabuni.org/core/platform/sheet/sheethttp"
	"zabuni.org/core/reference"
	"zabuni.org/core/reference/referencesvc"
)

type (
	// ReferenceList is a list with how much of it there is.
	ReferenceList struct {
		List    reference.List `json:"list_name"`
		Entries int64          `json:"entries"`
		File    string         `json:"file" doc:"Of the last file; empty: none was taken yet"`
		TakenAt *time.Time     `json:"taken_at,omitempty"`
		TakenBy string         `json:"taken_by"`
	}
	// ReferenceLists are all of them.
	ReferenceLists struct {
		Items []ReferenceList `json:"items"`
	}
	// CPVCode is a code of the common procurement vocabulary.
	CPVCode struct {
		Code string `json:"code" doc:"Eight digits, a hyphen and the ninth"`
		Name string `json:"name" doc:"In the language that was asked for, else in English"`
	}
	// CPVCodes are those that were found.
	CPVCodes struct {
		Items []CPVCode `json:"items"`
		More  bool      `json:"more" doc:"There are more than are told"`
	}
	// PublicHoliday is a day on which a country rests.
	PublicHoliday struct {
		Country geo.Code `json:"country"`
		Day     day.Day  `json:"day"`
		Name    string   `json:"name"`
	}
	// PublicHolidays are those that were found.
	PublicHolidays struct {
		Items []PublicHoliday `json:"items"`
		More  bool            `json:"more" doc:"There are more than are told"`
	}
	// ReferenceRow is a row of a file in which something is to be corrected.
	ReferenceRow struct {
		Row    int                    `json:"row"`
		Faults []sheethttp.SheetFault `json:"faults"`
	}
	// ReferenceCheck is what a file would do to a list.
	ReferenceCheck struct {
		New     int            `json:"new"`
		Changed int            `json:"changed"`
		Same    int            `json:"same"`
		Gone    int            `json:"gone" doc:"Of the same divisions or years, and not in the file"`
		Parts   []string       `json:"parts" doc:"Divisions, or years of countries, of which the file takes the place"`
		Faulty  int            `json:"faulty" doc:"Rows in which something is to be corrected; nothing is taken before"`
		Rows    []ReferenceRow `json:"rows" doc:"The first of them"`
		Stamp   string         `json:"stamp"`
	}
	// ListPath names a list. Parts of an input are exported: Huma passes others over.
	ListPath struct {
		List reference.List `path:"list_name"`
	}
	codesInput struct {
		Search   string          `query:"search" maxLength:"100" doc:"First digits, or words of a name"`
		Language locale.Language `query:"language" default:"en"`
	}
	holidaysInput struct {
		Country string `query:"country" maxLength:"2"`
		Year    int    `query:"year" minimum:"0" maximum:"2100" doc:"0: any"`
	}
	checkInput struct {
		ListPath
		sheethttp.Upload
	}
	takeInput struct {
		ListPath
		sheethttp.Upload
		Stamp string `query:"stamp" maxLength:"100" doc:"Of what was shown"`
	}
)

// shown is how many faulty rows are told.
const shown = 100

func op(method, path, id, summary string) httpkit.Operation {
	return httpkit.Operation{ID: id, Method: method, Path: path, Tag: "reference", Summary: summary}
}

// MountCodes registers how codes are looked up, on the desks where somebody says what is bought.
func MountCodes(b *httpkit.BFF, s *referencesvc.Service, t access.UserType) {
	httpkit.Route(b, access.Only(t, ""), op(http.MethodGet, "/cpv-codes", "cpvCodes", "Codes of the common procurement vocabulary"),
		func(ctx context.Context, in *codesInput) (*httpkit.Body[CPVCodes], error) {
			codes, more, err := s.Codes(ctx, httpkit.Actor(ctx), in.Search)
			return httpkit.JSON(CPVCodes{Items: httpkit.Each(codes, func(c reference.Code) CPVCode {
				return CPVCode{Code: c.Code + "-" + c.Digit, Name: c.Name(in.Language)}
			}), More: more}, err)
		})
}

// Mount registers the operator's lists.
func Mount(b *httpkit.BFF, s *referencesvc.Service) {
	look, keep := access.Only(access.Operator, ""), access.Only(access.Operator, access.ManageCategory)
	httpkit.Route(b, look, op(http.MethodGet, "/reference-lists", "referenceLists", "What was taken over from those who publish it"),
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[ReferenceLists], error) {
			rows, err := s.Lists(ctx, httpkit.Actor(ctx))
			return httpkit.JSON(ReferenceLists{httpkit.Each(rows, func(r referencesvc.ListRow) ReferenceList {
				return ReferenceList{List: reference.List(r.Name), Entries: r.Entries, File: r.File, TakenAt: r.TakenAt, TakenBy: r.TakenName}
			})}, err)
		})
	httpkit.Route(b, look, op(http.MethodGet, "/public-holidays", "publicHolidays", "Days on which countries rest, of the years of which there is a list"),
		func(ctx context.Context, in *holidaysInput) (*httpkit.Body[PublicHolidays], error) {
			days, more, err := s.Holidays(ctx, httpkit.Actor(ctx), in.Country, in.Year)
			return httpkit.JSON(PublicHolidays{Items: httpkit.Each(days, func(d reference.Day) PublicHoliday {
				return PublicHoliday{Country: d.Country, Day: day.Day(d.Day.Format(time.DateOnly)), Name: d.Name}
			}), More: more}, err)
		})
	httpkit.Route(b, keep, op(http.MethodGet, "/reference-lists/{list_name}/workbook", "referenceWorkbook", "A list as it stands, to be filled further"),
		func(ctx context.Context, in *ListPath) (*httpkit.Download, error) {
			data, err := s.Workbook(ctx, httpkit.Actor(ctx), in.List)
			if err != nil {
				return nil, err
			}
			return httpkit.Attach(string(in.List)+".xlsx", sheethttp.Type, data), nil
		})
	check := op(http.MethodPost, "/reference-lists/{list_name}/check", "checkReferenceList", "See what a file would do to a list")
	check.MaxBody, check.Status = reference.MaxBytes+1<<20, http.StatusOK
	httpkit.Route(b, keep, check, func(ctx context.Context, in *checkInput) (*httpkit.Body[ReferenceCheck], error) {
		out, err := s.Check(ctx, httpkit.Actor(ctx), in.List, in.RawBody)
		return httpkit.JSON(checkOf(out), err)
	})
	take := op(http.MethodPost, "/reference-lists/{list_name}", "takeReferenceList", "Let a file take the place of what a list said of the same divisions or years")
	take.MaxBody = reference.MaxBytes + 1<<20
	httpkit.Route(b, keep, take, func(ctx context.Context, in *takeInput) (*httpkit.Empty, error) {
		return httpkit.Done(s.Take(ctx, httpkit.Actor(ctx), in.List, in.FileName, in.RawBody, in.Stamp))
	})
}

func checkOf(o referencesvc.Outcome) ReferenceCheck {
	return ReferenceCheck{New: o.New, Changed: o.Changed, Same: o.Same, Gone: o.Gone, Parts: append([]string{}, o.Parts...), Faulty: len(o.Faulty), Stamp: o.Stamp,
		Rows: httpkit.Each(o.Faulty[:min(len(o.Faulty), shown)], func(r sheet.Row) ReferenceRow {
			return ReferenceRow{Row: r.Number, Faults: httpkit.Each(r.Faults, func(f sheet.Fault) sheethttp.SheetFault { return sheethttp.SheetFault(f) })}
		})}
}
