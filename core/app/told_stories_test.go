package app_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"

	"zabuni.org/core/app"
	"zabuni.org/core/app/story"
	"zabuni.org/core/award"
	"zabuni.org/core/award/awardsvc"
	"zabuni.org/core/evaluation"
	"zabuni.org/core/evaluation/evaluationsvc"
	"zabuni.org/core/identity"
	"zabuni.org/core/identity/identitysvc"
	"zabuni.org/core/identity/peoplesvc"
	"zabuni.org/core/kernel/access"
	"zabuni.org/core/notify/notifysvc"
	"zabuni.org/core/party"
	"zabuni.org/core/party/partysvc"
	"zabuni.org/core/platform/seal"
	"zabuni.org/core/platform/sign"
	"zabuni.org/core/platform/task"
	"zabuni.org/core/platform/task/tasksvc"
	"zabuni.org/core/sourcing"
)

// answers are those of a bid on the tender of pumps that passes.
var answers = map[string]string{"Years in trade": "Ten", "Method": "unhörbar", "Licence": "licence.pdf"}

// tenderTold: a tender with a fee, an extension, a withdrawal, an opening by two
// people, letters and a standstill; beside it one that is cancelled.
func tenderTold(t *testing.T) *chronicle {
	c := begin(t, 6)
	invited, bids, other, silent, fits, stranger := c.Bidders[0], c.Bidders[1], c.Bidders[2], c.Bidders[3], c.Bidders[4], c.Bidders[5]
	c.colleague(c.Officer, access.Temp, "manager", access.ManageContract)
	c.colleague(c.Officer, access.Temp, "approver", access.ApproveContract)
	c.supplies(invited, 1)
	c.supplies(fits, 1)
	c.supplies(stranger, 2)
	var x *story.Category
	c.when("a job is drafted and somebody invited", func() {
		x = c.Author(tender(func(x *story.Terms) {
			x.Fee, x.Type, x.Opens, x.Invited = fee, kind(1), story.Noon.Add(time.Hour), []access.Actor{invited}
		}))
	})
	c.when("it is published for later", func() { c.Must(x.TryPublish(c.Officer)) })
	c.when("it opens", func() {
		c.SetClock(story.Noon.Add(time.Hour))
		_, err := c.Sourcing.OpenDue(c.Context())
		c.Must(err)
	})
	c.when("another is invited", func() {
		_, err := x.TryInvite(c.Officer, invited, bids)
		c.Must(err)
	})
	c.when("four pay", func() {
		for _, a := range []access.Actor{bids, other, silent, fits} {
			x.Pay(a)
		}
	})
	c.when("three bids are submitted, a fourth is begun", func() {
		for i, a := range []access.Actor{bids, other, silent, fits} {
			x.Bid(a, answers, map[string]string{"1": strconv.Itoa(1000 + 400*i)})
		}
		for _, a := range []access.Actor{bids, other, fits} {
			x.Submit(a)
		}
	})
	c.when("one is submitted again", func() {
		c.SetClock(story.Noon.Add(90*time.Minute + 1234567*time.Microsecond))
		_, err := x.TrySubmit(bids, x.Bids[bids.Org], "another-key")
		c.Must(err)
	})
	ask := func(a access.Actor, text string) uuid.UUID {
		id := uuid.New()
		c.Must(c.Sourcing.Ask(c.Context(), a, x.ID, id, text))
		return id
	}
	var clear, unclear, late uuid.UUID
	c.when("three questions are asked", func() {
		clear, unclear = ask(invited, "Does it include the fittings?"), ask(stranger, "What is your budget?")
		late = ask(other, "Is there a second visit?")
	})
	c.when("one is drafted and answered, one is refused", func() {
		c.Must(c.Sourcing.DraftReply(c.Context(), c.Officer, c.Officer.Org, x.ID, clear, sourcing.Reply{Question: "Are fittings included?", Version: 1}))
		c.Must(c.Sourcing.Reply(c.Context(), c.Officer, c.Officer.Org, x.ID, clear, sourcing.Reply{Question: "Are fittings included?", Answer: "They are.", Version: 2}))
		c.Must(c.Sourcing.RefuseQuestion(c.Context(), c.Officer, c.Officer.Org, x.ID, unclear, 1, "It is not told."))
	})
	c.when("it is extended", func() {
		x.Closes = x.Closes.Add(24 * time.Hour)
		c.Must(c.Sourcing.Extend(c.Context(), c.Officer, c.Officer.Org, x.ID, x.Closes, "A question is being clarified"))
	})
	addendum := func(of *story.Category, change func(*sourcing.AddendumForm)) {
		d, err := c.Sourcing.Category(c.Context(), c.Officer, c.Officer.Org, of.ID)
		c.Must(err)
		form := sourcing.AddendumForm{Title: "Where to look", Text: "The station can be visited on Friday.", Version: d.Category.Version}
		change(&form)
		c.Must(c.Sourcing.IssueAddendum(c.Context(), c.Officer, c.Officer.Org, of.ID, uuid.New(), form))
	}
	c.when("an addendum says something and changes nothing", func() { addendum(x, func(*sourcing.AddendumForm) {}) })
	y := c.Author(tender(func(y *story.Terms) {
		y.Fee, y.Invited, y.Job.Code = fee, []access.Actor{invited}, "T2"
	}))
	c.when("another category is paid for and submitted for", func() {
		c.Must(y.TryPublish(c.Officer))
		y.Pay(silent)
		y.Bid(silent, answers, map[string]string{"1": "1000"})
		y.Submit(silent)
	})
	c.when("an addendum changes it", func() {
		drawings := "Bring the drawings."
		addendum(y, func(f *sourcing.AddendumForm) { f.Title, f.Instructions = "Instructions", &drawings })
	})
	c.when("it is cancelled", func() {
		c.Must(c.Sourcing.CancelCategory(c.Context(), c.Officer, c.Officer.Org, y.ID, "The budget was withdrawn"))
	})
	c.when("it closes soon", func() {
		c.SetClock(x.Closes.Add(-time.Hour))
		_, err := c.Sourcing.RemindDue(c.Context())
		c.Must(err)
	})
	c.when("the last question is answered", func() {
		c.Must(c.Sourcing.Reply(c.Context(), c.Officer, c.Officer.Org, x.ID, late, sourcing.Reply{Question: "Is there a second visit?", Answer: "No.", Version: 1}))
	})
	c.when("one bid is withdrawn", func() { c.Must(x.TryWithdraw(other, x.Bids[other.Org], "Our pump was discontinued")) })
	c.when("it closes", x.Close)
	c.when("one of two opens", func() { c.confirms(x, c.Officer, seal.Technical) })
	c.when("the other opens", func() { c.confirms(x, c.Second, seal.Technical) })
	c.when("prices are opened", func() {
		c.Must(x.TryDeclare(c.Officer, evaluationsvc.InterestNone))
		for _, b := range x.Desk().Bids {
			c.Must(x.TryMark(c.Officer, evaluationsvc.Mark{Submission: b.SubmissionID, Question: x.Questions["Method"].ID, Value: "8"}))
		}
		c.Must(x.TryFinish(c.Officer))
		c.Must(x.TryComplete(c.Officer))
		c.confirms(x, c.Officer, seal.Financial)
		c.confirms(x, c.Second, seal.Financial)
		c.Must(x.TryComplete(c.Officer))
	})
	c.when("the report on the result is made, and signed by who judged", func() {
		var err error
		c.Evaluation.Signer, err = sign.NewAuthority(make([]byte, 32), append(make([]byte, 31), 1))
		c.Must(err)
		c.Must(c.Evaluation.BeginReport(c.Context(), c.Second, c.Officer.Org, x.ID, "en"))
		_, paper, err := c.Evaluation.ReportPaper(c.Context(), c.Officer, c.Officer.Org, x.ID)
		c.Must(err)
		shown := sha256.Sum256(paper)
		c.Must(c.Evaluation.SignReport(c.Context(), c.Officer, c.Officer.Org, x.ID, hex.EncodeToString(shown[:]), "report-of-who-judged"))
	})
	low := x.Submission(bids)
	c.when("a bidder is asked about its price", func() {
		due := x.Closes.Add(30 * time.Hour)
		c.Must(c.Evaluation.AskPrice(c.Context(), c.Officer, c.Officer.Org, low, evaluation.PriceAsk{Question: "How do you build it for this?", Due: due}))
	})
	c.when("it explains its price, which is accepted", func() {
		c.Must(c.Evaluation.ExplainPrice(c.Context(), bids, x.Bids[bids.Org], "We own the yard"))
		c.Must(c.Evaluation.DecidePrice(c.Context(), c.Officer, c.Officer.Org, low, evaluation.PriceAccepted, "It does", 2))
	})
	c.when("a letter is sent beside the decision", func() {
		for i, k := range []award.Kind{award.Custom, award.DD} {
			_, err := x.TrySend(c.Officer, k, []uuid.UUID{bids.Org}, "sw", "letter-"+strconv.Itoa(i))
			c.Must(err)
		}
	})
	var made awardsvc.Made
	c.when("it is decided", func() { made = x.Award() })
	c.when("a complaint stops it", func() {
		c.Must(c.Awards.Freeze(c.Context(), c.Officer, c.Officer.Org, x.ID, award.Complaint{Reason: "The scores were added wrongly"}))
	})
	end := func(outcome award.End, ends bool) {
		c.Must(c.Awards.AskEnd(c.Context(), c.Officer, c.Officer.Org, x.ID, outcome, "The board has decided"))
		rows, err := c.Awards.Freezes(c.Context(), c.Officer, c.Officer.Org, x.ID)
		c.Must(err)
		c.Must(c.Awards.DecideEnd(c.Context(), c.Second, c.Officer.Org, x.ID, *rows[0].AskedAt, ends))
	}
	c.when("an end is asked, and refused", func() { end(award.Dismissed, false) })
	c.when("its end is asked, and decided", func() { end(award.Dismissed, true) })
	c.when("its contract is sent for approval", func() {
		id, err := uuid.Parse(c.column("SELECT id::text FROM contract")[0])
		c.Must(err)
		c.Must(c.Contracts.Submit(c.Context(), c.Officer, id))
	})
	c.when("one is approved before anybody is told", func() {
		id, err := uuid.Parse(c.column("SELECT id::text FROM contract")[0])
		c.Must(err)
		read, err := c.Contracts.Agreement(c.Context(), c.Second, id)
		c.Must(err)
		c.Must(c.Contracts.Refuse(c.Context(), c.Second, id, read.Sum, "The price is missing"))
		c.Must(c.Contracts.Submit(c.Context(), c.Officer, id))
		c.Must(c.Contracts.Approve(c.Context(), c.Second, id, read.Sum))
	})
	c.when("the standstill ends", func() {
		c.SetClock(made.StandstillEnds)
		c.Conclude()
	})
	c.when("another complaint is upheld", func() {
		c.Must(c.Awards.Freeze(c.Context(), c.Officer, c.Officer.Org, x.ID, award.Complaint{Reason: "A bid was left out"}))
		c.Second.Confirmed = made.StandstillEnds
		end(award.Upheld, true)
	})
	return c
}

