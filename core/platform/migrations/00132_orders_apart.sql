-- +goose Up
-- A supplier may have several orders that can still be paid: one that is being paid keeps its categories, and the
-- others are ordered apart from it. No category stands in two of them.
DROP INDEX purchase_order_open;
CREATE INDEX purchase_order_open ON purchase_order (supplier_id) WHERE status IN ('created', 'pending', 'processing', 'failed', 'expired');

-- +goose StatementBegin
CREATE FUNCTION zabuni.line_stands_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- The lock of the supplier's cart: whoever comes second sees what the first has written.
    PERFORM pg_advisory_xact_lock(hashtextextended('payment.cart:' || NEW.supplier_id::text, 0));
    IF EXISTS (SELECT FROM purchase_order o WHERE o.id = NEW.order_id AND o.status IN ('created', 'pending', 'processing', 'failed', 'expired'))
       AND EXISTS (SELECT FROM order_line l JOIN purchase_order o ON o.id = l.order_id
                   WHERE l.category_id = NEW.category_id AND l.supplier_id = NEW.supplier_id AND l.order_id <> NEW.order_id
                     AND o.status IN ('created', 'pending', 'processing', 'failed', 'expired')) THEN
        RAISE EXCEPTION 'category % stands in another order that can still be paid', NEW.category_id
            USING ERRCODE = 'unique_violation', CONSTRAINT = 'order_line_stands_once';
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER order_line_stands_once AFTER INSERT ON order_line FOR EACH ROW EXECUTE FUNCTION zabuni.line_stands_once();

-- +goose Down
DROP TRIGGER order_line_stands_once ON order_line;
DROP FUNCTION zabuni.line_stands_once();
DROP INDEX purchase_order_open;
CREATE UNIQUE INDEX purchase_order_open ON purchase_order (supplier_id) WHERE status IN ('created', 'pending', 'processing', 'failed', 'expired');
