-- +goose Up
CREATE TABLE job (
    id           uuid PRIMARY KEY,
    buyer_id     uuid NOT NULL REFERENCES company,
    activity     text NOT NULL,
    reference    text NOT NULL,           -- ZB/TN/2026/0081, unique per buyer, gaps allowed
    code         text NOT NULL,           -- the buyer's own number
    title        text NOT NULL,
    description  text NOT NULL DEFAULT '',
    regime       text NOT NULL,
    timezone     text NOT NULL,           -- IANA
    status       text NOT NULL CHECK (status IN ('draft', 'published', 'closed', 'cancelled', 'archived')),
    owner_id     uuid NOT NULL REFERENCES account,
    created_at   timestamptz NOT NULL,
    published_at timestamptz,
    cancelled_at timestamptz,
    cancel_reason text NOT NULL DEFAULT '',
    version      int NOT NULL DEFAULT 1,  -- optimistic: an edit names the version it read
    UNIQUE (buyer_id, code),
    UNIQUE (buyer_id, reference)
);
-- With the status inside, a filtered list and its count read no other rows.
CREATE INDEX job_list ON job (buyer_id, activity, created_at DESC, id DESC) INCLUDE (status);
CREATE INDEX job_buyer ON job (buyer_id, created_at DESC, id DESC) INCLUDE (status);
CREATE INDEX job_all ON job (activity, created_at DESC, id DESC);
CREATE INDEX job_title ON job USING gin (title gin_trgm_ops);
CREATE TABLE job_counter (
    buyer_id uuid NOT NULL,
    activity text NOT NULL,
    year     int NOT NULL,
    last     int NOT NULL,
    PRIMARY KEY (buyer_id, activity, year)
);

-- Where an imported job came from, and what of its source found no place.
CREATE TABLE job_import (
    job_id    uuid PRIMARY KEY REFERENCES job,
    buyer_id  uuid NOT NULL,
    format    text NOT NULL,
    ocid      text NOT NULL DEFAULT '',
    file_name text NOT NULL,
    sha256    bytea NOT NULL,
    at        timestamptz NOT NULL
);
CREATE TABLE job_import_unmapped (
    job_id   uuid NOT NULL REFERENCES job_import ON DELETE CASCADE,
    buyer_id uuid NOT NULL,
    pointer  text NOT NULL,
    reason   text NOT NULL,
    PRIMARY KEY (job_id, pointer)
);
CREATE TABLE job_document (
    id          uuid PRIMARY KEY,
    job_id      uuid NOT NULL REFERENCES job,
    buyer_id    uuid NOT NULL,
    title       text NOT NULL,
    kind        text NOT NULL DEFAULT '',
    url         text NOT NULL DEFAULT '',   -- metadata of an imported document
    document_id uuid REFERENCES document,
    added_at    timestamptz NOT NULL
);
CREATE INDEX job_document_job ON job_document (job_id);

CREATE TABLE category (
    id               uuid PRIMARY KEY,
    job_id           uuid NOT NULL REFERENCES job,
    buyer_id         uuid NOT NULL,
    activity         text NOT NULL,
    parent_id        uuid REFERENCES category,
    number           text NOT NULL,
    reference        text NOT NULL,
    name             text NOT NULL,
    description      text NOT NULL DEFAULT '',
    instructions     text NOT NULL DEFAULT '',
    category_type_id uuid REFERENCES category_type,
    grouping         text NOT NULL DEFAULT '',
    currency         char(3) NOT NULL,
    bid_fee          numeric(20,4) NOT NULL DEFAULT 0 CHECK (bid_fee >= 0),
    estimate         numeric(20,4),
    opens_at         timestamptz NOT NULL,
    closes_at        timestamptz NOT NULL,
    pass_mark        numeric(20,6) NOT NULL DEFAULT 0 CHECK (pass_mark BETWEEN 0 AND 100),
    technical_weight numeric(20,6) NOT NULL DEFAULT 0 CHECK (technical_weight BETWEEN 0 AND 100),
    financial_weight numeric(20,6) NOT NULL DEFAULT 0 CHECK (financial_weight BETWEEN 0 AND 100),
    price_formula    text NOT NULL DEFAULT 'rel',
    openers          int NOT NULL DEFAULT 2 CHECK (openers BETWEEN 0 AND 5),
    invited_only     boolean NOT NULL DEFAULT false,
    without          text[] NOT NULL DEFAULT '{}', -- steps that its activity has and it has not
    status           text NOT NULL CHECK (status IN ('draft', 'hidden', 'approved', 'not_approved', 'open', 'closed', 'opening',
                         'technical_evaluation', 'financial_opened', 'evaluated', 'recommended', 'notified', 'awarded', 'complete',
                         'unsuccessful', 'cancelled', 'withdrawn')),
    closed_at        timestamptz,
    closing_root     bytea,       -- Merkle root over the latest submissions at closing
    closing_count    int,
    closing_note     text,        -- the same, signed and public
    criteria_hash    bytea,       -- criteria as published
    published_at     timestamptz,
    cancelled_at     timestamptz,
    cancel_reason    text NOT NULL DEFAULT '',
    created_at       timestamptz NOT NULL,
    version          int NOT NULL DEFAULT 1,
    UNIQUE (job_id, number)
);
CREATE INDEX category_job ON category (job_id, number);
CREATE INDEX category_list ON category (buyer_id, activity, created_at DESC, id DESC);
CREATE INDEX category_open ON category (closes_at, id) WHERE status = 'open';
CREATE INDEX category_due ON category (opens_at) WHERE status = 'approved';
CREATE INDEX category_name ON category USING gin (name gin_trgm_ops);

