package main

import (
	"bytes"
	"image"
	"image/jpeg"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/bidding/biddingsvc"
	"zabuni.org/core/catalog"
	"zabuni.org/core/catalog/catalogsvc"
	"zabuni.org/core/diligence"
	"zabuni.org/core/diligence/diligencesvc"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/identity/peoplesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/kernel/money"
	"zabuni.org/core/opening"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/pg"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/project"
	"zabuni.org/core/sourcing"
	"zabuni.org/core/sourcing/sourcingsvc"
)

func some(n int64) *money.Quantity { v := money.NewQuantity(n, 0); return &v }

// tenant lives through a whole story: a tender from its draft to the letters and
// the contract, one that is open now, one that is not published, and all that
// companies keep.
func (h *house) tenant(buyer, supplier, rival string) *tenant {
	h.Helper()
	b := h.person(buyer, "buyer", access.Buyer, uuid.Nil)
	t := &tenant{buyer: b, ids: map[string]string{}}
	t.second = h.person(buyer, "buyer", access.Buyer, b.Org)
	t.manager = h.person(buyer, "buyer", access.Temp, b.Org)
	t.supplier = h.person(supplier, "supplier", access.Supplier, uuid.Nil)
	t.rival = h.person(rival, "supplier", access.Supplier, uuid.Nil)
	for _, s := range []access.Actor{t.supplier, t.rival} {
		h.exec("INSERT INTO company_category_type (company_id, category_type_id) VALUES ($1, $2)", s.Org, supplied)
	}
	h.colleagues(t)
	h.company(t)
	h.agreed(t)
	h.inForce(t)
	h.must(h.Party.SetServices(h.ctx, h.operator, b.Org, []party.Purchase{
		{Service: party.ManagedSourcing, Starts: h.now.Add(-60 * day)},
		{Service: party.DueDiligence, Starts: h.now.Add(-60 * day)},
	}))
	h.decided(t)
	h.saved(t)
	h.at(-time.Hour)
	h.news(t)
	h.open(t)
	h.things(t)
	h.react()
	h.found(t)
	h.auction(t)
	return t
}

func (t *tenant) set(kind string, id uuid.UUID) { t.ids[kind] = id.String() }

// estimate is that of every tender: far above what anybody asks.
var estimate = money.New(10000, 0)

type tender struct {
	job, category, section, choice, essay, upload, item uuid.UUID
}

// author drafts a tender; its words are public once it is published.
func (h *house) author(t *tenant, code, class string, opens, closes time.Duration) tender {
	h.Helper()
	var x tender
	var err error
	a, owner, w := t.buyer, t.buyer.Org, word(t.buyer, class)
	job := sourcing.JobForm{Activity: sourcing.Tender, Code: code, Title: "Job " + w, Description: w}
	if class == "hide" {
		department := uuid.MustParse(t.ids["department"])
		job.Department = &department
	}
	x.job, err = h.Sourcing.CreateJob(h.ctx, a, owner, job)
	h.must(err)
	x.category, err = h.Sourcing.CreateCategory(h.ctx, a, owner, x.job, sourcing.CategoryForm{
		Name:            "Category " + w,
		Description:     w,
		Instructions:    "Read the drawings",
		Grouping:        "Water",
		Currency:        "KES",
		Estimate:        &estimate,
		Type:            &supplied,
		OpensAt:         h.now.Add(opens),
		ClosesAt:        h.now.Add(closes),
		PassMark:        money.NewQuantity(50, 0),
		TechnicalWeight: money.NewQuantity(70, 0),
		FinancialWeight: money.NewQuantity(30, 0),
	})
	h.must(err)
	x.section, err = h.Sourcing.CreateSection(h.ctx, a, owner, x.category, sourcing.Section{Name: "Section " + w, Description: "What you have done"})
	h.must(err)
	save := func(q sourcing.Question) uuid.UUID {
		q.Section, q.Prompt = x.section, q.Prompt+" "+w
		id, err := h.Sourcing.SaveQuestion(h.ctx, a, owner, x.category, q)
		h.must(err)
		return id
	}
	x.choice = save(sourcing.Question{Prompt: "Years", Help: "In this trade", Response: sourcing.Selection, MustAnswer: true, Scored: true, MaxScore: some(10),
		Options: []sourcing.Option{{Label: "Ten " + w, Score: some(10)}, {Label: "Five " + w, Score: some(5)}}})
	x.essay = save(sourcing.Question{Prompt: "Method", Response: sourcing.TextBox, MustAnswer: true, Scored: true, MaxScore: some(10)})
	x.upload = save(sourcing.Question{Prompt: "Licence", Response: sourcing.FileUpload, MustAnswer: true, QA: true})
	x.item, err = h.Sourcing.AddItem(h.ctx, a, owner, x.category, sourcing.Item{Number: "1", Code: "P-1", Description: "Item " + w, Classification: "CPV:42", Unit: "each", Quantity: *some(4)})
	h.must(err)
	return x
}

