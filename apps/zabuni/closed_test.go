package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"zabuni.org/core/app"
)

// open are the names that mean a closed set in one place and free text in another:
// where they may be free.
var open = map[string][]string{
	"code":     nil, // of an item, a job, a fault
	"name":     nil,
	"reason":   nil,                                                                                                                                   // what somebody wrote
	"answer":   {"AnswerDisputeInputBody", "CheckCell", "Dispute", "DisputeStory", "ExplainInputBody", "PriceQuery", "PriceQuestion", "PublicAnswer"}, // in somebody's words
	"decision": {"BlacklistCase", "SupplierNotice"},                                                                                                   // in somebody's words
	"from":     {"ContractRuleForm"},                                                                                                                  // an amount as somebody types it
	"missing":  {"ContractDetails"},                                                                                                                   // names of fields that nothing fills
	"title":    nil,
	"group":    {"Category", "CategoryDetails", "CategoryForm", "UpdateCategoryInputBody"}, // named by its author
	"key":      {"MailCount", "calendar"},                                                  // a day or a reason, what an address of a calendar is known by
	"kind":     {"Document"},                                                               // as an imported file calls it
	"format":   {"ImportNote"},                                                             // as an imported file calls it
	"shown":    {"Step"},                                                                   // a figure
	"source":   {"Step"},                                                                   // what a figure was reckoned from
	"steps":    {"Step"},                                                                   // of a reckoning
	"type":     {"BidFile", "CheckFile", "SheetFile", "Problem", "ResultRow"},              // of a file, a URN, a kind of supply
}

// What is one of a few words is told as such everywhere: a property that lists its
// values in one shape lists them in all.
func TestAClosedSetIsClosedEverywhere(t *testing.T) {
	outside := app.New(app.Outside{})
	closed, free := map[string]bool{}, map[string]map[string]bool{}
	note := func(name, where string, d apiDoc, s schema) {
		if s = d.resolve(s); s.Items != nil {
			s = *s.Items
		}
		switch {
		case kindOf(s) != "string":
		case len(s.Enum) > 0:
			closed[name] = true
		case s.Format == "" && !strings.Contains(s.Pattern, "0-9"):
			if free[name] == nil {
				free[name] = map[string]bool{}
			}
			free[name][where] = true
		}
	}
	for _, build := range bffs {
		raw, err := build(outside).OpenAPI()
		if err != nil {
			t.Fatal(err)
		}
		var d apiDoc
		if err := json.Unmarshal(raw, &d); err != nil {
			t.Fatal(err)
		}
		for shape, s := range d.Components.Schemas {
			for name, p := range s.Properties {
				note(name, shape, d, p)
			}
		}
		for _, methods := range d.Paths {
			for _, op := range methods {
				for _, p := range op.Parameters {
					note(p.Name, op.OperationID, d, p.Schema)
				}
			}
		}
	}
	if len(closed) < 50 {
		t.Fatalf("only %d names are closed", len(closed))
	}
	for _, name := range slices.Sorted(maps.Keys(closed)) {
		allowed, known := open[name]
		for _, where := range slices.Sorted(maps.Keys(free[name])) {
			if !known || allowed != nil && !slices.Contains(allowed, where) {
				t.Errorf("%s of %s is any text, and a closed set elsewhere", name, where)
			}
		}
		for _, where := range allowed {
			if !free[name][where] {
				t.Errorf("%s of %s is free no more", name, where)
			}
		}
	}
}
