-- +goose Up
-- What is asked on a visit, of every bidder or of one. It is none of the published criteria and no bidder reads it.
CREATE TABLE visit_question (
    id          uuid PRIMARY KEY,
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL,
    supplier_id uuid REFERENCES company, -- null: it is asked of everybody
    prompt      text NOT NULL,
    help        text NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('yes_no', 'number', 'text')),
    position    int NOT NULL,
    asked_by    uuid NOT NULL REFERENCES account,
    asked_at    timestamptz NOT NULL
);
CREATE INDEX visit_question_category ON visit_question (category_id, position);

-- Where a visit to a bidder stands, one for each bid; a second visit goes on in the same row.
CREATE TABLE visit (
    submission_id uuid PRIMARY KEY REFERENCES submission,
    category_id   uuid NOT NULL REFERENCES category,
    buyer_id      uuid NOT NULL,
    supplier_id   uuid NOT NULL REFERENCES company,
    status        text NOT NULL CHECK (status IN ('planned', 'scheduled', 'conducted', 'findings', 'cleared', 'flagged', 'failed')),
    due_at        timestamptz,
    place         text NOT NULL DEFAULT '',
    people        text NOT NULL DEFAULT '', -- who goes, and whom they meet
    arrived_at    timestamptz,              -- by the clock of the device
    arrived_by    uuid REFERENCES account,
    consent       boolean NOT NULL DEFAULT false, -- to keep where the device was
    latitude      int, -- millionths of a degree
    longitude     int,
    findings      text NOT NULL DEFAULT '',
    found_at      timestamptz,
    found_by      uuid REFERENCES account,
    reason        text NOT NULL DEFAULT '',
    decided_at    timestamptz,
    decided_by    uuid REFERENCES account,
    expires_on    date, -- the last day on which what was decided counts
    version       int NOT NULL,
    CHECK (status = 'planned' OR due_at IS NOT NULL),
    CHECK ((latitude IS NULL) = (longitude IS NULL) AND (consent OR latitude IS NULL)),
    CHECK (status NOT IN ('flagged', 'failed') OR reason <> '')
);
CREATE INDEX visit_category ON visit (category_id);

-- What was found of one question: of a visit's own, or of one of the criteria that goes through due diligence.
CREATE TABLE visit_answer (
    submission_id uuid NOT NULL REFERENCES visit,
    question_id   uuid NOT NULL,
    buyer_id      uuid NOT NULL,
    supplier_id   uuid NOT NULL,
    value         text NOT NULL,
    note          text NOT NULL,
    answered_by   uuid NOT NULL REFERENCES account,
    answered_at   timestamptz NOT NULL, -- by the clock of the device
    stored_at     timestamptz NOT NULL,
    version       int NOT NULL,
    PRIMARY KEY (submission_id, question_id)
);

-- The device names a photograph, so that one that is sent again is the same.
CREATE TABLE visit_photo (
    id            uuid PRIMARY KEY,
    submission_id uuid NOT NULL REFERENCES visit,
    question_id   uuid NOT NULL,
    buyer_id      uuid NOT NULL,
    supplier_id   uuid NOT NULL,
    document_id   uuid NOT NULL REFERENCES document,
    name          text NOT NULL,
    size          bigint NOT NULL,
    taken_by      uuid NOT NULL REFERENCES account,
    stored_at     timestamptz NOT NULL
);
CREATE INDEX visit_photo_submission ON visit_photo (submission_id, question_id);

SELECT zabuni.keep('visit_question', '{id}');
SELECT zabuni.keep('visit', '{submission_id}');
SELECT zabuni.keep('visit_answer', '{submission_id,question_id}');
SELECT zabuni.keep('visit_photo', '{id}');

-- A visit, too, is a reason to fail.
ALTER TABLE bid_result DROP CONSTRAINT bid_result_failed_check_check,
    ADD CONSTRAINT bid_result_failed_check_check CHECK (failed_check IN ('expired', 'not_issued', 'altered', 'unreadable', 'missing', 'visit'));

-- A letter on due diligence speaks of a visit.
ALTER TABLE letter ADD COLUMN visit_id uuid REFERENCES visit, ADD CONSTRAINT letter_of_visit CHECK (visit_id IS NULL OR kind = 'dd');
SELECT zabuni.keep('letter', '{id}');

-- +goose Down
DROP TRIGGER kept_letter_changed ON letter;
ALTER TABLE letter DROP COLUMN visit_id;
ALTER TABLE bid_result DROP CONSTRAINT bid_result_failed_check_check,
    ADD CONSTRAINT bid_result_failed_check_check CHECK (failed_check IN ('expired', 'not_issued', 'altered', 'unreadable', 'missing'));
DROP TABLE visit_photo, visit_answer, visit, visit_question;
