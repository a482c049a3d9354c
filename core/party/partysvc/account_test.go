package partysvc_test

import (
	"flag"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/pgtest"
)

var update = flag.Bool("update", false, "write the golden files")

// A teller tells what use cases do with companies of its own.
type teller struct {
	*world
	*pgtest.Account
	t     *testing.T
	taxes int
}

func newTeller(t *testing.T) *teller {
	t.Helper()
	w := &teller{world: setup(t), t: t}
	w.staff.Name, w.staff.Privileges = "Staff", access.Titles[access.Operator]
	w.Account = pgtest.NewAccount(t, w.db)
	w.Name(w.mine.Org, "kazi")
	w.Name(w.foreign.Org, "foreign")
	w.Name(w.staff.Org, "zabuni")
	w.Name(w.staff.User, "staff")
	return w
}

var desks = map[string]access.UserType{"supplier": access.Supplier, "buyer": access.Buyer, "operator": access.Operator}

// company makes a company of a kind, and somebody there who may do all.
func (w *teller) company(kind, name, country string) access.Actor {
	w.t.Helper()
	w.taxes++
	a := access.Actor{
		User:       uuid.Must(uuid.NewV7()),
		Org:        uuid.Must(uuid.NewV7()),
		Type:       desks[kind],
		Name:       "Of " + name,
		Privileges: access.Titles[desks[kind]],
		Confirmed:  noon,
	}
	w.Name(a.Org, name)
	w.Name(a.User, "somebody of "+name)
	err := pg.InTx(w.ctx, w.db, func(tx pg.Tx) error {
		p := party.Profile{
			CompanyType:     "limited",
			Name:            name,
			Country:         country,
			PhysicalAddress: "Moi Avenue",
			Phone:           "254701234567",
			TaxID:           "P05999990" + string(rune('0'+w.taxes)) + "Z",
		}
		return partysvc.Create(w.ctx, tx, access.System, kind, a.Org, partysvc.Registration{Profile: p})
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return a
}

// strangers are those to whom an operation of a desk is closed: who lacks the
// privilege, who has no company, and the other desks.
func strangers(of access.Actor, lacks access.Privilege, others ...access.Actor) map[string]access.Actor {
	out := map[string]access.Actor{}
	poor, homeless := of, of
	poor.Privileges = nil
	for _, p := range of.Privileges {
		if p != lacks {
			poor.Privileges = append(poor.Privileges, p)
		}
	}
	if lacks != "" {
		out["without the privilege"] = poor
	}
	if of.Type != access.Operator {
		homeless.Org = uuid.Nil
		out["of no company"] = homeless
	}
	for _, a := range others {
		out["a "+string(a.Type)] = a
	}
	return out
}

// by tells what a query has, a line for each row.
func (w *teller) by(what, sql string) {
	w.t.Helper()
	rows, err := w.db.Query(w.ctx, sql)
	if err != nil {
		w.t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	w.Tell(what, lines, err)
}