// bid answers everything, with words of the bidder's own.
func (h *house) bid(a access.Actor, x tender, class, price string) (bid, file uuid.UUID) {
	h.Helper()
	_, err := h.Payments.AddToCart(h.ctx, a, x.category)
	h.must(err)
	_, err = h.Payments.Checkout(h.ctx, a, "order-"+x.category.String())
	h.must(err)
	bid, err = h.Bidding.Start(h.ctx, a, x.category)
	h.must(err)
	option := h.id("SELECT id FROM question_option WHERE question_id = $1 ORDER BY position LIMIT 1", x.choice)
	w := word(a, class)
	_, err = h.Bidding.Save(h.ctx, a, bid, biddingsvc.Changes{
		Answers: []biddingsvc.Answer{{Question: x.choice, Value: option}, {Question: x.essay, Value: "Answer " + w}},
		Prices:  []biddingsvc.Price{{Item: x.item, UnitPrice: price, Remarks: "Remark " + w}}})
	h.must(err)
	u, err := h.Bidding.BeginUpload(h.ctx, a, bid, x.upload, w+".pdf", int64(len(paper(w))))
	h.must(err)
	u, err = h.Bidding.Append(h.ctx, a, u.ID, 0, paper(w))
	h.must(err)
	return bid, u.File.ID
}

const day = 24 * time.Hour

// supplied is the kind of supply of every tender and every supplier.
var supplied = uuid.MustParse("01900000-0000-7000-8000-000000000001")

// judged is a tender whose technical bids are open and not yet marked.
func (h *house) judged(t *tenant, code string) tender {
	h.Helper()
	return h.judgedOf(t, code, -40*day)
}

// judgedOf is one that opened then.
func (h *house) judgedOf(t *tenant, code string, opens time.Duration) tender {
	h.Helper()
	h.at(opens)
	a, owner := t.buyer, t.buyer.Org
	x := h.author(t, code, "pub", opens, opens+2*day)
	h.must(h.Sourcing.Publish(h.ctx, a, owner, x.category))
	_, err := h.Sourcing.Invite(h.ctx, a, owner, x.category, []uuid.UUID{t.supplier.Org})
	h.must(err)
	h.react()
	for i, s := range []access.Actor{t.supplier, t.rival} {
		bid, _ := h.bid(s, x, "bid", []string{"900", "1000"}[i])
		if i == 0 {
			h.pinned(s, bid, x.upload)
		}
		_, err := h.Bidding.Submit(h.ctx, s, bid, "submit-"+bid.String())
		h.must(err)
	}
	h.at(opens + 2*day)
	_, err = h.Sourcing.CloseDue(h.ctx)
	h.must(err)
	h.unseal(t, x, seal.Technical)
	h.must(h.Evaluation.Declare(h.ctx, a, owner, x.category, evaluationsvc.InterestNone, ""))
	h.must(h.Assurance.Declare(h.ctx, a, owner, x.category, opening.InterestNone, ""))
	return x
}

