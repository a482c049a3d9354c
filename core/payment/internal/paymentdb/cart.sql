-- name: Lock :exec
-- One cart is changed, ordered and settled by one transaction at a time, and one receipt is taken by one.
SELECT pg_advisory_xact_lock(hashtextextended(@name::text, 0));

-- name: Category :one
-- scope: system: a published category is for every supplier to see; draft and hidden ones do not take anybody.
SELECT c.id, c.buyer_id, c.name, c.currency::text AS currency, c.bid_fee, c.closes_at,
       (c.status = 'open' AND j.status = 'published' AND c.opens_at <= zabuni.clock() AND zabuni.clock() < c.closes_at)::boolean AS takes,
       (c.invited_only AND NOT EXISTS (SELECT FROM invitation i WHERE i.category_id = c.id AND i.supplier_id = @supplier_id))::boolean AS barred,
       EXISTS (SELECT FROM order_line l JOIN purchase_order o ON o.id = l.order_id
               WHERE l.category_id = c.id AND l.supplier_id = @supplier_id AND o.status IN ('completed', 'refund_pending'))::boolean AS paid
FROM category c JOIN job j ON j.id = c.job_id
WHERE c.id = @category_id AND c.status NOT IN ('draft', 'hidden', 'approved', 'not_approved');

-- name: AddToCart :execrows
INSERT INTO cart_item (supplier_id, category_id, buyer_id, currency, added_by, added_at)
VALUES (@supplier_id, @category_id, @buyer_id, @currency, @added_by, @added_at) ON CONFLICT DO NOTHING;

-- name: RemoveFromCart :execrows
DELETE FROM cart_item WHERE supplier_id = @supplier_id AND category_id = @category_id;

-- name: ForgetPaid :exec
DELETE FROM cart_item ci USING order_line l
WHERE ci.supplier_id = @supplier_id AND l.category_id = ci.category_id AND l.order_id = @order_id AND l.supplier_id = @supplier_id;

-- name: Cart :many
SELECT c.id, c.buyer_id, c.name, c.activity, c.currency::text AS currency, c.bid_fee, c.closes_at, b.name AS buyer_name,
       j.id AS job_id, j.title AS job_title, j.reference AS job_reference, j.timezone,
       (c.status = 'open' AND j.status = 'published' AND c.opens_at <= zabuni.clock() AND zabuni.clock() < c.closes_at)::boolean AS takes,
       (c.invited_only AND NOT EXISTS (SELECT FROM invitation i WHERE i.category_id = c.id AND i.supplier_id = ci.supplier_id))::boolean AS barred,
       EXISTS (SELECT FROM order_line l JOIN purchase_order o ON o.id = l.order_id
               WHERE l.category_id = c.id AND l.supplier_id = ci.supplier_id AND o.status IN ('completed', 'refund_pending'))::boolean AS paid
FROM cart_item ci JOIN category c ON c.id = ci.category_id JOIN job j ON j.id = c.job_id JOIN company b ON b.id = c.buyer_id
WHERE ci.supplier_id = @supplier_id ORDER BY ci.added_at, ci.category_id;
