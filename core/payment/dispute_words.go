package payment

// PackWords are the labels of the pack that speaks for us in a dispute.
type PackWords struct {
	Title, Note, Facts, Fees, Tries, Log                                             string
	Label, Value, Order, Payer, Amount, Way, Reference, Receipt, ProviderR           string
	Claimant, Cause, Opened, Due, Paid, Category, Buyer, Closes, Fee, At, State, Who string
	What                                                                             string
	States                                                                           map[State]string
}

var packWords = map[string]PackWords{
	"en": {
		Title: "Evidence for dispute", Note: "What the platform recorded of this order. The log is append-only and signed; log.json holds its entries as they were written.",
		Facts: "The payment", Fees: "What it paid for", Tries: "Attempts to pay", Log: "What happened",
		Label: "What", Value: "Value", Order: "Order", Payer: "Payer", Amount: "Amount", Way: "Paid by", Reference: "Our reference", Receipt: "Reference of the payment", ProviderR: "Reference of the dispute",
		Claimant: "Told by", Cause: "Reason given", Opened: "Disputed", Due: "To be answered by", Paid: "Paid", Category: "Category", Buyer: "Buyer", Closes: "Closes", Fee: "Fee", At: "Time", State: "State", Who: "Who",
		What:   "What happened",
		States: map[State]string{Created: "Begun", Pending: "Asked", Processing: "Waiting", Completed: "Paid", Failed: "Failed", Expired: "Expired", Review: "Under review", Dismissed: "Dismissed"},
	},
	"am": {
		Title: "የክርክር ማስረጃ", Note: "መድረኩ ስለዚህ ትዕዛዝ የመዘገበው። መዝገቡ የሚጨመርበት ብቻ ሲሆን የተፈረመ ነው፤ log.json ግቤቶቹን እንደተጻፉ ይዟል።",
		Facts: "ክፍያው", Fees: "የተከፈለለት", Tries: "የክፍያ ሙከራዎች", Log: "የተከናወነው",
		Label: "ምን", Value: "ዋጋ", Order: "ትዕዛዝ", Payer: "ከፋይ", Amount: "መጠን", Way: "የተከፈለበት መንገድ", Reference: "የእኛ ማጣቀሻ", Receipt: "የክፍያው ማጣቀሻ", ProviderR: "የክርክሩ ማጣቀሻ",
		Claimant: "ያሳወቀው", Cause: "የተሰጠው ምክንያት", Opened: "ክርክሩ የተነሳበት", Due: "እስከዚህ መመለስ ያለበት", Paid: "የተከፈለበት", Category: "ምድብ", Buyer: "ገዢ", Closes: "የሚዘጋበት", Fee: "ክፍያ", At: "ጊዜ", State: "ሁኔታ", Who: "ማን",
		What:   "ምን ተደረገ",
		States: map[State]string{Created: "ተጀምሯል", Pending: "ተጠይቋል", Processing: "በመጠበቅ ላይ", Completed: "ተከፍሏል", Failed: "አልተሳካም", Expired: "ጊዜው አልፏል", Review: "በምርመራ ላይ", Dismissed: "ውድቅ ተደርጓል"},
	},
	"fr": {
		Title: "Preuves pour le litige", Note: "Ce que la plateforme a enregistré de cette commande. Le journal ne fait que croître et il est signé ; log.json contient ses entrées telles qu’elles ont été écrites.",
		Facts: "Le paiement", Fees: "Ce qu’il a payé", Tries: "Tentatives de paiement", Log: "Ce qui s’est passé",
		Label: "Quoi", Value: "Valeur", Order: "Commande", Payer: "Payeur", Amount: "Montant", Way: "Payé par", Reference: "Notre référence", Receipt: "Référence du paiement", ProviderR: "Référence du litige",
		Claimant: "Signalé par", Cause: "Motif donné", Opened: "Contesté le", Due: "À répondre avant le", Paid: "Payé le", Category: "Catégorie", Buyer: "Acheteur", Closes: "Clôture", Fee: "Frais", At: "Heure", State: "État", Who: "Qui",
		What:   "Ce qui s’est passé",
		States: map[State]string{Created: "Commencé", Pending: "Demandé", Processing: "En attente", Completed: "Payé", Failed: "Échoué", Expired: "Expiré", Review: "En examen", Dismissed: "Écarté"},
	},
	"pt": {
		Title: "Provas para a contestação", Note: "O que a plataforma registou desta encomenda. O registo só cresce e é assinado; log.json contém as suas entradas tal como foram escritas.",
		Facts: "O pagamento", Fees: "O que pagou", Tries: "Tentativas de pagamento", Log: "O que aconteceu",
		Label: "O quê", Value: "Valor", Order: "Encomenda", Payer: "Pagador", Amount: "Montante", Way: "Pago por", Reference: "A nossa referência", Receipt: "Referência do pagamento", ProviderR: "Referência da contestação",
		Claimant: "Comunicado por", Cause: "Motivo indicado", Opened: "Contestado em", Due: "A responder até", Paid: "Pago em", Category: "Categoria", Buyer: "Comprador", Closes: "Encerra", Fee: "Taxa", At: "Hora", State: "Estado", Who: "Quem",
		What:   "O que aconteceu",
		States: map[State]string{Created: "Iniciado", Pending: "Pedido", Processing: "À espera", Completed: "Pago", Failed: "Falhou", Expired: "Expirou", Review: "Em verificação", Dismissed: "Rejeitado"},
	},
	"sw": {
		Title: "Ushahidi wa mgogoro", Note: "Kile ambacho jukwaa lilirekodi kuhusu oda hii. Kumbukumbu huongezwa tu na imetiwa saini; log.json ina maingizo yake kama yalivyoandikwa.",
		Facts: "Malipo", Fees: "Kilicholipiwa", Tries: "Majaribio ya kulipa", Log: "Kilichotokea",
		Label: "Nini", Value: "Thamani", Order: "Oda", Payer: "Mlipaji", Amount: "Kiasi", Way: "Njia ya malipo", Reference: "Kumbukumbu yetu", Receipt: "Kumbukumbu ya malipo", ProviderR: "Kumbukumbu ya mgogoro",
		Claimant: "Iliarifiwa na", Cause: "Sababu iliyotolewa", Opened: "Mgogoro ulianza", Due: "Ijibiwe kabla ya", Paid: "Ililipwa", Category: "Kategoria", Buyer: "Mnunuzi", Closes: "Hufungwa", Fee: "Ada", At: "Wakati", State: "Hali", Who: "Nani",
		What:   "Kilichotokea",
		States: map[State]string{Created: "Imeanza", Pending: "Imeombwa", Processing: "Inasubiri", Completed: "Imelipwa", Failed: "Imeshindikana", Expired: "Muda umeisha", Review: "Inakaguliwa", Dismissed: "Imekataliwa"},
	},
}

// PackWordsOf returns the labels in a language, or in English.
func PackWordsOf(language string) PackWords {
	if w, ok := packWords[language]; ok {
		return w
	}
	return packWords["en"]
}