-- One key pair per category and envelope; the private half is wrapped outside the database.
CREATE TABLE category_key (
    id          uuid PRIMARY KEY,
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL,
    envelope    text NOT NULL,    -- of the policy
    recipient   text NOT NULL,    -- public half
    announced   text NOT NULL,    -- signed note that names it: bids are sealed for announced keys only
    wrapped     bytea NOT NULL,   -- private half under the opening key, bound to closes_at
    closes_at   timestamptz NOT NULL,
    sequence    bigint NOT NULL,  -- audit entry that set closes_at
    UNIQUE (category_id, envelope)
);

-- Each time that a closing was moved, and why; suppliers read it.
CREATE TABLE closing_change (
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL,
    sequence    bigint NOT NULL, -- audit entry
    moved_from  timestamptz NOT NULL,
    moved_to    timestamptz NOT NULL CHECK (moved_to > moved_from),
    reason      text NOT NULL,
    moved_by    uuid NOT NULL,
    moved_at    timestamptz NOT NULL,
    PRIMARY KEY (category_id, sequence)
);

CREATE TABLE section (
    id          uuid PRIMARY KEY,
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL,
    parent_id   uuid REFERENCES section ON DELETE CASCADE,
    name        text NOT NULL,
    description text NOT NULL DEFAULT '',
    weight      numeric(20,6) CHECK (weight BETWEEN 0 AND 100),
    position    int NOT NULL
);
CREATE INDEX section_category ON section (category_id, position);

CREATE TABLE question (
    id            uuid PRIMARY KEY,
    section_id    uuid NOT NULL REFERENCES section ON DELETE CASCADE,
    category_id   uuid NOT NULL REFERENCES category,
    buyer_id      uuid NOT NULL,
    prompt        text NOT NULL,
    help          text NOT NULL DEFAULT '',
    response_type text NOT NULL CHECK (response_type IN ('text', 'textbox', 'selection', 'checkboxes', 'boolean', 'true_false', 'yes_no', 'file_upload', 'number')),
    must_answer   boolean NOT NULL DEFAULT false,
    goes_qa       boolean NOT NULL DEFAULT false,
    goes_dd       boolean NOT NULL DEFAULT false,
    scored        boolean NOT NULL DEFAULT false,
    max_score     numeric(20,6) CHECK (max_score > 0),
    min_score     numeric(20,6) CHECK (min_score >= 0),
    position      int NOT NULL,
    CHECK (scored = (max_score IS NOT NULL))
);
CREATE INDEX question_category ON question (category_id, position);
CREATE INDEX question_section ON question (section_id, position);
CREATE TABLE question_option (
    id          uuid PRIMARY KEY,
    question_id uuid NOT NULL REFERENCES question ON DELETE CASCADE,
    buyer_id    uuid NOT NULL,
    label       text NOT NULL,
    score       numeric(20,6),
    position    int NOT NULL
);
CREATE INDEX question_option_question ON question_option (question_id, position);
-- Bands of a scored number: from included, to excluded; null is without end.
CREATE TABLE question_band (
    question_id uuid NOT NULL REFERENCES question ON DELETE CASCADE,
    buyer_id    uuid NOT NULL,
    position    int NOT NULL,
    lower       numeric(20,6),
    upper       numeric(20,6),
    score       numeric(20,6) NOT NULL,
    PRIMARY KEY (question_id, position)
);

CREATE TABLE item (
    id             uuid PRIMARY KEY,
    category_id    uuid NOT NULL REFERENCES category,
    buyer_id       uuid NOT NULL,
    number         text NOT NULL,
    code           text NOT NULL DEFAULT '',
    description    text NOT NULL,
    unit           text NOT NULL,
    quantity       numeric(20,6) NOT NULL CHECK (quantity >= 0), -- zero until known; never published so
    classification text NOT NULL DEFAULT '', -- scheme:id
    position       int NOT NULL,
    UNIQUE (category_id, number)
);
CREATE INDEX item_category ON item (category_id, position);

CREATE TABLE invitation (
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL,
    supplier_id uuid NOT NULL REFERENCES company,
    invited_by  uuid NOT NULL,
    invited_at  timestamptz NOT NULL,
    viewed_at   timestamptz,
    PRIMARY KEY (category_id, supplier_id)
);
CREATE INDEX invitation_supplier ON invitation (supplier_id, invited_at DESC);

-- +goose Down
DROP TABLE invitation, item, question_band, question_option, question, section, closing_change, category_key, category, job_document,
    job_import_unmapped, job_import, job_counter, job;
