-- name: JobOfCategory :one
SELECT job_id FROM category WHERE id = @id AND buyer_id = @buyer_id;

-- name: JobOfContract :one
-- scope: system: of a contract, whichever side did something with it, or of the one that it amends; of one that no award made there is none.
SELECT a.job_id, a.buyer_id FROM contract k LEFT JOIN contract_amendment m ON m.contract_id = k.id AND m.buyer_id = k.buyer_id
    JOIN contract o ON o.id = coalesce(m.amends_id, k.id) AND o.buyer_id = k.buyer_id JOIN award a ON a.id = o.award_id AND a.buyer_id = k.buyer_id
WHERE k.id = @id;

-- name: ContractOfMilestone :one
-- scope: system: as above.
SELECT contract_id FROM contract_milestone WHERE id = @id;

-- name: Lock :exec
-- One transaction at a time writes what the name says, until it has ended.
SELECT pg_advisory_xact_lock(hashtextextended(@name::text, 0));

-- name: Job :one
-- Who keeps it out of the list holds its lock: one waits for the other.
SELECT j.id, j.activity, j.reference, j.title, j.description, j.classification, j.private, b.name AS buyer_name, b.country AS buyer_country,
       n.item_id AS planned_id
FROM job j JOIN company b ON b.id = j.buyer_id LEFT JOIN publication_planned n ON n.item_id = j.plan_item_id AND n.buyer_id = j.buyer_id
WHERE j.id = @id AND j.buyer_id = @buyer_id FOR SHARE OF j;

-- name: Categories :many
SELECT c.id, c.number, c.name, c.description, c.status, c.currency, c.bid_fee, c.opens_at, c.closes_at, c.invited_only, c.closing_count, coalesce(g.name, '')::text AS group_name,
       EXISTS (SELECT FROM award a JOIN award_line l ON l.award_id = a.id AND l.buyer_id = a.buyer_id WHERE a.category_id = c.id AND a.buyer_id = c.buyer_id) AS won
FROM category c LEFT JOIN special_group g ON g.id = c.reserved_for AND g.company_id IS NULL
WHERE c.job_id = @job_id AND c.buyer_id = @buyer_id AND c.parent_id IS NULL ORDER BY c.number, c.id;

-- name: Tenderers :one
-- Companies whose bids stood when a category closed, or came in its room: each once, for however many categories it bid.
SELECT count(DISTINCT s.supplier_id) FROM submission s JOIN category c ON c.id = s.category_id AND c.buyer_id = s.buyer_id
WHERE s.category_id = ANY(@categories::uuid[]) AND s.buyer_id = @buyer_id AND c.status <> 'cancelled' AND s.set_aside_by IS NULL
  AND (s.withdrawn_at IS NULL OR s.withdrawn_at >= c.closed_at);

-- name: CalledOff :one
-- When the last category of a job was called off that had been published.
SELECT coalesce(max(c.cancelled_at), zabuni.clock())::timestamptz AS at FROM category c WHERE c.job_id = @job_id AND c.buyer_id = @buyer_id AND c.parent_id IS NULL AND c.cancelled_at IS NOT NULL;

-- name: Items :many
SELECT i.id, i.category_id, i.description, i.unit, i.quantity, i.classification, (i.gone_by IS NOT NULL)::boolean AS gone
FROM item i WHERE i.category_id = ANY(@categories::uuid[]) AND i.buyer_id = @buyer_id ORDER BY i.category_id, i.position, i.id;

-- name: Files :many
-- What is issued with a category, or by an addendum of it that was issued.
SELECT t.id, t.category_id, t.name, d.media_type, t.added_at, (t.gone_by IS NOT NULL)::boolean AS gone
FROM attachment t JOIN document d ON d.id = t.document_id AND d.company_id = t.buyer_id
LEFT JOIN addendum a ON a.id = t.addendum_id AND a.buyer_id = t.buyer_id
WHERE t.category_id = ANY(@categories::uuid[]) AND t.buyer_id = @buyer_id AND (t.addendum_id IS NULL OR a.id IS NOT NULL)
ORDER BY t.category_id, t.position, t.id;

-- name: Answers :many
SELECT q.id, q.category_id, q.question, q.answer, q.decided_at FROM clarification q
WHERE q.category_id = ANY(@categories::uuid[]) AND q.buyer_id = @buyer_id AND q.status = 'answered' ORDER BY q.decided_at, q.id;

