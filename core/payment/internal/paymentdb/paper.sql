-- name: PaperParties :one
-- Who collects, and who pays, as they are called today.
SELECT s.name, s.tax_id, concat_ws(' · ', nullif(s.physical_address, ''), nullif(s.po_box, ''))::text AS address, s.country::text AS country,
       coalesce(p.name, '')::text AS by_name, coalesce(p.tax_id, '')::text AS by_tax_id,
       concat_ws(' · ', nullif(p.physical_address, ''), nullif(p.po_box, ''))::text AS by_address, coalesce(p.country, '')::text AS by_country
FROM company s LEFT JOIN LATERAL (SELECT c.* FROM company c WHERE c.kind = 'operator' ORDER BY c.created_at, c.id LIMIT 1) p ON true
WHERE s.id = @supplier_id;

-- name: PaperLines :many
-- What an order costs, or what of it a refund gives back.
SELECT l.category_id, c.name, j.reference, j.timezone, b.name AS buyer_name, b.tax_id, concat_ws(' · ', nullif(b.physical_address, ''), nullif(b.po_box, ''))::text AS address,
       b.country::text AS country, coalesce(r.amount, l.fee)::numeric(20,4) AS gross
FROM order_line l JOIN category c ON c.id = l.category_id JOIN job j ON j.id = c.job_id JOIN company b ON b.id = l.buyer_id
LEFT JOIN payment_refund_line r ON r.refund_id = sqlc.narg(refund_id)::uuid AND r.category_id = l.category_id
WHERE l.order_id = @order_id AND l.supplier_id = @supplier_id AND l.fee > 0 AND (sqlc.narg(refund_id)::uuid IS NULL OR r.refund_id IS NOT NULL)
ORDER BY c.name, l.category_id;

-- name: PaidReference :one
-- What the provider calls the payment of an order, as far as it has said so.
SELECT coalesce(max(receipt), '')::text FROM payment_attempt WHERE order_id = @order_id AND supplier_id = @supplier_id AND status = 'completed';

-- name: IssuePaper :one
-- A paper takes the next number of its country (KE-000017) as it is written: the number is held until the commit, so that
-- nothing more than this and the entry of the log comes after it. Where it stands in what the paper says, blank holds its place.
WITH n AS (
    INSERT INTO payment_series AS s (country, last) VALUES (@country, 1) ON CONFLICT (country) DO UPDATE SET last = s.last + 1
    RETURNING s.country || '-' || lpad(s.last::text, greatest(6, length(s.last::text)), '0') AS number
), p AS (SELECT number, replace(@said::text, @blank::text, number) AS said FROM n)
INSERT INTO payment_paper (id, country, number, kind, order_id, supplier_id, refund_id, currency, amount, tax, said, sum, issued_at)
SELECT @id, @country, number, @kind, @order_id, @supplier_id, sqlc.narg(refund_id)::uuid, @currency, @amount, @tax, said, encode(sha256(convert_to(said, 'UTF8')), 'hex'), @issued_at::timestamptz FROM p
RETURNING number;

-- name: Papers :many
SELECT p.id, p.order_id, p.country::text AS country, p.number, p.kind, p.currency::text AS currency, p.amount, p.tax, p.issued_at FROM payment_paper p
WHERE p.supplier_id = @supplier_id AND p.order_id = ANY(@orders::uuid[]) ORDER BY p.id;

-- name: Paper :one
SELECT said, sum FROM payment_paper WHERE id = @id AND supplier_id = @supplier_id;

-- name: AnyPaper :one
-- scope: operator: papers of every supplier.
SELECT said, sum FROM payment_paper WHERE id = @id;
