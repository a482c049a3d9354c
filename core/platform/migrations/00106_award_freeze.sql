-- +goose Up
-- A complaint about an award freezes it: nothing is drafted, sent or signed on it. Who begins waits for nobody, for what it holds back
-- cannot be undone; its end is asked by one person and decided by another. What was upheld stops the award for good.
CREATE TABLE award_freeze (
    id          uuid PRIMARY KEY,
    award_id    uuid NOT NULL REFERENCES award,
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL,
    reference   text NOT NULL DEFAULT '', -- of the complaint, as whoever reviews it calls it
    reason      text NOT NULL CHECK (reason <> ''),
    begun_by    uuid NOT NULL REFERENCES account,
    begun_at    timestamptz NOT NULL,
    outcome     text CHECK (outcome IN ('dismissed', 'withdrawn', 'upheld')),
    said        text NOT NULL DEFAULT '', -- why it ends so
    asked_by    uuid REFERENCES account,
    asked_at    timestamptz,
    ended_by    uuid REFERENCES account,
    ended_at    timestamptz,
    CHECK ((outcome IS NULL) = (asked_by IS NULL) AND (outcome IS NULL) = (asked_at IS NULL) AND (outcome IS NULL) = (said = '')),
    CHECK ((ended_by IS NULL) = (ended_at IS NULL)),
    CHECK (ended_at IS NULL OR outcome IS NOT NULL AND ended_by <> asked_by)
);
CREATE UNIQUE INDEX award_freeze_one ON award_freeze (award_id) WHERE ended_at IS NULL OR outcome = 'upheld';
CREATE INDEX award_freeze_category ON award_freeze (category_id, begun_at);
SELECT zabuni.keep('award_freeze', '{id}');
REVOKE DELETE ON award_freeze FROM zabuni_app, zabuni_opener;

-- Whether something stops an award: a complaint that is not ended, or that was upheld.
CREATE FUNCTION zabuni.frozen(award uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM award_freeze f WHERE f.award_id = award AND (f.ended_at IS NULL OR f.outcome = 'upheld'))
$$;

-- +goose Down
DROP FUNCTION zabuni.frozen(uuid);
DROP TABLE award_freeze;
DELETE FROM kept WHERE name = 'award_freeze';
DROP FUNCTION zabuni.kept_award_freeze(), zabuni.kept_award_freeze_changed(), zabuni.kept_award_freeze_gone();
