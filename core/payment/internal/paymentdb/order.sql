-- name: InsertOrder :execrows
INSERT INTO purchase_order (id, supplier_id, number, cart_code, currency, amount, status, created_by, created_at, paid_at)
VALUES (@id, @supplier_id, @number, @cart_code, @currency, @amount, @status, @created_by, @created_at, sqlc.narg(paid_at))
ON CONFLICT (number) DO NOTHING;

-- name: InsertLine :exec
INSERT INTO order_line (order_id, category_id, supplier_id, buyer_id, fee) VALUES (@order_id, @category_id, @supplier_id, @buyer_id, @fee);

-- name: OpenOrders :many
-- Those that may still be paid, oldest first.
SELECT id, number, cart_code, currency::text AS currency, amount, status, created_at FROM purchase_order
WHERE supplier_id = @supplier_id AND status IN ('created', 'pending', 'processing', 'failed', 'expired') ORDER BY created_at, id;

-- name: LockOrder :one
SELECT id, supplier_id, number, cart_code, currency::text AS currency, amount, status, created_at, paid_at FROM purchase_order
WHERE id = @id AND supplier_id = @supplier_id FOR UPDATE;

-- name: Order :one
SELECT id, supplier_id, number, cart_code, currency::text AS currency, amount, status, created_at, paid_at FROM purchase_order
WHERE id = @id AND supplier_id = @supplier_id;

-- name: SetOrder :exec
UPDATE purchase_order SET status = @status, paid_at = coalesce(sqlc.narg(paid_at), paid_at) WHERE id = @id AND supplier_id = @supplier_id;

-- name: OrderLines :many
SELECT l.order_id, l.category_id, l.buyer_id, l.fee, o.currency::text AS currency, c.name, c.closes_at, c.activity, c.job_id,
       j.title AS job_title, j.reference AS job_reference, j.timezone, b.name AS buyer_name
FROM order_line l JOIN purchase_order o ON o.id = l.order_id JOIN category c ON c.id = l.category_id JOIN job j ON j.id = c.job_id
JOIN company b ON b.id = l.buyer_id
WHERE l.order_id = ANY(@orders::uuid[]) AND l.supplier_id = @supplier_id ORDER BY c.name, l.category_id;

-- name: InOrder :many
SELECT category_id FROM order_line WHERE order_id = @order_id AND supplier_id = @supplier_id;

-- name: MyPayments :many
SELECT o.id, o.number, o.currency::text AS currency, o.amount, o.status, o.created_at, o.paid_at,
       coalesce(a.provider, '') AS provider, coalesce(a.receipt, '') AS receipt, coalesce(a.reason, '') AS reason,
       coalesce(a.status, '') AS attempt,
       (SELECT count(*) FROM order_line l WHERE l.order_id = o.id) AS lines,
       (SELECT string_agg(c.name, ', ' ORDER BY c.name) FROM order_line l JOIN category c ON c.id = l.category_id WHERE l.order_id = o.id)::text AS purpose
FROM purchase_order o
LEFT JOIN LATERAL (SELECT p.provider, p.receipt, p.reason, p.status FROM payment_attempt p WHERE p.order_id = o.id
                   ORDER BY (p.status = 'completed') DESC, p.created_at DESC, p.id DESC LIMIT 1) a ON true
WHERE o.supplier_id = @supplier_id AND (o.created_at, o.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@statuses::text[]) = 0 OR o.status = ANY(@statuses::text[]))
  AND zabuni.within(coalesce(o.paid_at, o.created_at), sqlc.narg(at_from)::date, sqlc.narg(at_to)::date, @zone::text)
  AND (sqlc.narg(search)::text IS NULL OR o.number ILIKE '%' || sqlc.narg(search) || '%' OR a.receipt ILIKE sqlc.narg(search)
       OR o.id IN (SELECT p.order_id FROM payment_paper p WHERE p.number = @paper_number AND p.supplier_id = @supplier_id))
ORDER BY o.created_at DESC, o.id DESC LIMIT @max_rows;

-- name: AllPayments :many
-- scope: operator: payments of every supplier.
SELECT o.id, o.number, o.currency::text AS currency, o.amount, o.status, o.created_at, o.paid_at, o.supplier_id, s.name AS supplier_name,
       coalesce(a.provider, '') AS provider, coalesce(a.receipt, '') AS receipt, coalesce(a.reason, '') AS reason,
       coalesce(a.status, '') AS attempt, coalesce(a.payer, '') AS payer,
       (SELECT count(*) FROM order_line l WHERE l.order_id = o.id) AS lines,
       (SELECT string_agg(c.name, ', ' ORDER BY c.name) FROM order_line l JOIN category c ON c.id = l.category_id WHERE l.order_id = o.id)::text AS purpose
