-- +goose Up
-- Numbers of a buyer's meetings are not given twice.
CREATE TABLE meeting_counter (
    buyer_id uuid PRIMARY KEY REFERENCES company,
    last     int NOT NULL
);
-- A meeting of a buyer's job, or of none; general and risk are two desks of the same.
CREATE TABLE meeting (
    id           uuid PRIMARY KEY,
    buyer_id     uuid NOT NULL REFERENCES company,
    number       int NOT NULL,
    context      text NOT NULL CHECK (context IN ('general', 'risk')),
    title        text NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('pre_bid', 'site_visit', 'opening', 'evaluation', 'contract', 'other')),
    job_id       uuid REFERENCES job,
    bidders      boolean NOT NULL, -- all who take part in the job are asked, without anybody's knowing who
    starts_at    timestamptz NOT NULL,
    ends_at      timestamptz NOT NULL,
    timezone     text NOT NULL, -- IANA; in which its times are read
    place        text NOT NULL,
    link         text NOT NULL,
    agenda       text NOT NULL,
    status       text NOT NULL CHECK (status IN ('scheduled', 'held', 'cancelled')),
    reason       text NOT NULL DEFAULT '', -- of its cancellation
    minutes      text NOT NULL DEFAULT '',
    published_at timestamptz, -- when its minutes went to who was there
    sequence     int NOT NULL DEFAULT 0, -- of its invitation: calendars know a newer one by it
    organiser_id uuid NOT NULL REFERENCES account,
    created_at   timestamptz NOT NULL,
    changed_at   timestamptz NOT NULL,
    version      int NOT NULL,
    UNIQUE (buyer_id, number),
    CHECK (starts_at < ends_at),
    CHECK (NOT bidders OR job_id IS NOT NULL),
    CHECK (published_at IS NULL OR minutes <> '')
);
CREATE INDEX meeting_list ON meeting (context, starts_at DESC, id DESC);
CREATE INDEX meeting_buyer ON meeting (buyer_id, context, starts_at DESC, id DESC);
CREATE INDEX meeting_job ON meeting (job_id) WHERE job_id IS NOT NULL;

-- Who is asked: somebody of the buyer or of the operator, a supplier, whose people answer together, or an address. Who is
-- asked no more stays, for the calendar that has to hear of it.
CREATE TABLE meeting_attendee (
    id          uuid PRIMARY KEY,
    meeting_id  uuid NOT NULL REFERENCES meeting,
    buyer_id    uuid NOT NULL REFERENCES company,
    account_id  uuid REFERENCES account,
    supplier_id uuid REFERENCES company,
    name        text NOT NULL, -- of an address
    email       text NOT NULL,
    itself      boolean NOT NULL DEFAULT false, -- a bidder, who is there by its answer alone
    answer      text NOT NULL DEFAULT 'none' CHECK (answer IN ('none', 'yes', 'no', 'perhaps')),
    answered_at timestamptz,
    removed_at  timestamptz,
    CHECK ((account_id IS NOT NULL)::int + (supplier_id IS NOT NULL)::int + (email <> '')::int = 1),
    CHECK (NOT itself OR supplier_id IS NOT NULL),
    CHECK ((answer = 'none') = (answered_at IS NULL))
);
CREATE UNIQUE INDEX meeting_attendee_account ON meeting_attendee (meeting_id, account_id) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX meeting_attendee_supplier ON meeting_attendee (meeting_id, supplier_id) WHERE supplier_id IS NOT NULL;
CREATE UNIQUE INDEX meeting_attendee_address ON meeting_attendee (meeting_id, lower(email)) WHERE email <> '';
CREATE INDEX meeting_attendee_asked ON meeting_attendee (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX meeting_attendee_company ON meeting_attendee (supplier_id) WHERE supplier_id IS NOT NULL;

-- What was agreed on, by whom and until when.
CREATE TABLE meeting_action (
    meeting_id uuid NOT NULL REFERENCES meeting,
    number     int NOT NULL CHECK (number BETWEEN 1 AND 200),
    buyer_id   uuid NOT NULL REFERENCES company,
    what       text NOT NULL,
    owner_id   uuid REFERENCES account,
    due_on     date,
    done       boolean NOT NULL,
    PRIMARY KEY (meeting_id, number)
);

-- What was done with a meeting, and why.
CREATE TABLE meeting_change (
    meeting_id uuid NOT NULL REFERENCES meeting,
    version    int NOT NULL,
    buyer_id   uuid NOT NULL REFERENCES company,
    act        text NOT NULL CHECK (act IN ('called', 'changed', 'cancelled', 'held', 'minuted', 'published')),
    note       text NOT NULL,
    changed_by uuid NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (meeting_id, version)
);

-- A person's calendar elsewhere reads their meetings by a secret; of it there is but the sum here.
CREATE TABLE calendar_feed (
    account_id uuid PRIMARY KEY REFERENCES account,
    secret     bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL
);

REVOKE UPDATE, DELETE ON meeting_change FROM zabuni_app, zabuni_opener;
REVOKE DELETE ON meeting, meeting_attendee FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('meeting', '{id}');
SELECT zabuni.keep('meeting_action', '{meeting_id,number}');
SELECT zabuni.keep('meeting_change', '{meeting_id,version}');

-- +goose Down
DROP TABLE calendar_feed, meeting_change, meeting_action, meeting_attendee, meeting, meeting_counter;
DELETE FROM kept WHERE name IN ('meeting', 'meeting_action', 'meeting_change');
DROP FUNCTION zabuni.kept_meeting(), zabuni.kept_meeting_changed(), zabuni.kept_meeting_gone(),
    zabuni.kept_meeting_action(), zabuni.kept_meeting_action_changed(), zabuni.kept_meeting_action_gone(),
    zabuni.kept_meeting_change(), zabuni.kept_meeting_change_changed(), zabuni.kept_meeting_change_gone();
