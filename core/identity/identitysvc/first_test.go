package identitysvc_test

import (
	"testing"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/fault"
)

func TestTheFirstOperatorIsInvitedOnce(t *testing.T) {
	t.Parallel()
	ctx, b := setup(t)
	for _, wrong := range [][3]string{{"asha", "Zabuni", "KE"}, {"Asha <asha@kazi.example>", "Zabuni", "KE"}, {"Asha Juma <asha@kazi.example>", " ", "KE"}, {"Asha Juma <asha@kazi.example>", "Zabuni", "XX"}} {
		is(t, b.svc.FirstOperator(ctx, wrong[0], wrong[1], wrong[2]), fault.Invalid)
	}
	for _, person := range []string{"Asha Juma <asha@kazi.example>", "Asha Juma <asha@kazi.example>", "Somebody Else <else@kazi.example>"} {
		if err := b.svc.FirstOperator(ctx, person, "Zabuni", "ke"); err != nil {
			t.Fatal(err)
		}
	}
	var accounts, companies, invited int
	err := b.db.QueryRow(ctx, `SELECT (SELECT count(*) FROM account), (SELECT count(*) FROM company), (SELECT count(*) FROM outbox WHERE subject LIKE '%identity.account.invited%')`).Scan(&accounts, &companies, &invited)
	if err != nil || accounts != 1 || companies != 1 || invited != 1 {
		t.Fatal(accounts, companies, invited, err)
	}
	m := b.link(ctx, t, "invitation")
	if err := b.svc.CompleteReset(ctx, identitysvc.NewPassword{UID: m.UID, Token: m.Secret, Password: "chui2026", Confirm: "chui2026"}); err != nil {
		t.Fatal(err)
	}
	o, err := b.login(ctx, "chui2026")
	if err != nil {
		t.Fatal(err)
	}
	a, _, err := b.svc.Authenticate(ctx, o.Token, o.Secret)
	if err != nil || a.Type != access.Operator || len(a.Privileges) != len(access.Titles[access.Operator]) {
		t.Fatal(a, err)
	}
}
