package main

import (
	"slices"

	"github.com/google/uuid"

	"zabuni.org/core/kernel/access"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
)

// kinds of groups that the platform keeps.
var youth, women = uuid.MustParse("01900000-0000-7000-8000-000000001001"), uuid.MustParse("01900000-0000-7000-8000-000000001002")

// kin are two suppliers of the world that nobody has dealt with: they share people, a phone and an address, one owns the
// other, and one is kept out by the first buyer and by the platform. What has come of visits stands beside.
func (h *house) kin() {
	h.Helper()
	t := h.tenants[0]
	a, b := h.person("iota", "supplier", access.Supplier, uuid.Nil), h.person("thet", "supplier", access.Supplier, uuid.Nil)
	t.set("kin", a.Org)
	t.set("kin_owned", b.Org)
	wanjiru := party.Owner{Name: "Wanjiru Mwangi", Kind: "person", Identity: "A1234567", Nationality: "KE", Director: true, Share: some(70), Women: true, Youth: true}
	otieno := party.Owner{Name: "Otieno Odhiambo", Kind: "person", Nationality: "KE", Director: true}
	owns := func(owner access.Actor, share int64) party.Owner {
		p, err := h.Party.Profile(h.ctx, owner, owner.Org)
		h.must(err)
		o := party.Owner{Name: p.Name, Kind: "organisation", Identity: p.TaxID, Nationality: p.Country, Share: some(share)}
		return o
	}
	direct := owns(a, 1)
	direct.Identity, direct.Share, direct.Director = "", nil, true
	h.profile(a, []party.Owner{wanjiru, otieno, owns(b, 20)})
	h.profile(b, []party.Owner{wanjiru, otieno, direct})
	h.exec("UPDATE company_owner SET created_at = created_at - interval '30 days' WHERE company_id = ANY($1)", []uuid.UUID{a.Org, b.Org})
	h.profile(b, []party.Owner{wanjiru, direct})
	h.papers(a)
	for _, x := range []struct {
		group uuid.UUID
		lasts bool
	}{{youth, false}, {women, true}} {
		m, err := h.Party.Apply(h.ctx, a, a.Org, x.group, h.file(a, "proof", paper("proof")), nil)
		h.must(err)
		d := partysvc.Decision{Validate: true}
		if x.lasts {
			until := party.Day(h.now).AddDate(0, 6, 0)
			d.ExpiresOn = &until
		}
		h.must(h.Party.Decide(h.ctx, h.operator, m, d))
	}
	for _, by := range []access.Actor{t.buyer, h.operator} {
		id, err := h.Party.GiveNotice(h.ctx, by, a.Org, party.Notice{Ground: "fraud", Reason: "Two bids of one hand", ReplyDays: 20})
		h.must(err)
		h.must(h.Party.Answer(h.ctx, a, id, party.Reply, "It was another"))
		until := h.now.AddDate(1, 0, 0)
		h.must(h.Party.DecideCase(h.ctx, by, id, party.Decision{Blacklist: true, Reason: "Proved", Expires: &until}))
	}
	for category, until := range map[string]any{t.ids["decided"]: "2027-05-01", t.ids["saved"]: nil} {
		h.exec(`INSERT INTO visit SELECT (jsonb_populate_record(v, jsonb_build_object('submission_id', s.id, 'category_id', s.category_id, 'status', 'cleared',
			'decided_at', s.received_at + interval '3 days', 'decided_by', $2::uuid, 'expires_on', $3::date))).*
			FROM visit v JOIN submission s ON s.category_id = $1 AND s.supplier_id = v.supplier_id WHERE v.submission_id = $4`,
			category, t.buyer.User, until, t.ids["judged_submission"])
	}
	h.strays(b.Org)
}

