//go:build demo

package demo

import "zabuni.org/core/sourcing"

// tenders are the demonstration's jobs, the oldest first.
func tenders() []tender {
	buyer, buyer2, rail, rail2, ziwa := people[1], people[2], people[3], people[11], people[4]
	s1, s2, s3, s4, s5 := people[6], people[7], people[8], people[9], people[10]
	s6 := people[12]
	return []tender{
		{activity: sourcing.Prequalification, by: rail, second: rail2, code: "ARC/P/2026/01", title: "Suppliers of signalling parts", text: "A list of firms that will be asked for quotations until the end of next year.",
			category: "Signalling parts", kind: 16, currency: "ETB", fee: "0", opens: -59, closes: -50, stage: awarded,
			bids: []bid{
				{by: s6, years: "8", method: "Parts from our store in Adama within four days, tested before they leave.", mark: "49"},
				{by: s4, years: "1", method: "On request.", mark: "5"},
			}},
		{activity: sourcing.ExpressionOfInterest, by: rail, second: rail2, code: "ARC/E/2026/01", title: "Design of station canteens", text: "Firms that design and build canteens at three stations.",
			category: "Canteens", kind: 21, currency: "ETB", fee: "0", opens: -59, closes: -49, stage: awarded,
			bids: []bid{
				{by: s6, years: "6", method: "Architects of our own and two builders in Dire Dawa.", mark: "47"},
				{by: s4, years: "1", method: "With a partner.", mark: "8"},
			}},
		{by: buyer, second: buyer2, code: "MRH/T/027", title: "Ambulance equipment for four vehicles", text: "Stretchers, suction units and defibrillators, fitted and certified.",
			category: "Ambulance equipment", kind: 5, currency: "KES", fee: "2000", opens: -58, closes: -46, stage: awarded,
			items: []line{{"Stretcher, self-loading", "each", 4}, {"Defibrillator, portable", "each", 4}, {"Suction unit, battery", "each", 8}},
			bids: []bid{
				{by: s1, years: "9", method: "Fitted in our workshop in Nairobi, one vehicle a week; certificates by the bureau of standards.", prices: []string{"385000", "612000", "74500"}, mark: "50"},
				{by: s5, years: "3", method: "Fitted on site in Kisumu within two months.", prices: []string{"402000", "598000", "81000"}, mark: "41"},
			}},
		{by: buyer, second: buyer2, code: "MRH/T/031", title: "Supply and installation of patient monitors", text: "Monitors for the new intensive care unit, with training of staff.",
			category: "Patient monitors", kind: 5, currency: "KES", fee: "0", opens: -40, closes: -20, stage: ranked,
			items: []line{{"Patient monitor, 12 inch, five parameters", "each", 24}, {"Wall mount with rail", "each", 24}, {"Training of users, per day", "day", 6}},
			bids: []bid{
				{by: s1, years: "9", method: "Delivery in six weeks by our own technicians; two training days per ward; spare parts in Nakuru.", prices: []string{"285000", "8500", "42000"}, mark: "52"},
				{by: s3, years: "6", method: "Delivery in ten weeks by air freight; remote training; service partner in Nairobi.", prices: []string{"262500", "9200", "38000"}, mark: "44"},
				{by: s5, years: "1", method: "Delivery in sixteen weeks.", prices: []string{"240000", "7000", "30000"}, mark: "12"},
			}},
		{by: rail, second: rail2, code: "ARC/T/2026/12", title: "Track maintenance tools", text: "Hand tools and measuring equipment for eleven section gangs.",
			category: "Maintenance tools", kind: 35, currency: "ETB", fee: "0", opens: -24, closes: -6, stage: opened,
			items: []line{{"Track gauge, insulated", "each", 30}, {"Rail jack, 15 t", "each", 22}},
			bids: []bid{
				{by: s4, years: "7", method: "Tools from our store in Adama, delivered to each section within three weeks.", prices: []string{"18500.50", "42700"}, mark: "50"},
				{by: s2, years: "4", method: "Import through Djibouti, delivery within nine weeks.", prices: []string{"16900", "45250.75"}, mark: "38"},
			}},
		{by: buyer, second: buyer2, code: "MRH/T/034", title: "Laboratory reagents framework", text: "Two-year framework for haematology and chemistry reagents.",
			category: "Reagents", kind: 7, currency: "KES", fee: "0", opens: -16, closes: -1, stage: closed,
			items: []line{{"Haematology reagent kit, 500 tests", "kit", 120}, {"Chemistry control, level 1 and 2", "set", 60}},
			bids: []bid{
				{by: s1, years: "9", method: "Cold chain from Nairobi with a temperature record for every consignment.", prices: []string{"14800", "6150"}},
				{by: s3, years: "6", method: "Consignments every six weeks from Accra, validated shippers.", prices: []string{"13950", "6400"}},
			}},
		{by: buyer, second: buyer2, code: "MRH/T/036", title: "Solar backup for the maternity wing", text: "Design, supply and installation of a 40 kW hybrid system.",
			category: "Hybrid solar system", kind: 31, currency: "KES", fee: "1000", opens: -4, closes: 9, stage: open,
			items: []line{{"PV module, 550 W", "each", 74}, {"Hybrid inverter, 20 kW", "each", 2}, {"Lithium battery, 10 kWh", "each", 8}, {"Installation and commissioning", "lot", 1}},
			bids:  []bid{{by: s5, years: "5", method: "Installation in three phases, the wards never without power.", prices: []string{"21800", "365000", "428000", "690000"}}}},
		{by: rail, second: rail2, code: "ARC/T/2026/15", title: "Uniforms for station staff", text: "Uniforms for 640 people in four sizes.",
			category: "Uniforms", kind: 20, currency: "ETB", fee: "0", opens: -3, closes: 12, stage: open,
			items: []line{{"Jacket, embroidered", "each", 640}, {"Trousers", "each", 1280}, {"Safety shoes", "pair", 640}}},
		{by: ziwa, second: ziwa, code: "ZW/T/88", title: "Ultrasonic water meters", text: "Meters for the lakeside zones, with remote reading.",
			category: "Water meters", kind: 3, currency: "USD", fee: "0", opens: -2, closes: 3, stage: open,
			items: []line{{"Ultrasonic meter DN15 with radio", "each", 5000}, {"Handheld reader", "each", 12}},
			bids:  []bid{{by: s2, years: "11", method: "Consignment stock in Kampala; replacement within 48 hours.", prices: []string{"61.40", "780"}}}},
		{by: buyer, second: buyer2, code: "MRH/T/037", title: "Cleaning services for outpatient clinics", text: "Daily cleaning of nine clinics, consumables included.",
			category: "Cleaning services", kind: 14, currency: "KES", fee: "0", opens: -1, closes: 2, stage: open,
			items: []line{{"Daily cleaning, per clinic and month", "month", 108}}},
		{by: buyer, second: buyer2, code: "MRH/T/038", title: "Replacement of the main kitchen's cold room", text: "Still being written.",
			category: "Cold room", kind: 33, currency: "KES", fee: "500", opens: 1, closes: 20, stage: drafted,
			items: []line{{"Cold room, 24 m³, with compressor", "each", 1}}},
		{by: rail, second: rail2, code: "ARC/T/2026/16", title: "Radios for shunting crews", text: "Radios with chargers for nine yards.",
			category: "Hand-held radios", kind: 16, currency: "ETB", fee: "0", opens: -2, closes: 14, stage: open,
			items: []line{{"Radio, digital, IP67", "each", 140}, {"Charger for six radios", "each", 24}},
			bids:  []bid{{by: s6, years: "8", method: "Radios from stock in Addis Ababa.", prices: []string{"14500", "9800"}, draft: true}}},
		{activity: sourcing.Prequalification, by: rail, second: rail2, code: "ARC/P/2026/02", title: "Suppliers of office equipment", text: "A list for the next two years.",
			category: "Office equipment", kind: 20, currency: "ETB", fee: "0", opens: -2, closes: 14, stage: open,
			bids: []bid{{by: s6, years: "8", method: "As in the attached plan.", draft: true}}},
		{activity: sourcing.ExpressionOfInterest, by: rail, second: rail2, code: "ARC/E/2026/02", title: "Solar roofs for four depots", text: "Firms that finance, build and run solar roofs.",
			category: "Solar roofs", kind: 24, currency: "ETB", fee: "0", opens: -2, closes: 14, stage: open,
			bids: []bid{{by: s6, years: "8", method: "As in the attached plan.", draft: true}}},
		{activity: sourcing.SupplierRegistration, by: rail, second: rail2, code: "ARC/S/2026/01", title: "Register of small works contractors", text: "Open all year; decided every month.",
			category: "Small works", kind: 16, currency: "ETB", fee: "0", opens: -2, closes: 14, stage: open,
			bids: []bid{{by: s6, years: "8", method: "As in the attached plan.", draft: true}}},
		{activity: sourcing.RFQ, by: rail, second: rail2, code: "ARC/R/2026/01", title: "Toner for the head office", text: "Delivery within two weeks.",
			category: "Toner", kind: 20, currency: "ETB", fee: "0", opens: -2, closes: 14, stage: open,
			items: []line{{"Toner, black, 20,000 pages", "each", 60}},
			bids:  []bid{{by: s6, years: "8", method: "As in the attached plan.", prices: []string{"1850"}, draft: true}}},
		{activity: sourcing.AssetDisposal, by: rail, second: rail2, code: "ARC/A/2026/01", title: "Retired pick-up trucks", text: "To be seen at the Kality depot on weekdays.",
			category: "Pick-up trucks", kind: 24, currency: "ETB", fee: "0", opens: -2, closes: 14, stage: open,
			items: []line{{"Pick-up truck, 2012, 310,000 km", "each", 3}},
			bids:  []bid{{by: s6, years: "8", method: "As in the attached plan.", prices: []string{"620000"}, draft: true}}},
		{activity: sourcing.RiskManagement, by: rail, second: rail2, code: "ARC/K/2026/01", title: "Yearly review of key suppliers", text: "Continuity, insurance and data protection.",
			category: "Key suppliers", kind: 16, currency: "ETB", fee: "0", opens: -2, closes: 14, stage: open,
			bids: []bid{{by: s6, years: "8", method: "As in the attached plan.", draft: true}}},
	}
}