// confirms has one person confirm an opening.
func (w *listening) confirms(c *story.Category, who access.Actor, e seal.Envelope) {
	w.Helper()
	_, err := c.TryConfirm(who, e)
	w.Must(err)
}

// roundsTold: a request for quotations with two rounds, without letters.
func roundsTold(t *testing.T) *chronicle {
	c := begin(t, 3)
	x := c.Publish(policyOf(sourcing.RFQ), story.Terms{Items: pumps.Items, Invited: c.Bidders})
	for i, a := range c.Bidders {
		x.Bid(a, nil, map[string]string{"1": strconv.Itoa(1000 + i)})
		x.Submit(a)
	}
	x.Close()
	x.Open()
	x.Judge()
	c.heedless()
	for _, final := range []bool{false, true} {
		var r *story.Category
		c.when("a round begins, final: "+strconv.FormatBool(final), func() { r = x.Negotiate(final, c.Bidders[:2]...) })
		c.when("it goes by", func() {
			if final {
				r.Close() // nobody answers
				return
			}
			r.Offer(c.Bidders[1], map[string]string{"1": "900"})
			r.Rank()
		})
	}
	c.when("it is decided", func() { x.Award() })
	c.SetClock(story.Noon)
	y := c.Publish(policyOf(sourcing.RFQ), story.Terms{Job: sourcing.JobForm{Code: "Q2"}, Items: pumps.Items, Invited: c.Bidders[:1]})
	y.Bid(c.Bidders[0], nil, map[string]string{"1": "700"})
	y.Submit(c.Bidders[0])
	y.Close()
	y.Open()
	y.Judge()
	c.heedless()
	c.when("another is decided, of a buyer without contracts", func() {
		c.do(`INSERT INTO buyer_module (buyer_id, module, active, changed_by, changed_at)
			VALUES ($1, $2, false, $3, zabuni.clock())`, c.Officer.Org, party.Contracts, c.Officer.User)
		y.Award()
	})
	return c
}

