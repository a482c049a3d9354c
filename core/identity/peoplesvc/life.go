package peoplesvc

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"zabuni.org/core/identity"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
	"zabuni.org/core/platform/pg"
)

var mailedPurposes = []string{"activation", "reset", "invitation", "tfa"}

var recorded = map[identity.Act]string{
	identity.Invite: "identity.account.invited", identity.Deactivate: "identity.account.deactivated",
	identity.Reactivate: "identity.account.reactivated", identity.Delete: "identity.account.deleted",
}

// Do invites again, deactivates, reactivates or deletes a person. Sessions and
// mailed links end with the right to sign in. typed is the address, typed again
// to delete. It raises WrongState, OwnAccount, LastAdministrator, Outranked and,
// for what has no way back, StepUp.
func (s *Service) Do(ctx context.Context, a access.Actor, c Scope, id uuid.UUID, act identity.Act, typed string) error {
	if id == a.User && act != identity.Invite {
		return identity.OwnAccount.New("%s", act)
	}
	return pg.InTx(ctx, s.db, func(tx pg.Tx) error {
		u, err := s.lock(ctx, tx, c, id)
		if err != nil {
			return err
		}
		locked, err := q.LockUser(ctx, tx, id, c.Company, c.types())
		if err != nil {
			return err
		}
		status, err := identity.Do(act, u.Status, locked.HasPassword)
		if err != nil {
			return err
		}
		if err := s.reaches(ctx, tx, a, c, u); err != nil {
			return err
		}
		if act == identity.Delete {
			if err := identity.Proved(a, tx.Now); err != nil {
				return err
			}
			if !strings.EqualFold(strings.TrimSpace(typed), u.Email) {
				return fault.Invalid.New("").At("/confirm", identity.ConfirmMismatch)
			}
		}
		if err := s.settle(ctx, tx, c, id, act, status); err != nil {
			return err
		}
		if act == identity.Deactivate || act == identity.Delete {
			if err := keepsAdministrator(ctx, tx, c, access.UserType(u.UserType)); err != nil {
				return err
			}
		}
		return record(ctx, tx, a, c, recorded[act], "account", id, map[string]any{"user_type": u.UserType})
	})
}

func (s *Service) settle(ctx context.Context, tx pg.Tx, c Scope, id uuid.UUID, act identity.Act, status string) error {
	if err := q.VoidSecrets(ctx, tx, &tx.Now, id, mailedPurposes); err != nil || act == identity.Invite {
		return err
	}
	if act == identity.Reactivate {
		return q.SetUserStatus(ctx, tx, status, id, c.Company)
	}
	why := "deactivated"
	if act == identity.Delete {
		why = "deleted"
	}
	if _, err := q.EndSessions(ctx, tx, &tx.Now, &why, id, uuid.Nil); err != nil {
		return err
	}
	if act == identity.Deactivate {
		return q.SetUserStatus(ctx, tx, status, id, c.Company)
	}
	if err := q.DropRoles(ctx, tx, id); err != nil {
		return err
	}
	return q.EraseUser(ctx, tx, id, c.Company)
}
