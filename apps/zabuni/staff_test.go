package main

import (
	"github.com/google/uuid"

	"zabuni.org/core/catalog"
	"zabuni.org/core/identity/peoplesvc"
	"zabuni.org/core/party"
	"zabuni.org/core/sourcing"
)

// staff is what the operator's desk keeps of its own. Foreign to it are the
// buyers' own: staff reaches those through the buyer's desk alone.
func (h *house) staff() {
	h.Helper()
	a, mine, other := h.operator, h.tenants[0], h.tenants[1]
	c, err := h.People.Scope(h.ctx, a, uuid.Nil)
	h.must(err)
	role, err := h.People.CreateRole(h.ctx, a, c, peoplesvc.RoleForm{Name: word(a, "role")})
	h.must(err)
	user, err := h.People.Create(h.ctx, a, c, peoplesvc.UserForm{FirstName: word(a, "clerk"), LastName: "Clerk", Email: word(a, "clerk") + "@example.org", Phone: "254701234567", Language: "en", Roles: []uuid.UUID{role}})
	h.must(err)
	notice, err := h.Party.GiveNotice(h.ctx, a, mine.rival.Org, party.Notice{Ground: "other", Reason: "Because of " + word(a, "blac"), ReplyDays: 20})
	h.must(err)
	group, err := h.Party.SaveSpecialGroup(h.ctx, a, uuid.Nil, party.GroupForm{Named: party.Named{Name: word(a, "grou"), Active: true}})
	h.must(err)
	criterion, err := h.Catalog.SaveCriterion(h.ctx, a, uuid.MustParse("01900000-0000-7000-8000-000000000001"), catalog.Criterion{Name: word(a, "crit"), Description: word(a, "crit"),
		Questions: []sourcing.Question{{Prompt: word(a, "crit"), Response: sourcing.TextBox}}})
	h.must(err)
	mine.set("operator_role", role)
	mine.set("operator_user", user)
	mine.set("operator_case", notice)
	mine.set("operator_group", group)
	mine.set("criterion", criterion)
	mine.ids["parked"] = h.id(`INSERT INTO parked_message (consumer, message_id, subject, payload, error)
		VALUES ('nobody', $1, 'zabuni.test.happened', '', 'it failed') RETURNING id`, uuid.NewString())
	other.ids["operator_role"], other.ids["operator_user"], other.ids["operator_case"] = other.ids["buyer_role"], other.ids["buyer_user"], other.ids["case"]
}