// strays are what no use case leaves in the story's hours: somebody on a list whom nobody has invited and no award has
// chosen, and a report that says another result than there is.
func (h *house) strays(supplier uuid.UUID) {
	h.Helper()
	t := h.tenants[0]
	h.exec(`INSERT INTO list_entry SELECT (jsonb_populate_record(e, jsonb_build_object('supplier_id', $1::uuid, 'submission_id', $2::uuid))).*
		FROM list_entry e WHERE e.category_id = $3`, supplier, t.ids["judged_submission"], t.ids["listing"])
	h.exec(`INSERT INTO evaluation_report SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'category_id', $2::uuid, 'result_sum', '\\x00'))).*
		FROM evaluation_report r WHERE r.category_id = $1 AND r.outcome IS NULL`, t.ids["decided"], t.ids["saved"])
}

// profile writes the same phone and address for all, and who owns a company from now on.
func (h *house) profile(a access.Actor, owners []party.Owner) {
	h.Helper()
	p, err := h.Party.Profile(h.ctx, a, a.Org)
	h.must(err)
	_, err = h.Party.Update(h.ctx, a, a.Org, partysvc.Update{
		Version:  p.Version,
		Owners:   &owners,
		Supplies: &[]int32{44},
		Profile:  func(p *party.Profile) { p.Phone, p.PhysicalAddress = "254709999999", "Moi Avenue 1" },
	})
	h.must(err)
}

// pinned answers a question with papers of the bidder's profile too: one is good until a day, one for good. Whoever opens the bid
// reads them, so that they are called by no word of the profile.
func (h *house) pinned(a access.Actor, bid, question uuid.UUID) {
	h.Helper()
	const licence, charter = "trade.pdf", "charter.pdf"
	own := func(d partysvc.DocumentVersion) bool { return d.Name == licence || d.Name == charter }
	papers, err := h.Bidding.Papers(h.ctx, a, bid)
	h.must(err)
	stood := papers
	stands := func(files map[party.DocumentKind]partysvc.Attached) {
		p, err := h.Party.Profile(h.ctx, a, a.Org)
		h.must(err)
		_, err = h.Party.Update(h.ctx, a, a.Org, partysvc.Update{Version: p.Version, Documents: files})
		h.must(err)
	}
	first := !slices.ContainsFunc(papers, own)
	if first {
		one, other, until := h.named(a, "document", licence, paper("trade")), h.named(a, "document", charter, paper("charter")), party.Day(h.now).AddDate(0, 6, 0)
		stands(map[party.DocumentKind]partysvc.Attached{party.TradingLicence: {File: &one, ExpiresOn: &until}, party.Registration: {File: &other}})
		papers, err = h.Bidding.Papers(h.ctx, a, bid)
		h.must(err)
	}
	for _, p := range papers {
		if !own(p) {
			continue
		}
		_, err := h.Bidding.TakePaper(h.ctx, a, bid, question, p.ID)
		h.must(err)
	}
	if i := slices.IndexFunc(stood, func(d partysvc.DocumentVersion) bool { return d.Kind == party.Registration }); first && i >= 0 {
		stands(map[party.DocumentKind]partysvc.Attached{party.Registration: {File: &stood[i].File}}) // the profile goes on with what stood there
	}
}

// papers are two of a company's: one is good until a day, one for good, and that one is shown to every buyer.
func (h *house) papers(a access.Actor) {
	h.Helper()
	p, err := h.Party.Profile(h.ctx, a, a.Org)
	h.must(err)
	register, licence, until := h.file(a, "document", paper("register")), h.file(a, "document", paper("licence")), party.Day(h.now).AddDate(0, 6, 0)
	_, err = h.Party.Update(h.ctx, a, a.Org, partysvc.Update{Version: p.Version, Documents: map[party.DocumentKind]partysvc.Attached{
		party.Registration:   {File: &register},
		party.TradingLicence: {File: &licence, ExpiresOn: &until},
	}})
	h.must(err)
	_, err = h.Party.ShowPaper(h.ctx, a, a.Org, party.Registration, true)
	h.must(err)
}