-- name: Addenda :many
SELECT a.id, a.title, a.body, a.issued_at FROM addendum a WHERE a.category_id = ANY(@categories::uuid[]) AND a.buyer_id = @buyer_id ORDER BY a.issued_at, a.id;

-- name: Moved :many
-- Closings that were moved by themselves; one that an addendum moved is told by that.
SELECT m.category_id, m.sequence, m.moved_to, m.reason, m.moved_at FROM closing_change m
WHERE m.category_id = ANY(@categories::uuid[]) AND m.buyer_id = @buyer_id
  AND NOT EXISTS (SELECT FROM addendum a WHERE a.category_id = m.category_id AND a.buyer_id = m.buyer_id AND a.issued_at = m.moved_at AND a.closes_at = m.moved_to)
ORDER BY m.moved_at, m.sequence;

-- name: Awards :many
SELECT a.id, a.category_id, a.currency, a.decided_at, l.supplier_id, s.name AS supplier_name, s.country AS supplier_country, coalesce(sum(l.amount), 0)::numeric AS amount,
       EXISTS (SELECT FROM award_freeze f WHERE f.award_id = a.id AND f.buyer_id = a.buyer_id AND f.outcome = 'upheld' AND f.ended_at IS NOT NULL) AS set_aside,
       EXISTS (SELECT FROM award_freeze f WHERE f.award_id = a.id AND f.buyer_id = a.buyer_id AND f.ended_at IS NULL) AS frozen
FROM award a JOIN award_line l ON l.award_id = a.id AND l.buyer_id = a.buyer_id JOIN company s ON s.id = l.supplier_id
WHERE a.category_id = ANY(@categories::uuid[]) AND a.buyer_id = @buyer_id
GROUP BY a.id, l.supplier_id, s.id ORDER BY a.decided_at, a.id, s.name, s.id;

-- name: Contracts :many
-- Those that everybody has signed, with the last of the days on which somebody did: that is what the standard wants.
SELECT k.id, k.award_id, k.supplier_id, k.title, k.status, k.currency, k.value, k.starts_on, k.ends_on, x.at::timestamptz AS signed_at
FROM contract k JOIN award a ON a.id = k.award_id AND a.buyer_id = k.buyer_id
JOIN LATERAL (SELECT max(d.at) AS at FROM (
    SELECT n.signed_on::timestamp AT TIME ZONE 'UTC' AS at FROM contract_scan n WHERE n.contract_id = k.id AND n.buyer_id = k.buyer_id AND n.outcome = 'taken'
    UNION ALL SELECT g.ended_at FROM contract_signing g WHERE g.contract_id = k.id AND g.buyer_id = k.buyer_id AND g.outcome = 'signed') d) x ON x.at IS NOT NULL
WHERE a.category_id = ANY(@categories::uuid[]) AND k.buyer_id = @buyer_id ORDER BY k.created_at, k.id;

-- name: Amendments :many
SELECT m.contract_id, m.amends_id, m.number, m.ground, m.effective_at, k.title FROM contract_amendment m JOIN contract k ON k.id = m.contract_id AND k.buyer_id = m.buyer_id
WHERE m.amends_id = ANY(@contracts::uuid[]) AND m.buyer_id = @buyer_id AND m.effective_at IS NOT NULL ORDER BY m.number, m.contract_id;

-- name: Milestones :many
SELECT m.id, m.contract_id, m.kind, m.title, m.due_on, m.status FROM contract_milestone m
WHERE m.contract_id = ANY(@contracts::uuid[]) AND m.buyer_id = @buyer_id ORDER BY m.due_on, m.id;

-- name: LastRelease :one
SELECT r.number, r.released_at, r.body FROM publication_release r WHERE r.job_id = @job_id::uuid AND r.buyer_id = @buyer_id ORDER BY r.number DESC LIMIT 1;

