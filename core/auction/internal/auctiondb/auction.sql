-- name: InsertAuction :exec
INSERT INTO auction (category_id, buyer_id, best_price, currency, visibility, show_bidders, step_amount, step_percent, reference, start_price,
                     jump_percent, starts_at, ends_at, hard_end, window_seconds, extend_seconds, extend_from, extend_on, trigger_rank, max_extensions,
                     status, last_at, reserve, show_reserve_met)
VALUES (@category_id, @buyer_id, @best_price, @currency, @visibility, @show_bidders, sqlc.narg(step_amount), sqlc.narg(step_percent), @reference,
        sqlc.narg(start_price), @jump_percent, @starts_at, @ends_at, @hard_end, @window_seconds, @extend_seconds, @extend_from, @extend_on,
        @trigger_rank, @max_extensions, 'draft', @now, sqlc.narg(reserve), @show_reserve_met);

-- name: UpdateRules :execrows
-- What is published keeps its rules.
UPDATE auction SET currency = @currency, visibility = @visibility, show_bidders = @show_bidders, step_amount = sqlc.narg(step_amount),
    step_percent = sqlc.narg(step_percent), reference = @reference, start_price = sqlc.narg(start_price), jump_percent = @jump_percent,
    starts_at = @starts_at, ends_at = @ends_at, hard_end = @hard_end, window_seconds = @window_seconds, extend_seconds = @extend_seconds,
    extend_from = @extend_from, extend_on = @extend_on, trigger_rank = @trigger_rank, max_extensions = @max_extensions,
    reserve = sqlc.narg(reserve), show_reserve_met = @show_reserve_met
WHERE category_id = @category_id AND buyer_id = @buyer_id AND status = 'draft';

-- name: CommitReserve :exec
UPDATE auction SET reserve_salt = @salt, reserve_commitment = @commitment WHERE category_id = @category_id AND buyer_id = @buyer_id AND status = 'draft';

-- name: Auction :one
SELECT * FROM auction WHERE category_id = @category_id AND buyer_id = @buyer_id;

-- name: LockAuction :one
SELECT * FROM auction WHERE category_id = @category_id AND buyer_id = @buyer_id FOR NO KEY UPDATE;

-- name: OwnerOf :one
-- scope: system: whose an auction is stands in what follows.
SELECT buyer_id FROM auction WHERE category_id = @category_id;

-- name: SaveAuction :exec
UPDATE auction SET status = @status, seq = @seq, extensions = @extensions, last_at = @last_at, paused_at = sqlc.narg(paused_at), ends_at = @ends_at,
    hard_end = @hard_end
WHERE category_id = @category_id AND buyer_id = @buyer_id;

-- name: Marks :many
-- The last standing bid of each who has one.
SELECT supplier_id, best::numeric(20,4) AS best, best_seq::bigint AS best_seq FROM auction_participant
WHERE category_id = @category_id AND buyer_id = @buyer_id AND best IS NOT NULL;

-- name: SaveMarks :exec
UPDATE auction_participant p SET best = n.best, best_seq = n.seq
FROM (SELECT unnest(@suppliers::uuid[]) AS supplier_id, unnest(@bests::numeric[]) AS best, unnest(@seqs::bigint[]) AS seq) n
WHERE p.category_id = @category_id AND p.buyer_id = @buyer_id AND p.supplier_id = n.supplier_id;

-- name: ClearMark :exec
UPDATE auction_participant SET best = NULL, best_seq = NULL
WHERE category_id = @category_id AND buyer_id = @buyer_id AND supplier_id = @supplier_id;

-- name: Bidders :many
-- What the part of some suppliers depends on, read under the auction's lock with the clock of a statement after it.
SELECT s.id, (s.status = 'active')::boolean AS active, p.blocked,
       EXISTS (SELECT FROM blacklist_case b WHERE b.supplier_id = s.id AND (b.buyer_id = @buyer_id OR b.buyer_id IS NULL)
                 AND b.status = 'blacklisted' AND b.expires_at > @now::timestamptz) AS blacklisted,
       EXISTS (SELECT FROM invitation i WHERE i.category_id = @category_id AND i.supplier_id = s.id) AS invited,
       EXISTS (SELECT FROM bid_result r WHERE r.category_id = @category_id AND r.supplier_id = s.id AND r.technical_pass) AS passed
FROM company s LEFT JOIN auction_participant p ON p.supplier_id = s.id AND p.category_id = @category_id
WHERE s.id = ANY(@suppliers::uuid[]) AND s.kind = 'supplier';

-- name: SentBefore :many
SELECT e.* FROM auction_event e JOIN (SELECT unnest(@suppliers::uuid[]) AS supplier_id, unnest(@keys::text[]) AS key) n
    ON n.supplier_id = e.supplier_id AND n.key = e.key
WHERE e.category_id = @category_id AND e.buyer_id = @buyer_id AND e.key <> ''; -- as its index has it

