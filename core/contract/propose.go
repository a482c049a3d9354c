package contract

import (
	"cmp"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/kernel/rich"
)

// Subject is what a contract is about, as procurement law divides it.
type Subject string

// Subjects.
const (
	Goods       Subject = "goods"
	Works       Subject = "works"
	Services    Subject = "services"
	Consultancy Subject = "consultancy"
)

// Values lists them.
func (Subject) Values() []string { return closed.Values(Goods, Works, Services, Consultancy) }

// Circumstance is something that a questionnaire asks for and that a contract then has to say more about.
type Circumstance string

// Circumstances.
const (
	Advance      Circumstance = "advance"      // money is paid before anything is delivered
	Confidential Circumstance = "confidential" // either side learns what is not for others
	Lasting      Circumstance = "lasting"      // it runs for more than a year
	Abroad       Circumstance = "abroad"       // the counterparty is of another country
	Instalments  Circumstance = "instalments"  // delivered and paid in parts
	Guaranteed   Circumstance = "guaranteed"   // what is delivered has to hold for a time
)

// Values lists them.
func (Circumstance) Values() []string {
	return closed.Values(Advance, Confidential, Lasting, Abroad, Instalments, Guaranteed)
}

// Because says why a clause was proposed.
type Because string

// Reasons beside the circumstances, each of which is one.
const (
	BecauseMandatory Because = "mandatory"
	BecauseTemplate  Because = "template"
	BecauseSubject   Because = "subject"
)

// Values lists them.
func (Because) Values() []string {
	return append(closed.Values(BecauseMandatory, BecauseTemplate, BecauseSubject, BecauseModel), Circumstance("").Values()...)
}

var bySubject = map[Subject][]Topic{
	Goods:       {TopicParties, TopicScope, TopicPrice, TopicPayment, TopicDelivery, TopicWarranty, TopicTermination, TopicDisputes, TopicGeneral},
	Works:       {TopicParties, TopicScope, TopicPrice, TopicPayment, TopicDelivery, TopicWarranty, TopicSecurities, TopicLiability, TopicTermination, TopicForce, TopicDisputes, TopicGeneral},
	Services:    {TopicParties, TopicScope, TopicPrice, TopicPayment, TopicLiability, TopicTermination, TopicDisputes, TopicGeneral},
	Consultancy: {TopicParties, TopicScope, TopicPrice, TopicPayment, TopicConfidentiality, TopicTermination, TopicDisputes, TopicGeneral},
}

var byCircumstance = []struct {
	of     Circumstance
	topics []Topic
}{
	{Advance, []Topic{TopicSecurities, TopicPayment}},
	{Confidential, []Topic{TopicConfidentiality}},
	{Lasting, []Topic{TopicPrice, TopicForce, TopicTermination}},
	{Abroad, []Topic{TopicDisputes, TopicForce}},
	{Instalments, []Topic{TopicDelivery, TopicPayment}},
	{Guaranteed, []Topic{TopicWarranty}},
}

// Answers are what somebody said to the questionnaire.
type Answers struct {
	Subject       Subject
	Circumstances []Circumstance
	Risk          Risk // the most that an optional clause may give away

	// Assisted has a model write what the libraries have no clause on, and what the wish asks for.
	Assisted bool
	Wish     string
}

// Check adds to f what is wrong with answers, below pointer.
func (a Answers) Check(f *fault.Fields, pointer string) {
	f.OneOf(pointer+"/matter", string(a.Subject), Subject("").Values()...)
	f.OneOf(pointer+"/risk", string(a.Risk), Risk("").Values()...)
	for _, c := range a.Circumstances {
		if !slices.Contains(Circumstance("").Values(), string(c)) {
			f.Add(pointer+"/circumstances", fault.NotAllowed)
			break
		}
	}
	f.May(pointer+"/wish", a.Wish, MaxWish)
	if a.Wish != "" && !a.Assisted {
		f.Add(pointer+"/wish", fault.NotAllowed)
	}
}

// wants are the topics that answers ask for, with the first reason for each.
func (a Answers) wants() map[Topic]Because {
	out := map[Topic]Because{}
	for _, x := range byCircumstance {
		if !slices.Contains(a.Circumstances, x.of) {
			continue
		}
		for _, t := range x.topics {
			if out[t] == "" {
				out[t] = Because(x.of)
			}
		}
	}
	for _, t := range bySubject[a.Subject] {
		if out[t] == "" {
			out[t] = BecauseSubject
		}
	}
	return out
}

// An Offer is a clause that a proposal may choose: the newest version of it.
type Offer struct {
	Section   uuid.UUID
	Version   int
	Code      string
	Title     string
	Topic     Topic
	Mandatory bool
	Risk      Risk
	Body      rich.Node
	Ours      bool // of the buyer's own library
}

// A Chosen clause stands in a proposal for a reason.
type Chosen struct {
	Offer
	Because Because
}

var riskOrder = []Risk{LowRisk, MediumRisk, HighRisk}

// Propose chooses clauses by answers: those that are mandatory, those that the template of the
// category has, and of the others what the answers ask for, as far as it gives no more away than
// they allow. Of two with one code the buyer's own stands. The same answers choose the same.
func Propose(a Answers, offers []Offer, template []uuid.UUID) []Chosen {
	wants := a.wants()
	byCode := map[string]Offer{}
	for _, o := range offers {
		if have, ok := byCode[o.Code]; !ok || o.Ours && !have.Ours {
			byCode[o.Code] = o
		}
	}
	out := []Chosen{}
	for _, o := range byCode {
		switch reason, wanted := wants[o.Topic]; {
		case slices.Contains(template, o.Section):
			out = append(out, Chosen{o, BecauseTemplate})
		case o.Mandatory:
			out = append(out, Chosen{o, BecauseMandatory})
		case wanted && slices.Index(riskOrder, o.Risk) <= slices.Index(riskOrder, a.Risk):
			out = append(out, Chosen{o, reason})
		}
	}
	slices.SortFunc(out, func(x, y Chosen) int {
		return cmp.Or(cmp.Compare(slices.Index(Topics, x.Topic), slices.Index(Topics, y.Topic)), cmp.Compare(x.Code, y.Code))
	})
	return out
}

// Unanswered are the topics that answers ask for and of which no clause was chosen, in the order
// in which contracts have them.
func Unanswered(a Answers, chosen []Chosen) []Topic {
	wants := a.wants()
	return slices.DeleteFunc(slices.Clone(Topics), func(t Topic) bool {
		return wants[t] == "" || slices.ContainsFunc(chosen, func(c Chosen) bool { return c.Topic == t })
	})
}

// Text makes one text of chosen clauses, with the id of the heading above each.
func Text(chosen []Chosen, next func() string) (rich.Node, []string) {
	doc := rich.Node{Kind: rich.Doc}
	ids := make([]string, len(chosen))
	for i, c := range chosen {
		part := Compose([]Part{{Title: c.Title, Body: c.Body}}).Named(next)
		ids[i] = part.Content[0].ID
		doc.Content = append(doc.Content, part.Content...)
	}
	if doc.Content == nil {
		return rich.FromPlain("").Named(next), ids
	}
	return doc, ids
}
