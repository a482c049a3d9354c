-- +goose Up
-- What a provider is to be told of money that came: that it was credited, or that it never will be. Rows wait until it has heard.
CREATE TABLE payment_acknowledgement (
    attempt_id  uuid PRIMARY KEY REFERENCES payment_attempt,
    order_id    uuid NOT NULL REFERENCES purchase_order,
    supplier_id uuid NOT NULL REFERENCES company,
    credited    boolean NOT NULL,
    asked       int NOT NULL DEFAULT 0,
    next_at     timestamptz, -- null: it has heard
    told_at     timestamptz,
    CHECK ((next_at IS NULL) = (told_at IS NOT NULL))
);
CREATE INDEX payment_acknowledgement_due ON payment_acknowledgement (next_at) WHERE next_at IS NOT NULL;
SELECT zabuni.keep('payment_acknowledgement', '{attempt_id}', '{asked,next_at}');
REVOKE DELETE ON payment_acknowledgement FROM zabuni_app, zabuni_opener;

-- +goose Down
DROP TABLE payment_acknowledgement;
-- +goose StatementBegin
DO $$
BEGIN
    DROP FUNCTION IF EXISTS zabuni.kept_payment_acknowledgement(), zabuni.kept_payment_acknowledgement_changed(), zabuni.kept_payment_acknowledgement_gone();
END $$;
-- +goose StatementEnd
DELETE FROM kept WHERE name = 'payment_acknowledgement';
