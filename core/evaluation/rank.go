package evaluation

import (
	"bytes"
	"crypto/sha256"
	"math/big"
	"slices"
	"time"

	"zabuni.org/core/sourcing"
)

// A Method is how technical and financial results make a ranking.
type Method string

// Methods.
const (
	QCBS Method = "qcbs" // quality and cost: t·T + f·Sf
	QBS  Method = "qbs"  // quality alone; only the first price is opened
	LCS  Method = "lcs"  // the best price among those who pass
	FBS  Method = "fbs"  // the highest quality within the budget
	CQS  Method = "cqs"  // qualifications make a shortlist
)

// Rules are what was published of the ranking.
type Rules struct {
	Method    Method
	Technical *big.Rat // t, per cent
	Financial *big.Rat // f, per cent; t + f = 100
	Formula   string
	Direction Direction
	Terms     PriceTerms
	AllowZero bool
	Budget    *big.Rat // fbs
	Shortlist int      // cqs
	Ties      []Tie    // DefaultTies when nil
	DrawSeed  []byte   // head of the signed log after closing, for the tie rule draw
	Criterion string   // for the tie rule criterion
}

// A Tie is one link of the published chain that separates equal bids.
type Tie = sourcing.Tie

// Ties.
const (
	HigherTechnical = sourcing.HigherTechnical
	BetterPrice     = sourcing.BetterPrice
	HigherCriterion = sourcing.HigherCriterion
	EarlierReceipt  = sourcing.EarlierReceipt
	PublicDraw      = sourcing.PublicDraw
)

// DefaultTies is the chain when a regime publishes no other.
var DefaultTies = []Tie{HigherTechnical, BetterPrice, EarlierReceipt}

// A Bid is what the ranking knows of one bid.
type Bid struct {
	ID         string
	Technical  Figure // T
	Passed     bool
	Responsive bool     // substantively, at the financial opening
	Price      *big.Rat // nil while sealed
	Adjustment Adjustment
	Named      map[string]*big.Rat // scores of criteria that ties may name
	Received   time.Time
	Out        string // code of the reason why it dropped out afterwards; empty: it takes part
}

func (b Bid) eligible() bool { return b.Passed && b.Responsive }

// Frozen is the best price over the bids that were responsive at the financial
// opening. It is computed once: who drops out later does not move it, so that
// nobody can reverse the others' order by leaving.
type Frozen struct {
	Best  *big.Rat // nil when no price is open
	Basis []string // the bids that it was taken from, sorted
}

// betterOf is the better of two prices; best may be nil.
func betterOf(d Direction, best, price *big.Rat) *big.Rat {
	if best == nil || price.Cmp(best) > 0 && d == HighestBest || price.Cmp(best) < 0 && d != HighestBest {
		return price
	}
	return best
}

// Freeze computes the best price at the financial opening.
func Freeze(d Direction, bids []Bid) Frozen {
	var f Frozen
	for _, b := range bids {
		if !b.eligible() || b.Price == nil {
			continue
		}
		f.Basis = append(f.Basis, b.ID)
		f.Best = betterOf(d, f.Best, b.Price)
	}
	slices.Sort(f.Basis)
	return f
}

// Again is the best price over the same bids after a round of negotiation has moved
// prices: who dropped out meanwhile still counts.
func (f Frozen) Again(d Direction, bids []Bid) Frozen {
	f.Best = nil
	for _, b := range bids {
		if slices.Contains(f.Basis, b.ID) && b.Price != nil {
			f.Best = betterOf(d, f.Best, b.Price)
		}
	}
	return f
}

