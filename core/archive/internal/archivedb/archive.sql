-- name: EndsOf :one
-- What counts for a job and what of it is not over; under its lock where it is to be archived.
SELECT j.id, j.buyer_id, j.activity, j.reference, j.title, j.status, j.timezone, j.owner_id, coalesce(j.cancelled_at, '0001-01-01 00:00:00+00')::timestamptz AS cancelled,
       coalesce((SELECT max(least(c.closes_at, c.cancelled_at)) FROM category c WHERE c.job_id = j.id AND c.published_at IS NOT NULL), '0001-01-01 00:00:00+00')::timestamptz AS closing,
       coalesce((SELECT max(a.decided_at) FROM award a WHERE a.job_id = j.id), '0001-01-01 00:00:00+00')::timestamptz AS award,
       coalesce((SELECT max(k.ends_on) FROM award a JOIN contract k ON k.award_id = a.id WHERE a.job_id = j.id), '0001-01-01')::date AS contract,
       (SELECT count(*) FROM category c WHERE c.job_id = j.id AND c.parent_id IS NULL AND c.status <> ALL(@over::text[])) AS categories,
       (SELECT count(*) FROM award a JOIN contract k ON k.award_id = a.id WHERE a.job_id = j.id AND k.status <> ALL(@spent::text[])) AS contracts,
       (SELECT count(DISTINCT l.category_id) FROM category c JOIN list_entry l ON l.category_id = c.id
        WHERE c.job_id = j.id AND l.status <> 'removed' AND (l.listed_until IS NULL OR l.listed_until > zabuni.clock())) AS lists
FROM job j WHERE j.id = @id AND j.buyer_id = @buyer_id;

-- name: Finished :many
-- scope: system: jobs that may have come to their end, by the calendar; each is looked at by itself. The longest unarchived first.
SELECT j.id, j.buyer_id FROM job j
WHERE j.status IN ('closed', 'cancelled') AND j.created_at < @before
  AND NOT EXISTS (SELECT FROM category c WHERE c.job_id = j.id AND c.parent_id IS NULL AND c.status <> ALL(@over::text[]))
  AND NOT EXISTS (SELECT FROM category c WHERE c.job_id = j.id AND c.published_at IS NOT NULL AND c.closes_at BETWEEN @before AND zabuni.clock())
  AND NOT EXISTS (SELECT FROM award a WHERE a.job_id = j.id AND a.decided_at > @before)
  AND NOT EXISTS (SELECT FROM award a JOIN contract k ON k.award_id = a.id WHERE a.job_id = j.id AND (k.status <> ALL(@spent::text[]) OR k.ends_on > @before::date))
  AND NOT EXISTS (SELECT FROM category c JOIN list_entry l ON l.category_id = c.id
                  WHERE c.job_id = j.id AND l.status <> 'removed' AND (l.listed_until IS NULL OR l.listed_until > zabuni.clock()))
  AND coalesce(j.cancelled_at, j.published_at) < @before
ORDER BY j.created_at, j.id LIMIT @max_rows;

-- name: InsertArchived :exec
INSERT INTO archived_job (job_id, buyer_id, archived_at, archived_by, basis, basis_on, keep_until)
VALUES (@job_id, @buyer_id, @now, sqlc.narg(archived_by), @basis, @basis_on, @keep_until);

-- name: LockArchived :one
SELECT x.*, j.title, j.reference FROM archived_job x JOIN job j ON j.id = x.job_id WHERE x.job_id = @job_id AND x.buyer_id = @buyer_id FOR NO KEY UPDATE OF x;

-- name: OwnerOf :one
-- scope: operator: whose a job is, before everything else is asked with that owner.
SELECT buyer_id FROM job WHERE id = @id;

-- name: OpenHold :one
SELECT id, reason, placed_by, placed_at FROM archive_hold WHERE job_id = @job_id AND buyer_id = @buyer_id AND released_at IS NULL;

-- name: InsertHold :exec
INSERT INTO archive_hold (id, job_id, buyer_id, reason, placed_by, placed_at) VALUES (@id, @job_id, @buyer_id, @reason, @placed_by, @now);

-- name: ReleaseHold :exec
UPDATE archive_hold SET released_by = @released_by, released_at = @now, released_for = @released_for WHERE id = @id AND buyer_id = @buyer_id;

-- name: Holds :many
-- Whoever held a job, the last first.
SELECT h.id, h.reason, h.placed_at, (p.first_name || ' ' || p.last_name)::text AS placed_name, h.released_at, h.released_for,
       coalesce(r.first_name || ' ' || r.last_name, '')::text AS released_name
