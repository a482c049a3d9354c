-- name: WorldStanding :many
-- How suppliers stand with a buyer, as far as one of its people may know: whom it invited, whose bids are open, who was awarded. Nothing of
-- what is sealed counts.
SELECT s.id::uuid AS id,
       (SELECT count(*) FROM invitation i JOIN category c ON c.id = i.category_id
        WHERE i.supplier_id = s.id AND i.buyer_id = @buyer_id AND c.activity <> ALL(@off::text[]) AND zabuni.admits(@account_id::uuid, c.id)) AS invited,
       (SELECT count(*) FROM opened_bid o JOIN category c ON c.id = o.category_id
        WHERE o.supplier_id = s.id AND o.buyer_id = @buyer_id AND c.status = ANY(@named::text[]) AND c.activity <> ALL(@off::text[]) AND zabuni.admits(@account_id::uuid, c.id)) AS bids,
       (SELECT count(DISTINCT l.award_id) FROM award_line l JOIN category c ON c.id = l.category_id
        WHERE l.supplier_id = s.id AND l.buyer_id = @buyer_id AND c.status <> 'unsuccessful' AND c.activity <> ALL(@off::text[]) AND zabuni.admits(@account_id::uuid, c.id)) AS won
FROM unnest(@ids::uuid[]) AS s(id);

-- name: Agreed :one
-- Whether a buyer has a contract with a supplier that the supplier too has signed, by a person of its own and here: what a buyer takes into
-- its archive or signs on paper it can make alone.
SELECT EXISTS (SELECT FROM contract k LEFT JOIN category c ON c.id = (SELECT w.category_id FROM award w WHERE w.id = k.award_id)
    WHERE k.buyer_id = @buyer_id AND k.supplier_id = @supplier_id::uuid AND k.status IN ('active', 'expired', 'terminated', 'completed', 'archived')
      AND EXISTS (SELECT FROM contract_signing g JOIN contract_signature s ON s.signing_id = g.id JOIN contract_signer n ON n.id = s.signer_id
          WHERE g.contract_id = k.id AND n.side = 'counterparty' AND s.supplier_id = k.supplier_id)
      AND (c.id IS NULL OR zabuni.admits(@account_id::uuid, c.id)))::boolean AS agreed;

-- name: WorldBids :many
-- The bids of a supplier to a buyer that are open, the last first; its result where the sight of scores allows it.
SELECT c.id, c.job_id, c.activity, c.name, c.reference, j.title AS job_title, j.timezone, v.received_at,
       coalesce(CASE WHEN c.status = ANY(@scored::text[]) THEN r.outcome END, '')::text AS outcome,
       (c.status <> 'unsuccessful' AND EXISTS (SELECT FROM award_line l WHERE l.submission_id = o.submission_id))::boolean AS won,
       coalesce((SELECT sum(l.amount) FROM award_line l WHERE l.submission_id = o.submission_id AND c.status <> 'unsuccessful'), 0)::numeric AS amount,
       coalesce((SELECT a.currency FROM award a WHERE a.category_id = c.id AND c.status <> 'unsuccessful' AND EXISTS (SELECT FROM award_line l WHERE l.award_id = a.id AND l.submission_id = o.submission_id AND l.amount IS NOT NULL)), '')::text AS currency
FROM opened_bid o JOIN submission v ON v.id = o.submission_id JOIN category c ON c.id = o.category_id JOIN job j ON j.id = c.job_id
LEFT JOIN bid_result r ON r.submission_id = o.submission_id
WHERE o.supplier_id = @supplier_id AND o.buyer_id = @buyer_id AND c.status = ANY(@named::text[]) AND c.activity <> ALL(@off::text[]) AND zabuni.admits(@account_id::uuid, c.id)
ORDER BY v.received_at DESC, c.id DESC LIMIT 50;

-- name: WorldContracts :many
-- The contracts of a buyer with a supplier, the last first.
SELECT k.id, k.number, k.title, k.currency, k.value, k.status, k.starts_on, k.ends_on
FROM contract k LEFT JOIN award w ON w.id = k.award_id
WHERE k.buyer_id = @buyer_id AND k.supplier_id = @supplier_id::uuid AND (w.id IS NULL OR zabuni.admits(@account_id::uuid, w.category_id))
ORDER BY k.created_at DESC, k.id DESC LIMIT 50;

-- name: WorldCards :many
-- How a supplier has served a buyer, by period, the last first.
SELECT k.id AS contract_id, k.number, s.from_on, s.until_on, s.score
FROM contract_scorecard s JOIN contract k ON k.id = s.contract_id LEFT JOIN award w ON w.id = k.award_id
WHERE s.buyer_id = @buyer_id AND k.buyer_id = @buyer_id AND k.supplier_id = @supplier_id::uuid AND (w.id IS NULL OR zabuni.admits(@account_id::uuid, w.category_id))
ORDER BY s.until_on DESC, s.from_on DESC, k.id LIMIT 50;

-- name: WorldVisits :many
-- What came of visits to a supplier on a buyer's behalf, where the sight of scores allows it, the last first.
SELECT v.submission_id, v.category_id, c.job_id, c.activity, c.name, c.reference, v.status, v.decided_at::timestamptz AS decided_at, v.expires_on
FROM visit v JOIN category c ON c.id = v.category_id
WHERE v.buyer_id = @buyer_id AND v.supplier_id = @supplier_id AND v.decided_at IS NOT NULL AND c.status = ANY(@scored::text[]) AND c.activity <> ALL(@off::text[])
  AND zabuni.admits(@account_id::uuid, c.id)
ORDER BY v.decided_at DESC, v.submission_id LIMIT 50;