-- name: Publish :exec
INSERT INTO publication (job_id, buyer_id, reference, title, activity, status, awarded, closes_at, open_until, cancelled_at, lots, words, releases, first_at, last_at)
VALUES (@job_id, @buyer_id, @reference, @title, @activity, @status, @awarded, @closes_at, sqlc.narg(open_until), sqlc.narg(cancelled_at), @lots, @words, @releases, @at, @at)
ON CONFLICT (job_id) DO UPDATE SET title = excluded.title, status = excluded.status, awarded = excluded.awarded, closes_at = excluded.closes_at,
    open_until = excluded.open_until, cancelled_at = excluded.cancelled_at, lots = excluded.lots, words = excluded.words, releases = excluded.releases, last_at = excluded.last_at
WHERE publication.buyer_id = excluded.buyer_id;

-- name: InsertRelease :exec
-- scope: system: releases of every buyer are numbered in one row; who inserts holds the lock of the feed.
INSERT INTO publication_release (sequence, job_id, buyer_id, number, tags, released_at, body)
SELECT coalesce(max(r.sequence), 0) + 1, @job_id::uuid, @buyer_id::uuid, @number::int, @tags::text[], @released_at::timestamptz, @body::text FROM publication_release r;

-- name: Plan :one
-- Who keeps it out holds its lock: one waits for the other.
SELECT p.id, p.year, p.title, p.status, p.private, b.name AS buyer_name, b.country AS buyer_country
FROM procurement_plan p JOIN company b ON b.id = p.buyer_id WHERE p.id = @id AND p.buyer_id = @buyer_id FOR SHARE OF p;

-- name: PlannedItems :many
SELECT i.id, i.title, i.classification, i.activity, i.publish_on, i.award_on FROM procurement_item i
WHERE i.plan_id = @plan_id AND i.buyer_id = @buyer_id ORDER BY i.publish_on, i.id;

-- name: LastPlanned :many
-- What was published last of each item of a plan.
SELECT n.item_id, r.number, r.released_at, r.body FROM publication_planned n JOIN publication_release r ON r.item_id = n.item_id AND r.number = n.releases AND r.buyer_id = n.buyer_id
WHERE n.plan_id = @plan_id AND n.buyer_id = @buyer_id ORDER BY n.item_id;

-- name: TendersOf :many
-- Jobs of items of a plan, public or about to be.
SELECT j.id FROM job j WHERE j.plan_item_id = ANY(@planned::uuid[]) AND j.buyer_id = @buyer_id ORDER BY j.id;

-- name: PlanOfJob :one
SELECT i.plan_id FROM job j JOIN procurement_item i ON i.id = j.plan_item_id AND i.buyer_id = j.buyer_id WHERE j.id = @job_id AND j.buyer_id = @buyer_id;

-- name: PublishPlanned :exec
-- The list has what the release says.
INSERT INTO publication_planned (item_id, plan_id, buyer_id, plan, title, classification, activity, publish_on, award_on, withdrawn, releases)
SELECT x.item_id, @plan_id, @buyer_id, x.body #>> '{planning,documents,0,title}', x.body #>> '{tender,title}', x.body #>> '{tender,items,0,classification,id}',
       x.body #>> '{tender,procurementMethodDetails}', left(x.body #>> '{tender,tenderPeriod,startDate}', 10)::date, left(x.body #>> '{tender,awardPeriod,endDate}', 10)::date,
       x.body #>> '{tender,status}' = 'withdrawn', x.number
FROM (SELECT y.item_id, y.number, y.body::jsonb AS body
      FROM ROWS FROM (unnest(@items::uuid[]), unnest(@numbers::int[]), unnest(@bodies::text[])) AS y (item_id, number, body)) x
ON CONFLICT (item_id) DO UPDATE SET plan = excluded.plan, title = excluded.title, classification = excluded.classification, activity = excluded.activity,
    publish_on = excluded.publish_on, award_on = excluded.award_on, withdrawn = excluded.withdrawn, releases = excluded.releases
WHERE publication_planned.buyer_id = excluded.buyer_id;

-- name: InsertPlannedReleases :exec
-- scope: system: releases of every buyer are numbered in one row; who inserts holds the lock of the feed.
INSERT INTO publication_release (sequence, item_id, buyer_id, number, tags, released_at, body)
SELECT (SELECT coalesce(max(r.sequence), 0) FROM publication_release r) + x.n, x.item_id, @buyer_id::uuid, x.number, ARRAY[x.tag], x.at, x.body
FROM ROWS FROM (unnest(@items::uuid[]), unnest(@numbers::int[]), unnest(@tags::text[]), unnest(@at::timestamptz[]), unnest(@bodies::text[])) WITH ORDINALITY AS x (item_id, number, tag, at, body, n);

