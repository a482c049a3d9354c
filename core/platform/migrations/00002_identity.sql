-- +goose Up
-- Countries themselves are data of core/geo; the database knows them by their ISO 3166-1 code.
CREATE TABLE location (
    id      int PRIMARY KEY,
    country char(2) NOT NULL,
    name    text NOT NULL,
    UNIQUE (country, name)
);

CREATE TABLE company (
    id               uuid PRIMARY KEY,
    kind             text NOT NULL CHECK (kind IN ('supplier', 'buyer', 'operator')),
    name             text NOT NULL,
    initials         text NOT NULL DEFAULT '',
    company_type     text NOT NULL DEFAULT '',
    country          char(2) NOT NULL,
    location_id      int REFERENCES location,
    physical_address text NOT NULL DEFAULT '',
    po_box           text NOT NULL DEFAULT '',
    phone            text NOT NULL DEFAULT '', -- E.164
    email            text NOT NULL DEFAULT '',
    tax_id           text NOT NULL DEFAULT '',
    website          text NOT NULL DEFAULT '',
    contact_name     text NOT NULL DEFAULT '',
    status           text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'deactivated')),
    created_at       timestamptz NOT NULL
);
CREATE UNIQUE INDEX company_tax_id ON company (kind, country, upper(tax_id)) WHERE tax_id <> '';
CREATE INDEX company_list ON company (kind, created_at DESC, id DESC);
CREATE INDEX company_name ON company USING gin (name gin_trgm_ops);

CREATE TABLE category_type (
    id       uuid PRIMARY KEY,
    code     text NOT NULL UNIQUE,
    name     text NOT NULL,
    position int NOT NULL
);
CREATE INDEX category_type_name ON category_type USING gin (name gin_trgm_ops);
CREATE TABLE company_category_type (
    company_id       uuid NOT NULL REFERENCES company,
    category_type_id uuid NOT NULL REFERENCES category_type,
    PRIMARY KEY (company_id, category_type_id)
);
CREATE TABLE company_supply_location (
    company_id  uuid NOT NULL REFERENCES company,
    location_id int NOT NULL REFERENCES location,
    PRIMARY KEY (company_id, location_id)
);

CREATE TABLE role (
    id          uuid PRIMARY KEY,
    company_id  uuid NOT NULL REFERENCES company,
    user_type   text NOT NULL CHECK (user_type IN ('supplier', 'buyer', 'qed', 'temp')),
    name        text NOT NULL,
    description text NOT NULL DEFAULT '',
    created_at  timestamptz NOT NULL,
    UNIQUE (company_id, user_type, name)
);
CREATE TABLE role_privilege (
    role_id uuid NOT NULL REFERENCES role ON DELETE CASCADE,
    title   text NOT NULL,
    denied  boolean NOT NULL DEFAULT false,
    PRIMARY KEY (role_id, title)
);

CREATE TABLE account (
    id               uuid PRIMARY KEY,
    company_id       uuid NOT NULL REFERENCES company,
    user_type        text NOT NULL CHECK (user_type IN ('supplier', 'buyer', 'qed', 'temp')),
    email            citext NOT NULL UNIQUE,
    first_name       text NOT NULL,
    last_name        text NOT NULL,
    phone            text NOT NULL DEFAULT '',
    language         text NOT NULL DEFAULT 'en',
    password_hash    text, -- null until an invited user sets one
    password_version int NOT NULL DEFAULT 1,
    status           text NOT NULL CHECK (status IN ('registered', 'invited', 'active', 'deactivated', 'deleted')),
    two_fa           boolean NOT NULL DEFAULT false,
    last_login_at    timestamptz,
    created_at       timestamptz NOT NULL
);
CREATE INDEX account_company ON account (company_id, created_at DESC, id DESC);
CREATE TABLE account_role (
    account_id uuid NOT NULL REFERENCES account,
    role_id    uuid NOT NULL REFERENCES role ON DELETE CASCADE,
    PRIMARY KEY (account_id, role_id)
);

CREATE TABLE session (
    id               uuid PRIMARY KEY,
    account_id       uuid NOT NULL REFERENCES account,
    secret_hash      bytea NOT NULL UNIQUE, -- sha256 of the HttpOnly half; null bytes never match
    previous_hash    bytea,
    rotated_at       timestamptz NOT NULL,
    tfa_pending      boolean NOT NULL,
    remember         boolean NOT NULL,
    browser          boolean NOT NULL, -- false: a token without a cookie half
    agent            text NOT NULL,
    network          text NOT NULL,
    confirmed_at     timestamptz NOT NULL, -- last proof of a factor
    created_at       timestamptz NOT NULL,
    seen_at          timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    ended_at         timestamptz,
    ended_why        text
);
CREATE INDEX session_account ON session (account_id, created_at DESC);
CREATE INDEX session_previous ON session (previous_hash) WHERE previous_hash IS NOT NULL;

-- Single-use secrets sent by mail: activation, reset, invitation, second factor.
CREATE TABLE mailed_secret (
    hash       bytea PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account,
    purpose    text NOT NULL CHECK (purpose IN ('activation', 'reset', 'invitation', 'tfa')),
    session_id uuid REFERENCES session,
    version    int NOT NULL, -- password_version it is bound to
    tries      int NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz
);
CREATE INDEX mailed_secret_account ON mailed_secret (account_id, purpose, created_at DESC);

-- What is sent to whom. A mailed secret is derived from the row's id outside the database, so it is never stored.
CREATE TABLE mail_delivery (
    id          uuid PRIMARY KEY,
    account_id  uuid,
    company_id  uuid,
    recipient   text NOT NULL,
    name        text NOT NULL,
    kind        text NOT NULL,
    language    text NOT NULL,
    data        jsonb NOT NULL,           -- what the texts name, without secrets
    purpose     text NOT NULL DEFAULT '', -- of the mailed secret, if there is one
    session_id  uuid,
    document_id uuid REFERENCES document, -- attached
    statutory   boolean NOT NULL,         -- goes out to the unsubscribed as well
    status      text NOT NULL CHECK (status IN ('queued', 'sent', 'failed', 'suppressed')),
    attempts    int NOT NULL DEFAULT 0,
    next_try_at timestamptz NOT NULL,
    error       text NOT NULL DEFAULT '',
    created_at  timestamptz NOT NULL,
    sent_at     timestamptz
);
CREATE INDEX mail_delivery_list ON mail_delivery (created_at DESC, id DESC);
CREATE INDEX mail_delivery_due ON mail_delivery (next_try_at) WHERE status = 'queued';

CREATE TABLE notification (
    id         uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account,
    kind       text NOT NULL,
    params     jsonb NOT NULL, -- values of the translated sentence
    href       text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    read_at    timestamptz
);
CREATE INDEX notification_account ON notification (account_id, created_at DESC, id DESC);
CREATE INDEX notification_unread ON notification (account_id) WHERE read_at IS NULL;

CREATE TABLE mail_unsubscribed (
    email citext PRIMARY KEY,
    at    timestamptz NOT NULL
);

-- +goose Down
DROP TABLE mail_unsubscribed, notification, mail_delivery, mailed_secret, session, account_role, account, role_privilege, role,
    company_supply_location, company_category_type, category_type, company, location;
