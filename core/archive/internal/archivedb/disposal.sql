-- name: DisposalList :many
-- Every file of a job that would go, in one order. What another job or a company's own papers name too is not among them, but that of
-- which the others have gone: the last that names a file takes it along, and what went with another goes once.
WITH gone AS (
    SELECT j.id FROM job j WHERE j.id = @job_id AND j.buyer_id = @buyer_id
    UNION SELECT z.job_id FROM disposal z WHERE z.buyer_id = @buyer_id AND z.status IN ('destroying', 'disposed')), ended AS (
    SELECT k.id FROM gone g JOIN award a ON a.job_id = g.id JOIN contract k ON k.award_id = a.id
    UNION ALL SELECT m.contract_id FROM gone g JOIN award a ON a.job_id = g.id JOIN contract k ON k.award_id = a.id JOIN contract_amendment m ON m.amends_id = k.id), deals AS (
    SELECT k.id FROM award a JOIN contract k ON k.award_id = a.id WHERE a.job_id = @job_id AND k.buyer_id = @buyer_id
    UNION ALL SELECT m.contract_id FROM award a JOIN contract k ON k.award_id = a.id JOIN contract_amendment m ON m.amends_id = k.id
          WHERE a.job_id = @job_id AND m.buyer_id = @buyer_id), papers AS (
    SELECT 'letter'::text AS kind, t.document_id FROM letter t JOIN category c ON c.id = t.category_id WHERE c.job_id = @job_id AND t.buyer_id = @buyer_id
    UNION SELECT 'paper', j.document_id FROM job_document j WHERE j.job_id = @job_id AND j.buyer_id = @buyer_id
    UNION SELECT 'paper', t.document_id FROM attachment t JOIN category c ON c.id = t.category_id WHERE c.job_id = @job_id AND t.buyer_id = @buyer_id
    UNION SELECT 'paper', p.document_id FROM asset_photo p JOIN category c ON c.id = p.category_id WHERE c.job_id = @job_id AND p.buyer_id = @buyer_id
    UNION SELECT 'paper', p.document_id FROM visit_photo p JOIN visit v ON v.submission_id = p.submission_id JOIN category c ON c.id = v.category_id
          WHERE c.job_id = @job_id AND p.buyer_id = @buyer_id
    UNION SELECT 'paper', e.paper_id FROM auction_event e JOIN category c ON c.id = e.category_id WHERE c.job_id = @job_id AND e.buyer_id = @buyer_id AND e.paper_id IS NOT NULL
    UNION SELECT 'paper', r.paper_id FROM evaluation_report r JOIN category c ON c.id = r.category_id WHERE c.job_id = @job_id AND r.buyer_id = @buyer_id
    UNION SELECT 'paper', x.paper_id FROM evaluation_report r JOIN category c ON c.id = r.category_id JOIN evaluation_signer x ON x.report_id = r.id
          WHERE c.job_id = @job_id AND x.buyer_id = @buyer_id AND x.paper_id IS NOT NULL
    UNION SELECT 'paper', g.paper_id FROM deals k JOIN contract_signing g ON g.contract_id = k.id WHERE g.buyer_id = @buyer_id
    UNION SELECT 'paper', x.paper_id FROM deals k JOIN contract_signing g ON g.contract_id = k.id
          JOIN contract_signature x ON x.signing_id = g.id WHERE x.buyer_id = @buyer_id
    UNION SELECT 'paper', x.document_id FROM deals k JOIN contract_pack x ON x.contract_id = k.id WHERE x.buyer_id = @buyer_id
    UNION SELECT 'paper', v.file_id FROM deals k JOIN contract_version v ON v.contract_id = k.id WHERE v.buyer_id = @buyer_id
    UNION SELECT 'paper', z.file_id FROM deals k JOIN contract_scan z ON z.contract_id = k.id WHERE z.buyer_id = @buyer_id
    UNION SELECT 'paper', z.document_id FROM deals k JOIN contract_milestone m ON m.contract_id = k.id
          JOIN contract_milestone_step z ON z.milestone_id = m.id WHERE z.buyer_id = @buyer_id)
SELECT 'bid'::text AS kind, b.id, ''::text AS name, b.store_key, b.size, b.sealed_sha256 AS sha256 FROM bid_file b JOIN participation p ON p.id = b.participation_id
JOIN category c ON c.id = p.category_id WHERE c.job_id = @job_id AND b.buyer_id = @buyer_id
UNION ALL SELECT min(p.kind), d.id, d.name, d.store_key, d.size, d.sha256 FROM papers p JOIN document d ON d.id = p.document_id
WHERE NOT EXISTS (SELECT FROM attachment t JOIN category c ON c.id = t.category_id WHERE t.document_id = d.id AND c.job_id NOT IN (SELECT g.id FROM gone g))
  AND NOT EXISTS (SELECT FROM asset_photo t JOIN category c ON c.id = t.category_id WHERE t.document_id = d.id AND c.job_id NOT IN (SELECT g.id FROM gone g))
  AND NOT EXISTS (SELECT FROM job_document t WHERE t.document_id = d.id AND t.job_id NOT IN (SELECT g.id FROM gone g))
  AND NOT EXISTS (SELECT FROM company_document t WHERE t.document_id = d.id)
  AND NOT EXISTS (SELECT FROM contract_version t WHERE t.file_id = d.id AND t.contract_id NOT IN (SELECT e.id FROM ended e))
  AND NOT EXISTS (SELECT FROM contract_scan t WHERE t.file_id = d.id AND t.contract_id NOT IN (SELECT e.id FROM ended e))
  AND NOT EXISTS (SELECT FROM contract_milestone_step t JOIN contract_milestone m ON m.id = t.milestone_id
                  WHERE t.document_id = d.id AND m.contract_id NOT IN (SELECT e.id FROM ended e))
  AND NOT EXISTS (SELECT FROM disposed_object o JOIN disposal z ON z.id = o.disposal_id WHERE o.object_id = d.id AND z.job_id <> @job_id)
