package main

import (
	"strings"
)

// An area is a part of the rules that the lot draws from as often as from any other.
type area struct {
	name  string
	paths []string // of folders, from the root of the repository
}

// areas are told apart by folder; the first that fits has the file.
var areas = []area{
	{"lists", []string{"bff-", "http/", "core/report/", "core/kernel/page/", "core/kernel/find/"}},
	{"notices", []string{"core/notify/", "core/app/tell/", "core/app/", "core/award/awardsvc/letters", "core/award/letter"}},
	{"money", []string{"core/payment/", "core/kernel/money/", "core/boq/", "core/entry/"}},
	{"opening", []string{"core/opening/", "core/platform/seal/"}},
	{"ranking", []string{"core/evaluation/", "core/award/", "core/assurance/"}},
	{"entry", []string{"core/bidding/", "core/sourcing/", "core/party/", "core/diligence/", "core/project/"}},
}

// areaOf is the area of a file, "" of one whose rules are not drawn from.
func areaOf(path string) string {
	for _, not := range []string{"_test.go", "core/cmd/", "core/simulator/", "core/app/story/", "core/app/trial/", "core/app/serve/", "/cmd/", "/testdata/"} {
		if strings.Contains(path, not) || strings.HasSuffix(path, not) {
			return ""
		}
	}
	for _, a := range areas {
		for _, p := range a.paths {
			if strings.HasPrefix(path, p) || strings.HasSuffix(p, "http/") && strings.Contains(path, p) {
				return a.name
			}
		}
	}
	return ""
}

func names() string {
	out := make([]string, len(areas))
	for i, a := range areas {
		out[i] = a.name
	}
	return strings.Join(out, ", ")
}
