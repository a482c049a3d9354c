-- +goose Up
-- What an item is besides, where people look at a thing before they offer a price for it.
CREATE TABLE asset (
    item_id     uuid PRIMARY KEY REFERENCES item ON DELETE CASCADE,
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL,
    condition   text NOT NULL CHECK (condition IN ('', 'as_new', 'good', 'worn', 'faulty', 'scrap')),
    notes       text NOT NULL,
    location    text NOT NULL
);
CREATE INDEX asset_category ON asset (category_id);

-- The browser names a photograph, so that one that is sent again is the same.
CREATE TABLE asset_photo (
    id          uuid PRIMARY KEY,
    item_id     uuid NOT NULL REFERENCES item ON DELETE CASCADE,
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL,
    document_id uuid NOT NULL REFERENCES document,
    name        text NOT NULL,
    size        bigint NOT NULL,
    position    int NOT NULL,
    added_by    uuid NOT NULL REFERENCES account,
    added_at    timestamptz NOT NULL
);
CREATE INDEX asset_photo_category ON asset_photo (category_id, item_id, position);

-- The least that an item is sold for, under a seal of its own until the prices are opened. The commitment is published.
CREATE TABLE reserve (
    item_id     uuid PRIMARY KEY REFERENCES item ON DELETE CASCADE,
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL,
    currency    text NOT NULL,
    sealed      bytea NOT NULL,
    commitment  bytea NOT NULL,
    set_by      uuid NOT NULL REFERENCES account,
    set_at      timestamptz NOT NULL,
    amount      numeric(20,4) CHECK (amount > 0), -- from the opening on
    reason      text,
    salt        bytea,
    opened_at   timestamptz,
    CHECK ((amount IS NULL) = (opened_at IS NULL) AND (salt IS NULL) = (opened_at IS NULL) AND (reason IS NULL) = (opened_at IS NULL))
);
CREATE INDEX reserve_category ON reserve (category_id);

SELECT zabuni.keep('asset', '{item_id}');
SELECT zabuni.keep('asset_photo', '{id}');
SELECT zabuni.keep('reserve', '{item_id}');

ALTER TABLE line_result ADD COLUMN below_reserve boolean NOT NULL DEFAULT false;
SELECT zabuni.keep('line_result', '{category_id}');

-- +goose Down
DROP TRIGGER kept_line_result_changed ON line_result;
ALTER TABLE line_result DROP COLUMN below_reserve;
DROP TABLE reserve, asset_photo, asset;
