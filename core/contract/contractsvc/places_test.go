package contractsvc_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/contractsvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pgtest"
	"zabuni.org/core/sourcing"
)

// awarded stores a job with a category that a supplier has won, and the contract that followed.
func (w *world) awarded(of access.Actor, activity sourcing.Activity, name string, winner uuid.UUID) (job, category, contract uuid.UUID) {
	w.t.Helper()
	exec := func(sql string, args ...any) {
		w.t.Helper()
		_, err := pgtest.Do(w.ctx, w.db, sql, args...)
		w.must(err)
	}
	job, category = uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())
	part, sub, award := uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())
	w.made++
	code := fmt.Sprint("J/", w.made)
	exec(`INSERT INTO job (id, buyer_id, activity, reference, code, title, regime, timezone, status, owner_id, created_at)
		VALUES ($1, $2, $3, $4, $4, $5, 'private-default', 'Africa/Nairobi', 'closed', $6, $7)`, job, of.Org, string(activity), code, name, of.User,
		noon.Add(time.Duration(w.made)*time.Hour))
	exec(`INSERT INTO category (id, job_id, buyer_id, activity, number, reference, name, currency, opens_at, closes_at, openers, status, closed_at, closing_count, created_at)
		VALUES ($1, $2, $3, $4, '1', $5, $6, 'KES', $7, $8, 2, 'awarded', $8, 1, $7)`, category, job, of.Org, string(activity), code+"/1", name, noon.Add(-72*time.Hour), noon)
	exec(`INSERT INTO participation (id, category_id, buyer_id, supplier_id, status, draft_key, paid_at, created_at, latest_version)
		VALUES ($1, $2, $3, $4, 'submitted', '', $5, $5, 1)`, part, category, of.Org, winner, noon)
	exec(`INSERT INTO submission (id, participation_id, category_id, buyer_id, supplier_id, version, received_at, submitted_by, receipt, receipt_nonce, log_index)
		VALUES ($1, $2, $3, $4, $5, 1, $6, $5, 'r', '', 0)`, sub, part, category, of.Org, winner, noon)
	exec(`INSERT INTO award (id, category_id, job_id, buyer_id, currency, decided_by, decided_at, standstill_ends)
		VALUES ($1, $2, $3, $4, 'KES', $5, $6, $6)`, award, category, job, of.Org, of.User, noon)
	exec(`INSERT INTO award_line (award_id, category_id, buyer_id, position, submission_id, supplier_id, amount)
		VALUES ($1, $2, $3, 0, $4, $5, 1500.5)`, award, category, of.Org, sub, winner)
	contract = w.put(of, name, "draft", noon, nil)
	exec("UPDATE contract SET award_id = $2, supplier_id = $3 WHERE id = $1", contract, award, winner)
	return job, category, contract
}

