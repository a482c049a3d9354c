-- +goose Up
-- What changes of a category after it was published, while it takes bids. Who has submitted before has to confirm: until then
-- nothing that was sealed for the category as it was is counted or opened.
CREATE TABLE addendum (
    id          uuid PRIMARY KEY, -- given by the browser: what is sent again is the same
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL REFERENCES company,
    number      int NOT NULL CHECK (number > 0),
    title       text NOT NULL CHECK (title <> ''),
    body        text NOT NULL CHECK (body <> ''),
    changes     jsonb NOT NULL CHECK (jsonb_typeof(changes) = 'array'), -- what was, what is
    closes_at   timestamptz, -- where it moved the closing, to when
    hash_was    bytea NOT NULL, -- criteria before
    hash_is     bytea NOT NULL, -- and after
    issued_by   uuid NOT NULL REFERENCES account,
    issued_at   timestamptz NOT NULL,
    UNIQUE (category_id, number),
    CHECK ((jsonb_array_length(changes) = 0) = (hash_was = hash_is))
);
REVOKE UPDATE, DELETE ON addendum FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('addendum', '{id}');
ALTER TABLE submission ADD COLUMN set_aside_by uuid REFERENCES addendum; -- sealed for what the category was before
ALTER TABLE participation ADD COLUMN addendum_read int NOT NULL DEFAULT 0; -- the latest that its bidder has said to have read
SELECT zabuni.keep('submission', '{id}');
SELECT zabuni.keep('participation', '{id}', '{last_saved_at}');

-- +goose Down
ALTER TABLE participation DROP COLUMN addendum_read;
ALTER TABLE submission DROP COLUMN set_aside_by;
DROP TABLE addendum;
DELETE FROM kept WHERE name = 'addendum';
DROP FUNCTION zabuni.kept_addendum(), zabuni.kept_addendum_changed(), zabuni.kept_addendum_gone();
