package statement

import (
	"strings"

	"zabuni.org/core/kernel/day"
	"zabuni.org/core/kernel/money"
)

// A Seen is a line that was imported before.
type Seen struct {
	Day       day.Day
	Amount    money.Decimal
	Reference string
	Words     string // as [Line.Words] has them
	Sum       string
}

// A Fresh is a line that was not, with how many alike there were.
type Fresh struct {
	Line
	Again int
}

// least is how much two lines must say in common to be one.
const least = 8

// New parts the lines of a file into those that are new and those that are known: by the bank's
// reference where both have one, else by day, amount and what they say. Formats write the same
// words with other signs and more or fewer of them; two lines alike in one file are two.
func New(lines []Line, seen []Seen) (fresh []Fresh, known []Line) {
	type key struct {
		day    day.Day
		amount string
	}
	type alike struct {
		key
		sum string
	}
	refs := map[string]int{}
	pile, taken := map[key][]int{}, make([]bool, len(seen))
	times := map[alike]int{}
	for i, s := range seen {
		k := key{s.Day, s.Amount.String()}
		pile[k] = append(pile[k], i)
		if s.Reference != "" {
			refs[s.Reference] = i
		} else {
			times[alike{k, s.Sum}]++
		}
	}
	for _, l := range lines {
		k := key{l.Day, l.Amount.String()}
		if l.Reference != "" {
			if i, ok := refs[l.Reference]; ok {
				if i >= 0 {
					taken[i] = true
				}
				known = append(known, l)
				continue
			}
		}
		if i := twin(l, pile[k], seen, taken); i >= 0 {
			taken[i] = true
			known = append(known, l)
			continue
		}
		f := Fresh{Line: l}
		if l.Reference != "" {
			refs[l.Reference] = -1
		} else {
			f.Again = times[alike{k, l.Sum()}]
			times[alike{k, l.Sum()}]++
		}
		fresh = append(fresh, f)
	}
	return fresh, known
}

// twin finds what is the same line in other words.
func twin(l Line, of []int, seen []Seen, taken []bool) int {
	sum, words, found := l.Sum(), l.Words(), -1
	for _, i := range of {
		s := seen[i]
		if taken[i] || l.Reference != "" && s.Reference != "" {
			continue
		}
		if s.Sum == sum {
			return i
		}
		if found < 0 && len(words) >= least && len(s.Words) >= least && (strings.Contains(words, s.Words) || strings.Contains(s.Words, words)) {
			found = i
		}
	}
	return found
}

// SeenOf is a line as it is compared.
func SeenOf(on day.Day, amount money.Decimal, reference, payer, narration, sum string) Seen {
	return Seen{Day: on, Amount: amount, Reference: reference, Words: Line{Payer: payer, Narration: narration}.Words(), Sum: sum}
}
