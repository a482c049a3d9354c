package evaluation

import (
	"fmt"
	"strings"
)

// A State is a state of one of this package's machines.
type State string

// An Event moves a machine along an edge.
type Event string

// An Edge is one allowed step. Guards name what the use case must find true
// before it takes the step; they are data so that a screen can say why not.
type Edge struct {
	From   State
	Event  Event
	To     State
	Guards []string
}

// A Machine is a life as a table of edges.
type Machine struct {
	Name  string
	Start State
	Edges []Edge
}

// Machines of this vertical.
var (
	// OpeningSession is the opening of one envelope of a category.
	OpeningSession = Machine{"opening_session", "scheduled", []Edge{
		{"scheduled", "request", "quorum_waiting", []string{"category_closed", "entitled"}},
		{"scheduled", "abort", "aborted", []string{"reason"}},
		{"quorum_waiting", "expire", "scheduled", nil},
		{"quorum_waiting", "open", "opened", []string{"quorum", "closing_time_passed", "closing_root_matches", "logged"}},
		{"quorum_waiting", "abort", "aborted", []string{"reason"}},
		{"opened", "sign_minutes", "minutes_signed", []string{"minutes_complete", "members_signed"}},
		{"minutes_signed", "lock", "locked", nil},
	}}

	// EvaluatorTask is one evaluator's work on one category.
	EvaluatorTask = Machine{"evaluator_task", "assigned", []Edge{
		{"assigned", "declare_none", "coi_declared", nil},
		{"assigned", "declare_interest", "recused", nil},
		{"coi_declared", "begin", "in_progress", []string{"technical_opened"}},
		{"coi_declared", "declare_interest", "recused", nil},
		{"in_progress", "declare_interest", "recused", nil},
		{"in_progress", "finalise", "final", []string{"all_scored"}},
		{"final", "reopen", "in_progress", []string{"reason", "moderation_not_begun"}},
		{"final", "moderate", "moderated", []string{"all_members_final"}},
	}}

	// Committee is the evaluation of one category by all its members.
	Committee = Machine{"committee", "open", []Edge{
		{"open", "begin_moderation", "moderation", []string{"all_members_final"}},
		{"moderation", "agree", "consensus", []string{"differences_resolved"}},
		{"consensus", "sign", "signed", []string{"all_members_signed_or_dissented"}},
		{"signed", "submit", "submitted", []string{"report_complete"}},
		{"submitted", "approve", "approved", []string{"approver_not_evaluator"}},
		{"submitted", "return", "returned", []string{"reason", "approver_not_evaluator"}},
		{"returned", "begin_moderation", "moderation", nil},
	}}

	// QualityCheck is the quality assurance of one response.
	QualityCheck = Machine{"quality_check", "assigned", []Edge{
		{"assigned", "check", "checked", []string{"all_checked"}},
		{"checked", "sample", "second_check", []string{"in_sample"}},
		{"checked", "finish", "done", []string{"not_in_sample"}},
		{"second_check", "finish", "done", []string{"second_checker_differs"}},
		{"second_check", "dispute", "assigned", []string{"reason"}},
	}}

	// DueDiligence is the visit to, or check of, one bidder.
	DueDiligence = Machine{"due_diligence", "planned", []Edge{
		{"planned", "schedule", "scheduled", []string{"date", "members"}},
		{"scheduled", "schedule", "scheduled", []string{"reason"}},
		{"scheduled", "conduct", "conducted", []string{"date_reached"}},
		{"conducted", "record", "findings", []string{"all_answered"}},
		{"findings", "clear", "cleared", nil},
		{"findings", "flag", "flagged", []string{"reason"}},
		{"findings", "fail", "failed", []string{"reason"}},
		{"cleared", "expire", "expired", nil},
		{"flagged", "expire", "expired", nil},
		{"expired", "plan", "planned", nil},
	}}

	// Machines lists them all.
	Machines = []Machine{OpeningSession, EvaluatorTask, Committee, QualityCheck, DueDiligence}
)

// Next returns where event leads from a state and what must be true for it.
func (m Machine) Next(from State, event Event) (Edge, error) {
	for _, e := range m.Edges {
		if e.From == from && e.Event == event {
			return e, nil
		}
	}
	return Edge{}, NoEdge.New("%s: no %s in %s", m.Name, event, from).
		With("state", string(from)).With("event", string(event))
}

// Events lists what can happen in a state.
func (m Machine) Events(from State) []Event {
	var out []Event
	for _, e := range m.Edges {
		if e.From == from {
			out = append(out, e.Event)
		}
	}
	return out
}

// String prints the table, for the golden file and for documents.
func (m Machine) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, starts %s\n", m.Name, m.Start)
	for _, e := range m.Edges {
		fmt.Fprintf(&b, "  %s --%s--> %s", e.From, e.Event, e.To)
		if len(e.Guards) > 0 {
			fmt.Fprintf(&b, " [%s]", strings.Join(e.Guards, ", "))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
