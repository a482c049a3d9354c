-- +goose Up
-- What a bidder was asked about a price that looks abnormally low, what it said, and what was decided: once for each bid.
CREATE TABLE price_query (
    submission_id uuid PRIMARY KEY REFERENCES submission,
    category_id   uuid NOT NULL REFERENCES category,
    buyer_id      uuid NOT NULL,
    supplier_id   uuid NOT NULL REFERENCES company,
    question      text NOT NULL CHECK (question <> ''),
    due_at        timestamptz NOT NULL,
    asked_by      uuid NOT NULL REFERENCES account,
    asked_at      timestamptz NOT NULL,
    answer        text NOT NULL DEFAULT '',
    answered_by   uuid REFERENCES account,
    answered_at   timestamptz,
    outcome       text CHECK (outcome IN ('accepted', 'rejected')),
    reason        text NOT NULL DEFAULT '',
    decided_by    uuid REFERENCES account,
    decided_at    timestamptz,
    version       int NOT NULL,
    CHECK ((answered_at IS NULL) = (answer = '') AND (answered_at IS NULL) = (answered_by IS NULL)),
    CHECK (answered_at < due_at),
    CHECK ((outcome IS NULL) = (decided_at IS NULL) AND (outcome IS NULL) = (decided_by IS NULL) AND (outcome IS NULL) = (reason = '')),
    CHECK (outcome <> 'rejected' OR answered_at IS NOT NULL OR decided_at >= due_at)
);
CREATE INDEX price_query_category ON price_query (category_id);
SELECT zabuni.keep('price_query', '{submission_id}');
REVOKE DELETE ON price_query FROM zabuni_app, zabuni_opener;

-- A price that was not explained, too, is a reason to fail.
ALTER TABLE bid_result DROP CONSTRAINT bid_result_failed_check_check,
    ADD CONSTRAINT bid_result_failed_check_check CHECK (failed_check IN ('expired', 'not_issued', 'altered', 'unreadable', 'missing', 'visit', 'price'));

-- +goose Down
ALTER TABLE bid_result DROP CONSTRAINT bid_result_failed_check_check,
    ADD CONSTRAINT bid_result_failed_check_check CHECK (failed_check IN ('expired', 'not_issued', 'altered', 'unreadable', 'missing', 'visit'));
DROP TABLE price_query;
-- +goose StatementBegin
DO $$
BEGIN
    DROP FUNCTION IF EXISTS zabuni.kept_price_query(), zabuni.kept_price_query_changed(), zabuni.kept_price_query_gone();
END $$;
-- +goose StatementEnd
DELETE FROM kept WHERE name = 'price_query';