// Contracts are found by the job and the category that they came of: only those of the own company,
// of the activity that the address says, and behind no closed door.
func TestContractsByJobAndCategory(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	job, category, id := w.awarded(w.mine, sourcing.Tender, "Pumps", w.suppliers[0])
	quoted, _, _ := w.awarded(w.mine, sourcing.RFQ, "Pipes", w.suppliers[1])
	theirs, strange, _ := w.awarded(w.rival, sourcing.Tender, "Theirs", w.suppliers[0])
	w.put(w.mine, "of no job", contract.Draft, noon, nil)
	mine := w.mine
	mine.Type = access.Buyer

	jobs, err := w.svc.Jobs(w.ctx, mine, uuid.Nil, contractsvc.JobFilter{}, "", 1)
	w.must(err)
	if len(jobs.Items) != 1 || jobs.Items[0].ID != quoted || jobs.Items[0].Contracts != 1 || jobs.Items[0].Categories != 1 || jobs.Next == "" {
		t.Errorf("%+v", jobs)
	}
	jobs, err = w.svc.Jobs(w.ctx, mine, uuid.Nil, contractsvc.JobFilter{}, jobs.Next, 1)
	w.must(err)
	if len(jobs.Items) != 1 || jobs.Items[0].ID != job || jobs.Next != "" {
		t.Errorf("%+v", jobs)
	}
	jobs, err = w.svc.Jobs(w.ctx, mine, uuid.Nil, contractsvc.JobFilter{Activities: []sourcing.Activity{sourcing.Tender}, Search: "ump"}, "", 5)
	w.must(err)
	if len(jobs.Items) != 1 || jobs.Items[0].ID != job {
		t.Errorf("%+v", jobs)
	}
	j, err := w.svc.Job(w.ctx, mine, job, sourcing.Tender)
	w.must(err)
	if len(j.Categories) != 1 || j.Categories[0].Winners != 1 || j.Categories[0].Contracts != 1 || j.Categories[0].Listed != 0 {
		t.Errorf("%+v", j)
	}
	got, err := w.svc.ContractsOfCategory(w.ctx, mine, category, sourcing.Tender, contractsvc.Filter{}, "", 5)
	w.must(err)
	if got.Total != 1 || len(got.Items) != 1 || got.Items[0].ID != id || got.JobID != job {
		t.Errorf("%+v", got)
	}
	l, err := w.svc.Contracts(w.ctx, mine, uuid.Nil, contractsvc.Filter{Job: &quoted}, "", 5)
	w.must(err)
	if l.Total != 1 || l.Items[0].Title != "Pipes" {
		t.Errorf("%+v", l)
	}
	_, chosen, err := w.svc.SuppliersOfCategory(w.ctx, mine, category)
	w.must(err)
	if len(chosen) != 1 || chosen[0].Name != "Mwanzo" || !chosen[0].Priced || chosen[0].Amount.String() != "1500.5000" || *chosen[0].ContractID != id || chosen[0].Listed {
		t.Errorf("%+v", chosen)
	}

	gone := func(what string, err error, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", what, err, want)
		}
	}
	reads := func(a access.Actor, job, category uuid.UUID, activity sourcing.Activity) (errs []error) {
		_, one := w.svc.Job(w.ctx, a, job, activity)
		_, contracts := w.svc.ContractsOfCategory(w.ctx, a, category, activity, contractsvc.Filter{}, "", 5)
		_, _, suppliers := w.svc.SuppliersOfCategory(w.ctx, a, category)
		return []error{one, contracts, suppliers}
	}
	for i, err := range reads(mine, job, category, sourcing.RFQ)[:2] {
		gone("of another activity", err, []error{sourcing.JobNotFound, sourcing.CategoryNotFound}[i])
	}
	for i, err := range reads(mine, theirs, strange, sourcing.Tender) {
		gone("of another company", err, []error{sourcing.JobNotFound, sourcing.CategoryNotFound, sourcing.CategoryNotFound}[i])
	}
	_, err = pgtest.Do(w.ctx, w.db, "INSERT INTO category_access (buyer_id, account_id, category_id, allowed) VALUES ($3, $1, $2, false)", mine.User, category, mine.Org)
	w.must(err)
	for i, err := range reads(mine, job, category, sourcing.Tender) {
		gone("behind a door", err, []error{sourcing.JobNotFound, sourcing.CategoryNotFound, sourcing.CategoryNotFound}[i])
	}
	jobs, err = w.svc.Jobs(w.ctx, mine, uuid.Nil, contractsvc.JobFilter{}, "", 5)
	w.must(err)
	if len(jobs.Items) != 1 || jobs.Items[0].ID != quoted {
		t.Errorf("%+v", jobs)
	}

	staff := access.Actor{User: uuid.Must(uuid.NewV7()), Org: uuid.Must(uuid.NewV7()), Type: access.Operator, Privileges: access.Titles[access.Operator]}
	jobs, err = w.svc.Jobs(w.ctx, staff, mine.Org, contractsvc.JobFilter{}, "", 5)
	w.must(err)
	if len(jobs.Items) != 2 {
		t.Errorf("%+v", jobs)
	}
	helped, err := w.svc.HelpedBuyers(w.ctx, staff, "rif", "", 5)
	w.must(err)
	if len(helped.Items) != 1 || helped.Items[0].Drafts != 3 || helped.Items[0].ID != mine.Org {
		t.Errorf("%+v", helped)
	}
	_, err = w.svc.HelpedBuyers(w.ctx, mine, "", "", 5)
	gone("helped by a buyer", err, fault.Forbidden)
	w.must(partysvc.New(w.db).SetModule(w.ctx, staff, mine.Org, party.Contracts, false))
	helped, err = w.svc.HelpedBuyers(w.ctx, staff, "", "", 5)
	w.must(err)
	if len(helped.Items) != 1 || helped.Items[0].Name != "Rival" {
		t.Errorf("without the module: %+v", helped)
	}
	for _, err := range reads(mine, quoted, category, sourcing.RFQ) {
		gone("without the module", err, party.ModuleOff)
	}
}
