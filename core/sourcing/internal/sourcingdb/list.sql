-- name: PutOnList :exec
-- A category is decided once, and so is who stands on its list; what windows of an intake add comes onto the list of the first, where
-- who was put off it, or whose time ends by the closing of the window, stands anew. What was said of others there holds: they had
-- applied in both windows before the first was decided.
INSERT INTO list_entry (category_id, buyer_id, supplier_id, submission_id, listed_at, listed_until, status)
SELECT coalesce((SELECT w.intake_id FROM intake_window w WHERE w.category_id = @category_id AND w.buyer_id = @buyer_id), @category_id), @buyer_id,
       unnest(@suppliers::uuid[]), unnest(@submissions::uuid[]), @listed_at, nullif(unnest(@untils::timestamptz[]), 'epoch'), 'active'
ON CONFLICT (category_id, supplier_id) DO UPDATE SET submission_id = excluded.submission_id, listed_at = excluded.listed_at,
    listed_until = excluded.listed_until, status = excluded.status, reason = ''
WHERE list_entry.buyer_id = excluded.buyer_id AND (list_entry.status = 'removed' OR list_entry.listed_until <=
    (SELECT c.closes_at FROM category c WHERE c.id = @category_id AND c.buyer_id = @buyer_id));

-- name: PapersEnd :many
-- The last day on which all papers hold that came from the profile into some submissions.
SELECT s.submission_id, k.country, min(d.expires_on)::date AS ends
FROM opened_file s JOIN bid_file f ON f.id = s.bid_file_id JOIN company_document d ON d.id = f.paper_id AND d.company_id = f.supplier_id
JOIN company k ON k.id = f.supplier_id
WHERE s.submission_id = ANY(@submissions::uuid[]) AND s.buyer_id = @buyer_id AND d.expires_on IS NOT NULL
GROUP BY s.submission_id, k.country;

-- name: Lists :many
-- A buyer's lists: the categories that made one, the latest first.
SELECT c.id, c.job_id, c.activity, c.reference, c.name, j.title AS job_title, c.created_at, x.entries, x.active
FROM category c JOIN job j ON j.id = c.job_id
JOIN LATERAL (SELECT count(*) AS entries, count(*) FILTER (WHERE e.status = 'active' AND (e.listed_until IS NULL OR e.listed_until > zabuni.clock())) AS active
              FROM list_entry e WHERE e.category_id = c.id) x ON x.entries > 0
WHERE c.buyer_id = @buyer_id AND zabuni.admits(@account_id::uuid, c.id) AND c.activity <> ALL(@off::text[])
  AND (c.created_at, c.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@activities::text[]) = 0 OR c.activity = ANY(@activities::text[]))
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%' OR c.reference ILIKE '%' || sqlc.narg(search) || '%'
       OR j.title ILIKE '%' || sqlc.narg(search) || '%')
  AND (sqlc.narg(job_id)::uuid IS NULL OR c.job_id = sqlc.narg(job_id))
ORDER BY c.created_at DESC, c.id DESC LIMIT @max_rows;

-- name: Listed :many
SELECT e.supplier_id, e.submission_id, s.name, s.country, e.listed_at, e.listed_until, e.status, e.reason
FROM list_entry e JOIN company s ON s.id = e.supplier_id
WHERE e.category_id = @category_id AND e.buyer_id = @buyer_id
ORDER BY s.name, s.id LIMIT @max_rows;

-- name: LockEntry :one
SELECT listed_until FROM list_entry
WHERE category_id = @category_id AND supplier_id = @supplier_id AND buyer_id = @buyer_id FOR UPDATE;

-- name: SetEntry :exec
UPDATE list_entry SET status = @status, listed_until = @listed_until, reason = @reason
WHERE category_id = @category_id AND supplier_id = @supplier_id AND buyer_id = @buyer_id;

-- name: Turns :many
-- Who of a list may be invited now and is not yet, with how often and when last the buyer invited it; rounds of negotiation are no
-- invitations of this kind.
SELECT e.supplier_id, s.name, s.country, x.last, x.times
FROM list_entry e JOIN company s ON s.id = e.supplier_id
JOIN LATERAL (SELECT coalesce(max(i.invited_at), 'epoch')::timestamptz AS last, count(*)::int AS times FROM invitation i
              WHERE i.supplier_id = e.supplier_id AND i.buyer_id = e.buyer_id AND i.source <> 'round') x ON true
WHERE e.category_id = @list_id AND e.buyer_id = @buyer_id AND e.status = 'active' AND s.status = 'active'
  AND (e.listed_until IS NULL OR e.listed_until > zabuni.clock())
  AND NOT EXISTS (SELECT FROM invitation i WHERE i.category_id = @category_id AND i.buyer_id = e.buyer_id AND i.supplier_id = e.supplier_id)
ORDER BY e.supplier_id;