// unseal opens an envelope with two people.
func (h *house) unseal(t *tenant, x tender, e seal.Envelope) {
	h.Helper()
	for _, p := range []access.Actor{t.buyer, t.second} {
		_, err := h.Openings.Confirm(h.ctx, p, t.buyer.Org, x.category, e)
		h.must(err)
		h.react() // the second is asked for while the first's word counts
	}
	for _, p := range []access.Actor{t.buyer, t.second} {
		h.must(h.Openings.SignMinutes(h.ctx, p, t.buyer.Org, x.category, e))
	}
}

// over is a tender that was called off with its bids open, and stands in the archive.
func (h *house) over(t *tenant) {
	h.Helper()
	x := h.judged(t, "OVER")
	h.must(h.Sourcing.CancelJob(h.ctx, t.buyer, t.buyer.Org, x.job, "Called off"))
	h.must(h.Archive.Enter(h.ctx, h.operator, x.job))
	t.set("archived_job", x.job)
	t.set("archived", x.category)
	t.ids["archived_file"] = h.id(`SELECT f.bid_file_id FROM opened_file f JOIN submission s ON s.id = f.submission_id
		WHERE s.category_id = $1 AND s.supplier_id = $2`, x.category, t.supplier.Org)
}

// risk is one of the tenant's register, of its job and its supplier.
func (h *house) risk(t *tenant) {
	h.Helper()
	a, w := t.buyer, word(t.buyer, "eval")
	job := uuid.MustParse(t.ids["judged_job"])
	id, err := h.Project.Add(h.ctx, a, project.Form{
		Title:       "Risk " + w,
		Description: w,
		Likelihood:  4,
		Impact:      3,
		Response:    project.Reduce,
		Treatment:   w,
		Owner:       t.buyer.User,
		Due:         party.Day(h.now.AddDate(0, 0, 30)),
		Job:         &job,
		Supplier:    &t.supplier.Org,
		Note:        w,
	})
	h.must(err)
	t.set("risk", id)
}

// visit is a bidder's visit under way, with a photograph.
func (h *house) visit(t *tenant, category uuid.UUID) {
	h.Helper()
	a, owner, w := t.buyer, t.buyer.Org, word(t.buyer, "eval")
	bid := uuid.MustParse(t.ids["judged_submission"])
	q, err := h.Diligence.Ask(h.ctx, a, owner, category, nil, diligence.Question{Prompt: "Boats " + w, Help: w, Kind: diligence.Text})
	h.must(err)
	due := h.now.Add(-37 * day)
	_, err = h.Diligence.Plan(h.ctx, a, owner, bid, diligence.Plan{At: &due, Place: "Pier " + w, People: w}, 0)
	h.must(err)
	found := diligence.Answer{Value: w, Note: w, At: due}
	_, err = h.Diligence.Conduct(h.ctx, a, owner, bid, diligencesvc.Conducted{Changes: []diligencesvc.Change{{Question: q, Answer: found}}})
	h.must(err)
	photo := diligencesvc.Photo{ID: uuid.Must(uuid.NewV7()), Question: q, Name: w + ".jpg", Bytes: gate()}
	h.must(h.Diligence.AddPhoto(h.ctx, a, owner, bid, photo))
	t.set("visit_question", q)
	t.set("visit_photo", photo.ID)
}

// gate is a small photograph.
func gate() []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8)), nil); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// listing is a list with one supplier on it.
func (h *house) listing(t *tenant, submission uuid.UUID) {
	h.Helper()
	a, w := t.buyer, word(t.buyer, "pub")
	job, err := h.Sourcing.CreateJob(h.ctx, a, a.Org, sourcing.JobForm{Activity: sourcing.Prequalification, Code: "LIST", Title: "Job " + w})
	h.must(err)
	category, err := h.Sourcing.CreateCategory(h.ctx, a, a.Org, job, sourcing.CategoryForm{
		Name:     "Category " + w,
		Currency: "KES",
		OpensAt:  h.now,
		ClosesAt: h.now.Add(day),
	})
	h.must(err)
	h.must(pg.InTx(h.ctx, h.DB, func(tx pg.Tx) error {
		c, err := sourcingsvc.Hold(h.ctx, tx, a, a.Org, category)
		if err != nil {
			return err
		}
		return sourcingsvc.PutOnList(h.ctx, tx, a, c, []sourcingsvc.Listing{{Supplier: t.supplier.Org, Submission: submission}})
	}))
	t.set("listing", category)
}