FROM archive_hold h JOIN account p ON p.id = h.placed_by LEFT JOIN account r ON r.id = h.released_by
WHERE h.job_id = @job_id AND h.buyer_id = @buyer_id ORDER BY h.placed_at DESC LIMIT 50;

-- name: Managed :many
-- scope: operator: jobs of all buyers on their way into the archive and in it, the newest first.
SELECT j.id, j.buyer_id, b.name AS buyer_name, j.activity, j.reference, j.title, j.status, j.created_at,
       x.archived_at, x.basis, x.basis_on, x.keep_until, (h.id IS NOT NULL)::boolean AS held, coalesce(h.reason, '')::text AS hold_reason,
       coalesce(h.placed_by = @account_id, false)::boolean AS own_hold, coalesce(z.status, '')::text AS disposal,
       coalesce(x.keep_until <= (zabuni.clock() AT TIME ZONE j.timezone)::date, false)::boolean AS due, w.categories, w.contracts, w.lists
FROM job j JOIN company b ON b.id = j.buyer_id LEFT JOIN archived_job x ON x.job_id = j.id LEFT JOIN archive_hold h ON h.job_id = j.id AND h.released_at IS NULL
LEFT JOIN disposal z ON z.job_id = j.id AND z.status NOT IN ('refused', 'stopped')
CROSS JOIN LATERAL (
    SELECT (SELECT count(*) FROM category c WHERE c.job_id = j.id AND c.parent_id IS NULL AND c.status <> ALL(@over::text[])) AS categories,
           (SELECT count(*) FROM award a JOIN contract k ON k.award_id = a.id WHERE a.job_id = j.id AND k.status <> ALL(@spent::text[])) AS contracts,
           (SELECT count(DISTINCT l.category_id) FROM category c JOIN list_entry l ON l.category_id = c.id
            WHERE c.job_id = j.id AND l.status <> 'removed' AND (l.listed_until IS NULL OR l.listed_until > zabuni.clock())) AS lists) w
