package evaluationsvc

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/internal/evaluationdb"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/opening/openingsvc"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

// A Member of the committee signs, or would.
type Member = evaluationdb.CommitteeRow

// signerActs are the rights by which a report is read and signed: of who judges, and of who opened where nobody judges.
var signerActs = []sourcing.Act{sourcing.ToJudge, sourcing.ToOpen}

// ableSigners are those of some people who could read and sign a report on a category now.
func ableSigners(ctx context.Context, db pg.DB, c sourcing.Case, accounts []uuid.UUID) ([]uuid.UUID, error) {
	titles := map[access.UserType][]string{}
	for _, desk := range []access.UserType{access.Buyer, access.Operator} {
		for _, act := range signerActs {
			if right := c.Policy().Right(desk, act); right != "" {
				titles[desk] = append(titles[desk], string(right))
			}
		}
	}
	err := partysvc.NeedService(ctx, db, c.Buyer, party.ManagedSourcing)
	if errors.Is(err, party.ServiceOff) { // its staff have no hand in the buyer's work any more
		titles[access.Operator], err = nil, nil
	}
	if err != nil {
		return nil, err
	}
	return q.AbleSigners(ctx, db, evaluationdb.AbleSignersParams{
		Accounts:   accounts,
		BuyerID:    c.Buyer,
		CategoryID: c.ID,
		Staff:      titles[access.Operator],
		People:     titles[access.Buyer],
	})
}

// committee are those who sign a report that is made now, and those who have judged and cannot.
func committee(ctx context.Context, db pg.DB, c sourcing.Case) (members, leftOut []Member, err error) {
	all, err := q.Committee(ctx, db, c.ID, c.Buyer)
	if err != nil {
		return nil, nil, err
	}
	able, err := ableSigners(ctx, db, c, accountsOf(all))
	for _, m := range all {
		if slices.Contains(able, m.AccountID) {
			members = append(members, m)
		} else {
			leftOut = append(leftOut, m)
		}
	}
	return members, leftOut, err
}

func accountsOf(members []Member) []uuid.UUID {
	out := make([]uuid.UUID, len(members))
	for i, m := range members {
		out[i] = m.AccountID
	}
	return out
}

// judges reads a category for who has no interest in it and judges bids, or opened them and is asked to sign for that. It
// raises NotSigner where they opened what others have judged.
func (s *Service) judges(ctx context.Context, tx pg.Tx, a access.Actor, owner, category uuid.UUID, hold bool) (c sourcing.Case, err error) {
	if hold {
		c, err = sourcingsvc.HoldAs(ctx, tx, a, owner, category, signerActs...)
	} else {
		c, err = sourcingsvc.LookAs(ctx, tx, a, owner, category, signerActs...)
	}
	if err == nil {
		err = openingsvc.Decides(ctx, tx, a, c)
	}
	if err != nil || c.Policy().May(a, sourcing.ToJudge) == nil {
		return c, err
	}
	members, _, err := committee(ctx, tx, c)
	if err != nil || slices.Contains(accountsOf(members), a.User) {
		return c, err
	}
	latest, err := latestReport(ctx, tx, c)
	if err != nil || latest != nil && slices.ContainsFunc(latest.Signers, func(one evaluation.ReportSigner) bool { return one.Account == a.User && !one.LeftOut }) {
		return c, err
	}
	return c, evaluation.NotSigner.New("")
}
