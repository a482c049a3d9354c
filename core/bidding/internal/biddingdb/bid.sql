-- name: ActAs :exec
-- The second wall: rows of bid content show themselves to this company only.
SELECT set_config('zabuni.company', (@supplier_id::uuid)::text, true);

-- name: CompanyKey :one
SELECT recipient, wrapped FROM company_key WHERE company_id = @company_id;

-- name: InsertCompanyKey :exec
INSERT INTO company_key (company_id, recipient, wrapped) VALUES (@company_id, @recipient, @wrapped) ON CONFLICT DO NOTHING;

-- name: InsertParticipation :exec
INSERT INTO participation (id, category_id, buyer_id, supplier_id, status, draft_key, paid_at, created_at)
VALUES (@id, @category_id, @buyer_id, @supplier_id, 'paid', @draft_key, @now, @now) ON CONFLICT (category_id, supplier_id) DO NOTHING;

-- name: ParticipationIn :one
SELECT id FROM participation WHERE category_id = @category_id AND supplier_id = @supplier_id;

-- name: Participation :one
SELECT p.id, p.category_id, p.buyer_id, p.supplier_id, p.status, p.draft_key, p.last_saved_at, p.latest_version, p.created_at,
       c.activity, c.status AS category_status, c.name AS category_name, c.reference, c.number, c.currency, c.opens_at, c.closes_at,
       c.instructions, c.financial_weight, c.technical_weight, c.pass_mark, c.bid_fee, c.job_id, c.without, c.parent_id, c.criteria_hash, c.published_at,
       j.title AS job_title, j.timezone, b.name AS buyer_name,
       p.addendum_read, coalesce((SELECT max(x.number) FROM addendum x WHERE x.category_id = p.category_id), 0)::int AS addenda
FROM participation p JOIN category c ON c.id = p.category_id JOIN job j ON j.id = c.job_id JOIN company b ON b.id = p.buyer_id
WHERE p.id = @id AND p.supplier_id = @supplier_id;

-- name: OpenParticipation :one
-- For a change of the draft: the closing holds the category exclusively, so a change is before it or after it, never beside it.
SELECT p.id, p.category_id, p.buyer_id, p.supplier_id, p.status, p.draft_key, p.last_saved_at, p.latest_version, p.created_at,
       c.activity, c.status AS category_status, c.name AS category_name, c.reference, c.number, c.currency, c.opens_at, c.closes_at,
       c.instructions, c.financial_weight, c.technical_weight, c.pass_mark, c.bid_fee, c.job_id, c.without, c.parent_id, c.criteria_hash, c.published_at,
       j.title AS job_title, j.timezone, b.name AS buyer_name,
       p.addendum_read, coalesce((SELECT max(x.number) FROM addendum x WHERE x.category_id = p.category_id), 0)::int AS addenda
FROM participation p JOIN category c ON c.id = p.category_id JOIN job j ON j.id = c.job_id JOIN company b ON b.id = p.buyer_id
WHERE p.id = @id AND p.supplier_id = @supplier_id
FOR SHARE OF c;

-- name: LockParticipation :one
-- For a submission or a withdrawal: one at a time for a bid.
SELECT p.id, p.category_id, p.buyer_id, p.supplier_id, p.status, p.draft_key, p.last_saved_at, p.latest_version, p.created_at,
       c.activity, c.status AS category_status, c.name AS category_name, c.reference, c.number, c.currency, c.opens_at, c.closes_at,
       c.instructions, c.financial_weight, c.technical_weight, c.pass_mark, c.bid_fee, c.job_id, c.without, c.parent_id, c.criteria_hash, c.published_at,
       j.title AS job_title, j.timezone, b.name AS buyer_name,
       p.addendum_read, coalesce((SELECT max(x.number) FROM addendum x WHERE x.category_id = p.category_id), 0)::int AS addenda
FROM participation p JOIN category c ON c.id = p.category_id JOIN job j ON j.id = c.job_id JOIN company b ON b.id = p.buyer_id
WHERE p.id = @id AND p.supplier_id = @supplier_id
FOR SHARE OF c FOR UPDATE OF p;

-- name: SaveParticipation :exec
UPDATE participation SET status = @status, latest_version = @latest_version WHERE id = @id AND supplier_id = @supplier_id;

-- name: TouchDraft :exec
UPDATE participation SET last_saved_at = @now, status = CASE WHEN status = 'paid' THEN 'draft' ELSE status END
WHERE id = @id AND supplier_id = @supplier_id;

