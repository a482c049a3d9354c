//go:build demo

package demo

// suppliers are companies of five countries; the first three have people who can sign in.
var suppliers = []*company{
	{name: "Savanna Medical Supplies Ltd", country: "KE", taxID: "P051200001C", phone: "254711200001", address: "Mombasa Road, Nairobi", website: "https://savanna-medical.example", types: []int{5, 6, 7}},
	{name: "Pwani Engineering Works", country: "KE", taxID: "P051200002D", phone: "254711200002", address: "Moi Avenue, Mombasa", types: []int{1, 2, 3, 25}},
	{name: "Volta Diagnostics", country: "GH", taxID: "C0012000033", phone: "233241200003", address: "Ring Road Central, Accra", types: []int{5, 7}},
	{name: "Ziwani Office Systems", country: "KE", taxID: "P051200100E", phone: "254711300000", address: "Kisumu", types: []int{4, 10, 26}},
	{name: "Rift Valley Logistics", country: "KE", taxID: "P051200101E", phone: "254711300001", address: "Nairobi", types: []int{7, 24, 35}},
	{name: "Tana Solar Energy", country: "KE", taxID: "P051200102E", phone: "254711300002", address: "Nairobi", types: []int{3, 14, 33}},
	{name: "Jamii Foods and Catering", country: "KE", taxID: "P051200103E", phone: "254711300003", address: "Nairobi", types: []int{5, 27, 28}},
	{name: "Kilele Security Services", country: "KE", taxID: "P051200104E", phone: "254711300004", address: "Mombasa", types: []int{6, 28, 36}},
	{name: "Nyati Motors", country: "KE", taxID: "P051200105E", phone: "254711300005", address: "Nairobi", types: []int{8, 15, 37}},
	{name: "Upendo Cleaning Services", country: "KE", taxID: "P051200106E", phone: "254711300006", address: "Nairobi", types: []int{26, 37, 38}},
	{name: "Bahari Freight Forwarders", country: "KE", taxID: "P051200107E", phone: "254711300007", address: "Nairobi", types: []int{3, 15, 36}},
	{name: "Kifaru Construction", country: "KE", taxID: "P051200108E", phone: "254711300008", address: "Mombasa", types: []int{10, 19, 27}},
	{name: "Mwangaza Printers", country: "KE", taxID: "P051200109E", phone: "254711300009", address: "Nairobi", types: []int{20, 36, 37}},
	{name: "Sokoni Hardware", country: "KE", taxID: "P051200110E", phone: "254711300010", address: "Mombasa", types: []int{7, 37, 38}},
	{name: "Tumaini Pharmaceuticals", country: "KE", taxID: "P051200111E", phone: "254711300011", address: "Mombasa", types: []int{7, 24, 36}},
	{name: "Abay Construction", country: "ET", taxID: "0000050012", phone: "251911300012", address: "Bahir Dar", types: []int{4, 5, 37}},
	{name: "Entoto Engineering", country: "ET", taxID: "0000050013", phone: "251911300013", address: "Bahir Dar", types: []int{14, 32, 35}},
	{name: "Simien Trading", country: "ET", taxID: "0000050014", phone: "251911300014", address: "Adama", types: []int{21, 30, 38}},
	{name: "Lalibela ICT Solutions", country: "ET", taxID: "0000050015", phone: "251911300015", address: "Adama", types: []int{16, 20, 24}},
	{name: "Tana Lake Foods", country: "ET", taxID: "0000050016", phone: "251911300016", address: "Addis Ababa", types: []int{6, 16, 37}},
	{name: "Awash Steel", country: "ET", taxID: "0000050017", phone: "251911300017", address: "Adama", types: []int{22, 32, 34}},
	{name: "Gibe Electrical", country: "ET", taxID: "0000050018", phone: "251911300018", address: "Bahir Dar", types: []int{19, 29, 39}},
	{name: "Sheba Medical Import", country: "ET", taxID: "0000050019", phone: "251911300019", address: "Addis Ababa", types: []int{8, 27, 33}},
	{name: "Nile Crest Contractors", country: "UG", taxID: "1000500020", phone: "256772300020", address: "Kampala", types: []int{10, 22, 32}},
	{name: "Pearl Office Supplies", country: "UG", taxID: "1000500021", phone: "256772300021", address: "Mbarara", types: []int{3, 5, 36}},
	{name: "Rwenzori Waterworks", country: "UG", taxID: "1000500022", phone: "256772300022", address: "Gulu", types: []int{21, 22, 23}},
	{name: "Kampala Fleet Services", country: "UG", taxID: "1000500023", phone: "256772300023", address: "Gulu", types: []int{30, 32, 38}},
	{name: "Victoria Lab Equipment", country: "UG", taxID: "1000500024", phone: "256772300024", address: "Kampala", types: []int{6, 18, 31}},
	{name: "Equator Insurance Brokers", country: "UG", taxID: "1000500025", phone: "256772300025", address: "Gulu", types: []int{4, 5, 20}},
	{name: "Kilimanjaro Civil Works", country: "TZ", taxID: "100020026", phone: "255712300026", address: "Dodoma", types: []int{19, 29, 37}},
	{name: "Serengeti Tours and Travel", country: "TZ", taxID: "100020027", phone: "255712300027", address: "Dodoma", types: []int{2, 23, 25}},
	{name: "Mkuki Electricals", country: "TZ", taxID: "100020028", phone: "255712300028", address: "Arusha", types: []int{11, 23, 40}},
	{name: "Dodoma Agro Inputs", country: "TZ", taxID: "100020029", phone: "255712300029", address: "Dar es Salaam", types: []int{4, 14, 32}},
	{name: "Uhuru Telecoms", country: "TZ", taxID: "100020030", phone: "255712300030", address: "Arusha", types: []int{9, 16, 26}},
	{name: "Ngorongoro Furniture", country: "TZ", taxID: "100020031", phone: "255712300031", address: "Arusha", types: []int{6, 11, 32}},
	{name: "Pemba Marine Supplies", country: "TZ", taxID: "100020032", phone: "255712300032", address: "Arusha", types: []int{18, 26, 36}},
	{name: "Ashanti Builders", country: "GH", taxID: "C0000007033", phone: "233241300033", address: "Accra", types: []int{18, 28, 36}},
	{name: "Black Star ICT", country: "GH", taxID: "C0000007034", phone: "233241300034", address: "Takoradi", types: []int{23, 25, 27}},
	{name: "Cape Coast Logistics", country: "GH", taxID: "C0000007035", phone: "233241300035", address: "Accra", types: []int{6, 10, 12}},
	{name: "Lake Bosomtwe Water", country: "GH", taxID: "C0000007036", phone: "233241300036", address: "Accra", types: []int{1, 15, 32}},
	{name: "Osu Auditors", country: "GH", taxID: "C0000007037", phone: "233241300037", address: "Takoradi", types: []int{12, 17, 19}},
	{name: "ሐበሻ የሕክምና ዕቃዎች አስመጪ", country: "ET", taxID: "0000050038", phone: "251911300038", address: "Addis Ababa", types: []int{5, 6, 7}},
	{name: "Établissements Mbaye et Frères", country: "KE", taxID: "P051200139E", phone: "254711300039", address: "Moi Avenue, Mombasa", types: []int{3, 10}},
}

func init() {
	for _, c := range suppliers {
		c.kind = "supplier"
	}
}
