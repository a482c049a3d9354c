package identitysvc_test

import (
	"testing"

	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/seal"
)

func keeper(t *testing.T) identitysvc.Keeper {
	t.Helper()
	k, err := seal.FactorKeeper(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return k
}
