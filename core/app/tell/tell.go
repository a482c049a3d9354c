// Package tell decides who is told what of what happened, by mail and in the app,
// and where it leads: a file for each vertical.
package tell

import (
	"zabuni.org/core/archive/archivesvc"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/task/tasksvc"
	"zabuni.org/core/procurement/procurementsvc"
	"zabuni.org/core/project/projectsvc"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// A Teller is whom it asks, and what carries the words.
type Teller struct {
	Identity    *identitysvc.Service
	Party       *partysvc.Service
	Sourcing    *sourcingsvc.Service
	Bidding     *biddingsvc.Service
	Awards      *awardsvc.Service
	Contracts   *contractsvc.Service
	Project     *projectsvc.Service
	Procurement *procurementsvc.Service
	Archive     *archivesvc.Service
	Tasks       *tasksvc.Service
	Notify      *notifysvc.Service
}

// A telling is one thing that follows an event: who is told what.
type telling struct {
	event string
	tell  notifysvc.Handler
}

// A round is the same where many companies are told, by its name.
type round struct {
	name, event string
	tell        notifysvc.Round
}

// Register registers what every vertical has people told, each in a file of its own.
func (t *Teller) Register() {
	for _, vertical := range [][]telling{
		t.partyTold(),
		t.sourcingTold(),
		t.paymentTold(),
		t.biddingTold(),
		t.openingTold(),
		t.auctionTold(),
		t.evaluationTold(),
		t.awardTold(),
		t.contractTold(),
		t.forceTold(),
		t.projectTold(),
		t.procurementTold(),
		t.archiveTold(),
		t.taskTold(),
	} {
		for _, one := range vertical {
			t.Notify.On(one.event, one.tell)
		}
	}
	for _, vertical := range [][]round{
		t.sourcingRounds(),
		t.awardRounds(),
		t.projectRounds(),
	} {
		for _, r := range vertical {
			t.Notify.OnRound(r.name, r.event, r.tell)
		}
	}
}