// registrationTold: one that some pass, one that nobody passes, and a prequalification,
// whose results are letters.
func registrationTold(t *testing.T) *chronicle {
	c := begin(t, 2)
	activities := []sourcing.Activity{sourcing.SupplierRegistration, sourcing.SupplierRegistration, sourcing.Prequalification}
	for i, code := range []string{"R1", "R2", "P1"} {
		terms := questions
		terms.Job.Code = code
		x := c.Publish(policyOf(activities[i]), terms)
		for _, a := range c.Bidders {
			x.Bid(a, answers, nil)
			x.Submit(a)
		}
		x.Close()
		x.Open()
		var marks []story.Mark
		for _, a := range c.Bidders {
			if activities[i] == sourcing.Prequalification {
				marks = append(marks, story.Mark{Bidder: a, Prompt: "Method", Value: "8"})
			}
		}
		x.Judge(marks...)
		c.do("UPDATE bid_result SET outcome = 'fail' WHERE category_id = $1 AND ($2 = 'R2' OR supplier_id = $3)", x.ID, code, c.Bidders[1].Org)
		c.heedless()
		c.when(code+" is decided", func() {
			reason := map[string]string{"R2": "Nobody meets the criteria"}[code]
			c.Must(x.TryRecommend(c.Officer, nil, reason))
			_, err := x.TryAward(c.Second, "en", "award-"+code+"-0000000000")
			c.Must(err)
		})
		c.SetClock(story.Noon)
	}
	return c
}

