package contract

import (
	"slices"
	"strings"

	"zabuni.org/core/kernel/closed"
	"zabuni.org/core/kernel/rich"
)

// FieldKind is what the value of a field is.
type FieldKind string

// Kinds of fields.
const (
	TextField  FieldKind = "text"
	DateField  FieldKind = "date"
	MoneyField FieldKind = "money"
	PartyField FieldKind = "party"
)

// Values lists them.
func (FieldKind) Values() []string {
	return closed.Values(TextField, DateField, MoneyField, PartyField)
}

// Field is something that a text may name as {name} and that a contract knows.
type Field string

// Fields of texts.
const (
	FieldNumber          Field = "number"
	FieldTitle           Field = "title"
	FieldDate            Field = "contract_date"
	FieldStarts          Field = "starts_on"
	FieldEnds            Field = "ends_on"
	FieldValue           Field = "value"
	FieldBuyer           Field = "buyer"
	FieldBuyerAddress    Field = "buyer_address"
	FieldBuyerTaxID      Field = "buyer_tax_id"
	FieldSupplier        Field = "supplier"
	FieldSupplierAddress Field = "supplier_address"
	FieldSupplierTaxID   Field = "supplier_tax_id"
	FieldJob             Field = "job"
	FieldReference       Field = "reference"
)

var fields = []struct {
	name Field
	kind FieldKind
}{
	{FieldNumber, TextField},
	{FieldTitle, TextField},
	{FieldDate, DateField},
	{FieldStarts, DateField},
	{FieldEnds, DateField},
	{FieldValue, MoneyField},
	{FieldBuyer, PartyField},
	{FieldBuyerAddress, TextField},
	{FieldBuyerTaxID, TextField},
	{FieldSupplier, PartyField},
	{FieldSupplierAddress, TextField},
	{FieldSupplierTaxID, TextField},
	{FieldJob, TextField},
	{FieldReference, TextField},
}

// Fields lists them in the order in which editors offer them.
func Fields() []Field {
	out := make([]Field, len(fields))
	for i, f := range fields {
		out[i] = f.name
	}
	return out
}

// Values lists them.
func (Field) Values() []string { return closed.Values(Fields()...) }

// Kind is what the value of a field is; empty for what is no field.
func (f Field) Kind() FieldKind {
	for _, known := range fields {
		if known.name == f {
			return known.kind
		}
	}
	return ""
}

// Strangers are the places of a text that name no field. They hinder nobody in writing it on;
// no contract is submitted with one.
func Strangers(texts ...rich.Node) []string {
	out := []string{}
	for _, n := range texts {
		for _, name := range n.Places() {
			if Field(name).Kind() == "" && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// Missing are the places of a text that would stay empty: those of no field, and those of
// fields without a value.
func Missing(n rich.Node, values map[Field]string) []string {
	out := []string{}
	for _, name := range n.Places() {
		if strings.TrimSpace(values[Field(name)]) == "" || Field(name).Kind() == "" {
			out = append(out, name)
		}
	}
	return out
}

// Fill writes what a contract knows into a text, once.
func Fill(n rich.Node, values map[Field]string) rich.Node {
	known := map[string]string{}
	for name, value := range values {
		if name.Kind() != "" && strings.TrimSpace(value) != "" {
			known[string(name)] = value
		}
	}
	return n.Fill(known)
}

// Compose makes one text of parts: each title is a heading above its clause.
func Compose(parts []Part) rich.Node {
	doc := rich.Node{Kind: rich.Doc}
	for _, p := range parts {
		if p.Title != "" {
			doc.Content = append(doc.Content, rich.Node{Kind: rich.Heading, Level: 2, Content: []rich.Node{{Kind: rich.Words, Text: p.Title}}})
		}
		doc.Content = append(doc.Content, p.Body.Nameless().Content...)
	}
	if doc.Content == nil {
		return rich.FromPlain("")
	}
	return doc
}
