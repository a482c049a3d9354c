package payment

// PaperWords are the labels of a printed receipt or credit note.
type PaperWords struct {
	Titles                                                                  map[PaperKind]string
	Ways                                                                    map[Provider]string
	Order, Way, Reference, Of, For, TaxID, Net, Tax, Total, Back, Sum, Note string
}

// waysNamed is what the ways are called by their owners; only a transfer has a name of each language.
func waysNamed(transfer string) map[Provider]string {
	return map[Provider]string{Mpesa: "M-Pesa", Stripe: "Stripe", PayPal: "PayPal", Chapa: "Chapa", Pesapal: "Pesapal", Tingg: "Tingg", DPO: "DPO Pay", IVeri: "iVeri", Bank: transfer}
}

var paperWords = map[string]PaperWords{
	"en": {
		Titles: map[PaperKind]string{ReceiptPaper: "Receipt", CreditPaper: "Credit note"}, Ways: waysNamed("Bank transfer"),
		Order: "Order", Way: "Paid by", Reference: "Reference of the payment", Of: "About receipt", For: "For", TaxID: "Tax number", Net: "Without tax", Tax: "Tax",
		Total: "Amount paid", Back: "Amount given back", Sum: "SHA-256 of this paper",
		Note: "Fees are collected on behalf of the buyers that are named above. The code holds the number, the order, the amount and the day: they must be the same as what is printed.",
	},
	"am": {
		Titles: map[PaperKind]string{ReceiptPaper: "ደረሰኝ", CreditPaper: "የተመላሽ ማስታወሻ"}, Ways: waysNamed("የባንክ ዝውውር"),
		Order: "ትዕዛዝ", Way: "የተከፈለበት መንገድ", Reference: "የክፍያው ማጣቀሻ", Of: "የሚመለከተው ደረሰኝ", For: "ለ", TaxID: "የግብር ቁጥር", Net: "ያለ ግብር", Tax: "ግብር",
		Total: "የተከፈለ መጠን", Back: "የተመለሰ መጠን", Sum: "የዚህ ወረቀት SHA-256",
		Note: "ክፍያዎቹ የሚሰበሰቡት ከላይ በተጠቀሱት ገዢዎች ስም ነው። ኮዱ ቁጥሩን፣ ትዕዛዙን፣ መጠኑንና ቀኑን ይዟል፤ ከታተመው ጋር አንድ መሆን አለባቸው።",
	},
	"fr": {
		Titles: map[PaperKind]string{ReceiptPaper: "Reçu", CreditPaper: "Avoir"}, Ways: waysNamed("Virement bancaire"),
		Order: "Commande", Way: "Payé par", Reference: "Référence du paiement", Of: "Concerne le reçu", For: "Pour", TaxID: "Numéro fiscal", Net: "Hors taxe", Tax: "Taxe",
		Total: "Montant payé", Back: "Montant rendu", Sum: "SHA-256 de ce document",
		Note: "Les frais sont perçus pour le compte des acheteurs nommés ci-dessus. Le code contient le numéro, la commande, le montant et le jour : ils doivent être identiques à ce qui est imprimé.",
	},
	"pt": {
		Titles: map[PaperKind]string{ReceiptPaper: "Recibo", CreditPaper: "Nota de crédito"}, Ways: waysNamed("Transferência bancária"),
		Order: "Encomenda", Way: "Pago por", Reference: "Referência do pagamento", Of: "Sobre o recibo", For: "Para", TaxID: "Número fiscal", Net: "Sem imposto", Tax: "Imposto",
		Total: "Valor pago", Back: "Valor devolvido", Sum: "SHA-256 deste documento",
		Note: "As taxas são cobradas em nome dos compradores acima indicados. O código contém o número, a encomenda, o valor e o dia: têm de ser iguais ao que está impresso.",
	},
	"sw": {
		Titles: map[PaperKind]string{ReceiptPaper: "Stakabadhi", CreditPaper: "Hati ya marejesho"}, Ways: waysNamed("Uhamisho wa benki"),
		Order: "Oda", Way: "Njia ya malipo", Reference: "Kumbukumbu ya malipo", Of: "Kuhusu stakabadhi", For: "Kwa", TaxID: "Namba ya kodi", Net: "Bila kodi", Tax: "Kodi",
		Total: "Kiasi kilicholipwa", Back: "Kiasi kilichorudishwa", Sum: "SHA-256 ya hati hii",
		Note: "Ada zinakusanywa kwa niaba ya wanunuzi waliotajwa hapo juu. Msimbo una namba, oda, kiasi na siku: lazima vilingane na vilivyochapishwa.",
	},
}

// PaperWordsOf returns the labels in a language, or in English.
func PaperWordsOf(language string) PaperWords {
	if w, ok := paperWords[language]; ok {
		return w
	}
	return paperWords["en"]
}
