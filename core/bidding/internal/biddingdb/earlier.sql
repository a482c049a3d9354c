-- name: EarlierAnswers :many
-- What a company answered last to the same questions in other bids of its own: the same words and the same choices, whatever stands large
-- or small in them. Of the two hundred bids that it began last, and of none whose key was destroyed.
WITH own AS (
    SELECT p.id, p.draft_key, p.latest_version, c.reference, c.name AS category_name, b.name AS buyer_name
    FROM participation p JOIN category c ON c.id = p.category_id JOIN company b ON b.id = p.buyer_id
    WHERE p.supplier_id = @supplier_id AND p.id <> @participation_id AND p.draft_key <> '' AND c.activity = ANY(@activities::text[])
    ORDER BY p.created_at DESC, p.id DESC LIMIT 200),
given AS (
    SELECT r.participation_id, r.question_id, r.version, r.sealed, r.saved_at, q.response_type,
           lower(regexp_replace(q.prompt || E'\n\n' || q.help, '\s+', ' ', 'g')) AS said,
           CASE WHEN q.response_type IN ('selection', 'checkboxes') THEN
               (SELECT coalesce(string_agg(lower(btrim(x.label)), E'\n' ORDER BY lower(btrim(x.label))), '') FROM question_option x
                WHERE x.question_id = q.id AND x.buyer_id = q.buyer_id) ELSE '' END AS choices
    FROM response r JOIN own ON own.id = r.participation_id JOIN question q ON q.id = r.question_id
    WHERE r.supplier_id = @supplier_id AND r.answered),
asked AS (
    SELECT q.id, q.response_type, lower(regexp_replace(q.prompt || E'\n\n' || q.help, '\s+', ' ', 'g')) AS said,
           CASE WHEN q.response_type IN ('selection', 'checkboxes') THEN
               (SELECT coalesce(string_agg(lower(btrim(x.label)), E'\n' ORDER BY lower(btrim(x.label))), '') FROM question_option x
                WHERE x.question_id = q.id AND x.buyer_id = q.buyer_id) ELSE '' END AS choices
    FROM question q WHERE q.category_id = @category_id AND q.buyer_id = @buyer_id AND q.gone_by IS NULL)
SELECT DISTINCT ON (a.id) a.id AS asked_id, own.id AS bid_id, own.draft_key, own.latest_version, own.reference, own.category_name, own.buyer_name,
       g.question_id, g.version, g.sealed, g.saved_at
FROM asked a JOIN given g ON g.response_type = a.response_type AND g.said = a.said AND g.choices = a.choices JOIN own ON own.id = g.participation_id
ORDER BY a.id, g.saved_at DESC, own.id;

-- name: EarlierFiles :many
-- The files of the same questions in other bids of the company, the newest first: of each question those of one bid count. A paper of the
-- profile that is over by today answers nothing any more.
WITH own AS (
    SELECT p.id, p.latest_version, c.reference, c.name AS category_name, b.name AS buyer_name
    FROM participation p JOIN category c ON c.id = p.category_id JOIN company b ON b.id = p.buyer_id
    WHERE p.supplier_id = @supplier_id AND p.id <> @participation_id AND p.draft_key <> '' AND c.activity = ANY(@activities::text[])
    ORDER BY p.created_at DESC, p.id DESC LIMIT 200),
given AS (
    SELECT f.id, f.participation_id, f.name, f.media_type, f.size, f.store_key, f.uploaded_at, d.id AS paper_id, d.kind AS paper, d.expires_on,
           lower(regexp_replace(q.prompt || E'\n\n' || q.help, '\s+', ' ', 'g')) AS said
    FROM bid_file f JOIN own ON own.id = f.participation_id JOIN question q ON q.id = f.question_id
    LEFT JOIN company_document d ON d.id = f.paper_id AND d.company_id = f.supplier_id
    WHERE f.supplier_id = @supplier_id AND f.removed_at IS NULL AND q.response_type = 'file_upload' AND (d.expires_on IS NULL OR d.expires_on >= @today)),
asked AS (
    SELECT q.id, lower(regexp_replace(q.prompt || E'\n\n' || q.help, '\s+', ' ', 'g')) AS said
    FROM question q WHERE q.category_id = @category_id AND q.buyer_id = @buyer_id AND q.gone_by IS NULL AND q.response_type = 'file_upload')
SELECT a.id AS asked_id, own.id AS bid_id, own.latest_version, own.reference, own.category_name, own.buyer_name,
       g.id, g.name, g.media_type, g.size, g.store_key, g.uploaded_at, g.paper_id, g.paper, g.expires_on
FROM asked a JOIN given g ON g.said = a.said JOIN own ON own.id = g.participation_id
ORDER BY a.id, g.uploaded_at DESC, g.id;

-- name: EarlierPrices :many
-- What a company offered last for the same items in other bids of its own, in the same currency. A round of negotiation is none: it has its
-- own last prices.
WITH own AS (
    SELECT p.id, p.draft_key, p.latest_version, c.reference, c.name AS category_name, b.name AS buyer_name
    FROM participation p JOIN category c ON c.id = p.category_id JOIN company b ON b.id = p.buyer_id
    WHERE p.supplier_id = @supplier_id AND p.id <> @participation_id AND p.draft_key <> '' AND c.activity = ANY(@activities::text[]) AND c.currency = @currency
    ORDER BY p.created_at DESC, p.id DESC LIMIT 200),
given AS (
    SELECT r.participation_id, r.item_id, r.version, r.sealed, r.saved_at,
           lower(regexp_replace(i.code || E'\n\n' || i.description || E'\n\n' || i.unit, '\s+', ' ', 'g')) AS said
    FROM price_response r JOIN own ON own.id = r.participation_id JOIN item i ON i.id = r.item_id
    WHERE r.supplier_id = @supplier_id AND r.answered),
asked AS (
    SELECT i.id, lower(regexp_replace(i.code || E'\n\n' || i.description || E'\n\n' || i.unit, '\s+', ' ', 'g')) AS said
    FROM item i WHERE i.category_id = @category_id AND i.buyer_id = @buyer_id AND i.gone_by IS NULL)
SELECT DISTINCT ON (a.id) a.id AS asked_id, own.id AS bid_id, own.draft_key, own.latest_version, own.reference, own.category_name, own.buyer_name,
       g.item_id, g.version, g.sealed, g.saved_at
FROM asked a JOIN given g ON g.said = a.said JOIN own ON own.id = g.participation_id
ORDER BY a.id, g.saved_at DESC, own.id;

-- name: EarlierOptions :many
-- scope: system: the choices of questions that the caller's company has answered; scores stay behind.
SELECT o.id, o.question_id, o.label FROM question_option o WHERE o.question_id = ANY(@questions::uuid[]) ORDER BY o.question_id, o.position;
