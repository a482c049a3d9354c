package award_test

import (
	"strings"
	"testing"

	"zabuni.org/core/award"
	"zabuni.org/core/sourcing"
)

// said are sentences that cannot stand beside each other, by language: their core as our words have it.
var said = map[string]struct{ won, lost, another, nobody, signed, ranks, below, standstill string }{
	"en": {"pleased to inform", "has not been successful", "Another bid was", "No bid was chosen", "No contract is signed", "rank", "recorded below", "standstill"},
	"am": {"ደስ", "ጨረታዎ አልተመረጠም", "ሌላ ጨረታ", "ምንም ጨረታ አልተመረጠም", "ምንም ውል አይፈረምም", "ደረጃ", "ከታች በተመዘገበው", "የመቆያ ጊዜ"},
	"fr": {"plaisir", "n'a pas été retenue", "Une autre offre", "Aucune offre n'a été choisie", "Aucun contrat n'est signé", "class", "consigné ci-dessous", "période d'attente"},
	"pt": {"prazer", "não foi escolhida", "Outra proposta", "Nenhuma proposta foi escolhida", "Nenhum contrato é assinado", "classifi", "registado abaixo", "período suspensivo"},
	"sw": {"Tunafurahi", "haikufaulu", "Zabuni nyingine", "Hakuna zabuni iliyochaguliwa", "Hakuna mkataba", "orodheshwa", "iliyoandikwa hapa chini", "kipindi cha kusubiri"},
}

// An outcome is what a decision says of one bid.
type outcome struct {
	name   string
	chosen bool
	set    func(*award.Facts)
	why    string // of who is not chosen
	only   func(sourcing.Policy) bool
}

func outcomes() []outcome {
	chooses := sourcing.Policy.Chooses
	return []outcome{
		{name: "chosen", chosen: true, set: func(*award.Facts) {}},
		{name: "another ranked before", set: func(f *award.Facts) { f.Own = three()[1] }, why: "rank", only: chooses},
		{name: "first, and passed over", set: func(f *award.Facts) {
			f.Reason = "The best one withdrew"
		}, why: "decision", only: chooses},
		{name: "did not pass", set: func(f *award.Facts) { f.Own.Pass, f.Own.Rank = false, nil }, why: "not_passed"},
		{name: "technically not enough", set: func(f *award.Facts) { f.Own.Pass, f.Own.TechnicalPass, f.Own.Rank = false, false, nil }, why: "technical"},
		{name: "a paper was altered", set: func(f *award.Facts) { f.Own.Pass, f.Own.FailedCheck, f.Own.Rank = false, "altered", nil }, why: "altered"},
		{name: "first of a job that nobody gets", set: nobody, why: "nobody", only: chooses},
		{name: "second of a job that nobody gets", set: func(f *award.Facts) { nobody(f); f.Own = three()[1] }, why: "nobody", only: chooses},
		{name: "not passed where nobody gets it", set: func(f *award.Facts) { nobody(f); f.Own.Pass, f.Own.Rank = false, nil }, why: "not_passed"},
	}
}

func nobody(f *award.Facts) {
	f.Nobody, f.Reason, f.Winner, f.WinnerPrice = true, "Over budget", "", nil
}

// No letter of any activity says in one language what another of its sentences denies, whatever was decided.
func TestNoLetterContradictsItself(t *testing.T) {
	t.Parallel()
	written := 0
	for _, p := range sourcing.Policies {
		if !p.Has(sourcing.Letters) {
			continue
		}
		for _, o := range outcomes() {
			if o.only != nil && !o.only(p) {
				continue
			}
			f := facts(three()[0])
			f.Prices, f.Ranked, f.Scores = p.Chooses(), p.Selects == sourcing.OneBid, p.Has(sourcing.Criteria|sourcing.Evaluation)
			if !o.chosen {
				f.Winner = "Bahari Traders"
			}
			o.set(&f)
			if !f.Ranked {
				f.Own.Rank, f.Own.Combined, f.Own.Financial = nil, nil, nil
			}
			if !f.Prices {
				f.Own.Price, f.Winner, f.WinnerPrice = nil, "", nil
			}
			kind := award.Regret
			switch {
			case o.chosen && p.Chooses():
				kind = award.Award
			case o.chosen:
				kind = award.Success
			}
			for _, lang := range award.Languages() {
				l, err := award.Compose(award.Default(kind, lang), f)
				if err != nil {
					t.Fatalf("%s, %s, %s: %v", p.Activity, o.name, lang, err)
				}
				written++
				contradicts(t, string(p.Activity)+", "+o.name+", "+lang, o, f, l)
			}
		}
	}
	if written < 5*20 {
		t.Errorf("%d letters were read: the test proves little", written)
	}
}

func contradicts(t *testing.T, where string, o outcome, f award.Facts, l award.Letter) {
	t.Helper()
	text, why, figures := l.Subject+"\n"+l.Body+"\n"+l.Closing, "", map[string]string{}
	for _, x := range l.Figures {
		figures[x.Key] = x.Value
		text += "\n" + award.Label(l.Language, x.Key) + ": " + x.Value
	}
	why = figures["why"]
	s := said[l.Language]
	says := func(what string) bool { return strings.Contains(text, what) }
	must := func(is bool, rule string) {
		t.Helper()
		if !is {
			t.Errorf("%s: %s\n%s", where, rule, text)
		}
	}
	must(says(s.won) == o.chosen, "who is chosen is told so, and nobody else")
	must(says(s.lost) != o.chosen, "who is not chosen is told so, and nobody else")
	must((why != "") != o.chosen, "why a bid was not chosen stands where it was not")
	wanted := o.why
	if wanted == "not_passed" && f.Ranked {
		wanted = "not_ranked"
	}
	must(o.chosen || why == award.Why(l.Language, wanted), "the reason is "+wanted)
	must(!f.Nobody || !says(s.another), "no other is said to be chosen where nobody is")
	must(says(s.nobody) == (o.why == "nobody"), "that nobody is chosen is said where it is so")
	must(f.Prices && !f.Nobody || !says(s.signed), "no contract is spoken of where none can follow")
	must(f.Ranked || !strings.Contains(strings.ToLower(text), s.ranks), "no place is spoken of where bids have none")
	must(!says(s.below) || figures["reason"] == f.Reason && f.Reason != "", "a reason that is said to be below is there")
	must(!says(s.standstill) || strings.Count(text, "02-12-2026 12:00 AM") > 0, "a period that is spoken of has its end")
	must((figures["winner"] != "") == (f.Prices && !f.Nobody), "the winner is named where one is")
	must(figures["winner"] != f.Supplier || o.chosen, "who lost is not the winner")
	must(!o.chosen || figures["your_price"] == figures["amount"], "who is chosen gets its own price")
	must(f.Scores || figures["technical"] == "", "no score is told where nothing is scored")
	must(!strings.ContainsAny(text, "{}"), "no placeholder is left")
}