// open is a tender that takes bids, and one that nobody outside may know of.
func (h *house) open(t *tenant) {
	h.Helper()
	a, owner := t.buyer, t.buyer.Org
	x := h.author(t, "OPEN", "live", -time.Hour, 48*time.Hour)
	h.must(h.Sourcing.Publish(h.ctx, a, owner, x.category))
	bid, file := h.bid(t.supplier, x, "draf", "777")
	h.pinned(t.supplier, bid, x.upload)
	u, err := h.Bidding.BeginUpload(h.ctx, t.supplier, bid, x.upload, word(t.supplier, "draf")+"2.pdf", 100)
	h.must(err)
	t.set("open", x.category)
	t.set("open_job", x.job)
	t.set("bid", bid)
	t.set("bid_file", file)
	t.set("bid_upload", u.ID)
	t.set("open_question", x.essay)
	t.set("open_upload", x.upload)
	t.set("open_item", x.item)
	t.set("open_section", x.section)
	h.bid(t.rival, x, "draf", "778")
	h.questions(t, x.category)
	h.addenda(t, x)
	h.must(h.Bidding.Acknowledge(h.ctx, t.supplier, bid, 2))
	hidden := h.author(t, "HIDE", "hide", time.Hour, 72*time.Hour)
	t.set("job", hidden.job)
	t.set("category", hidden.category)
	t.set("section", hidden.section)
	t.set("question", hidden.essay)
	t.set("item", hidden.item)
	cart := h.author(t, "CART", "live", -time.Hour, 48*time.Hour)
	h.must(h.Sourcing.Publish(h.ctx, a, owner, cart.category))
	_, err = h.Payments.AddToCart(h.ctx, t.supplier, cart.category)
	h.must(err)
	t.set("cart", cart.category)
	id, err := h.StartItemTemplate(h.ctx, t.supplier, bid, "en", func(string, uuid.UUID) (string, string) { return "/x", "/y" })
	h.must(err)
	t.set("supplier_task", id)
}

// things are sold: one sale is still written, one takes bids.
func (h *house) things(t *tenant) {
	h.Helper()
	a, owner := t.buyer, t.buyer.Org
	for _, x := range []struct{ name, secret string }{{"asset", "hide"}, {"sale", "live"}} {
		w := word(a, x.secret)
		job, err := h.Sourcing.CreateJob(h.ctx, a, owner, sourcing.JobForm{Activity: sourcing.AssetDisposal, Code: x.name, Title: "Job " + w})
		h.must(err)
		category, err := h.Sourcing.CreateCategory(h.ctx, a, owner, job, sourcing.CategoryForm{
			Name:     "Category " + w,
			Currency: "KES",
			OpensAt:  h.now.Add(-time.Hour),
			ClosesAt: h.now.Add(3 * day),
			Openers:  2,
		})
		h.must(err)
		item, err := h.Sourcing.AddItem(h.ctx, a, owner, category, sourcing.Item{
			Number:      "1",
			Description: "Item " + w,
			Unit:        "each",
			Quantity:    money.NewQuantity(2, 0),
			Asset:       &sourcing.Asset{Condition: sourcing.Worn, Notes: "Notes " + w, Location: "Yard " + w},
		})
		h.must(err)
		photo := sourcingsvc.Photo{ID: uuid.Must(uuid.NewV7()), Name: w + ".jpg", Bytes: gate()}
		h.must(h.Sourcing.AddPhoto(h.ctx, a, owner, category, item, photo))
		attachment := uuid.Must(uuid.NewV7())
		h.must(h.Sourcing.AddAttachment(h.ctx, a, owner, category, attachment, "Terms "+w+".jpg", gate()))
		h.must(h.Sourcing.SetReserve(h.ctx, a, owner, category, item, decimal("4711"), word(a, "hide")))
		if x.secret == "live" {
			h.must(h.Sourcing.Publish(h.ctx, a, owner, category))
		}
		t.set(x.name, category)
		t.set(x.name+"_job", job)
		t.set(x.name+"_item", item)
		t.set(x.name+"_photo", photo.ID)
		t.set(x.name+"_attachment", attachment)
	}
}

