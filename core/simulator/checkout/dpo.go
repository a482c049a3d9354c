//go:build demo

package checkout

import (
	"encoding/xml"
	"io"
	"net/http"
	"strings"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

type dpoAsk struct {
	XMLName     xml.Name `xml:"API3G"`
	Company     string   `xml:"CompanyToken"`
	Request     string
	Token       string `xml:"TransactionToken"`
	Verify      string `xml:"VerifyTransaction"`
	Transaction struct {
		Amount   string `xml:"PaymentAmount"`
		Currency string `xml:"PaymentCurrency"`
		Ref      string `xml:"CompanyRef"`
		Back     string `xml:"RedirectURL"`
		Left     string `xml:"BackURL"`
		Life     int    `xml:"PTL"`
	}
	Services struct {
		Service struct {
			Type string `xml:"ServiceType"`
		}
	}
}

type dpoTold struct {
	XMLName     xml.Name `xml:"API3G"`
	Result      string
	Explanation string `xml:"ResultExplanation"`
	TransToken  string `xml:",omitempty"`
	TransRef    string `xml:",omitempty"`
	Token       string `xml:"TransactionToken,omitempty"`
	Ref         string `xml:"CompanyRef,omitempty"`
	Approval    string `xml:"TransactionApproval,omitempty"`
	Currency    string `xml:"TransactionCurrency,omitempty"`
	Amount      string `xml:"TransactionAmount,omitempty"`
	Phone       string `xml:"CustomerPhone,omitempty"`
}

func (s *Simulator) dpo(mux *http.ServeMux) {
	say := func(w http.ResponseWriter, t dpoTold) {
		w.Header().Set("Content-Type", "application/xml; charset=utf-8")
		_, _ = io.WriteString(w, xml.Header)
		_ = xml.NewEncoder(w).Encode(t)
	}
	mux.HandleFunc("POST /d/API/v6/", func(w http.ResponseWriter, r *http.Request) {
		var in dpoAsk
		if err := xml.NewDecoder(r.Body).Decode(&in); err != nil {
			say(w, dpoTold{Result: "804", Explanation: "Error in XML"})
			return
		}
		if in.Company != secret {
			say(w, dpoTold{Result: "802", Explanation: "Company token does not exist"})
			return
		}
		if in.Request == "createToken" {
			say(w, s.dpoCreates(in))
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		x := s.named(payment.DPO, in.Token)
		switch {
		case x == nil:
			say(w, dpoTold{Result: "903", Explanation: "The transaction passed the Payment Time Limit"})
		case in.Request == "cancelToken" && x.State == "open":
			x.State = "cancelled"
			say(w, dpoTold{Result: "000", Explanation: "Transaction cancelled"})
		case in.Request == "cancelToken":
			say(w, dpoTold{Result: "999", Explanation: "Transaction cannot be cancelled"})
		default:
			if in.Verify == "1" && x.State == "paid" {
				x.Told = "accepted"
			}
			say(w, dpoOf(*x))
		}
	})
	mux.HandleFunc("GET /d/payv2.php", func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		x := s.named(payment.DPO, r.URL.Query().Get("ID"))
		s.mu.Unlock()
		if x == nil {
			http.NotFound(w, r)
			return
		}
		http.Redirect(w, r, s.pageOf(x), http.StatusSeeOther)
	})
}

func (s *Simulator) dpoCreates(in dpoAsk) dpoTold {
	t := in.Transaction
	asked, err := parse(t.Amount, t.Currency)
	terms, _ := payment.TermsOf(payment.DPO)
	s.mu.Lock()
	used := s.find(func(x *Sale) bool { return x.Way == payment.DPO && x.MerchantRef == t.Ref }) != nil
	s.mu.Unlock()
	_, cents, _ := strings.Cut(t.Amount, ".")
	switch _, takes := terms.Of(money.Currency(t.Currency)); {
	case !takes:
		return dpoTold{Result: "904", Explanation: "Currency not supported"}
	case err != nil, len(cents) != 2, t.Ref == "", t.Life == 0, in.Services.Service.Type == "":
		return dpoTold{Result: "950", Explanation: "Request missing mandatory fields"}
	case used:
		return dpoTold{Result: "940", Explanation: "CompanyREF already exists"}
	}
	sale, told := s.open(Sale{ID: strings.ToUpper(random(16)), Way: payment.DPO, MerchantRef: t.Ref, Asked: asked, back: t.Back, left: t.Left})
	if !told {
		cut()
	}
	return dpoTold{Result: "000", Explanation: "Transaction created", TransToken: sale.ID, TransRef: "R" + random(4)}
}

func dpoOf(x Sale) dpoTold {
	out := dpoTold{Result: "900", Explanation: "Transaction not paid yet", Ref: x.MerchantRef}
	switch x.State {
	case "paid", "reversed", "disputed": // it tells of no money that went back
		out = dpoTold{Result: "000", Explanation: "Transaction Paid", Ref: x.MerchantRef, Approval: x.Receipt, Phone: "254701234567",
			Currency: string(x.Paid.Currency), Amount: money.RoundRat(x.Paid.Value.Rat(), 2)}
		if x.Paid != x.Asked {
			out.Result, out.Explanation = "002", "Transaction overpaid/underpaid"
		}
	case "declined":
		out.Result, out.Explanation = "901", "Transaction declined"
	case "cancelled":
		out.Result, out.Explanation = "904", "Transaction cancelled"
	}
	return out
}

func (s *Simulator) dpoTells(x Sale) []message {
	t := dpoOf(x)
	t.Token = x.ID
	raw, _ := xml.Marshal(t)
	return []message{{method: http.MethodPost, url: s.o.Hooks + "d/" + hookSecret, body: append([]byte(xml.Header), raw...),
		header: map[string]string{"Content-Type": "application/xml"}}}
}