// accountsTold: what an account's own person hears of it, and a company of support.
func accountsTold(t *testing.T) *chronicle {
	c := begin(t, 2)
	a, staff := c.Bidders[0], c.Person("operator", access.Operator, uuid.Nil)
	browser := identitysvc.Client{Network: "192.0.2.1", Browser: true}
	c.when("a company registers", func() {
		_, err := c.Identity.Register(c.Context(), identitysvc.Registration{
			Company: partysvc.Registration{Profile: party.Profile{
				CompanyType:     "partnership",
				Name:            "Kazi Traders",
				Country:         "KE",
				PhysicalAddress: "Kenyatta Avenue",
				Phone:           "0701 234 567",
				TaxID:           "P051234567Z",
			}},
			FirstName:  "Asha",
			LastName:   "Juma",
			Email:      "asha@kazi.example",
			Phone:      "+254701234568",
			Password:   "simba42",
			Confirm:    "simba42",
			Language:   "sw",
			AgreeTerms: true,
		}, browser)
		c.Must(err)
	})
	c.when("its link is asked for again", func() { c.Must(c.Identity.ResendActivation(c.Context(), "asha@kazi.example", browser)) })
	c.when("a link for a password is asked for by somebody, and by nobody", func() {
		for _, address := range []string{a.Email, "asha@kazi.example", "nobody@example.org"} {
			c.Must(c.Identity.RequestReset(c.Context(), address, browser))
		}
	})
	c.when("a colleague is invited", func() {
		scope, err := c.People.Scope(c.Context(), c.Officer, uuid.Nil)
		c.Must(err)
		role, err := c.People.CreateRole(c.Context(), c.Officer, scope, peoplesvc.RoleForm{Name: "Clerks", Description: "They look"})
		c.Must(err)
		_, err = c.People.Create(c.Context(), c.Officer, scope, peoplesvc.UserForm{
			FirstName: "Neema",
			LastName:  "Otieno",
			Email:     "neema@example.org",
			Phone:     "0701 234 567",
			Language:  "pt",
			Type:      access.Buyer,
			Roles:     []uuid.UUID{role},
		})
		c.Must(err)
	})
	signIn := func(password string) (identitysvc.Opened, error) {
		return c.Identity.Login(c.Context(), identitysvc.Credentials{Username: a.Email, Password: password}, browser)
	}
	c.when("an old half of a session comes back", func() {
		opened, err := signIn("simba42")
		c.Must(err)
		c.SetClock(story.Noon.Add(5 * time.Minute))
		next, err := c.Identity.Refresh(c.Context(), opened.Token, opened.Secret)
		c.Must(err)
		_, _, err = c.Identity.Authenticate(c.Context(), next.Token, next.Secret) // it has arrived
		c.Must(err)
		c.SetClock(story.Noon.Add(10 * time.Minute))
		if _, err := c.Identity.Refresh(c.Context(), opened.Token, opened.Secret); err == nil {
			t.Error("an old half is taken")
		}
	})
	c.when("who signs in by two factors", func() {
		c.do("UPDATE account SET two_fa = true WHERE id = $1", a.User)
		_, err := signIn("simba42")
		c.Must(err)
	})
	c.when("wrong passwords", func() {
		c.do("UPDATE account SET failures = $1 WHERE id = $2", identity.MostFailures-1, a.User)
		for range 2 { // the second is too late to be told
			if _, err := signIn("wrong"); err == nil {
				t.Error("signed in")
			}
		}
	})
	c.when("support looks at a company", func() {
		opened, err := c.Identity.Login(c.Context(), identitysvc.Credentials{Username: staff.Email, Password: "simba42"}, browser)
		c.Must(err)
		c.Must(c.DB.QueryRow(c.Context(), "SELECT id FROM session WHERE account_id = $1", staff.User).Scan(&staff.Session))
		_, err = c.Identity.BeginSupport(c.Context(), staff, c.Bidders[1].Org, "Ticket 4711", opened.Token)
		c.Must(err)
	})
	return c
}