// decimal is an amount of the story.
func decimal(s string) money.Decimal {
	d, err := money.ParseDecimal(s)
	if err != nil {
		panic(err)
	}
	return d
}

// colleagues are roles and users beside the administrators.
func (h *house) colleagues(t *tenant) {
	h.Helper()
	for _, x := range []struct {
		kind string
		a    access.Actor
	}{{"buyer", t.buyer}, {"supplier", t.supplier}} {
		kind, a := x.kind, x.a
		c, err := h.People.Scope(h.ctx, a, uuid.Nil)
		h.must(err)
		role, err := h.People.CreateRole(h.ctx, a, c, peoplesvc.RoleForm{Name: word(a, "role"), Description: word(a, "role")})
		h.must(err)
		held, err := h.People.CreateRole(h.ctx, a, c, peoplesvc.RoleForm{Name: word(a, "held")})
		h.must(err)
		user, err := h.People.Create(h.ctx, a, c, peoplesvc.UserForm{FirstName: word(a, "clerk"), LastName: "Clerk", Email: word(a, "clerk") + "@example.org", Phone: "254701234567", Language: "en", Roles: []uuid.UUID{held}})
		h.must(err)
		t.set(kind+"_role", role)
		t.set(kind+"_user", user)
	}
}

// company is what both companies keep of themselves.
func (h *house) company(t *tenant) {
	h.Helper()
	a := t.buyer
	branch, err := h.Party.SaveBranch(h.ctx, a, uuid.Nil, party.Branch{Name: word(a, "bran"), Code: "B1", Active: true})
	h.must(err)
	department, err := h.Party.SaveDepartment(h.ctx, a, uuid.Nil, branch, party.Named{Name: word(a, "dept"), Active: true})
	h.must(err)
	group, err := h.Party.SaveSpecialGroup(h.ctx, a, uuid.Nil, party.GroupForm{Named: party.Named{Name: word(a, "grou"), Description: word(a, "grou"), Active: true}})
	h.must(err)
	template, err := h.Catalog.CreateTemplate(h.ctx, a, catalog.Template{Name: word(a, "temp"), Category: "other"}, catalogsvc.File{Name: word(a, "temp") + ".pdf", Bytes: paper(word(a, "temp"))})
	h.must(err)
	notice, err := h.Party.GiveNotice(h.ctx, a, t.supplier.Org, party.Notice{Ground: "other", Reason: "Because of " + word(a, "blac"), ReplyDays: 20})
	h.must(err)
	for kind, id := range map[string]uuid.UUID{"branch": branch, "department": department, "group": group, "template": template, "case": notice} {
		t.set(kind, id)
	}
	h.library(t)
	s := t.supplier
	h.must(h.Party.Answer(h.ctx, t.supplier, notice, party.Reply, "Answer "+word(t.supplier, "repl")))
	t.set("supplier_file", h.file(s, "proof", paper(word(s, "file"))))
	t.set("supplier_document", h.file(s, "document", paper(word(s, "file"))))
	t.set("supplier_logo", h.file(s, "logo", picture()))
	t.set("buyer_logo", h.file(a, "logo", picture()))
	u, err := h.Party.BeginUpload(h.ctx, s, s.Org, "document", word(s, "uplo")+".pdf", 500)
	h.must(err)
	t.set("supplier_upload", u.ID)
	t.set("buyer_file", h.file(a, "document", paper(word(a, "file"))))
	u, err = h.Party.BeginUpload(h.ctx, a, a.Org, "document", word(a, "uplo")+".pdf", 500)
	h.must(err)
	t.set("buyer_upload", u.ID)
	for _, a := range []access.Actor{s, a} {
		owners := []party.Owner{{Name: word(a, "owne"), Kind: "person", Identity: word(a, "iden"), Nationality: "KE", Director: true, Share: some(100), Women: true}}
		p, err := h.Party.Profile(h.ctx, a, a.Org)
		h.must(err)
		_, err = h.Party.Update(h.ctx, a, a.Org, partysvc.Update{Version: p.Version, Owners: &owners})
		h.must(err)
	}
	standing := h.file(s, "document", paper(word(s, "file")))
	t.set("supplier_paper", standing)
	p, err := h.Party.Profile(h.ctx, s, s.Org)
	h.must(err)
	_, err = h.Party.Update(h.ctx, s, s.Org, partysvc.Update{Version: p.Version, Documents: map[party.DocumentKind]partysvc.Attached{party.Registration: {File: &standing}}})
	h.must(err)
	women := uuid.MustParse("01900000-0000-7000-8000-000000001002")
	m, err := h.Party.Apply(h.ctx, s, s.Org, women, uuid.MustParse(t.ids["supplier_file"]), nil)
	h.must(err)
	t.set("membership", m)
}