-- name: InsertEvents :exec
INSERT INTO auction_event (category_id, seq, buyer_id, kind, supplier_id, amount, at, ends_after, extensions, reason, voids, by_id, key, paper_id)
SELECT @category_id, n.seq, @buyer_id, n.kind, nullif(n.supplier_id, '00000000-0000-0000-0000-000000000000'), nullif(n.amount, 0), n.at, n.ends_after,
       n.extensions, n.reason, nullif(n.voids, 0), n.by_id, n.key, nullif(n.paper_id, '00000000-0000-0000-0000-000000000000')
FROM (SELECT unnest(@seqs::bigint[]) AS seq, unnest(@kinds::text[]) AS kind, unnest(@suppliers::uuid[]) AS supplier_id,
             unnest(@amounts::numeric[]) AS amount, unnest(@ats::timestamptz[]) AS at, unnest(@ends::timestamptz[]) AS ends_after,
             unnest(@extensions::int[]) AS extensions, unnest(@reasons::text[]) AS reason, unnest(@voids::bigint[]) AS voids,
             unnest(@bys::uuid[]) AS by_id, unnest(@keys::text[]) AS key,
             unnest(@papers::uuid[]) AS paper_id) n;

-- name: Paper :one
-- The scan of a surrogate: for whose auction it is, or for whom it was entered.
SELECT paper_id::uuid AS paper_id, buyer_id FROM auction_event
WHERE category_id = @category_id AND paper_id = @paper_id::uuid AND (buyer_id = @reader OR supplier_id = @reader);

-- name: Ledger :many
-- All of it, the first first.
SELECT * FROM auction_event WHERE category_id = @category_id AND buyer_id = @buyer_id ORDER BY seq;

-- name: Join :execrows
INSERT INTO auction_participant (category_id, supplier_id, buyer_id, alias, joined_by, joined_at)
VALUES (@category_id, @supplier_id, @buyer_id, @alias, @joined_by, @now) ON CONFLICT DO NOTHING;

-- name: Participant :one
SELECT * FROM auction_participant WHERE category_id = @category_id AND supplier_id = @supplier_id;

-- name: Block :execrows
UPDATE auction_participant SET blocked = @blocked
WHERE category_id = @category_id AND buyer_id = @buyer_id AND supplier_id = @supplier_id AND blocked <> @blocked;

-- name: Participants :many
-- Who has joined or may come, whoever leads first.
SELECT s.id, s.name, s.country, p.alias, p.blocked, p.joined_at, p.best, p.best_seq, i.invited_at, i.viewed_at,
       (SELECT count(*) FROM auction_event e WHERE e.category_id = @category_id AND e.supplier_id = s.id AND e.kind IN ('bid', 'bid_surrogate')) AS bids,
       r.technical_pass AS passed
FROM company s
    LEFT JOIN bid_result r ON r.supplier_id = s.id AND r.category_id = @category_id
    LEFT JOIN auction_participant p ON p.supplier_id = s.id AND p.category_id = @category_id AND p.buyer_id = @buyer_id
    LEFT JOIN invitation i ON i.supplier_id = s.id AND i.category_id = @category_id AND i.buyer_id = @buyer_id
WHERE p.supplier_id IS NOT NULL OR i.supplier_id IS NOT NULL
ORDER BY p.joined_at NULLS LAST, i.invited_at, s.id LIMIT @max_rows;

-- name: CountJoined :one
SELECT count(*) FROM auction_participant WHERE category_id = @category_id AND buyer_id = @buyer_id;

-- name: Aliases :many
SELECT supplier_id, alias FROM auction_participant WHERE category_id = @category_id AND buyer_id = @buyer_id;

-- name: DueToClose :many
-- scope: system: the clock ends auctions of everybody.
SELECT category_id, buyer_id FROM auction WHERE status = 'published' AND ends_at <= zabuni.clock() ORDER BY ends_at LIMIT 500;

-- name: Host :many
-- The auctions of a buyer, the last to start first.
WITH asked AS MATERIALIZED (SELECT zabuni.clock() AS now)
SELECT a.category_id, c.job_id, c.activity, c.reference, j.title, j.timezone, a.currency, a.visibility, c.invited_only, a.starts_at, a.ends_at,
       zabuni.phase(a.status, a.starts_at, a.ends_at, a.extensions, asked.now)::text AS phase,
       (SELECT count(*) FROM item i WHERE i.category_id = a.category_id) AS items,
       (SELECT count(*) FROM invitation i WHERE i.category_id = a.category_id) AS invited,
       (SELECT count(*) FROM auction_participant p WHERE p.category_id = a.category_id) AS joined,
       (SELECT count(*) FROM auction_event e WHERE e.category_id = a.category_id AND e.kind IN ('bid', 'bid_surrogate')) AS bids,
       best.amount AS best, coalesce(d.name, '')::text AS department