// companiesTold: papers, special groups and cases.
func companiesTold(t *testing.T) *chronicle {
	c := begin(t, 2)
	a, staff := c.Bidders[0], c.Person("operator", access.Operator, uuid.Nil)
	for i, closes := range []time.Duration{30 * time.Hour, 48 * time.Hour} { // on the last day of papers, and after it
		c.Publish(tender(func(x *story.Terms) {
			x.Job.Code, x.Closes = "T"+strconv.Itoa(i), story.Noon.Add(closes)
		})).Bid(a, answers, map[string]string{"1": "1000"})
	}
	c.heedless()
	tomorrow := party.Day(story.Noon).AddDate(0, 0, 1)
	form := party.GroupForm{Named: party.Named{Name: "Cooperatives", Active: true}}
	group, err := c.Party.SaveSpecialGroup(c.Context(), staff, uuid.Nil, form)
	c.Must(err)
	for i, d := range []partysvc.Decision{{Reason: "The proof cannot be read"}, {Validate: true}} {
		c.when("an application is decided, validated: "+strconv.FormatBool(d.Validate), func() {
			id, err := c.Party.Apply(c.Context(), a, a.Org, group, c.file(a, "proof", strconv.Itoa(i)), &tomorrow)
			c.Must(err)
			c.Must(c.Party.Decide(c.Context(), staff, id, d))
		})
	}
	for i, who := range []access.Actor{a, c.Bidders[1]} {
		documents := map[party.DocumentKind]partysvc.Attached{}
		for _, k := range []party.DocumentKind{party.TaxCompliance, party.TradingLicence} {
			f := c.file(who, "document", string(k)+strconv.Itoa(i))
			documents[k] = partysvc.Attached{File: &f, ExpiresOn: &tomorrow}
		}
		_, err := c.Party.Update(c.Context(), who, who.Org, partysvc.Update{Version: 1, Documents: documents})
		c.Must(err)
	}
	c.when("a day before papers and a membership end", func() {
		c.SetClock(story.Noon.Add(24 * time.Hour))
		for n := 1; n > 0; {
			n, err = c.Party.RemindDue(c.Context())
			c.Must(err)
		}
	})
	until := story.Noon.AddDate(1, 0, 0)
	for _, by := range []access.Actor{c.Officer, staff} {
		var id uuid.UUID
		c.when("a notice of "+string(by.Type), func() {
			notice := party.Notice{Ground: "fraud", Reason: "Forged papers", ReplyDays: party.MinReplyDays}
			id, err = c.Party.GiveNotice(c.Context(), by, c.Bidders[1].Org, notice)
			c.Must(err)
			c.Must(c.Party.Answer(c.Context(), c.Bidders[1], id, party.Reply, "They are not"))
		})
		c.when("its decision", func() {
			c.Must(c.Party.DecideCase(c.Context(), by, id, party.Decision{Blacklist: true, Reason: "They are", Expires: &until}))
		})
		c.when("its end", func() { c.Must(c.Party.Whitelist(c.Context(), by, id, "Appeal upheld")) })
	}
	return c
}