FROM purchase_order o JOIN company s ON s.id = o.supplier_id
LEFT JOIN LATERAL (SELECT p.provider, p.receipt, p.reason, p.status, p.payer FROM payment_attempt p WHERE p.order_id = o.id
                   ORDER BY (p.status = 'completed') DESC, p.created_at DESC, p.id DESC LIMIT 1) a ON true
WHERE (o.created_at, o.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@statuses::text[]) = 0 OR o.status = ANY(@statuses::text[]))
  AND (cardinality(@providers::text[]) = 0 OR a.provider = ANY(@providers::text[]))
  AND zabuni.within(coalesce(o.paid_at, o.created_at), sqlc.narg(at_from)::date, sqlc.narg(at_to)::date, @zone::text)
  AND (NOT @narrowed::bool OR o.id = ANY(@sought::uuid[]) OR s.name ILIKE '%' || sqlc.narg(named)::text || '%')
ORDER BY o.created_at DESC, o.id DESC LIMIT @max_rows;

-- name: SoughtOrders :many
-- scope: operator: what somebody may mean by a number: of an order, of a provider's receipt or of a paper.
SELECT o.id FROM purchase_order o WHERE o.number = upper(@typed::text)
UNION SELECT a.order_id FROM payment_attempt a WHERE upper(a.receipt) = upper(@typed::text)
UNION SELECT p.order_id FROM payment_paper p WHERE p.number = @paper_number;

-- name: SoughtPayers :many
-- scope: operator: whose name has what was typed in it, while they are few.
SELECT c.id FROM company c WHERE c.kind = 'supplier' AND c.name ILIKE '%' || @search::text || '%' LIMIT @max_rows;

-- name: NewestOrdersOf :many
-- scope: operator: what the page of some suppliers' orders can be made of, each supplier's read by its index.
SELECT x.id FROM unnest(@suppliers::uuid[]) u (id) CROSS JOIN LATERAL (
    SELECT o.id, o.created_at FROM purchase_order o
    WHERE o.supplier_id = u.id AND (o.created_at, o.id) < (@after_at::timestamptz, @after_id::uuid)
      AND (cardinality(@statuses::text[]) = 0 OR o.status = ANY(@statuses::text[]))
      AND (cardinality(@providers::text[]) = 0 OR (SELECT p.provider FROM payment_attempt p WHERE p.order_id = o.id
           ORDER BY (p.status = 'completed') DESC, p.created_at DESC, p.id DESC LIMIT 1) = ANY(@providers::text[]))
      AND zabuni.within(coalesce(o.paid_at, o.created_at), sqlc.narg(at_from)::date, sqlc.narg(at_to)::date, @zone::text)
    ORDER BY o.created_at DESC, o.id DESC LIMIT @max_rows) x
ORDER BY x.created_at DESC, x.id DESC LIMIT @max_rows;

-- name: Totals :many
-- scope: operator: what was paid in a period, by currency.
SELECT currency::text AS currency, count(*) AS orders, sum(amount)::numeric AS amount FROM purchase_order
WHERE status = 'completed' AND amount > 0 AND paid_at >= @since GROUP BY currency ORDER BY currency;

-- name: OpenReviews :one
-- scope: operator: attempts that a person must look at.
SELECT count(*) FROM payment_attempt WHERE status = 'review';

-- name: OrderByCode :one
-- scope: system: whoever has the code of an order may pay it; of the order no more is told than that takes.
SELECT o.id, o.supplier_id, o.number, o.currency::text AS currency, o.amount, o.status, o.created_at,
       coalesce((SELECT c.name FROM company c WHERE c.kind = 'operator' ORDER BY c.created_at, c.id LIMIT 1), '')::text AS payee
FROM purchase_order o WHERE o.cart_code = @cart_code;

-- name: Payer :one
-- Who pays, for providers that insist on a name.
SELECT a.first_name, a.last_name, a.email::text AS email, coalesce(nullif(a.phone, ''), c.phone)::text AS phone
FROM account a JOIN company c ON c.id = a.company_id WHERE a.id = @id AND a.company_id = @supplier_id;
