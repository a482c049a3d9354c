-- +goose Up
CREATE INDEX payment_attempt_receipt_typed ON payment_attempt (upper(receipt)) WHERE receipt IS NOT NULL;
CREATE INDEX payment_attempt_supplier ON payment_attempt (supplier_id, created_at DESC, id DESC);
CREATE INDEX payment_attempt_way ON payment_attempt (provider, created_at DESC, id DESC) WHERE provider <> 'free';
CREATE INDEX purchase_order_paid ON purchase_order (paid_at) INCLUDE (currency, amount) WHERE status = 'completed';

-- +goose Down
DROP INDEX payment_attempt_receipt_typed, payment_attempt_supplier, payment_attempt_way, purchase_order_paid;
