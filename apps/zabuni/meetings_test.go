package main

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/project"
	"zabuni.org/core/project/projectsvc"
)

// called is a meeting to which the tenant's own people are asked, one of the operator, its
// supplier, and somebody by mail.
func (h *house) called(t *tenant, a access.Actor, of project.Context, kind project.MeetingKind, job *uuid.UUID, name string, in time.Duration) uuid.UUID {
	h.Helper()
	w := word(t.buyer, "meet")
	form := project.MeetingForm{
		Title:     name + " " + w,
		Kind:      kind,
		Job:       job,
		Bidders:   job != nil && kind.ForBidders(),
		Starts:    h.now.Add(in).Truncate(time.Minute),
		Ends:      h.now.Add(in + time.Hour).Truncate(time.Minute),
		Zone:      "Africa/Nairobi",
		Place:     "Pier " + w,
		Link:      "https://meet.example.org/" + uuid.NewSHA1(uuid.NameSpaceURL, []byte(w)).String(),
		Agenda:    "Boats " + w,
		Organiser: t.buyer.User,
		Asked: []project.Asked{
			{Account: &t.second.User},
			{Account: &t.buyer.User},
			{Supplier: &t.supplier.Org},
			{Name: "Guest " + w, Email: "guest." + strings.ToLower(name) + "." + w + "@example.org"},
		},
	}
	id, err := h.Project.CallMeeting(h.ctx, a, projectsvc.NewMeeting{Context: of, Buyer: t.buyer.Org, Form: form})
	h.must(err)
	return id
}

// meetings are the tenant's in every state, of projects and of risks.
func (h *house) meetings(t *tenant) {
	h.Helper()
	job, owner, w := uuid.MustParse(t.ids["judged_job"]), t.buyer.Org, word(t.buyer, "meet")
	var now time.Time
	h.must(h.db.QueryRow(h.ctx, "SELECT zabuni.clock()").Scan(&now))
	since := now.Sub(h.now)
	see := func(id uuid.UUID) projectsvc.Meeting {
		m, err := h.Project.Meeting(h.ctx, t.buyer, owner, id)
		h.must(err)
		return m
	}
	ahead := h.called(t, t.buyer, project.General, project.PreBid, &job, "Before", 90*day)
	h.must(h.Project.AnswerMeeting(h.ctx, t.supplier, uuid.Nil, ahead, project.Comes))
	h.must(h.Project.AnswerMeeting(h.ctx, t.buyer, owner, ahead, project.Perhaps))
	t.set("meeting", ahead)
	t.set("meeting_own", h.called(t, t.second, project.General, project.AtOther, nil, "Ours", 90*day))
	t.set("meeting_staff", h.called(t, h.operator, project.General, project.AtOther, nil, "Staff", 90*day))
	off := h.called(t, t.buyer, project.OfRisk, project.AtOther, nil, "Off", 90*day)
	h.must(h.Project.CancelMeeting(h.ctx, t.buyer, owner, off, "Because "+w, see(off).Version))
	t.set("meeting_off", off)
	held := h.called(t, t.buyer, project.General, project.AtContract, &job, "Held", since+time.Minute)
	t.set("meeting_staff_held", h.called(t, h.operator, project.General, project.AtContract, &job, "Counted", since+time.Minute))
	h.at(since + 2*time.Minute)
	due := h.now.Truncate(day).AddDate(0, 0, 20)
	h.must(h.Project.Minute(h.ctx, t.buyer, owner, held, project.Minutes{
		Text:    "Said " + w,
		Publish: true,
		Actions: []project.Action{{What: "Paint " + w, Owner: &t.second.User, Due: &due}, {What: "Rope " + w, Done: true}},
	}, see(held).Version))
	t.set("meeting_held", held)
	_, err := h.Project.MakeFeed(h.ctx, t.second)
	h.must(err)
}
