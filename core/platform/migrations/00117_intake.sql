-- +goose Up
-- A category that makes a list may take applications window after window: each window is a category of its own with a closing, keys
-- bound to it and an opening, made by the clock from the one before; who passes any of them comes onto the list of the first.
CREATE TABLE intake (
    category_id uuid PRIMARY KEY REFERENCES category, -- the first window
    buyer_id    uuid NOT NULL,
    unit        text NOT NULL CHECK (unit IN ('week', 'month')),
    until       timestamptz NOT NULL, -- no window is open after it
    set_by      uuid NOT NULL REFERENCES account,
    set_at      timestamptz NOT NULL,
    ended_by    uuid REFERENCES account, -- before its time
    ended_at    timestamptz,
    end_reason  text NOT NULL DEFAULT '',
    CHECK ((ended_by IS NULL) = (ended_at IS NULL) AND (ended_at IS NULL) = (end_reason = ''))
);
CREATE INDEX intake_running ON intake (until) WHERE ended_at IS NULL;
SELECT zabuni.keep('intake', '{category_id}');

-- The windows after the first.
CREATE TABLE intake_window (
    category_id uuid PRIMARY KEY REFERENCES category,
    intake_id   uuid NOT NULL REFERENCES intake,
    buyer_id    uuid NOT NULL,
    number      int NOT NULL CHECK (number > 1),
    UNIQUE (intake_id, number)
);
SELECT zabuni.keep('intake_window', '{category_id}');
REVOKE DELETE ON intake_window FROM zabuni_app, zabuni_opener;

-- +goose Down
DROP TABLE intake_window, intake;
DELETE FROM kept WHERE name IN ('intake', 'intake_window');
DROP FUNCTION zabuni.kept_intake(), zabuni.kept_intake_changed(), zabuni.kept_intake_gone(),
    zabuni.kept_intake_window(), zabuni.kept_intake_window_changed(), zabuni.kept_intake_window_gone();
