-- name: Templates :many
SELECT kind, language, subject, body, footer, signature, saved_at FROM letter_template WHERE job_id = @job_id AND buyer_id = @buyer_id ORDER BY kind;

-- name: PutTemplate :exec
INSERT INTO letter_template (job_id, buyer_id, kind, language, subject, body, footer, signature, saved_at)
VALUES (@job_id, @buyer_id, @kind, @language, @subject, @body, @footer, @signature, @saved_at)
ON CONFLICT (job_id, kind) DO UPDATE SET language = excluded.language, subject = excluded.subject, body = excluded.body, footer = excluded.footer,
    signature = excluded.signature, saved_at = excluded.saved_at
WHERE letter_template.buyer_id = excluded.buyer_id;

-- name: Job :one
SELECT id, buyer_id, activity, title, reference FROM job WHERE id = @id AND buyer_id = @buyer_id;

-- name: CountLetters :one
SELECT count(*) FROM letter WHERE category_id = @category_id AND buyer_id = @buyer_id;

-- name: InsertLetter :exec
-- A letter on due diligence speaks of the bidder's visit, where there is one.
INSERT INTO letter (id, job_id, category_id, buyer_id, supplier_id, kind, reference, language, subject, body, closing, footer, signature, status, issued_at, visit_id)
VALUES (@id, @job_id, @category_id, @buyer_id, @supplier_id, @kind, @reference, @language, @subject, @body, @closing, @footer, @signature, 'issued', @issued_at,
        (SELECT v.submission_id FROM visit v WHERE @kind = 'dd' AND v.category_id = @category_id AND v.supplier_id = @supplier_id AND v.buyer_id = @buyer_id));

-- name: CategoryLetters :many
SELECT l.id, l.supplier_id, co.name AS supplier_name, l.kind, l.reference, l.subject, l.issued_at, l.read_at, j.timezone
FROM letter l JOIN company co ON co.id = l.supplier_id JOIN job j ON j.id = l.job_id
WHERE l.category_id = @category_id AND l.buyer_id = @buyer_id AND l.status = 'issued' ORDER BY l.issued_at, l.reference;

-- name: BuyerLetter :one
SELECT l.id, l.job_id, l.category_id, l.buyer_id, l.supplier_id, b.name AS buyer_name, s.name AS supplier_name, l.kind, l.reference, l.language,
       l.subject, l.body, l.closing, l.footer, l.signature, l.document_id, l.issued_at, l.read_at, c.name AS category_name, c.reference AS category_reference,
       c.activity, j.title AS job_title, j.timezone, d.sha256
FROM letter l JOIN company b ON b.id = l.buyer_id JOIN company s ON s.id = l.supplier_id JOIN category c ON c.id = l.category_id
JOIN job j ON j.id = l.job_id LEFT JOIN document d ON d.id = l.document_id
WHERE l.id = @id AND l.buyer_id = @buyer_id AND l.status = 'issued';

-- name: SupplierLetter :one
SELECT l.id, l.job_id, l.category_id, l.buyer_id, l.supplier_id, b.name AS buyer_name, s.name AS supplier_name, l.kind, l.reference, l.language,
       l.subject, l.body, l.closing, l.footer, l.signature, l.document_id, l.issued_at, l.read_at, c.name AS category_name, c.reference AS category_reference,
       c.activity, j.title AS job_title, j.timezone, d.sha256
FROM letter l JOIN company b ON b.id = l.buyer_id JOIN company s ON s.id = l.supplier_id JOIN category c ON c.id = l.category_id
JOIN job j ON j.id = l.job_id LEFT JOIN document d ON d.id = l.document_id
WHERE l.id = @id AND l.supplier_id = @supplier_id AND l.status = 'issued';

