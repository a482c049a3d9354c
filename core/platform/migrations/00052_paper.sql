-- +goose Up
-- The last number that was given to a paper about money, by country: whoever takes the next one holds the row until it
-- commits, so that none is missing.
CREATE TABLE payment_series (
    country char(2) PRIMARY KEY,
    last    bigint NOT NULL CHECK (last > 0)
);
REVOKE DELETE ON payment_series FROM zabuni_app, zabuni_opener;

-- Receipts and credit notes: what they say is written once, whatever becomes of the companies that they name.
CREATE TABLE payment_paper (
    id          uuid PRIMARY KEY,
    country     char(2) NOT NULL, -- of the buyers whose fees it is about
    number      text NOT NULL UNIQUE, -- KE-000017
    kind        text NOT NULL CHECK (kind IN ('receipt', 'credit')),
    order_id    uuid NOT NULL REFERENCES purchase_order,
    supplier_id uuid NOT NULL REFERENCES company,
    refund_id   uuid REFERENCES payment_refund,
    currency    char(3) NOT NULL,
    amount      numeric(20,4) NOT NULL CHECK (amount > 0),
    tax         numeric(20,4) NOT NULL CHECK (tax >= 0 AND tax < amount),
    said        text NOT NULL, -- all of it, as JSON
    sum         text NOT NULL CHECK (sum = encode(sha256(convert_to(said, 'UTF8')), 'hex')),
    issued_at   timestamptz NOT NULL,
    CHECK ((kind = 'credit') = (refund_id IS NOT NULL))
);
CREATE UNIQUE INDEX payment_paper_receipt ON payment_paper (order_id, country) WHERE kind = 'receipt';
CREATE UNIQUE INDEX payment_paper_credit ON payment_paper (refund_id, country) WHERE kind = 'credit';
SELECT zabuni.keep('payment_paper', '{id}');
REVOKE UPDATE, DELETE ON payment_paper FROM zabuni_app, zabuni_opener;

-- +goose Down
DROP TABLE payment_paper, payment_series;
-- +goose StatementBegin
DO $$
DECLARE
    x text;
BEGIN
    FOREACH x IN ARRAY ARRAY['', '_changed', '_gone'] LOOP
        EXECUTE format('DROP FUNCTION IF EXISTS zabuni.%I()', 'kept_payment_paper' || x);
    END LOOP;
    DELETE FROM kept WHERE name = 'payment_paper';
END $$;
-- +goose StatementEnd
