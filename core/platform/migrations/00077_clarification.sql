-- +goose Up
-- What suppliers ask about a category that is open, and what all are told of it. Who asked stands here for the answer to
-- reach them, and is shown to nobody. While it waits, question and answer are what its author has written so far.
CREATE TABLE clarification (
    id          uuid PRIMARY KEY, -- given by the browser: what is sent again is the same
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL REFERENCES company,
    supplier_id uuid NOT NULL REFERENCES company,
    asked_by    uuid NOT NULL REFERENCES account,
    asked_at    timestamptz NOT NULL,
    asked       text NOT NULL, -- as it was written
    question    text NOT NULL, -- as all read it
    answer      text NOT NULL DEFAULT '',
    status      text NOT NULL DEFAULT 'asked' CHECK (status IN ('asked', 'answered', 'refused')),
    number      int CHECK (number > 0), -- among those answered
    reason      text NOT NULL DEFAULT '', -- of its refusal
    decided_by  uuid REFERENCES account,
    decided_at  timestamptz,
    version     int NOT NULL DEFAULT 1,
    UNIQUE (category_id, number),
    CHECK ((status = 'answered') = (number IS NOT NULL)),
    CHECK (status <> 'answered' OR question <> '' AND answer <> ''),
    CHECK ((status = 'refused') = (reason <> '')),
    CHECK ((status = 'asked') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL))
);
CREATE INDEX clarification_category ON clarification (category_id, asked_at);
CREATE INDEX clarification_supplier ON clarification (supplier_id, category_id);
REVOKE DELETE ON clarification FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('clarification', '{id}');

-- +goose Down
DROP TABLE clarification;
DELETE FROM kept WHERE name = 'clarification';
DROP FUNCTION zabuni.kept_clarification(), zabuni.kept_clarification_changed(), zabuni.kept_clarification_gone();