-- name: ListBids :many
SELECT p.id, p.category_id, p.status, p.last_saved_at, p.latest_version, p.created_at, c.activity, c.status AS category_status,
       c.name AS category_name, c.reference, c.closes_at, j.title AS job_title, j.timezone, b.name AS buyer_name, r.rank, r.outcome,
       coalesce(p.last_saved_at > s.received_at, false)::boolean AS changed, -- since it was submitted
       (asked.total + priced.total)::int AS total, (asked.done + priced.done)::int AS done
FROM participation p JOIN category c ON c.id = p.category_id JOIN job j ON j.id = c.job_id JOIN company b ON b.id = p.buyer_id
LEFT JOIN submission s ON s.participation_id = p.id AND s.version = p.latest_version
LEFT JOIN bid_result r ON r.submission_id = s.id AND c.status IN ('notified', 'awarded', 'complete', 'unsuccessful')
CROSS JOIN LATERAL (
  SELECT count(*) AS total, count(*) FILTER (
    WHERE EXISTS (SELECT FROM response x WHERE x.participation_id = p.id AND x.question_id = q.id AND x.answered)
       OR EXISTS (SELECT FROM bid_file f WHERE f.participation_id = p.id AND f.question_id = q.id AND f.removed_at IS NULL)) AS done
  FROM question q WHERE q.category_id = c.id AND q.must_answer AND q.gone_by IS NULL) asked
CROSS JOIN LATERAL (
  SELECT count(*) AS total, count(*) FILTER (
    WHERE EXISTS (SELECT FROM price_response x WHERE x.participation_id = p.id AND x.item_id = i.id AND x.answered)) AS done
  FROM item i WHERE i.category_id = c.id AND i.gone_by IS NULL) priced
