-- +goose Up
-- Money may be taken back again after it was won back: each time is a row of its own.
ALTER TABLE payment_reversal ADD COLUMN round int NOT NULL DEFAULT 1 CHECK (round > 0);
ALTER TABLE payment_reversal DROP CONSTRAINT payment_reversal_attempt_id_key, ADD CONSTRAINT payment_reversal_round UNIQUE (attempt_id, round);
SELECT zabuni.keep('payment_reversal', '{id}');

-- What a payer's bank asks back: a task with a day until which it is answered.
CREATE TABLE payment_dispute (
    id           uuid PRIMARY KEY,
    code         text NOT NULL UNIQUE, -- DP-7K2M-9QX4
    reversal_id  uuid NOT NULL UNIQUE REFERENCES payment_reversal,
    attempt_id   uuid NOT NULL REFERENCES payment_attempt,
    order_id     uuid NOT NULL REFERENCES purchase_order,
    supplier_id  uuid NOT NULL REFERENCES company,
    provider     text NOT NULL,
    currency     char(3) NOT NULL,
    amount       numeric(20,4) NOT NULL CHECK (amount > 0),
    status       text NOT NULL CHECK (status IN ('open', 'answered', 'won', 'lost')),
    provider_ref text NOT NULL, -- the provider's name of it, where it has one
    cause        text NOT NULL, -- the provider's word for why
    due_at       timestamptz NOT NULL,
    opened_at    timestamptz NOT NULL,
    answered_by  uuid REFERENCES account, -- nobody: the provider says that it was answered
    answered_at  timestamptz,
    answer       text NOT NULL DEFAULT '', -- what was sent to the provider
    answer_id    uuid REFERENCES document,
    end_as       text CHECK (end_as IN ('won', 'lost')), -- what a person says became of it, until another has decided
    end_by       uuid REFERENCES account,
    end_at       timestamptz,
    end_why      text NOT NULL DEFAULT '',
    end_id       uuid REFERENCES document,
    alone        boolean NOT NULL DEFAULT false, -- one person was enough for so little
    ended_by     uuid REFERENCES account, -- nobody: the provider said so
    ended_at     timestamptz,
    reminded_at  timestamptz,
    CONSTRAINT payment_dispute_second CHECK (alone OR ended_by <> end_by),
    CHECK ((end_as IS NULL) = (end_by IS NULL) AND (end_by IS NULL) = (end_at IS NULL)),
    CHECK ((ended_at IS NULL) = (status NOT IN ('won', 'lost')))
);
CREATE INDEX payment_dispute_all ON payment_dispute (opened_at DESC, id DESC);
CREATE INDEX payment_dispute_order ON payment_dispute (order_id);
CREATE INDEX payment_dispute_attempt ON payment_dispute (attempt_id);
CREATE INDEX payment_dispute_due ON payment_dispute (due_at) WHERE status = 'open' AND reminded_at IS NULL;
SELECT zabuni.keep('payment_dispute', '{id}', '{reminded_at}');
REVOKE DELETE ON payment_dispute FROM zabuni_app, zabuni_opener;

-- What of its order a person lets count as paid for no more, while it is open.
CREATE TABLE payment_dispute_line (
    dispute_id  uuid NOT NULL REFERENCES payment_dispute,
    category_id uuid NOT NULL REFERENCES category,
    order_id    uuid NOT NULL REFERENCES purchase_order,
    supplier_id uuid NOT NULL REFERENCES company,
    buyer_id    uuid NOT NULL REFERENCES company,
    ends        boolean NOT NULL,
    decided_by  uuid NOT NULL REFERENCES account,
    decided_at  timestamptz NOT NULL,
    PRIMARY KEY (dispute_id, category_id)
);
CREATE INDEX payment_dispute_line_fee ON payment_dispute_line (order_id, category_id);
SELECT zabuni.keep('payment_dispute_line', '{dispute_id,category_id}');
REVOKE DELETE ON payment_dispute_line FROM zabuni_app, zabuni_opener;

-- Money that a provider took back and that did not come back since.
CREATE VIEW payment_gone WITH (security_invoker = true) AS
SELECT r.id, r.attempt_id, r.order_id, r.supplier_id, r.kind, r.currency, r.amount, r.at FROM payment_reversal r
WHERE NOT EXISTS (SELECT FROM payment_dispute d WHERE d.reversal_id = r.id AND d.status = 'won');

-- What counts as paid for, for everybody who asks: not what was given back with its access, nor what a dispute has ended.
CREATE OR REPLACE VIEW paid_line WITH (security_invoker = true) AS
SELECT l.order_id, l.category_id, l.supplier_id, l.buyer_id, l.fee, o.number, o.paid_at
FROM order_line l JOIN purchase_order o ON o.id = l.order_id
WHERE o.status = 'completed' AND NOT EXISTS (SELECT FROM payment_refund_line b JOIN payment_refund r ON r.id = b.refund_id
    WHERE b.order_id = l.order_id AND b.category_id = l.category_id AND b.ends AND r.status IN ('approved', 'sent', 'done'))
  AND NOT EXISTS (SELECT FROM payment_dispute_line d WHERE d.order_id = l.order_id AND d.category_id = l.category_id AND d.ends);

-- +goose Down
CREATE OR REPLACE VIEW paid_line WITH (security_invoker = true) AS
SELECT l.order_id, l.category_id, l.supplier_id, l.buyer_id, l.fee, o.number, o.paid_at
FROM order_line l JOIN purchase_order o ON o.id = l.order_id
WHERE o.status = 'completed' AND NOT EXISTS (SELECT FROM payment_refund_line b JOIN payment_refund r ON r.id = b.refund_id
    WHERE b.order_id = l.order_id AND b.category_id = l.category_id AND b.ends AND r.status IN ('approved', 'sent', 'done'));
DROP VIEW payment_gone;
DROP TABLE payment_dispute_line, payment_dispute;
DELETE FROM payment_reversal WHERE round > 1;
DROP TRIGGER kept_payment_reversal_changed ON payment_reversal;
ALTER TABLE payment_reversal DROP CONSTRAINT payment_reversal_round, DROP COLUMN round, ADD CONSTRAINT payment_reversal_attempt_id_key UNIQUE (attempt_id);
-- +goose StatementBegin
DO $$
DECLARE
    t text;
    x text;
BEGIN
    FOREACH t IN ARRAY '{payment_dispute_line,payment_dispute}'::text[] LOOP
        FOREACH x IN ARRAY ARRAY['', '_changed', '_gone'] LOOP
            EXECUTE format('DROP FUNCTION IF EXISTS zabuni.%I()', 'kept_' || t || x);
        END LOOP;
        DELETE FROM kept WHERE name = t;
    END LOOP;
END $$;
-- +goose StatementEnd
