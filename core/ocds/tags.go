package ocds

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"

	"zabuni.org/core/kernel/closed"
)

// A Tag is the standard's word for what a release tells of.
type Tag string

// Tags.
const (
	Planning             Tag = "planning"
	PlanningUpdate       Tag = "planningUpdate"
	NewTender            Tag = "tender"
	TenderAmendment      Tag = "tenderAmendment"
	TenderUpdate         Tag = "tenderUpdate"
	TenderCancellation   Tag = "tenderCancellation"
	NewAward             Tag = "award"
	AwardUpdate          Tag = "awardUpdate"
	AwardCancellation    Tag = "awardCancellation"
	NewContract          Tag = "contract"
	ContractUpdate       Tag = "contractUpdate"
	ContractAmendment    Tag = "contractAmendment"
	Implementation       Tag = "implementation"
	ImplementationUpdate Tag = "implementationUpdate"
	ContractTermination  Tag = "contractTermination"
)

// allTags is their order in a release.
var allTags = []Tag{Planning, PlanningUpdate, NewTender, TenderAmendment, TenderUpdate, TenderCancellation, NewAward, AwardUpdate, AwardCancellation, NewContract, ContractUpdate,
	ContractAmendment, Implementation, ImplementationUpdate, ContractTermination}

// Values lists them in order.
func (Tag) Values() []string { return closed.Values(allTags...) }

// goesOn are the members of a tender that say how it goes, and not what is asked.
var goesOn = []string{"status", "numberOfTenderers", "enquiries", "hasEnquiries"}

// Tags says what has happened between two bodies; nothing where they say the same. The first body of a process has none
// before it.
func Tags(was, is []byte) ([]Tag, error) {
	after, err := told(is)
	if err != nil {
		return nil, err
	}
	before := tree{}
	if len(was) > 0 {
		if before, err = told(was); err != nil {
			return nil, err
		}
	}
	found := map[Tag]bool{}
	tenderTags(member(before["tender"]), member(after["tender"]), found)
	each(before["awards"], after["awards"], func(old, now tree) {
		switch {
		case old == nil:
			found[NewAward] = true
		case now["status"] == Cancelled && old["status"] != Cancelled:
			found[AwardCancellation] = true
		default:
			found[AwardUpdate] = true
		}
	})
	each(before["contracts"], after["contracts"], func(old, now tree) { contractTags(old, now, found) })
	if len(found) == 0 && !reflect.DeepEqual(before, after) { // a party or a plan goes by another name
		if planned(member(after["tender"])) {
			found[PlanningUpdate] = true
		} else {
			found[TenderUpdate] = true
		}
	}
	var out []Tag
	for _, t := range allTags {
		if found[t] {
			out = append(out, t)
		}
	}
	return out, nil
}

func tenderTags(old, now tree, found map[Tag]bool) {
	switch {
	case reflect.DeepEqual(old, now):
	case planned(now) && len(old) == 0:
		found[Planning] = true
	case planned(now):
		found[PlanningUpdate] = true
	case len(old) == 0:
		found[NewTender] = true
	case now["status"] == Cancelled && old["status"] != Cancelled:
		found[TenderCancellation] = true
	case reflect.DeepEqual(asked(old), asked(now)):
		found[TenderUpdate] = true
	default:
		found[TenderAmendment] = true
	}
}

// asked is a tender without what says how it goes.
func asked(t tree) tree {
	out := tree{}
	for name, v := range t {
		switch {
		case slices.Contains(goesOn, name):
		case name == "lots":
			var lots []tree
			each(nil, v, func(_, lot tree) {
				part := tree{}
				for name, v := range lot {
					if name != "status" {
						part[name] = v
					}
				}
				lots = append(lots, part)
			})
			out[name] = lots
		default:
			out[name] = v
		}
	}
	return out
}

func contractTags(old, now tree, found map[Tag]bool) {
	if old == nil {
		found[NewContract] = true
		if now["implementation"] != nil {
			found[Implementation] = true
		}
		return
	}
	if now["status"] == Terminated && old["status"] != Terminated {
		found[ContractTermination] = true
	}
	switch {
	case reflect.DeepEqual(old["implementation"], now["implementation"]):
	case old["implementation"] == nil:
		found[Implementation] = true
	default:
		found[ImplementationUpdate] = true
	}
	if !reflect.DeepEqual(old["amendments"], now["amendments"]) {
		found[ContractAmendment] = true
		return
	}
	for name := range now {
		if name != "status" && name != "implementation" && !reflect.DeepEqual(old[name], now[name]) {
			found[ContractUpdate] = true
		}
	}
}

// each pairs the objects of two lists by identifier and calls fn for those that differ; old is nil for one that is new.
func each(was, is any, fn func(old, now tree)) {
	before := map[any]tree{}
	old, _ := was.([]any)
	for _, v := range old {
		before[member(v)["id"]] = member(v)
	}
	now, _ := is.([]any)
	for _, v := range now {
		o := member(v)
		if b, ok := before[o["id"]]; !ok || !reflect.DeepEqual(b, o) {
			fn(before[o["id"]], o)
		}
	}
}

func member(v any) tree { o, _ := v.(tree); return o }

// told reads a body; what a release has of its own does not count.
func told(body []byte) (tree, error) {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	var out tree
	err := dec.Decode(&out)
	for _, own := range []string{"id", "date", "tag"} {
		delete(out, own)
	}
	return out, err
}
