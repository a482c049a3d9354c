package contractsvc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/contract"
	"zabuni.org/core/contract/internal/contractdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/journal"
	"zabuni.org/core/platform/pg"
)

// Levels are who approves the contracts of a company, and when.
type Levels struct {
	Rules      []CategoryRules // the first is that of every category without its own
	People     []ApproverRow
	Categories []CategoryRow // that may have one
	Today      time.Time
}

// CategoryRules are the rules of a category of contracts; of all that have none where it is nil.
type CategoryRules struct {
	Category *uuid.UUID
	Rules    []contract.Rule
	Sum      string // named by who changes them
}

// sumOf is what a set of rules is known by, so that of two who change them at once one is told.
func sumOf(rules []contract.Rule) string {
	h := sha256.New()
	for _, r := range rules {
		fmt.Fprintf(h, "%s %d %s %t\n", r.Currency, r.Level, r.From.String(), r.Everyone)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func same(a, b *uuid.UUID) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

// rulesIn are the rules of one category alone.
func rulesIn(rows []contractdb.ApprovalRulesRow, category *uuid.UUID) []contract.Rule {
	var out []contract.Rule
	for _, r := range rows {
		if same(r.ContractCategoryID, category) {
			out = append(out, contract.Rule{Currency: r.Currency, Level: int(r.Level), From: r.FromValue, Everyone: r.Everyone})
		}
	}
	return out
}

// rulesOf are the rules that hold for a contract of a category: its own, else those of the company.
func rulesOf(rows []contractdb.ApprovalRulesRow, category *uuid.UUID) []contract.Rule {
	if own := rulesIn(rows, category); len(own) > 0 {
		return own
	}
	return rulesIn(rows, nil)
}

// chooser is the company whose levels the actor arranges: who manages its people does.
func (s *Service) chooser(ctx context.Context, a access.Actor, p access.Privilege) (uuid.UUID, error) {
	if a.Type != access.Buyer {
		return uuid.Nil, fault.Forbidden.New("not of a buyer")
	}
	return s.owner(ctx, a, p)
}

// Levels are the levels of the actor's company, with its approvers.
func (s *Service) Levels(ctx context.Context, a access.Actor) (Levels, error) {
	var out Levels
	company, err := s.chooser(ctx, a, "")
	if err != nil {
		return out, err
	}
	now, err := pg.ClockOf(ctx, s.db)
	if err != nil {
		return out, err
	}
	if out.Today, err = today(ctx, s.db, company, now); err != nil {
		return out, err
	}
	rows, err := q.ApprovalRules(ctx, s.db, company)
	if err != nil {
		return out, err
	}
	of := []*uuid.UUID{nil}
	for _, r := range rows {
		if !slices.ContainsFunc(of, func(c *uuid.UUID) bool { return same(c, r.ContractCategoryID) }) {
			of = append(of, r.ContractCategoryID)
		}
	}
	for _, c := range of {
		rules := rulesIn(rows, c)
		out.Rules = append(out.Rules, CategoryRules{c, rules, sumOf(rules)})
	}
	if out.People, err = q.Approvers(ctx, s.db, company); err != nil {
		return out, err
	}
	for i, p := range out.People {
		if p.Until != nil && p.Until.Before(out.Today) { // over
			out.People[i].DelegateID, out.People[i].Until, out.People[i].DelegateName = nil, nil, ""
		}
	}
	out.Categories, err = q.Categories(ctx, s.db, company, false, nil)
	return out, err
}

// SetRules says which levels approve the contracts of a category, or of all that have no rules of
// their own; none takes them away. Contracts that were submitted before go on as they began.
func (s *Service) SetRules(ctx context.Context, a access.Actor, in CategoryRules) error {
	company, err := s.chooser(ctx, a, access.ManageUser)
	if err != nil {
		return err
	}
	var f fault.Fields
	f.AtMost("/rules", len(in.Rules), 100)
	if len(f) == 0 {
		contract.CheckRules(&f, func(i int) string { return fmt.Sprintf("/rules/%d", i) }, in.Rules)
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if _, err := q.LockBuyer(ctx, tx, company); err != nil {
			return err
		}
		if in.Category != nil {
			if _, err := q.Category(ctx, tx, *in.Category, company); pg.NoRows(err) {
				f.Add("/contract_category_id", fault.Unknown)
			} else if err != nil {
				return err
			}
		}
		if err := f.Err(); err != nil {
			return err
		}
		rows, err := q.ApprovalRules(ctx, tx, company)
		if err != nil {
			return err
		}
		if now := sumOf(rulesIn(rows, in.Category)); now != in.Sum {
			return contract.RulesNew.New("sum %s", now)
		}
		if err := q.DeleteApprovalRules(ctx, tx, company, in.Category); err != nil {
			return err
		}
		for _, r := range in.Rules {
			err := q.InsertApprovalRule(ctx, tx, contractdb.InsertApprovalRuleParams{
				ID:                 uuid.Must(uuid.NewV7()),
				BuyerID:            company,
				ContractCategoryID: in.Category,
				Currency:           r.Currency,
				Level:              int32(r.Level),
				FromValue:          r.From,
				Everyone:           r.Everyone,
				CreatedAt:          tx.Now,
			})
			if err != nil {
				return err
			}
		}
		return recordOf(ctx, tx, a, "contract.approval_rule.set", "company", company, company, map[string]any{"category": in.Category, "rules": len(in.Rules)})
	})
}

// Delegate has somebody decide in an approver's place until the end of a day; uuid.Nil ends it.
func (s *Service) Delegate(ctx context.Context, a access.Actor, account, delegate uuid.UUID, until *time.Time) error {
	company, err := s.chooser(ctx, a, access.ManageUser)
	if err != nil {
		return err
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		if _, err := q.LockBuyer(ctx, tx, company); err != nil {
			return err
		}
		people, err := q.Approvers(ctx, tx, company)
		if err != nil {
			return err
		}
		now, err := pg.ClockOf(ctx, tx)
		if err != nil {
			return err
		}
		day, err := today(ctx, tx, company, now)
		if err != nil {
			return err
		}
		var f fault.Fields
		find := func(id uuid.UUID) *ApproverRow {
			for i := range people {
				if people[i].ID == id {
					return &people[i]
				}
			}
			return nil
		}
		if find(account) == nil {
			return contract.NotFound.New("no approver")
		}
		if delegate == uuid.Nil {
			n, err := q.DeleteDelegate(ctx, tx, account, company)
			if err != nil || n == 0 {
				return err
			}
			return recordOf(ctx, tx, a, "contract.delegate.ended", "account", account, company, nil)
		}
		switch other := find(delegate); {
		case other == nil || delegate == account:
			f.Add("/delegate_id", contract.NoApprover)
		case other.DelegateID != nil && !other.Until.Before(day),
			slices.ContainsFunc(people, func(p ApproverRow) bool {
				return p.DelegateID != nil && *p.DelegateID == account && !p.Until.Before(day)
			}):
			f.Add("/delegate_id", contract.DelegateChain)
		}
		switch {
		case until == nil:
			f.Add("/until", fault.Required)
		case until.Before(day):
			f.Add("/until", fault.OutOfRange, "min", day.Format(time.DateOnly))
		}
		if err := f.Err(); err != nil {
			return err
		}
		err = q.PutDelegate(ctx, tx, contractdb.PutDelegateParams{AccountID: account, BuyerID: company, DelegateID: delegate, Until: *until, CreatedBy: a.User, CreatedAt: tx.Now})
		if err != nil {
			return err
		}
		return recordOf(ctx, tx, a, "contract.delegate.set", "account", account, company, map[string]any{"delegate": delegate, "until": until.Format(time.DateOnly)})
	})
}

func recordOf(ctx context.Context, tx pg.Tx, a access.Actor, action, object string, id, owner uuid.UUID, detail any) error {
	_, err := journal.Record(ctx, tx, a, journal.Entry{Action: action, Object: object, ObjectID: id, Owner: owner, Detail: detail})
	return err
}
