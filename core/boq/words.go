package boq

// words are the fixed texts of the workbook in one language.
type words struct {
	headers      [columns + 1]string // by column; the hidden ones are not shown
	total        string
	instructions string // name of the second sheet
	steps        []string
	badPrice     [2]string // title and text of Excel's own message
}

func wordsOf(language string) words {
	if w, ok := table[language]; ok {
		return w
	}
	return table["en"]
}

const marker = "zabuni-boq-1" // in A1: says what the workbook is

var table = map[string]words{
	"en": {
		headers: [...]string{marker, "No.", "Code", "Description", "Unit", "Quantity", "Unit price", "Amount", "Remarks", "#", "To correct"},
		total:   "Total", instructions: "Instructions",
		steps: []string{
			"Fill in the white cells only: unit price and remarks. All other cells are locked.",
			"Enter a unit price for every line. Write 0 for a line that you offer free of charge.",
			"The amount is computed from quantity and unit price; what counts is computed again when you upload.",
			"Do not add, move or delete rows or columns. Save as .xlsx and upload the file.",
		},
		badPrice: [2]string{"Unit price", "Enter a number that is not negative."},
	},
	"fr": {
		headers: [...]string{marker, "N°", "Code", "Description", "Unité", "Quantité", "Prix unitaire", "Montant", "Remarques", "#", "À corriger"},
		total:   "Total", instructions: "Instructions",
		steps: []string{
			"Remplissez uniquement les cellules blanches : prix unitaire et remarques. Toutes les autres cellules sont verrouillées.",
			"Indiquez un prix unitaire pour chaque ligne. Écrivez 0 pour une ligne offerte gratuitement.",
			"Le montant est calculé à partir de la quantité et du prix unitaire ; le montant retenu est recalculé lors de l'envoi.",
			"N'ajoutez, ne déplacez et ne supprimez ni lignes ni colonnes. Enregistrez au format .xlsx et envoyez le fichier.",
		},
		badPrice: [2]string{"Prix unitaire", "Saisissez un nombre qui n'est pas négatif."},
	},
	"pt": {
		headers: [...]string{marker, "N.º", "Código", "Descrição", "Unidade", "Quantidade", "Preço unitário", "Montante", "Observações", "#", "A corrigir"},
		total:   "Total", instructions: "Instruções",
		steps: []string{
			"Preencha apenas as células brancas: preço unitário e observações. Todas as outras células estão bloqueadas.",
			"Indique um preço unitário para cada linha. Escreva 0 numa linha que oferece gratuitamente.",
			"O montante é calculado a partir da quantidade e do preço unitário; o valor que conta é calculado de novo no envio.",
			"Não acrescente, mova nem elimine linhas ou colunas. Guarde como .xlsx e envie o ficheiro.",
		},
		badPrice: [2]string{"Preço unitário", "Introduza um número que não seja negativo."},
	},
	"sw": {
		headers: [...]string{marker, "Na.", "Msimbo", "Maelezo", "Kipimo", "Kiasi", "Bei ya kila kimoja", "Jumla ya mstari", "Maoni", "#", "Ya kurekebisha"},
		total:   "Jumla", instructions: "Maelekezo",
		steps: []string{
			"Jaza seli nyeupe tu: bei ya kila kimoja na maoni. Seli nyingine zote zimefungwa.",
			"Andika bei ya kila kimoja kwa kila mstari. Andika 0 kwa mstari unaotoa bila malipo.",
			"Jumla ya mstari hukokotolewa kutoka kiasi na bei; kinachohesabiwa hukokotolewa tena unapopakia.",
			"Usiongeze, usihamishe wala usifute safu au nguzo. Hifadhi kama .xlsx kisha pakia faili.",
		},
		badPrice: [2]string{"Bei ya kila kimoja", "Andika nambari isiyo hasi."},
	},
	"am": {
		headers: [...]string{marker, "ተ.ቁ", "ኮድ", "መግለጫ", "መለኪያ", "ብዛት", "የአንዱ ዋጋ", "ጠቅላላ ዋጋ", "አስተያየት", "#", "የሚታረም"},
		total:   "ድምር", instructions: "መመሪያ",
		steps: []string{
			"ነጭ ሕዋሶችን ብቻ ይሙሉ፦ የአንዱ ዋጋ እና አስተያየት። ሌሎች ሕዋሶች ሁሉ ተቆልፈዋል።",
			"ለእያንዳንዱ መስመር የአንዱን ዋጋ ያስገቡ። በነጻ ለሚያቀርቡት መስመር 0 ይጻፉ።",
			"ጠቅላላ ዋጋው ከብዛት እና ከአንዱ ዋጋ ይሰላል፤ የሚጸናው ፋይሉን ሲጭኑ እንደገና የሚሰላው ነው።",
			"ረድፎችን ወይም ዓምዶችን አይጨምሩ፣ አያንቀሳቅሱ፣ አይሰርዙ። በ.xlsx አስቀምጠው ፋይሉን ይጫኑ።",
		},
		badPrice: [2]string{"የአንዱ ዋጋ", "አሉታዊ ያልሆነ ቁጥር ያስገቡ።"},
	},
}