-- name: SupplierLetters :many
SELECT l.id, l.kind, l.reference, l.subject, l.issued_at, l.read_at, b.name AS buyer_name, c.name AS category_name, c.activity, j.title AS job_title, j.timezone
FROM letter l JOIN company b ON b.id = l.buyer_id JOIN category c ON c.id = l.category_id JOIN job j ON j.id = l.job_id
WHERE l.supplier_id = @supplier_id AND l.status = 'issued' AND (l.issued_at, l.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@kinds::text[]) = 0 OR l.kind = ANY(@kinds::text[]))
  AND zabuni.within(l.issued_at, sqlc.narg(issued_from)::date, sqlc.narg(issued_to)::date, j.timezone)
  AND (sqlc.narg(search)::text IS NULL OR l.subject ILIKE '%' || sqlc.narg(search) || '%' OR l.reference ILIKE '%' || sqlc.narg(search) || '%'
       OR b.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY l.issued_at DESC, l.id DESC LIMIT @max_rows;

-- name: CountUnreadLetters :one
SELECT count(*) FROM letter WHERE supplier_id = @supplier_id AND status = 'issued' AND read_at IS NULL;

-- name: ReadLetter :execrows
UPDATE letter SET read_at = @now WHERE id = @id AND supplier_id = @supplier_id AND read_at IS NULL;

-- name: Bidders :many
-- Who took part in a category and may be written to: names of opened bids only.
SELECT o.submission_id, s.participation_id, o.supplier_id, co.name AS supplier_name
FROM opened_bid o JOIN submission s ON s.id = o.submission_id JOIN company co ON co.id = o.supplier_id
WHERE o.category_id = @category_id AND o.buyer_id = @buyer_id ORDER BY o.position;

-- name: OwnResult :one
-- The supplier's own result of one bid, once the results are notified; who won something reads what it won itself. Of an award that was set aside nobody has won anything.
SELECT p.id AS bid_id, c.id AS category_id, c.name AS category_name, c.reference, c.activity, c.without, c.parent_id, c.currency, c.pass_mark, c.status, p.status AS outcome,
       CASE WHEN aside.was THEN 0 ELSE coalesce((SELECT sum(x.amount) FILTER (WHERE x.supplier_id = p.supplier_id) FROM award_line x WHERE x.award_id = w.id),
                (SELECT sum(x.amount) FROM award_line x WHERE x.award_id = w.id), 0) END::numeric AS award_amount, w.decided_at, w.standstill_ends,
       coalesce((SELECT string_agg(DISTINCT win.name, ', ') FROM award_line x JOIN company win ON win.id = x.supplier_id
                 WHERE x.award_id = w.id AND x.amount IS NOT NULL AND NOT aside.was), '')::text AS winner, aside.was AS set_aside, r.technical, r.technical_pass, r.price, r.financial_score,
       r.combined, r.rank, (SELECT count(*) FROM opened_bid o WHERE o.category_id = c.id) AS bids,
       l.id AS letter_id
FROM participation p JOIN category c ON c.id = p.category_id JOIN award w ON w.category_id = c.id
JOIN submission s ON s.participation_id = p.id AND s.version = p.latest_version
JOIN bid_result r ON r.submission_id = s.id
CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM award_freeze f WHERE f.award_id = w.id AND f.outcome = 'upheld' AND f.ended_at IS NOT NULL) AS was) aside
LEFT JOIN letter l ON l.category_id = c.id AND l.supplier_id = p.supplier_id AND l.kind IN ('award', 'regret', 'success')
WHERE p.id = @id AND p.supplier_id = @supplier_id AND c.status IN ('notified', 'awarded', 'complete', 'unsuccessful');

-- name: ItemsWon :many
-- What a supplier won of a category that is decided item by item, once the results are notified.
SELECT i.number, i.description, x.amount
FROM award_line x JOIN item i ON i.id = x.item_id JOIN participation p ON p.category_id = x.category_id AND p.supplier_id = x.supplier_id
WHERE p.id = @id AND x.supplier_id = @supplier_id ORDER BY x.position;

-- name: InsertFigures :exec
INSERT INTO letter_figure (letter_id, buyer_id, supplier_id, position, key, value, strong)
SELECT @letter_id, @buyer_id, @supplier_id, unnest(@positions::int[]), unnest(@keys::text[]), unnest(@values::text[]), unnest(@strong::boolean[]);

-- name: LockLetter :one
-- For its printing: one at a time.
SELECT document_id FROM letter WHERE id = @id AND buyer_id = @buyer_id FOR UPDATE;

-- name: SetDocument :exec
UPDATE letter SET document_id = @document_id WHERE id = @id AND buyer_id = @buyer_id;

-- name: Figures :many
-- scope: system: of a letter that was read with its owner before.
SELECT key, value, strong FROM letter_figure WHERE letter_id = @letter_id ORDER BY position;