-- name: List :many
-- scope: system: what is public of every buyer.
SELECT p.job_id, p.reference, p.title, p.activity, s.state::text AS state, zabuni.public_closing(p, @now::timestamptz)::timestamptz AS closes_at, p.cancelled_at, p.lots, p.first_at, p.last_at, b.name AS buyer_name, b.country AS buyer_country, j.timezone
FROM publication p JOIN company b ON b.id = p.buyer_id JOIN job j ON j.id = p.job_id AND j.buyer_id = p.buyer_id
CROSS JOIN LATERAL (SELECT zabuni.public_state(p, @now::timestamptz) AS state) s
WHERE (p.first_at, p.job_id) < (@after_at::timestamptz, @after_id::uuid)
  AND (sqlc.narg(search)::text IS NULL OR p.words ILIKE '%' || sqlc.narg(search) || '%' OR b.name ILIKE '%' || sqlc.narg(search) || '%')
  AND (cardinality(@activities::text[]) = 0 OR p.activity = ANY(@activities::text[]))
  AND (cardinality(@countries::text[]) = 0 OR b.country = ANY(@countries::text[]))
  AND (cardinality(@states::text[]) = 0 OR s.state = ANY(@states::text[]))
ORDER BY p.first_at DESC, p.job_id DESC LIMIT @max_rows;

-- name: Planned :many
-- scope: system: what buyers mean to buy, as far as everybody may read it: what is not withdrawn and not awarded by then, with the
-- last tender that came of it and is public.
SELECT n.item_id, n.plan, n.title, n.classification, n.activity, n.publish_on, n.award_on, b.name AS buyer_name, b.country AS buyer_country,
       coalesce((SELECT p.job_id FROM job j JOIN publication p ON p.job_id = j.id WHERE j.plan_item_id = n.item_id ORDER BY p.status = 'cancelled', p.first_at DESC, p.job_id DESC LIMIT 1),
                '00000000-0000-0000-0000-000000000000')::uuid AS job_id
FROM publication_planned n JOIN company b ON b.id = n.buyer_id
WHERE NOT n.withdrawn AND n.award_on >= @today::date AND (n.publish_on, n.item_id) > (@after_on::date, @after_id::uuid)
  AND (sqlc.narg(search)::text IS NULL OR n.title ILIKE '%' || sqlc.narg(search) || '%' OR n.plan ILIKE '%' || sqlc.narg(search) || '%'
       OR b.name ILIKE '%' || sqlc.narg(search) || '%' OR n.classification LIKE sqlc.narg(digits)::text || '%')
  AND (cardinality(@countries::text[]) = 0 OR b.country = ANY(@countries::text[]))
ORDER BY n.publish_on, n.item_id LIMIT @max_rows;

-- name: Public :one
-- scope: system: one tender as everybody may read it, whose ever it is.
SELECT p.job_id, p.buyer_id, p.reference, p.title, p.activity, zabuni.public_state(p, zabuni.clock())::text AS state,
       zabuni.public_closing(p, zabuni.clock())::timestamptz AS closes_at, p.cancelled_at, p.lots, p.first_at, p.last_at,
       b.name AS buyer_name, b.country AS buyer_country, j.timezone, r.body
FROM publication p JOIN company b ON b.id = p.buyer_id JOIN job j ON j.id = p.job_id AND j.buyer_id = p.buyer_id JOIN publication_release r ON r.job_id = p.job_id AND r.number = p.releases AND r.buyer_id = p.buyer_id
WHERE p.job_id = @job_id;

-- name: Paper :one
-- scope: system: the caller has looked whether it is public.
SELECT t.document_id, t.buyer_id FROM attachment t WHERE t.id = @id;

-- name: Feed :many
-- scope: system: releases of every buyer after a number, in the order in which they became readable.
SELECT r.sequence, r.released_at, r.body FROM publication_release r WHERE r.sequence > @after ORDER BY r.sequence LIMIT @max_rows;

-- name: ReleasesOf :many
-- scope: system: all that was published of one tender or of one item of a plan, the oldest first.
SELECT r.released_at, r.body FROM publication_release r WHERE r.job_id = @id::uuid OR r.item_id = @id::uuid ORDER BY r.number;
