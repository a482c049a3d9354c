package mpesa

import (
	"encoding/json"
	"errors"

	"zabuni.org/core/kernel/money"
	"zabuni.org/core/payment"
)

// callback is what Daraja posts when a prompt has ended. Nothing in it is signed
// and nothing names our order.
type callback struct {
	Body struct {
		STKCallback *struct {
			CheckoutRequestID string
			ResultCode        code
			CallbackMetadata  *struct {
				Item []struct {
					Name  string
					Value json.RawMessage // a number, a string, or not there at all
				}
			}
		} `json:"stkCallback"`
	}
}

// Reply is what Daraja wants to hear; anything slower or other is sent again.
func (c *Client) Reply(payment.Message) payment.Reply {
	return payment.Reply{Type: "application/json", Body: []byte(`{"ResultCode":0,"ResultDesc":"Accepted"}`)}
}

// Read reads the callback of a prompt. Its token is all that proves it.
func (c *Client) Read(m payment.Message) ([]payment.Hint, error) {
	h, err := read(m.Body)
	if err != nil {
		return nil, err
	}
	h.Token = m.Token
	return []payment.Hint{h}, nil
}

func read(body []byte) (payment.Hint, error) {
	var cb callback
	if err := json.Unmarshal(body, &cb); err != nil {
		return payment.Hint{}, err
	}
	s := cb.Body.STKCallback
	if s == nil || s.CheckoutRequestID == "" || len(s.CheckoutRequestID) > 100 {
		return payment.Hint{}, errors.New("mpesa: not the callback of a prompt")
	}
	h := payment.Hint{Ref: s.CheckoutRequestID, Code: string(s.ResultCode)}
	if s.CallbackMetadata == nil {
		return h, nil
	}
	for _, item := range s.CallbackMetadata.Item {
		switch item.Name {
		case "Amount":
			var n json.Number
			if err := json.Unmarshal(item.Value, &n); err != nil {
				return h, err
			}
			v, err := money.ParseDecimal(n.String()) // 1.00: never through a float
			if err != nil {
				return h, err
			}
			h.Amount = &money.Amount{Value: v, Currency: "KES"}
		case "MpesaReceiptNumber":
			if err := json.Unmarshal(item.Value, &h.Receipt); err != nil || len(h.Receipt) > 40 {
				return h, errors.New("mpesa: not a receipt")
			}
		}
	}
	return h, nil
}