WHERE j.status IN ('closed', 'cancelled', 'archived') AND (j.created_at, j.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@states::text[]) = 0 OR (CASE WHEN h.id IS NOT NULL THEN 'held' WHEN z.status IN ('destroying', 'disposed') THEN 'disposed'
       WHEN x.keep_until <= (zabuni.clock() AT TIME ZONE j.timezone)::date THEN 'due' WHEN x.job_id IS NOT NULL THEN 'archived'
       WHEN w.categories + w.contracts + w.lists > 0 THEN 'waiting' ELSE 'ready' END) = ANY(@states::text[]))
  AND (cardinality(@activities::text[]) = 0 OR j.activity = ANY(@activities::text[]))
  AND (sqlc.narg(search)::text IS NULL OR j.title ILIKE '%' || sqlc.narg(search) || '%' OR j.reference ILIKE '%' || sqlc.narg(search) || '%'
       OR b.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY j.created_at DESC, j.id DESC LIMIT @max_rows;

-- name: Buyers :many
-- scope: operator: whose jobs stand in the archive.
SELECT b.id, b.name, b.country, b.created_at, count(x.job_id) AS jobs, count(h.id) AS held, min(x.keep_until)::date AS first_until
FROM company b JOIN archived_job x ON x.buyer_id = b.id LEFT JOIN archive_hold h ON h.job_id = x.job_id AND h.released_at IS NULL
WHERE (b.created_at, b.id) < (@after_at::timestamptz, @after_id::uuid) AND (sqlc.narg(search)::text IS NULL OR b.name ILIKE '%' || sqlc.narg(search) || '%')
GROUP BY b.id ORDER BY b.created_at DESC, b.id DESC LIMIT @max_rows;

-- name: BuyerName :one
-- scope: operator: of the buyer whose archive is looked at.
SELECT name FROM company WHERE id = @id AND kind = 'buyer';

-- name: Jobs :many
-- What a buyer has archived, the last first.
SELECT j.id, j.activity, j.reference, j.title, x.archived_at, x.basis, x.basis_on, x.keep_until, (h.id IS NOT NULL)::boolean AS held,
       (SELECT count(*) FROM category c WHERE c.job_id = j.id AND c.parent_id IS NULL) AS categories
FROM archived_job x JOIN job j ON j.id = x.job_id LEFT JOIN archive_hold h ON h.job_id = x.job_id AND h.released_at IS NULL
WHERE x.buyer_id = @buyer_id AND (x.archived_at, j.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@activities::text[]) = 0 OR j.activity = ANY(@activities::text[])) AND j.activity <> ALL(@off::text[])
  AND (sqlc.narg(search)::text IS NULL OR j.title ILIKE '%' || sqlc.narg(search) || '%' OR j.reference ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY x.archived_at DESC, j.id DESC LIMIT @max_rows;

-- name: Job :one
SELECT j.id, j.buyer_id, b.name AS buyer_name, j.activity, j.reference, j.title, j.timezone, x.archived_at, x.basis, x.basis_on, x.keep_until,
       (h.id IS NOT NULL)::boolean AS held, coalesce(z.status, '')::text AS destruction
FROM archived_job x JOIN job j ON j.id = x.job_id JOIN company b ON b.id = x.buyer_id LEFT JOIN archive_hold h ON h.job_id = x.job_id AND h.released_at IS NULL
LEFT JOIN disposal z ON z.job_id = x.job_id AND z.status IN ('destroying', 'disposed')
WHERE x.job_id = @id AND x.buyer_id = @buyer_id;

-- name: Categories :many
-- Those of a job that are open to a person; rounds of negotiation stand in what their categories came to.
SELECT c.id, c.reference, c.name, c.status, c.closes_at,
       (SELECT count(*) FROM participation p JOIN submission n ON n.participation_id = p.id AND n.version = p.latest_version
        WHERE p.category_id = c.id AND n.withdrawn_at IS NULL AND n.set_aside_by IS NULL) AS bids,
       coalesce((SELECT string_agg(DISTINCT w.name, ', ' ORDER BY w.name) FROM award_line l JOIN company w ON w.id = l.supplier_id WHERE l.category_id = c.id AND c.status <> 'unsuccessful'), '')::text AS winners
FROM category c WHERE c.job_id = @job_id AND c.buyer_id = @buyer_id AND c.parent_id IS NULL AND (@everybody::boolean OR zabuni.admits(@account_id, c.id)) ORDER BY c.number LIMIT 1000;

-- name: Category :one
-- A category of an archived job that is open to a person.
SELECT c.id, c.reference, c.name, c.status, c.job_id FROM category c JOIN archived_job x ON x.job_id = c.job_id
WHERE c.id = @id AND c.buyer_id = @buyer_id AND (@everybody::boolean OR zabuni.admits(@account_id, c.id));

-- name: CategoryOwner :one
-- scope: operator: whose a category is, before everything else is asked with that owner.
SELECT buyer_id FROM category WHERE id = @id;

-- name: Suppliers :many
-- Who had submitted a bid, and what came of it.
SELECT s.id, s.name, s.country, n.id AS submission_id, n.version, n.received_at, n.withdrawn_at, (n.set_aside_by IS NOT NULL)::boolean AS unconfirmed, r.rank, coalesce(r.outcome, '')::text AS outcome,
       EXISTS (SELECT FROM award_line l JOIN category k ON k.id = l.category_id WHERE l.category_id = p.category_id AND l.supplier_id = p.supplier_id AND k.status <> 'unsuccessful') AS won,
       (SELECT count(*) FROM opened_file f WHERE f.submission_id = n.id) AS files,
       (SELECT count(*) FROM letter t WHERE t.category_id = p.category_id AND t.supplier_id = p.supplier_id AND t.status = 'issued') AS letters
FROM participation p JOIN company s ON s.id = p.supplier_id JOIN submission n ON n.participation_id = p.id AND n.version = p.latest_version
LEFT JOIN bid_result r ON r.submission_id = n.id
WHERE p.category_id = @category_id AND p.buyer_id = @buyer_id AND (sqlc.narg(bidder)::uuid IS NULL OR p.supplier_id = sqlc.narg(bidder))
ORDER BY won DESC, r.rank NULLS LAST, s.name, s.id LIMIT 1000;

-- name: Papers :many
-- What was opened of a bid and the letters to who made it.
SELECT b.id, 'answer'::text AS kind, b.name, b.media_type, b.size, coalesce(u.prompt, '')::text AS about, b.uploaded_at AS at
FROM opened_file f JOIN bid_file b ON b.id = f.bid_file_id LEFT JOIN question u ON u.id = b.question_id
WHERE f.submission_id = @submission_id AND f.buyer_id = @buyer_id
UNION ALL
SELECT t.id, 'letter', t.kind || '-letter.pdf', 'application/pdf', coalesce(d.size, 0), t.reference, t.issued_at
FROM letter t LEFT JOIN document d ON d.id = t.document_id
WHERE t.category_id = @category_id AND t.supplier_id = @supplier_id AND t.buyer_id = @buyer_id AND t.status = 'issued'
ORDER BY kind, at, id LIMIT 2000;

-- name: OwnCompanies :many
-- Buyers in whose archive a supplier has a bid.
SELECT b.id, b.name, b.country, b.created_at, count(DISTINCT x.job_id) AS jobs, count(*) AS categories
FROM participation p JOIN category c ON c.id = p.category_id JOIN archived_job x ON x.job_id = c.job_id JOIN company b ON b.id = x.buyer_id
WHERE p.supplier_id = @supplier_id AND p.latest_version > 0 AND (b.created_at, b.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (sqlc.narg(search)::text IS NULL OR b.name ILIKE '%' || sqlc.narg(search) || '%')
GROUP BY b.id ORDER BY b.created_at DESC, b.id DESC LIMIT @max_rows;

-- name: OwnBuyer :one
-- Who a buyer is in whose archive a supplier has a bid.
SELECT b.name FROM company b WHERE b.id = @buyer_id AND EXISTS (
    SELECT FROM participation p JOIN category c ON c.id = p.category_id JOIN archived_job x ON x.job_id = c.job_id
    WHERE p.supplier_id = @supplier_id AND c.buyer_id = @buyer_id AND p.latest_version > 0);

-- name: OwnCategories :many
-- What a supplier has bid for with a buyer, of the archived jobs; the last archived first.
SELECT c.id, c.reference, c.name, c.activity, j.title AS job_title, c.status, c.closes_at, x.archived_at, x.keep_until, n.withdrawn_at, (n.set_aside_by IS NOT NULL)::boolean AS unconfirmed,
       coalesce(r.outcome, '')::text AS outcome, (c.status <> 'unsuccessful' AND EXISTS (SELECT FROM award_line l WHERE l.category_id = c.id AND l.supplier_id = p.supplier_id))::boolean AS won
FROM participation p JOIN category c ON c.id = p.category_id JOIN job j ON j.id = c.job_id JOIN archived_job x ON x.job_id = c.job_id
JOIN submission n ON n.participation_id = p.id AND n.version = p.latest_version LEFT JOIN bid_result r ON r.submission_id = n.id
WHERE p.supplier_id = @supplier_id AND c.buyer_id = @buyer_id AND p.latest_version > 0 AND (x.archived_at, c.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%' OR j.title ILIKE '%' || sqlc.narg(search) || '%'
       OR c.reference ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY x.archived_at DESC, c.id DESC LIMIT @max_rows;

-- name: OwnCategory :one
SELECT c.id, c.reference, c.name, c.activity, c.buyer_id, b.name AS buyer_name, c.status, x.archived_at, x.keep_until, p.id AS participation_id,
       n.version, n.received_at, n.withdrawn_at,
       EXISTS (SELECT FROM disposal z WHERE z.job_id = x.job_id AND z.status IN ('destroying', 'disposed')) AS destroyed
FROM participation p JOIN category c ON c.id = p.category_id JOIN archived_job x ON x.job_id = c.job_id JOIN company b ON b.id = c.buyer_id
JOIN submission n ON n.participation_id = p.id AND n.version = p.latest_version
WHERE p.supplier_id = @supplier_id AND p.category_id = @category_id AND p.latest_version > 0;

-- name: OwnPapers :many
-- A supplier's own documents as they stood in its bid, and the letters to it.
SELECT b.id, 'answer'::text AS kind, b.name, b.media_type, b.size, coalesce(u.prompt, '')::text AS about, b.uploaded_at AS at
FROM bid_file b LEFT JOIN question u ON u.id = b.question_id
WHERE b.participation_id = @participation_id AND b.supplier_id = @supplier_id AND b.uploaded_at <= @received_at AND (b.removed_at IS NULL OR b.removed_at > @received_at)
UNION ALL
SELECT t.id, 'letter', t.kind || '-letter.pdf', 'application/pdf', coalesce(d.size, 0), t.reference, t.issued_at
FROM letter t LEFT JOIN document d ON d.id = t.document_id WHERE t.category_id = @category_id AND t.supplier_id = @supplier_id AND t.status = 'issued'
ORDER BY kind, at, id LIMIT 2000;