// file uploads one file of a profile.
func (h *house) file(a access.Actor, kind string, data []byte) uuid.UUID {
	h.Helper()
	name := word(a, "file") + ".pdf"
	if kind == "logo" {
		name = word(a, "file") + ".png"
	}
	return h.named(a, kind, name, data)
}

func (h *house) named(a access.Actor, kind, name string, data []byte) uuid.UUID {
	h.Helper()
	u, err := h.Party.BeginUpload(h.ctx, a, a.Org, kind, name, int64(len(data)))
	h.must(err)
	u, err = h.Party.Append(h.ctx, a, a.Org, u.ID, 0, data)
	h.must(err)
	return u.File
}

// found are the identifiers that no use case answers.
func (h *house) found(t *tenant) {
	h.Helper()
	for kind, sql := range map[string]string{
		"contract":    "SELECT k.id FROM contract k JOIN award a ON a.id = k.award_id WHERE k.buyer_id = $1 ORDER BY a.decided_at DESC LIMIT 1",
		"buyer_owner": "SELECT id FROM company_owner WHERE company_id = $1",
		"buyer":       "SELECT id FROM company WHERE id = $1",
	} {
		t.ids[kind] = h.id(sql, t.buyer.Org)
	}
	for kind, sql := range map[string]string{
		"supplier":       "SELECT id FROM company WHERE id = $1",
		"order":          "SELECT id FROM purchase_order WHERE supplier_id = $1 ORDER BY id LIMIT 1",
		"attempt":        "SELECT id FROM payment_attempt WHERE supplier_id = $1 ORDER BY id LIMIT 1",
		"receipt":        "SELECT s.id FROM submission s JOIN award a ON a.category_id = s.category_id WHERE s.supplier_id = $1 ORDER BY a.decided_at DESC LIMIT 1",
		"supplier_owner": "SELECT id FROM company_owner WHERE company_id = $1",
		"notification":   "SELECT n.id FROM notification n JOIN account a ON a.id = n.account_id WHERE a.company_id = $1 ORDER BY n.id LIMIT 1",
		"mail":           "SELECT id FROM mail_delivery WHERE company_id = $1 OR account_id IN (SELECT id FROM account WHERE company_id = $1) ORDER BY id LIMIT 1",
	} {
		t.ids[kind] = h.id(sql, t.supplier.Org)
	}
}
