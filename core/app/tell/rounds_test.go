package tell

import (
	"slices"
	"testing"
)

// The names of rounds stand in events that wait to go on: they stay what they are, each
// with what it follows.
func TestRoundsKeepTheirNames(t *testing.T) {
	t.Parallel()
	var got []string
	for _, r := range slices.Concat((&Teller{}).sourcingRounds(), (&Teller{}).awardRounds()) {
		got = append(got, r.name+": "+r.event)
	}
	want := []string{
		"invitation: sourcing.suppliers.invited",
		"invitation on opening: sourcing.category.opened",
		"negotiation: sourcing.category.round_opened",
		"publication: sourcing.category.opened",
		"renewal: sourcing.category.opened",
		"extension: sourcing.category.extended",
		"addendum: sourcing.category.amended",
		"closing soon: sourcing.category.closing",
		"clarification: sourcing.category.clarified",
		"cancellation: sourcing.category.cancelled",
		"no_bid: sourcing.category.unsuccessful",
		"result: award.category.awarded",
		"no_result: award.category.failed",
		"unsuccessful: award.category.failed",
		"again after letters: award.category.notified",
		"again: award.category.awarded",
		"again without a result: award.category.failed",
		"frozen: award.category.frozen",
		"unfrozen: award.category.unfrozen",
		"set_aside: award.category.set_aside",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
