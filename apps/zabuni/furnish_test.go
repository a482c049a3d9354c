package main

import "github.com/google/uuid"

// furnish makes what the story does not tell: jobs in a zone far from their
// people's, companies of another country, and rows where it left a list empty.
func (h *house) furnish() {
	h.Helper()
	t := h.tenants[0]
	h.exec("UPDATE job SET timezone = 'Pacific/Auckland'")
	h.exec("UPDATE company SET country = 'UG' WHERE id = ANY($1)", []uuid.UUID{t.rival.Org, h.tenants[1].buyer.Org})
	h.exec(`INSERT INTO invitation (category_id, buyer_id, supplier_id, invited_by, invited_at)
		SELECT c.id, c.buyer_id, s.id, $1, c.created_at - n.i * interval '7 hours' FROM category c
		CROSS JOIN LATERAL (SELECT id, row_number() OVER (ORDER BY id) AS i FROM company WHERE kind = 'supplier') n(sid, i)
		JOIN company s ON s.id = n.sid WHERE c.buyer_id = $2 ON CONFLICT DO NOTHING`, t.buyer.User, t.buyer.Org)
	var roles []string
	for _, kind := range []string{"buyer_role", "supplier_role", "operator_role"} {
		roles = append(roles, t.ids[kind])
	}
	h.exec(`INSERT INTO account_role (account_id, role_id)
		SELECT (SELECT a.id FROM account a WHERE a.company_id = r.company_id AND a.user_type = r.user_type ORDER BY a.id LIMIT 1), r.id
		FROM role r WHERE r.id = ANY($1::uuid[]) ON CONFLICT DO NOTHING`, roles)
	h.exec("UPDATE account SET last_login_at = created_at + abs(hashtext(id::text)) % 500 * interval '1 hour'")
	h.exec("UPDATE company_special_group SET expires_on = created_at::date + 30")
	h.exec("UPDATE contract SET ends_on = created_at::date + 400")
	h.exec(`INSERT INTO payment_attempt (id, order_id, supplier_id, provider, token, payer, currency, amount, status, created_at)
		SELECT gen_random_uuid(), o.id, o.supplier_id, 'mpesa', 'one of its own', '254701234567', o.currency, o.amount, 'review', o.created_at
		FROM purchase_order o ORDER BY o.id LIMIT 1`)
	h.exec(`INSERT INTO payment_resolution (id, attempt_id, order_id, supplier_id, act, reason, proposed_by, proposed_at, decided_by, decided_at, approved)
		SELECT gen_random_uuid(), a.id, a.order_id, a.supplier_id, x.act, 'Looked at', $1, a.created_at + x.after, $2, a.created_at + x.after + interval '1 hour', false
		FROM payment_attempt a CROSS JOIN (VALUES ('match', interval '30 hours'), ('dismiss', interval '60 hours')) x(act, after) WHERE a.token = 'one of its own'`,
		t.buyer.User, t.second.User)
	h.exec("UPDATE blacklist_case SET expires_at = noticed_at + interval '40 days'")
	h.exec("UPDATE invitation SET viewed_at = invited_at WHERE supplier_id = $1", t.rival.Org)
	h.exec("DELETE FROM company_category_type WHERE company_id = $1", t.rival.Org)
	h.exec("UPDATE category SET category_type_id = $1 WHERE buyer_id = $2", "01900000-0000-7000-8000-000000000002", h.tenants[1].buyer.Org)
	h.exec("UPDATE contract SET status = 'internal_review' WHERE id = $1", t.ids["contract"])
	h.shelves()
	old := "01a00000-0000-7000-8000-00000000a4c1"
	h.exec(`INSERT INTO document_template SELECT (jsonb_populate_record(d, jsonb_build_object('id', $1::uuid, 'name', 'An old one', 'archived_at', d.created_at))).*
		FROM document_template d WHERE d.id = $2`, old, t.ids["template"])
	h.exec(`INSERT INTO document_template_version SELECT (jsonb_populate_record(v, jsonb_build_object('template_id', $1::uuid))).*
		FROM document_template_version v WHERE v.template_id = $2`, old, t.ids["template"])
}

// spread lets what has happened to a thing have happened on different days: when it was
// made, when it was paid, when it was looked at. A list that is narrowed by another moment
// than it says has other rows then.
func (h *house) spread() {
	h.Helper()
	h.exec(`DO $$
		DECLARE c record; past boolean;
		BEGIN
			FOR c IN SELECT table_name AS name, column_name AS moment, row_number() OVER (PARTITION BY table_name ORDER BY column_name) AS n
				FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
				WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type = 'timestamp with time zone'
				AND table_name = ANY ('{purchase_order,payment_attempt,category,job,invitation,blacklist_case,letter,withdrawal,company,company_special_group,
					account,document_template,contract,recommendation,mail_delivery,participation,submission,risk}')
			LOOP
				EXECUTE format('SELECT max(%I) <= zabuni.clock() FROM %I', c.moment, c.name) INTO past;
				IF past THEN
					EXECUTE format('UPDATE %1$I SET %2$I = %2$I - %3$s * interval ''1 day'' WHERE %2$I IS NOT NULL', c.name, c.moment, c.n);
				END IF;
			END LOOP;
		END $$`)
}

// brought has some codes and days on the lists of others.
func (h *house) brought() {
	h.Helper()
	h.exec(`INSERT INTO classification SELECT c, '1', jsonb_build_object('en', 'Zqalf laptops ' || c, 'fr', 'Ordinateurs ' || c, 'pt', 'Portáteis ' || c, 'sw', 'Kompyuta ' || c, 'am', 'ኮምፒውተር ' || c),
		zabuni.folded('Zqalf laptops ' || c || ' ordinateurs') FROM unnest('{30213100,39110000,98310000}'::text[]) c`)
	h.exec(`INSERT INTO holiday SELECT c, d::date, 'Day of ' || c FROM unnest('{KE,UG}'::text[]) c, unnest('{2026-03-20,2027-03-10}'::text[]) d`)
}

// inform gives each persona two tidings, of which one is read, and a second task.
func (h *house) inform() {
	h.Helper()
	h.exec(`INSERT INTO notification SELECT (jsonb_populate_record(n, jsonb_build_object('id', gen_random_uuid(), 'account_id', a.id, 'read_at', x.read_at))).*
		FROM account a CROSS JOIN (VALUES (NULL), (zabuni.clock())) x(read_at) CROSS JOIN notification n
		WHERE n.id = $1 AND a.first_name = 'Per'`, h.tenants[0].ids["notification"])
	h.exec(`INSERT INTO task SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
		FROM task t JOIN account a ON a.id = t.actor_id WHERE a.first_name = 'Per'`)
}