GROUP BY d.id ORDER BY kind, id;

-- name: DisposalBids :one
SELECT count(*) FROM participation p JOIN category c ON c.id = p.category_id WHERE c.job_id = @job_id AND p.buyer_id = @buyer_id AND p.latest_version > 0;

-- name: Disposal :one
-- The latest of a job, with who had to do with it.
SELECT d.*, (p.first_name || ' ' || p.last_name)::text AS proposed_name, coalesce(x.first_name || ' ' || x.last_name, '')::text AS decided_name
FROM disposal d JOIN account p ON p.id = d.proposed_by LEFT JOIN account x ON x.id = d.decided_by
WHERE d.job_id = @job_id AND d.buyer_id = @buyer_id ORDER BY d.proposed_at DESC, d.id DESC LIMIT 1;

-- name: InsertDisposal :exec
INSERT INTO disposal (id, job_id, buyer_id, status, reason, files, bids, letters, bytes, list_sum, proposed_by, proposed_at)
VALUES (@id, @job_id, @buyer_id, 'proposed', @reason, @files, @bids, @letters, @bytes, @list_sum, @proposed_by, @now);

-- name: DecideDisposal :exec
UPDATE disposal SET status = @status, decided_by = @decided_by, decided_at = @now, said = @said WHERE id = @id AND buyer_id = @buyer_id;

-- name: StopDisposal :exec
UPDATE disposal SET status = 'stopped', said = @said WHERE id = @id AND buyer_id = @buyer_id;

-- name: DisposalsWaiting :many
-- scope: system: what was decided and is not done, the longest first.
SELECT id, job_id, buyer_id FROM disposal WHERE status IN ('approved', 'destroying') ORDER BY decided_at, id LIMIT @max_rows;

-- name: BeginAlone :exec
-- Jobs of a buyer may share a file: the last of them takes it along, so that which is the last is decided one at a time.
SELECT pg_advisory_xact_lock(hashtextextended(@key::text, 0));

-- name: BeginDisposal :exec
UPDATE disposal SET status = 'destroying', begun_at = @now WHERE id = @id AND buyer_id = @buyer_id;

-- name: InsertDisposed :exec
INSERT INTO disposed_object (object_id, disposal_id, buyer_id, kind, store_name, size, sha256)
SELECT x.id, @disposal_id, @buyer_id, x.kind, x.store_name, x.size, decode(x.sum, 'hex')
FROM ROWS FROM (unnest(@ids::uuid[]), unnest(@kinds::text[]), unnest(@names::text[]), unnest(@sizes::bigint[]), unnest(@sums::text[])) AS x (id, kind, store_name, size, sum);

-- name: DisposedObjects :many
SELECT object_id, kind, store_name, size, sha256 FROM disposed_object WHERE disposal_id = @disposal_id AND buyer_id = @buyer_id ORDER BY kind, object_id;

-- name: DisposedShared :many
-- The files of a disposal whose bytes stay: something that was not disposed of has the same.
SELECT o.object_id FROM disposed_object o WHERE o.disposal_id = @disposal_id AND o.buyer_id = @buyer_id
AND EXISTS (SELECT FROM document x WHERE x.store_key = o.store_name AND NOT EXISTS (SELECT FROM disposed_object y WHERE y.object_id = x.id));

-- name: Empty :exec
-- Keys and contents go out of the rows of the job with this (zabuni.dispose).
UPDATE disposal SET emptied_at = @now WHERE id = @id AND buyer_id = @buyer_id;

-- name: EndDisposal :exec
UPDATE disposal SET status = 'disposed', ended_at = @now, certificate = @certificate, list = @list WHERE id = @id AND buyer_id = @buyer_id;

-- name: DueOf :one
-- Whether the years of an archived job are over, where the job is.
SELECT (x.keep_until <= (zabuni.clock() AT TIME ZONE j.timezone)::date)::boolean AS due FROM archived_job x JOIN job j ON j.id = x.job_id WHERE x.job_id = @job_id AND x.buyer_id = @buyer_id;

-- name: Concerned :many
-- Whose bids a job had.
SELECT DISTINCT p.supplier_id FROM participation p JOIN category c ON c.id = p.category_id WHERE c.job_id = @job_id AND p.buyer_id = @buyer_id AND p.latest_version > 0 ORDER BY 1;