// Check reports why the rules cannot make a ranking.
func (r Rules) Check() error {
	for _, t := range r.ties() {
		switch {
		case t == HigherCriterion && r.Criterion == "", t == PublicDraw && len(r.DrawSeed) == 0:
			return BadRules.New("tie rule %s", t).With("tie", string(t))
		case t != HigherTechnical && t != BetterPrice && t != HigherCriterion && t != EarlierReceipt && t != PublicDraw:
			return BadRules.New("unknown tie rule %q", t)
		}
	}
	if r.Direction != LowestBest && r.Direction != HighestBest {
		return BadRules.New("unknown direction %q", r.Direction)
	}
	switch r.Method {
	case QBS:
		return nil
	case CQS:
		if r.Shortlist < 1 {
			return BadRules.New("the shortlist's length is missing")
		}
		return nil
	case FBS:
		if r.Budget == nil || r.Budget.Sign() <= 0 {
			return BadRules.New("the budget is missing")
		}
		return nil
	case QCBS, LCS:
	default:
		return BadRules.New("unknown method %q", r.Method)
	}
	f, ok := Formula(r.Formula)
	if !ok {
		return BadRules.New("unknown formula %q", r.Formula)
	}
	if r.Method == QCBS {
		if f.Adjusts {
			return BadRules.New("formula %s has the quality in the price already", f.Name)
		}
		if r.Technical == nil || r.Financial == nil || r.Technical.Sign() < 0 || r.Financial.Sign() < 0 ||
			add(r.Technical, r.Financial).Cmp(hundred) != 0 {
			return BadRules.New("technical and financial shares must add up to 100")
		}
	}
	return f.check(r.Terms, r.Direction)
}

func (r Rules) ties() []Tie {
	if r.Ties == nil {
		return DefaultTies
	}
	return r.Ties
}

// An Entry is one bid's place.
type Entry struct {
	Bid   string
	Place int    // equal bids share a place
	Score Figure // of 100, or the price compared
	// DecidedBy is what put the bid behind the one before it: "score", a tie rule,
	// or "equal" when the whole chain did not separate them.
	DecidedBy   string
	Shortlisted bool // cqs
}

// A Ranking is an order of bids with the best price that it was computed with.
type Ranking struct {
	Best    *big.Rat
	Entries []Entry
	Left    []Excluded // bids that are not ranked, and why
}

// An Excluded bid is not ranked; Reason is a code.
type Excluded struct {
	Bid    string
	Reason string
}

// Reasons why a bid is not ranked; a bid that dropped out has its own.
const (
	NotPassed     = "technical_not_passed"
	NotResponsive = "not_responsive"
	OverBudget    = "over_budget"
	VisitFailed   = "visit_failed" // due diligence put it out

	PriceUnexplained = "price_unexplained" // abnormally low, and not explained
	NoBid            = "no_bid"            // let into the room, and bid nothing that stands there
)

// A Result is the ranking that counts and, when somebody dropped out after the
// financial opening, the two beside it that a report must print.
type Result struct {
	Official   Ranking  // frozen best price, without those who dropped out
	Before     *Ranking // as it stood with them
	Recomputed *Ranking // what it would be with the best price of those who remain
}

// Rank orders the bids by the rules. Frozen is what Freeze said at the financial
// opening.
func Rank(r Rules, frozen Frozen, bids []Bid) (Result, error) {
	if err := r.Check(); err != nil {
		return Result{}, err
	}
	var stayed, all []Bid
	for _, b := range bids {
		if b.Out == "" {
			stayed = append(stayed, b)
		}
		b.Out = ""
		all = append(all, b)
	}
	official, err := r.rank(frozen.Best, stayed)
	if err != nil {
		return Result{}, err
	}
	res := Result{Official: official}
	if len(stayed) == len(bids) {
		return res, nil
	}
	for _, b := range bids {
		if b.Out != "" {
			res.Official.Left = append(res.Official.Left, Excluded{b.ID, b.Out})
		}
	}
	sortExcluded(res.Official.Left)
	before, err := r.rank(frozen.Best, all)
	if err != nil {
		return Result{}, err
	}
	again, err := r.rank(Freeze(r.Direction, stayed).Best, stayed)
	if err != nil {
		return Result{}, err
	}
	res.Before, res.Recomputed = &before, &again
	return res, nil
}

func sortExcluded(list []Excluded) {
	slices.SortFunc(list, func(a, b Excluded) int { return compareText(a.Bid, b.Bid) })
}

// scored is a bid with the figure it is ordered by.
type scored struct {
	Bid
	score  Figure
	lowest bool // a lower figure is better
}

