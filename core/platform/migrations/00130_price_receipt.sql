-- +goose Up
-- Where a round of negotiation has set the prices, what proves them is the receipt of that round's offer; that of the bid proves the answers.
ALTER TABLE contract_pack DROP CONSTRAINT contract_pack_kind_check,
    ADD CONSTRAINT contract_pack_kind_check CHECK (kind IN ('tender', 'prices', 'letter', 'receipt', 'price_receipt'));

-- +goose Down
-- Refused where such a paper binds somebody: it is not taken away.
ALTER TABLE contract_pack DROP CONSTRAINT contract_pack_kind_check,
    ADD CONSTRAINT contract_pack_kind_check CHECK (kind IN ('tender', 'prices', 'letter', 'receipt'));