WHERE p.supplier_id = @supplier_id AND (p.created_at, p.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (c.closes_at > zabuni.clock() AND c.status = 'open') = @ongoing::boolean
  AND (NOT @ranked::boolean OR r.submission_id IS NOT NULL)
  AND (cardinality(@activities::text[]) = 0 OR c.activity = ANY(@activities::text[]))
  AND zabuni.within(c.closes_at, sqlc.narg(closes_from)::date, sqlc.narg(closes_to)::date, j.timezone)
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%' OR j.title ILIKE '%' || sqlc.narg(search) || '%'
       OR c.reference ILIKE '%' || sqlc.narg(search) || '%' OR b.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY p.created_at DESC, p.id DESC LIMIT @max_rows;

-- name: PaidNotBegun :many
-- What a company has paid for and may still bid for, without a bid; the next to close first.
SELECT c.id, c.activity, c.name, c.reference, c.closes_at, j.title AS job_title, j.timezone, b.name AS buyer_name
FROM paid_line l
JOIN category c ON c.id = l.category_id JOIN job j ON j.id = c.job_id JOIN company b ON b.id = c.buyer_id
WHERE l.supplier_id = @supplier_id AND c.status = 'open' AND c.closes_at > zabuni.clock()
  AND NOT EXISTS (SELECT FROM participation p WHERE p.category_id = c.id AND p.supplier_id = l.supplier_id)
  AND (cardinality(@activities::text[]) = 0 OR c.activity = ANY(@activities::text[]))
ORDER BY c.closes_at, c.id LIMIT 50;

-- name: CategoryQuestions :many
-- scope: system: criteria of a category that the caller may bid in; also what an addendum took away, for drafts have answers to it.
SELECT q.id, q.section_id, s.name AS section_name, s.description AS section_description, s.parent_id, q.prompt, q.help, q.response_type,
       q.must_answer, q.scored, q.max_score, q.position,
       coalesce((SELECT d.number FROM addendum d WHERE d.id = q.came_by), 0)::int AS addendum, coalesce((SELECT d.number FROM addendum d WHERE d.id = q.gone_by), 0)::int AS gone
FROM question q JOIN section s ON s.id = q.section_id
WHERE q.category_id = @category_id ORDER BY s.position, s.id, q.position, q.id;

-- name: CategoryOptions :many
-- scope: system: criteria of a category that the caller may bid in, what is gone of them too; scores stay behind.
SELECT o.id, o.question_id, o.label FROM question_option o JOIN question q ON q.id = o.question_id
WHERE q.category_id = @category_id ORDER BY o.question_id, o.position;

-- name: CategoryItems :many
-- scope: system: items of a category that the caller may bid in; also what an addendum took away, for drafts have prices of it.
SELECT i.id, i.number, i.code, i.description, i.unit, i.quantity, i.position,
       coalesce((SELECT d.number FROM addendum d WHERE d.id = i.came_by), 0)::int AS addendum, coalesce((SELECT d.number FROM addendum d WHERE d.id = i.gone_by), 0)::int AS gone
FROM item i WHERE i.category_id = @category_id ORDER BY i.position, i.id;

-- name: Responses :many
SELECT question_id, version, answered, sealed, saved_at FROM response WHERE participation_id = @participation_id AND supplier_id = @supplier_id;

-- name: Answered :many
-- What has an answer, a price or a file, without what lies under the seal.
SELECT r.question_id AS id FROM response r WHERE r.participation_id = @participation_id AND r.supplier_id = @supplier_id AND r.answered
UNION ALL
SELECT p.item_id FROM price_response p WHERE p.participation_id = @participation_id AND p.supplier_id = @supplier_id AND p.answered
UNION ALL
SELECT f.question_id FROM bid_file f WHERE f.participation_id = @participation_id AND f.supplier_id = @supplier_id AND f.removed_at IS NULL;

-- name: PutResponses :many
-- One statement for a whole save. A row whose version is not the one the client has seen stays as it is and is missing from the answer.
INSERT INTO response AS r (participation_id, question_id, buyer_id, supplier_id, version, answered, sealed, saved_at)
SELECT @participation_id, unnest(@questions::uuid[]), @buyer_id, @supplier_id, unnest(@versions::bigint[]), unnest(@answered::boolean[]), unnest(@sealed::bytea[]), @now::timestamptz
ON CONFLICT (participation_id, question_id) DO UPDATE SET version = excluded.version, answered = excluded.answered, sealed = excluded.sealed, saved_at = excluded.saved_at
WHERE r.version = excluded.version - 1 AND r.supplier_id = excluded.supplier_id
RETURNING r.question_id, r.version;

-- name: PriceResponses :many
SELECT item_id, version, answered, sealed, saved_at FROM price_response WHERE participation_id = @participation_id AND supplier_id = @supplier_id;

-- name: PutPrices :many
INSERT INTO price_response AS r (participation_id, item_id, buyer_id, supplier_id, version, answered, sealed, saved_at)
SELECT @participation_id, unnest(@items::uuid[]), @buyer_id, @supplier_id, unnest(@versions::bigint[]), unnest(@answered::boolean[]), unnest(@sealed::bytea[]), @now::timestamptz
ON CONFLICT (participation_id, item_id) DO UPDATE SET version = excluded.version, answered = excluded.answered, sealed = excluded.sealed, saved_at = excluded.saved_at
WHERE r.version = excluded.version - 1 AND r.supplier_id = excluded.supplier_id
RETURNING r.item_id, r.version;

-- name: Files :many
SELECT f.id, f.question_id, f.name, f.media_type, f.size, f.sealed_sha256, f.store_key, f.uploaded_at, f.paper_id, d.kind AS paper, d.expires_on
FROM bid_file f LEFT JOIN company_document d ON d.id = f.paper_id AND d.company_id = f.supplier_id
WHERE f.participation_id = @participation_id AND f.supplier_id = @supplier_id AND f.removed_at IS NULL ORDER BY f.uploaded_at, f.id;

-- name: InsertFile :exec
INSERT INTO bid_file (id, participation_id, question_id, buyer_id, supplier_id, name, media_type, size, sealed_sha256, store_key, uploaded_at, paper_id)
VALUES (@id, @participation_id, @question_id, @buyer_id, @supplier_id, @name, @media_type, @size, @sealed_sha256, @store_key, @now, @paper_id);

-- name: RemoveFile :execrows
UPDATE bid_file SET removed_at = @now WHERE id = @id AND participation_id = @participation_id AND supplier_id = @supplier_id AND removed_at IS NULL;

-- name: InsertUpload :exec
INSERT INTO upload (id, participation_id, question_id, supplier_id, buyer_id, name, size, created_at, expires_at)
VALUES (@id, @participation_id, @question_id, @supplier_id, @buyer_id, @name, @size, @created_at, @expires_at);

-- name: LockUpload :one
SELECT id, participation_id, question_id, name, size, received, expires_at FROM upload
WHERE id = @id AND supplier_id = @supplier_id FOR UPDATE;

-- name: InsertPart :exec
INSERT INTO upload_part (upload_id, supplier_id, offset_at, size, sealed) VALUES (@upload_id, @supplier_id, @offset_at, @size, @sealed);

-- name: AdvanceUpload :exec
UPDATE upload SET received = @received WHERE id = @id AND supplier_id = @supplier_id;

-- name: UploadParts :many
SELECT offset_at, size, sealed FROM upload_part WHERE upload_id = @upload_id AND supplier_id = @supplier_id ORDER BY offset_at;

-- name: DeleteUpload :exec
DELETE FROM upload WHERE id = @id AND supplier_id = @supplier_id;

-- name: FilesSize :one
SELECT coalesce(sum(f.size), 0)::bigint FROM bid_file f JOIN question q ON q.id = f.question_id
WHERE f.participation_id = @participation_id AND f.supplier_id = @supplier_id AND f.removed_at IS NULL AND q.gone_by IS NULL;

-- name: File :one
SELECT id, question_id, name, media_type, size, store_key, sealed_sha256 FROM bid_file
WHERE id = @id AND participation_id = @participation_id AND supplier_id = @supplier_id AND removed_at IS NULL;

-- name: DeleteExpiredUploads :exec
-- scope: system: uploads that nobody finished within their week.
DELETE FROM upload WHERE expires_at <= zabuni.clock();

-- name: CompanyName :one
-- scope: system: the actor's own company, as a document names it.
SELECT name FROM company WHERE id = @company_id;

-- name: Concerned :many
-- scope: system: those who are told what happens to a category, by their ids; whoever is told hears of itself alone.
WITH told AS (
    SELECT i.supplier_id FROM invitation i WHERE i.category_id = @category_id AND i.told_at IS NOT NULL
    UNION SELECT l.supplier_id FROM paid_line l WHERE l.category_id = @category_id
    UNION SELECT b.supplier_id FROM participation b WHERE b.category_id = @category_id
    UNION SELECT a.supplier_id FROM clarification a WHERE a.category_id = @category_id AND a.supplier_id IS NOT NULL)
SELECT t.supplier_id, (p.id IS NOT NULL)::boolean AS began, coalesce(p.latest_version > 0, false)::boolean AS submitted,
       EXISTS (SELECT FROM submission s WHERE s.participation_id = p.id AND s.withdrawn_at IS NULL AND s.set_aside_by IS NULL) AS stands,
       coalesce(p.status = 'needs_confirmation', false)::boolean AS confirms,
       EXISTS (SELECT FROM paid_line l WHERE l.category_id = @category_id AND l.supplier_id = t.supplier_id) AS paid,
       coalesce((SELECT l.number FROM paid_line l WHERE l.category_id = @category_id AND l.supplier_id = t.supplier_id AND l.fee > 0
                 ORDER BY l.paid_at LIMIT 1), '')::text AS fee_order
FROM told t LEFT JOIN participation p ON p.category_id = @category_id AND p.supplier_id = t.supplier_id
WHERE t.supplier_id > @after::uuid ORDER BY t.supplier_id LIMIT @max_rows;

-- name: LockStatuses :many
-- Of the bids that another part of the platform has found something of.
SELECT id, status FROM participation WHERE id = ANY(@ids::uuid[]) AND buyer_id = @buyer_id ORDER BY id FOR UPDATE;

-- name: SetStatuses :execrows
UPDATE participation p SET status = v.status
FROM (SELECT unnest(@ids::uuid[]) AS id, unnest(@statuses::text[]) AS status) v
WHERE p.id = v.id AND p.buyer_id = @buyer_id;

-- name: LastOffer :many
-- What a supplier offered last for the items of a round, before it: their numbers are those above.
SELECT i.id AS item_id, p.unit_price
FROM category r JOIN offer f ON f.category_id = r.parent_id AND f.supplier_id = @supplier_id
JOIN opened_price p ON p.submission_id = f.priced_by JOIN item x ON x.id = p.item_id
JOIN item i ON i.category_id = r.id AND i.number = x.number
WHERE r.id = @category_id AND p.supplier_id = @supplier_id;

-- name: Above :one
-- What a round of negotiation is a round of.
SELECT r.round, r.best_and_final, a.id, a.reference FROM category r JOIN category a ON a.id = r.parent_id
WHERE r.id = @category_id AND r.buyer_id = @buyer_id;

-- name: ReadAddendum :exec
UPDATE participation SET addendum_read = @number WHERE id = @id AND supplier_id = @supplier_id;