FROM asked CROSS JOIN auction a JOIN category c ON c.id = a.category_id JOIN job j ON j.id = c.job_id
LEFT JOIN department d ON d.id = j.department_id AND d.company_id = a.buyer_id
LEFT JOIN LATERAL (SELECT p.best AS amount FROM auction_participant p WHERE p.category_id = a.category_id AND p.best IS NOT NULL
                   ORDER BY CASE a.best_price WHEN 'lowest' THEN p.best ELSE -p.best END LIMIT 1) best ON true
WHERE a.buyer_id = @buyer_id AND c.activity = @activity::text AND (a.starts_at, a.category_id) < (@after_at::timestamptz, @after_id::uuid)
  AND (@everything::boolean OR zabuni.admits(@account_id::uuid, c.id))
  AND (cardinality(@phases::text[]) = 0 OR zabuni.phase(a.status, a.starts_at, a.ends_at, a.extensions, asked.now) = ANY(@phases::text[]))
  AND (cardinality(@visibilities::text[]) = 0 OR a.visibility = ANY(@visibilities::text[]))
  AND (cardinality(@departments::uuid[]) = 0 OR j.department_id = ANY(@departments::uuid[]))
  AND zabuni.within(a.starts_at, sqlc.narg(starts_from)::date, sqlc.narg(starts_to)::date, j.timezone)
  AND (sqlc.narg(search)::text IS NULL OR j.title ILIKE '%' || sqlc.narg(search) || '%' OR j.code ILIKE '%' || sqlc.narg(search) || '%'
       OR c.reference ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY a.starts_at DESC, a.category_id DESC LIMIT @max_rows;

-- name: Seen :many
-- scope: system: auctions of every buyer that this supplier may see, the last to start first, without what others bid.
WITH asked AS MATERIALIZED (SELECT zabuni.clock() AS now)
SELECT a.category_id, c.job_id, c.buyer_id, b.name AS buyer_name, c.activity, c.reference, j.title, j.timezone, a.currency, c.status AS category_status,
       c.without, c.closes_at, a.starts_at, a.ends_at, zabuni.phase(a.status, a.starts_at, a.ends_at, a.extensions, asked.now)::text AS phase,
       (i.supplier_id IS NOT NULL)::boolean AS invited, (p.supplier_id IS NOT NULL)::boolean AS joined, coalesce(p.blocked, false)::boolean AS blocked,
       EXISTS (SELECT FROM submission x WHERE x.category_id = c.id AND x.supplier_id = @supplier_id AND NOT x.from_room) AS answered,
       r.technical_pass AS passed
FROM asked CROSS JOIN auction a JOIN category c ON c.id = a.category_id JOIN job j ON j.id = c.job_id JOIN company b ON b.id = c.buyer_id
LEFT JOIN invitation i ON i.category_id = c.id AND i.supplier_id = @supplier_id
LEFT JOIN auction_participant p ON p.category_id = c.id AND p.supplier_id = @supplier_id
LEFT JOIN bid_result r ON r.category_id = c.id AND r.supplier_id = @supplier_id
WHERE c.activity = @activity::text AND (a.starts_at, a.category_id) < (@after_at::timestamptz, @after_id::uuid)
  AND c.status NOT IN ('draft', 'hidden', 'not_approved', 'approved', 'withdrawn') AND (NOT c.invited_only OR i.supplier_id IS NOT NULL)
  AND NOT EXISTS (SELECT FROM buyer_module m WHERE m.buyer_id = c.buyer_id AND m.module = 'auctions' AND NOT m.active)
  AND (cardinality(@phases::text[]) = 0 OR zabuni.phase(a.status, a.starts_at, a.ends_at, a.extensions, asked.now) = ANY(@phases::text[]))
  AND zabuni.within(a.starts_at, sqlc.narg(starts_from)::date, sqlc.narg(starts_to)::date, j.timezone)
  AND (sqlc.narg(search)::text IS NULL OR j.title ILIKE '%' || sqlc.narg(search) || '%' OR b.name ILIKE '%' || sqlc.narg(search) || '%'
       OR c.reference ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY a.starts_at DESC, a.category_id DESC LIMIT @max_rows;

-- name: Practice :one
SELECT * FROM auction_practice WHERE category_id = @category_id AND account_id = @account_id AND supplier_id = @supplier_id;

-- name: LockPractice :one
SELECT * FROM auction_practice WHERE category_id = @category_id AND account_id = @account_id AND supplier_id = @supplier_id FOR UPDATE;

-- name: BeginPractice :exec
-- Once more is anew.
INSERT INTO auction_practice (category_id, account_id, supplier_id, buyer_id, seed, begun_at)
VALUES (@category_id, @account_id, @supplier_id, @buyer_id, @seed, @now)
ON CONFLICT (category_id, account_id) DO UPDATE SET supplier_id = excluded.supplier_id, seed = excluded.seed, begun_at = excluded.begun_at, bids = '[]';

-- name: SavePractice :exec
UPDATE auction_practice SET bids = @bids WHERE category_id = @category_id AND account_id = @account_id AND supplier_id = @supplier_id;
