package sourcing

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/money"
)

// A filler gives every field a value of its own, so that one that is lost or stands
// under another's name is seen, whatever fields are added.
type filler struct{ n int64 }

func (f *filler) fill(v reflect.Value) {
	f.n++
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(noon.Add(time.Duration(f.n) * time.Hour)))
		return
	case uuid.UUID:
		v.Set(reflect.ValueOf(id(byte(f.n))))
		return
	case money.Decimal:
		v.Set(reflect.ValueOf(money.New(f.n, 0)))
		return
	case money.Quantity:
		v.Set(reflect.ValueOf(qty(f.n)))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			f.fill(v.Index(i))
		}
	case reflect.String:
		v.SetString(fmt.Sprint("word ", f.n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int32:
		v.SetInt(f.n)
	case reflect.Uint8:
		v.SetUint(uint64(f.n % 256))
	case reflect.Uint32: // steps: letters and their standstill, which no other depends on
		v.SetUint(uint64(Letters))
	}
}

// filled is a tender in which each field is set.
func filled() Content {
	var c Content
	new(filler).fill(reflect.ValueOf(&c).Elem())
	c.Category.Activity, c.Category.Parent, c.Category.Status = Tender, nil, Evaluated
	return c
}

// Whoever edits or copies a category begins from all that its author said.
func TestAFormSaysEverythingThatTheCategorySays(t *testing.T) {
	c := filled().Category
	form, category := reflect.ValueOf(c.Form()), reflect.ValueOf(c)
	for i := range form.NumField() {
		name := form.Type().Field(i).Name
		want := category.FieldByName(name).Interface()
		if name == "Without" {
			want = c.Without.Names()
		}
		if got := form.Field(i).Interface(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

// A round is its category again, but for what makes it a round: it costs nothing, asks
// nothing, and has nothing of what became of the category.
func TestARoundIsItsCategoryButForTheOffers(t *testing.T) {
	c := filled().Category
	kept := []string{
		"Job", "Buyer", "Activity", "Name", "Description", "Instructions", "Type", "Grouping", "Currency",
		"TechnicalWeight", "FinancialWeight", "PriceFormula", "Openers", "Without",
	}
	closes := noon.Add(time.Hour + time.Nanosecond).In(time.FixedZone("EAT", 3*3600))
	own := map[string]any{
		"Parent":       &c.ID,
		"Round":        1,
		"BestAndFinal": true,
		"OpensAt":      noon,
		"ClosesAt":     noon.Add(time.Hour),
		"InvitedOnly":  true,
		"Status":       Draft,
	}
	r, err := c.NewRound(RoundForm{ClosesAt: closes, BestAndFinal: true}, nil, noon)
	if err != nil {
		t.Fatal(err)
	}
	round, category := reflect.ValueOf(r), reflect.ValueOf(c)
	for i := range round.NumField() {
		name := round.Type().Field(i).Name
		want := reflect.Zero(round.Field(i).Type()).Interface()
		if slices.Contains(kept, name) {
			want = category.Field(i).Interface()
		} else if v, ok := own[name]; ok {
			want = v
		}
		if got := round.Field(i).Interface(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	for _, closes := range []time.Time{noon, noon.Add(-time.Microsecond)} {
		_, err := c.NewRound(RoundForm{ClosesAt: closes}, nil, noon)
		if f := fault.As(err).Fields; len(f) != 1 || f[0].Pointer != "/closes_at" || f[0].Code != LintClosesPast {
			t.Errorf("a round until %s: %v", closes, err)
		}
	}
	c.Activity = Prequalification
	if _, err := c.NewRound(RoundForm{ClosesAt: noon.Add(time.Hour)}, nil, noon); fault.As(err).Code != NoSuchStep.Code {
		t.Errorf("a list is negotiated: %v", err)
	}
}

// unsaid are the fields by which nobody answers or is judged; all others show in the hash.
var unsaid = []string{
	"Job.ID", "Job.Buyer", "Job.Activity", "Job.Reference", "Job.Code", "Job.Title", "Job.Description", "Job.Timezone", "Job.Status", "Job.Owner", "Job.DepartmentID", "Job.PlanItemID", "Job.Classification",
	"Job.Private", "Job.CreatedAt", "Job.PublishedAt", "Job.CancelledAt", "Job.CancelReason", "Job.Version",
	"Category.Job", "Category.Buyer", "Category.Round", "Category.BestAndFinal", "Category.Number", "Category.Reference", "Category.Description",
	"Category.Type", "Category.Grouping", "Category.Estimate", "Category.OpensAt", "Category.ClosesAt", "Category.Openers", "Category.InvitedOnly", "Category.Reserved",
	"Category.Status", "Category.ClosedAt", "Category.ClosingRoot", "Category.ClosingCount", "Category.ClosingNote", "Category.CriteriaHash",
	"Category.CancelReason", "Category.CreatedAt", "Category.Version",
	"Questions.Options.ID", "Attachments.ID", "Attachments.Document", "Attachments.Size", "Invited",
}

// A later change of one letter of what is published shows in its hash, in whatever
// field, and of nothing else.
func TestTheHashKnowsEveryLetter(t *testing.T) {
	c := filled()
	base := string(c.Hash())
	shows := map[string]bool{}
	spoil(reflect.ValueOf(&c).Elem(), "", func(name string) {
		shows[name] = shows[name] || string(c.Hash()) != base
	})
	for name, shown := range shows {
		if shown == slices.Contains(unsaid, name) {
			t.Errorf("a change of %s shows: %v", name, shown)
		}
	}
	for _, name := range unsaid {
		if _, ok := shows[name]; !ok {
			t.Errorf("there is no %s", name)
		}
	}
	if len(shows) < 60 {
		t.Errorf("only %d fields were changed", len(shows))
	}
}

// spoil changes one field after the other, and each back.
func spoil(v reflect.Value, name string, look func(name string)) {
	was := reflect.New(v.Type()).Elem()
	was.Set(v)
	switch v.Interface().(type) {
	case time.Time, uuid.UUID, money.Decimal, money.Quantity:
		(&filler{n: 100}).fill(v)
		look(name)
		v.Set(was)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			spoil(v.Field(i), strings.TrimPrefix(name+"."+v.Type().Field(i).Name, "."), look)
		}
	case reflect.Slice:
		for i := range v.Len() {
			spoil(v.Index(i), name, look)
		}
	case reflect.Pointer:
		if v.IsNil() { // of a round
			(&filler{n: 100}).fill(v)
		} else {
			v.SetZero()
		}
		look(name)
		v.Set(was)
	case reflect.String:
		if name == "Category.Activity" {
			v.SetString(string(ExpressionOfInterest))
		} else {
			v.SetString(v.String() + ".")
		}
		look(name)
		v.Set(was)
	default:
		if v.Kind() == reflect.Bool {
			v.SetBool(!v.Bool())
		} else if v.CanInt() {
			v.SetInt(v.Int() + 100)
		} else {
			v.SetUint(v.Uint() ^ 1)
		}
		look(name)
		v.Set(was)
	}
}

// The order in which rows are read does not show in the hash, and that in which they
// are printed does.
func TestTheHashIsOfTheOrderOfPrint(t *testing.T) {
	base := filled()
	read, printed := filled(), map[string]Content{}
	slices.Reverse(read.Sections)
	slices.Reverse(read.Questions)
	slices.Reverse(read.Items)
	if string(read.Hash()) != string(base.Hash()) {
		t.Error("the order of reading shows")
	}
	s, q, i := filled(), filled(), filled()
	s.Sections[0].Position = s.Sections[1].Position + 1
	q.Questions[0].Position = q.Questions[1].Position + 1
	i.Items[0].Position = i.Items[1].Position + 1
	printed["sections"], printed["questions"], printed["items"] = s, q, i
	for what, c := range printed {
		if string(c.Hash()) == string(base.Hash()) {
			t.Errorf("the order of %s does not show", what)
		}
	}
}
