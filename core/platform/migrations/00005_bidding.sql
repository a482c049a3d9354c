-- +goose Up
CREATE TABLE company_key (
    company_id uuid PRIMARY KEY REFERENCES company,
    recipient  text NOT NULL,
    wrapped    bytea NOT NULL
);

CREATE TABLE participation (
    id             uuid PRIMARY KEY,
    category_id    uuid NOT NULL REFERENCES category,
    buyer_id       uuid NOT NULL,
    supplier_id    uuid NOT NULL REFERENCES company,
    status         text NOT NULL CHECK (status IN ('paid', 'draft', 'submitted', 'withdrawn', 'needs_confirmation', 'opened',
                       'responsive', 'non_responsive', 'qualified', 'ranked', 'winner', 'regret')),
    draft_key      bytea NOT NULL,  -- AES-256 key of the drafts, wrapped by the company's key
    paid_at        timestamptz NOT NULL,
    created_at     timestamptz NOT NULL,
    last_saved_at  timestamptz,
    latest_version int NOT NULL DEFAULT 0,
    UNIQUE (category_id, supplier_id)
);
CREATE INDEX participation_supplier ON participation (supplier_id, created_at DESC, id DESC);

-- Drafts of both envelopes, sealed from the first save. What stays in the clear: that it is answered.
CREATE TABLE response (
    participation_id uuid NOT NULL REFERENCES participation,
    question_id      uuid NOT NULL REFERENCES question,
    buyer_id         uuid NOT NULL,
    supplier_id      uuid NOT NULL,
    version          bigint NOT NULL,
    answered         boolean NOT NULL,
    sealed           bytea NOT NULL,
    saved_at         timestamptz NOT NULL,
    PRIMARY KEY (participation_id, question_id)
);
CREATE TABLE price_response (
    participation_id uuid NOT NULL REFERENCES participation,
    item_id          uuid NOT NULL REFERENCES item,
    buyer_id         uuid NOT NULL,
    supplier_id      uuid NOT NULL,
    version          bigint NOT NULL,
    answered         boolean NOT NULL,
    sealed           bytea NOT NULL,
    saved_at         timestamptz NOT NULL,
    PRIMARY KEY (participation_id, item_id)
);
CREATE TABLE bid_file (
    id               uuid PRIMARY KEY,
    participation_id uuid NOT NULL REFERENCES participation,
    question_id      uuid NOT NULL REFERENCES question,
    buyer_id         uuid NOT NULL,
    supplier_id      uuid NOT NULL,
    name             text NOT NULL,
    media_type       text NOT NULL,
    size             bigint NOT NULL,
    sealed_sha256    bytea NOT NULL,
    store_key        text NOT NULL,
    uploaded_at      timestamptz NOT NULL,
    removed_at       timestamptz
);
CREATE INDEX bid_file_participation ON bid_file (participation_id, question_id);
CREATE TABLE upload (
    id               uuid PRIMARY KEY,
    participation_id uuid NOT NULL REFERENCES participation,
    question_id      uuid NOT NULL REFERENCES question,
    supplier_id      uuid NOT NULL,
    buyer_id         uuid NOT NULL,
    name             text NOT NULL,
    size             bigint NOT NULL,
    received         bigint NOT NULL DEFAULT 0,
    created_at       timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL
);
CREATE TABLE upload_part (
    upload_id   uuid NOT NULL REFERENCES upload ON DELETE CASCADE,
    supplier_id uuid NOT NULL,
    offset_at   bigint NOT NULL,
    size        bigint NOT NULL,
    sealed      bytea NOT NULL,
    PRIMARY KEY (upload_id, offset_at)
);

CREATE TABLE submission (
    id               uuid PRIMARY KEY,
    participation_id uuid NOT NULL REFERENCES participation,
    category_id      uuid NOT NULL REFERENCES category,
    buyer_id         uuid NOT NULL,
    supplier_id      uuid NOT NULL,
    version          int NOT NULL CHECK (version > 0),
    received_at      timestamptz NOT NULL,
    submitted_by     uuid NOT NULL,
    receipt          text NOT NULL,   -- signed note
    receipt_nonce    bytea NOT NULL,  -- blinds the leaf of the closing root
    log_index        bigint NOT NULL, -- audit entry
    withdrawn_at     timestamptz,
    UNIQUE (participation_id, version)
);
CREATE INDEX submission_category ON submission (category_id, participation_id, version DESC);
CREATE TABLE sealed_envelope (
    submission_id uuid NOT NULL REFERENCES submission,
    envelope      text NOT NULL,
    buyer_id      uuid NOT NULL,
    supplier_id   uuid NOT NULL,
    sealed        bytea,            -- null once withdrawn: returned unopened
    sealed_sha256 bytea NOT NULL,
    commitment    bytea NOT NULL,
    PRIMARY KEY (submission_id, envelope)
);
-- A file key wrapped for the category at submit; the body is never copied.
CREATE TABLE sealed_file (
    submission_id uuid NOT NULL REFERENCES submission,
    bid_file_id   uuid NOT NULL REFERENCES bid_file,
    buyer_id      uuid NOT NULL,
    supplier_id   uuid NOT NULL,
    wrapped       bytea,
    PRIMARY KEY (submission_id, bid_file_id)
);

CREATE TABLE withdrawal (
    id               uuid PRIMARY KEY,
    participation_id uuid NOT NULL REFERENCES participation,
    category_id      uuid NOT NULL REFERENCES category,
    buyer_id         uuid NOT NULL,
    supplier_id      uuid NOT NULL,
    reason           text NOT NULL,
    withdrawn_by     uuid NOT NULL,
    at               timestamptz NOT NULL,
    contact_by       timestamptz NOT NULL, -- support calls within 48 hours
    contacted_at     timestamptz
);
CREATE INDEX withdrawal_supplier ON withdrawal (supplier_id, at DESC, id DESC);

-- +goose Down
DROP TABLE withdrawal, sealed_file, sealed_envelope, submission, upload_part, upload, bid_file, price_response, response, participation, company_key;
