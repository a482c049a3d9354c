-- +goose Up
-- What was paid out to a buyer of the fees that were collected for it: one person writes down the transfer, another says that it is so.
CREATE TABLE payment_payout (
    id          uuid PRIMARY KEY,
    code        text NOT NULL UNIQUE, -- PO-7K2M-9QX4
    buyer_id    uuid NOT NULL REFERENCES company,
    currency    char(3) NOT NULL,
    amount      numeric(20,4) NOT NULL CHECK (amount > 0),
    status      text NOT NULL CHECK (status IN ('asked', 'refused', 'done')),
    reference   text NOT NULL, -- of the transfer
    paid_on     date NOT NULL,
    note        text NOT NULL,
    document_id uuid NOT NULL REFERENCES document, -- evidence
    alone       boolean NOT NULL, -- one person was enough for so little
    asked_by    uuid NOT NULL REFERENCES account,
    asked_at    timestamptz NOT NULL,
    decided_by  uuid REFERENCES account,
    decided_at  timestamptz,
    CONSTRAINT payment_payout_second CHECK (alone OR decided_by <> asked_by),
    CHECK ((decided_by IS NULL) = (decided_at IS NULL) AND (decided_at IS NULL) = (status = 'asked'))
);
CREATE INDEX payment_payout_all ON payment_payout (asked_at DESC, id DESC);
CREATE INDEX payment_payout_buyer ON payment_payout (buyer_id, asked_at DESC);
CREATE UNIQUE INDEX payment_payout_reference ON payment_payout (buyer_id, reference) WHERE status <> 'refused';
SELECT zabuni.keep('payment_payout', '{id}');
REVOKE DELETE ON payment_payout FROM zabuni_app, zabuni_opener;

-- What a way holds by our books, and by its provider or by the rows of its payments, day by day.
CREATE TABLE payment_total (
    id         uuid PRIMARY KEY,
    provider   text NOT NULL,
    currency   char(3) NOT NULL,
    day        date NOT NULL, -- in UTC
    source     text NOT NULL CHECK (source IN ('provider', 'rows')),
    booked     numeric(20,4) NOT NULL,
    told       numeric(20,4) NOT NULL,
    checked_at timestamptz NOT NULL,
    UNIQUE (day, provider, currency)
);
CREATE INDEX payment_total_differs ON payment_total (day DESC) WHERE booked <> told;
SELECT zabuni.keep('payment_total', '{id}');
REVOKE UPDATE, DELETE ON payment_total FROM zabuni_app, zabuni_opener;

-- A supplier reads what came from it and went back.
CREATE INDEX ledger_entry_supplier ON ledger_entry (supplier_id, at) WHERE supplier_id IS NOT NULL;

-- +goose Down
DROP INDEX ledger_entry_supplier;
DROP TABLE payment_total, payment_payout;
-- +goose StatementBegin
DO $$
DECLARE
    t text;
    x text;
BEGIN
    FOREACH t IN ARRAY '{payment_total,payment_payout}'::text[] LOOP
        FOREACH x IN ARRAY ARRAY['', '_changed', '_gone'] LOOP
            EXECUTE format('DROP FUNCTION IF EXISTS zabuni.%I()', 'kept_' || t || x);
        END LOOP;
        DELETE FROM kept WHERE name = t;
    END LOOP;
END $$;
-- +goose StatementEnd
