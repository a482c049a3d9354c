//go:build demo

package demo

// tenders are the demonstration's jobs, the oldest first.
func tenders() []tender {
	buyer, buyer2, rail, rail2, ziwa := people[1], people[2], people[3], people[11], people[4]
	s1, s2, s3, s4, s5 := people[6], people[7], people[8], people[9], people[10]
	return []tender{
		{by: buyer, second: buyer2, code: "MRH/T/027", title: "Ambulance equipment for four vehicles", text: "Stretchers, suction units and defibrillators, fitted and certified.",
			category: "Ambulance equipment", kind: 5, currency: "KES", fee: "2000", opens: -58, closes: -46, stage: awarded,
			items: []line{{"Stretcher, self-loading", "each", 4}, {"Defibrillator, portable", "each", 4}, {"Suction unit, battery", "each", 8}},
			bids: []bid{
				{s1, "9", "Fitted in our workshop in Nairobi, one vehicle a week; certificates by the bureau of standards.", []string{"385000", "612000", "74500"}, "50"},
				{s5, "3", "Fitted on site in Kisumu within two months.", []string{"402000", "598000", "81000"}, "41"},
			}},
		{by: buyer, second: buyer2, code: "MRH/T/031", title: "Supply and installation of patient monitors", text: "Monitors for the new intensive care unit, with training of staff.",
			category: "Patient monitors", kind: 5, currency: "KES", fee: "0", opens: -40, closes: -20, stage: ranked,
			items: []line{{"Patient monitor, 12 inch, five parameters", "each", 24}, {"Wall mount with rail", "each", 24}, {"Training of users, per day", "day", 6}},
			bids: []bid{
				{s1, "9", "Delivery in six weeks by our own technicians; two training days per ward; spare parts in Nakuru.", []string{"285000", "8500", "42000"}, "52"},
				{s3, "6", "Delivery in ten weeks by air freight; remote training; service partner in Nairobi.", []string{"262500", "9200", "38000"}, "44"},
				{s5, "1", "Delivery in sixteen weeks.", []string{"240000", "7000", "30000"}, "12"},
			}},
		{by: rail, second: rail2, code: "ARC/T/2026/12", title: "Track maintenance tools", text: "Hand tools and measuring equipment for eleven section gangs.",
			category: "Maintenance tools", kind: 35, currency: "ETB", fee: "0", opens: -24, closes: -6, stage: opened,
			items: []line{{"Track gauge, insulated", "each", 30}, {"Rail jack, 15 t", "each", 22}},
			bids: []bid{
				{s4, "7", "Tools from our store in Adama, delivered to each section within three weeks.", []string{"18500.50", "42700"}, "50"},
				{s2, "4", "Import through Djibouti, delivery within nine weeks.", []string{"16900", "45250.75"}, "38"},
			}},
		{by: buyer, second: buyer2, code: "MRH/T/034", title: "Laboratory reagents framework", text: "Two-year framework for haematology and chemistry reagents.",
			category: "Reagents", kind: 7, currency: "KES", fee: "0", opens: -16, closes: -1, stage: closed,
			items: []line{{"Haematology reagent kit, 500 tests", "kit", 120}, {"Chemistry control, level 1 and 2", "set", 60}},
			bids: []bid{
				{s1, "9", "Cold chain from Nairobi with a temperature record for every consignment.", []string{"14800", "6150"}, ""},
				{s3, "6", "Consignments every six weeks from Accra, validated shippers.", []string{"13950", "6400"}, ""},
			}},
		{by: buyer, second: buyer2, code: "MRH/T/036", title: "Solar backup for the maternity wing", text: "Design, supply and installation of a 40 kW hybrid system.",
			category: "Hybrid solar system", kind: 31, currency: "KES", fee: "1000", opens: -4, closes: 9, stage: open,
			items: []line{{"PV module, 550 W", "each", 74}, {"Hybrid inverter, 20 kW", "each", 2}, {"Lithium battery, 10 kWh", "each", 8}, {"Installation and commissioning", "lot", 1}},
			bids:  []bid{{s5, "5", "Installation in three phases, the wards never without power.", []string{"21800", "365000", "428000", "690000"}, ""}}},
		{by: rail, second: rail2, code: "ARC/T/2026/15", title: "Uniforms for station staff", text: "Uniforms for 640 people in four sizes.",
			category: "Uniforms", kind: 20, currency: "ETB", fee: "0", opens: -3, closes: 12, stage: open,
			items: []line{{"Jacket, embroidered", "each", 640}, {"Trousers", "each", 1280}, {"Safety shoes", "pair", 640}}},
		{by: ziwa, second: ziwa, code: "ZW/T/88", title: "Ultrasonic water meters", text: "Meters for the lakeside zones, with remote reading.",
			category: "Water meters", kind: 3, currency: "USD", fee: "0", opens: -2, closes: 3, stage: open,
			items: []line{{"Ultrasonic meter DN15 with radio", "each", 5000}, {"Handheld reader", "each", 12}},
			bids:  []bid{{s2, "11", "Consignment stock in Kampala; replacement within 48 hours.", []string{"61.40", "780"}, ""}}},
		{by: buyer, second: buyer2, code: "MRH/T/037", title: "Cleaning services for outpatient clinics", text: "Daily cleaning of nine clinics, consumables included.",
			category: "Cleaning services", kind: 14, currency: "KES", fee: "0", opens: -1, closes: 2, stage: open,
			items: []line{{"Daily cleaning, per clinic and month", "month", 108}}},
		{by: buyer, second: buyer2, code: "MRH/T/038", title: "Replacement of the main kitchen's cold room", text: "Still being written.",
			category: "Cold room", kind: 33, currency: "KES", fee: "500", opens: 0, closes: 20, stage: drafted,
			items: []line{{"Cold room, 24 m³, with compressor", "each", 1}}},
	}
}
