//go:build torture && demo

package trial_test

import (
	"testing"
	"time"
)

// Ten thousand payments over all ways through fifty kills at moments of a new seed; the log names it.
func TestTenThousandPaymentsThroughFiftyKills(t *testing.T) {
	h := newHouse(t, "", uint64(time.Now().UnixNano()), 0, everyWay)
	h.judgePayments(h.everybodyPays(50, 200), 500)
}
