-- name: Lock :exec
-- One cart is changed, ordered and settled by one transaction at a time, and one receipt is taken by one.
SELECT pg_advisory_xact_lock(hashtextextended(@name::text, 0));

-- name: Category :one
-- scope: system: what a supplier may buy of every buyer; the rule of taking part was asked.
SELECT c.id, c.buyer_id, c.name, c.currency::text AS currency, c.bid_fee, c.closes_at FROM category c WHERE c.id = @category_id;

-- name: AddToCart :execrows
INSERT INTO cart_item (supplier_id, category_id, buyer_id, currency, added_by, added_at)
VALUES (@supplier_id, @category_id, @buyer_id, @currency, @added_by, @added_at) ON CONFLICT DO NOTHING;

-- name: RemoveFromCart :execrows
DELETE FROM cart_item WHERE supplier_id = @supplier_id AND category_id = @category_id;

-- name: ForgetPaid :exec
DELETE FROM cart_item ci USING order_line l
WHERE ci.supplier_id = @supplier_id AND l.category_id = ci.category_id AND l.order_id = @order_id AND l.supplier_id = @supplier_id;

-- name: BackIntoCart :exec
-- What an order was for is in the cart again, as whoever made the order had chosen it.
INSERT INTO cart_item (supplier_id, category_id, buyer_id, currency, added_by, added_at)
SELECT l.supplier_id, l.category_id, l.buyer_id, o.currency, o.created_by, o.created_at FROM order_line l JOIN purchase_order o ON o.id = l.order_id
WHERE l.order_id = @order_id AND l.supplier_id = @supplier_id
  AND NOT EXISTS (SELECT FROM paid_line p WHERE p.category_id = l.category_id AND p.supplier_id = l.supplier_id) ON CONFLICT DO NOTHING;

-- name: Cart :many
SELECT c.id, c.buyer_id, c.name, c.activity, c.currency::text AS currency, c.bid_fee, c.closes_at, b.name AS buyer_name,
       j.id AS job_id, j.title AS job_title, j.reference AS job_reference, j.timezone
FROM cart_item ci JOIN category c ON c.id = ci.category_id JOIN job j ON j.id = c.job_id JOIN company b ON b.id = c.buyer_id
WHERE ci.supplier_id = @supplier_id ORDER BY ci.added_at, ci.category_id;

-- name: InCart :many
SELECT category_id FROM cart_item WHERE supplier_id = @supplier_id;