// file uploads a file of a company.
func (w *listening) file(a access.Actor, use, name string) uuid.UUID {
	w.Helper()
	content := []byte("%PDF-1.4 " + name)
	u, err := w.Party.BeginUpload(w.Context(), a, a.Org, use, name+".pdf", int64(len(content)))
	w.Must(err)
	u, err = w.Party.Append(w.Context(), a, a.Org, u.ID, 0, content)
	w.Must(err)
	return u.File
}

// tasksTold: who started what took long hears how it ended, and nobody of what did not.
func tasksTold(t *testing.T) *chronicle {
	c := begin(t, 0)
	staff := c.Person("operator", access.Operator, uuid.Nil)
	c.colleagues(staff)
	for _, x := range []struct {
		what    string
		kind    task.Kind
		input   any
		seconds int
	}{
		{"a report that is quick", app.MailReport, notifysvc.ReportInput{Days: 30, Language: "en"}, 9},
		{"a report that takes long", app.MailReport, notifysvc.ReportInput{Days: 30, Language: "sw"}, 10},
		{"a workbook that is not there", app.TypeUpload, app.SheetUpload{Upload: uuid.Max, Language: "en"}, 11},
	} {
		c.when(x.what, func() {
			start := tasksvc.Start{Kind: x.kind, Title: "Of " + x.what, Input: x.input, Path: "/p/{task_id}", Back: "/back"}
			id, err := c.Tasks.Start(c.Context(), c.DB, staff, start)
			c.Must(err)
			c.do("UPDATE task SET started_at = zabuni.clock() - make_interval(secs => $1) WHERE id = $2", x.seconds, id)
			c.Must(c.Tasks.Drain(c.Context()))
		})
	}
	return c
}