func (r Rules) rank(best *big.Rat, bids []Bid) (Ranking, error) {
	out := Ranking{Best: best}
	var list []scored
	for _, b := range bids {
		if reason := r.excluded(b); reason != "" {
			out.Left = append(out.Left, Excluded{b.ID, reason})
			continue
		}
		s, err := r.score(b, best)
		if err != nil {
			return Ranking{}, err
		}
		list = append(list, s)
	}
	sortExcluded(out.Left)
	slices.SortFunc(list, func(a, b scored) int {
		if n, _ := r.compare(a, b); n != 0 {
			return n
		}
		return compareText(a.ID, b.ID) // the order of print only; the place is shared
	})
	for i, s := range list {
		e := Entry{Bid: s.ID, Place: i + 1, Score: s.score, DecidedBy: "score"}
		if i > 0 {
			n, by := r.compare(list[i-1], s)
			e.DecidedBy = by
			if n == 0 {
				e.Place = out.Entries[i-1].Place
			}
		}
		e.Shortlisted = r.Method == CQS && e.Place <= r.Shortlist
		out.Entries = append(out.Entries, e)
	}
	return out, nil
}

func (r Rules) excluded(b Bid) string {
	switch {
	case !b.Passed:
		return NotPassed
	case !b.Responsive && r.Method != QBS && r.Method != CQS:
		return NotResponsive
	case r.Method == FBS && b.Price != nil && b.Price.Cmp(r.Budget) > 0:
		return OverBudget
	}
	return ""
}

func (r Rules) score(b Bid, best *big.Rat) (scored, error) {
	if r.Method == QBS || r.Method == CQS {
		return scored{Bid: b, score: b.Technical}, nil
	}
	if b.Price == nil || best == nil {
		return scored{}, PriceAbsent.New("bid %s", b.ID)
	}
	if r.Method == FBS {
		return scored{Bid: b, score: b.Technical}, nil
	}
	f, _ := Formula(r.Formula)
	p, err := f.price(b.ID, b.Price, best, r.Direction, r.Terms, b.Adjustment, r.AllowZero)
	if err != nil {
		return scored{}, err
	}
	switch {
	case r.Method == QCBS:
		t, w := quo(r.Technical, hundred), quo(r.Financial, hundred)
		s := add(mul(t, b.Technical.Exact), mul(w, p.Exact))
		return scored{Bid: b, score: computed("combined", b.ID, "combined.qcbs", s, []Figure{
			b.Technical, p, Given("share.technical", "", "published", r.Technical), Given("share.financial", "", "published", r.Financial)},
			step(s, "%s × %s + %s × %s", t, b.Technical.Exact, w, p.Exact))}, nil
	case f.Adjusts:
		return scored{Bid: b, score: p, lowest: true}, nil
	default: // the best price is the best price, whatever points a formula would give it
		return scored{Bid: b, score: Given("price", b.ID, "response", b.Price), lowest: r.Direction == LowestBest}, nil
	}
}

// compare is negative when a stands before b, and says what decided.
func (r Rules) compare(a, b scored) (int, string) {
	n := b.score.Exact.Cmp(a.score.Exact)
	if a.lowest {
		n = -n
	}
	if n != 0 {
		return n, "score"
	}
	for _, t := range r.ties() {
		if n := r.tie(t, a.Bid, b.Bid); n != 0 {
			return n, string(t)
		}
	}
	return 0, "equal"
}

func (r Rules) tie(t Tie, a, b Bid) int {
	switch t {
	case HigherTechnical:
		return b.Technical.Exact.Cmp(a.Technical.Exact)
	case BetterPrice:
		if r.Method == QBS || r.Method == CQS { // prices are sealed, or only one is open
			return 0
		}
		if r.Direction == HighestBest {
			a, b = b, a
		}
		return a.Price.Cmp(b.Price)
	case HigherCriterion:
		return orZero(b.Named[r.Criterion]).Cmp(orZero(a.Named[r.Criterion]))
	case EarlierReceipt:
		return a.Received.Compare(b.Received)
	case PublicDraw:
		x, y := draw(r.DrawSeed, a.ID), draw(r.DrawSeed, b.ID)
		return bytes.Compare(x[:], y[:])
	}
	return 0
}

// draw is a lot that nobody chose: the seed was not known before closing, and
// everyone can compute it afterwards.
func draw(seed []byte, bid string) [32]byte {
	return sha256.Sum256(append(append([]byte("zabuni/draw/v1\n"), seed...), "\n"+bid...))
}

func orZero(r *big.Rat) *big.Rat {
	if r == nil {
		return zero
	}
	return r
}
