-- +goose Up
-- What is given back at once for a job that was called off.
CREATE TABLE payment_refund_batch (
    id       uuid PRIMARY KEY,
    job_id   uuid NOT NULL REFERENCES job,
    buyer_id uuid NOT NULL REFERENCES company,
    asked_by uuid NOT NULL REFERENCES account,
    asked_at timestamptz NOT NULL
);
CREATE INDEX payment_refund_batch_job ON payment_refund_batch (job_id);
SELECT zabuni.keep('payment_refund_batch', '{id}');
REVOKE UPDATE, DELETE ON payment_refund_batch FROM zabuni_app, zabuni_opener;

-- Money that we give back: the order that it had paid stays what it is.
CREATE TABLE payment_refund (
    id           uuid PRIMARY KEY,
    code         text NOT NULL UNIQUE, -- RF-7K2M-9QX4
    batch_id     uuid REFERENCES payment_refund_batch,
    order_id     uuid NOT NULL REFERENCES purchase_order,
    attempt_id   uuid NOT NULL REFERENCES payment_attempt,
    supplier_id  uuid NOT NULL REFERENCES company,
    provider     text NOT NULL,
    by_hand      boolean NOT NULL, -- a person makes a transfer; else the provider is told to
    whole        boolean NOT NULL, -- all of the order at once
    currency     char(3) NOT NULL,
    amount       numeric(20,4) NOT NULL CHECK (amount > 0),
    status       text NOT NULL CHECK (status IN ('asked', 'refused', 'approved', 'sent', 'done', 'failed')),
    reason       text NOT NULL,
    alone        boolean NOT NULL, -- one person was enough for so little
    asked_by     uuid NOT NULL REFERENCES account,
    asked_at     timestamptz NOT NULL,
    decided_by   uuid REFERENCES account,
    decided_at   timestamptz,
    sent_at      timestamptz,
    provider_ref text NOT NULL DEFAULT '', -- the provider's name of it
    finished_by  uuid REFERENCES account, -- nobody: the provider said so
    finished_at  timestamptz,
    reference    text NOT NULL DEFAULT '', -- of a transfer that a person made
    why          text NOT NULL DEFAULT '', -- it failed, or a person ended it
    document_id  uuid REFERENCES document, -- evidence of a person's word
    next_at      timestamptz,
    tried        int NOT NULL DEFAULT 0,
    CONSTRAINT payment_refund_second CHECK (alone OR decided_by <> asked_by),
    CHECK ((decided_by IS NULL) = (decided_at IS NULL) AND (decided_at IS NULL) = (status = 'asked')),
    CHECK ((finished_at IS NULL) = (status NOT IN ('done', 'failed')))
);
CREATE INDEX payment_refund_all ON payment_refund (asked_at DESC, id DESC);
CREATE INDEX payment_refund_order ON payment_refund (order_id);
CREATE INDEX payment_refund_attempt ON payment_refund (attempt_id);
CREATE INDEX payment_refund_batched ON payment_refund (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX payment_refund_due ON payment_refund (next_at) WHERE next_at IS NOT NULL;
SELECT zabuni.keep('payment_refund', '{id}', '{next_at,tried}');
REVOKE DELETE ON payment_refund FROM zabuni_app, zabuni_opener;

-- Of which fees it is.
CREATE TABLE payment_refund_line (
    refund_id   uuid NOT NULL REFERENCES payment_refund,
    category_id uuid NOT NULL REFERENCES category,
    order_id    uuid NOT NULL REFERENCES purchase_order,
    supplier_id uuid NOT NULL REFERENCES company,
    buyer_id    uuid NOT NULL REFERENCES company,
    amount      numeric(20,4) NOT NULL CHECK (amount > 0),
    ends        boolean NOT NULL, -- with it the category counts as paid for no more
    PRIMARY KEY (refund_id, category_id)
);
CREATE INDEX payment_refund_line_fee ON payment_refund_line (order_id, category_id);
SELECT zabuni.keep('payment_refund_line', '{refund_id,category_id}');
REVOKE UPDATE, DELETE ON payment_refund_line FROM zabuni_app, zabuni_opener;

-- More than a fee never goes back, whoever asks how often; whoever adds a line holds the order.
-- +goose StatementBegin
CREATE FUNCTION zabuni.refund_fits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(l.amount) FROM payment_refund_line l JOIN payment_refund r ON r.id = l.refund_id
        WHERE l.order_id = NEW.order_id AND l.category_id = NEW.category_id AND r.status NOT IN ('refused', 'failed'))
       > (SELECT l.fee FROM order_line l WHERE l.order_id = NEW.order_id AND l.category_id = NEW.category_id) THEN
        RAISE EXCEPTION 'more than the fee of category % of order % would go back', NEW.category_id, NEW.order_id;
    END IF;
    RETURN NULL;
END $$;
-- A refund that came to nothing stays so: its money may be asked for again.
CREATE FUNCTION zabuni.refund_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'refund % has ended', OLD.code;
END $$;
-- +goose StatementEnd
CREATE TRIGGER payment_refund_fits AFTER INSERT ON payment_refund_line FOR EACH ROW EXECUTE FUNCTION zabuni.refund_fits();
CREATE TRIGGER payment_refund_ended BEFORE UPDATE ON payment_refund FOR EACH ROW
    WHEN (OLD.status IN ('refused', 'done', 'failed')) EXECUTE FUNCTION zabuni.refund_ended();

-- What counts as paid for, for everybody who asks: not what was given back with its access.
CREATE OR REPLACE VIEW paid_line WITH (security_invoker = true) AS
SELECT l.order_id, l.category_id, l.supplier_id, l.buyer_id, l.fee, o.number, o.paid_at
FROM order_line l JOIN purchase_order o ON o.id = l.order_id
WHERE o.status = 'completed' AND NOT EXISTS (SELECT FROM payment_refund_line b JOIN payment_refund r ON r.id = b.refund_id
    WHERE b.order_id = l.order_id AND b.category_id = l.category_id AND b.ends AND r.status IN ('approved', 'sent', 'done'));

-- +goose Down
CREATE OR REPLACE VIEW paid_line WITH (security_invoker = true) AS
SELECT l.order_id, l.category_id, l.supplier_id, l.buyer_id, l.fee, o.number, o.paid_at
FROM order_line l JOIN purchase_order o ON o.id = l.order_id WHERE o.status = 'completed';
DROP TABLE payment_refund_line, payment_refund, payment_refund_batch;
DROP FUNCTION zabuni.refund_fits(), zabuni.refund_ended();
-- +goose StatementBegin
DO $$
DECLARE
    t text;
    x text;
BEGIN
    FOREACH t IN ARRAY '{payment_refund_line,payment_refund,payment_refund_batch}'::text[] LOOP
        FOREACH x IN ARRAY ARRAY['', '_changed', '_gone'] LOOP
            EXECUTE format('DROP FUNCTION IF EXISTS zabuni.%I()', 'kept_' || t || x);
        END LOOP;
        DELETE FROM kept WHERE name = t;
    END LOOP;
END $$;
-- +goose StatementEnd
