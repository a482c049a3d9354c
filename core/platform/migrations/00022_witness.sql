-- +goose Up
-- What stands in a kept row stands in the log: each change leaves the row's sum here, or that the row went, and the act that made it
-- must have an entry; the entry's leaf holds the sums of its act. Who changes a row past the program is refused without an entry,
-- and where the triggers were off, `verify` finds a row that is not what the log says.
CREATE TABLE kept (
    name    text NOT NULL,
    shape   int NOT NULL,    -- counts up when other columns come to count
    key     text[] NOT NULL, -- rows of one key have one sum
    columns text[] NOT NULL,
    PRIMARY KEY (name, shape)
);
CREATE TABLE witness (
    id    bigint GENERATED ALWAYS AS IDENTITY, -- of one key the highest is the latest: it is given below the row's lock
    act   xid8 NOT NULL,
    place int NOT NULL,
    name  text NOT NULL,
    shape int NOT NULL,
    key   text NOT NULL,
    sum   bytea, -- null: it went
    PRIMARY KEY (act, place)
);
-- Entries of before have no act, and are logged in the form that they had.
ALTER TABLE audit_entry ADD COLUMN act xid8;
ALTER TABLE audit_entry ALTER COLUMN act SET DEFAULT pg_current_xact_id();
CREATE INDEX audit_entry_act ON audit_entry (act, id);

-- +goose StatementBegin
CREATE FUNCTION zabuni.act_has_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM audit_entry a WHERE a.act = NEW.act) THEN
        RAISE EXCEPTION 'no entry of the log says why % changed', NEW.name USING ERRCODE = 'ZB001';
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE CONSTRAINT TRIGGER witness_has_entry AFTER INSERT ON witness DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.place = 0) EXECUTE FUNCTION zabuni.act_has_entry();

-- Columns of a table as one text that depends on no setting of a session.
-- +goose StatementBegin
CREATE FUNCTION zabuni.plain(in_name text, in_row text, in_columns text[]) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT 'ARRAY[' || string_agg(format(CASE a.atttypid
            WHEN 'timestamptz'::regtype THEN 'to_char(%I.%I AT TIME ZONE ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.US'')'
            WHEN 'date'::regtype THEN 'to_char(%I.%I, ''YYYY-MM-DD'')'
            WHEN 'bytea'::regtype THEN 'encode(%I.%I, ''hex'')'
            ELSE '%I.%I::text' END, in_row, c.name), ', ' ORDER BY c.n) || ']::text[]::text'
    FROM unnest(in_columns) WITH ORDINALITY c(name, n)
    JOIN pg_attribute a ON a.attrelid = in_name::regclass AND a.attname = c.name
$$;

-- Has the rows of a table kept from here on: rows with the same key have one sum, over all columns but those named. Again, it takes
-- in the columns that came since.
CREATE FUNCTION zabuni.keep(in_name text, in_key text[], in_but text[] DEFAULT '{}') RETURNS void LANGUAGE plpgsql AS $body$
DECLARE
    in_columns text[] := (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = in_name::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> ALL (in_but));
    in_shape int := (SELECT coalesce(max(shape), 0) + 1 FROM kept WHERE name = in_name);
    single boolean := (SELECT in_key @> array_agg(a.attname::text) FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
        WHERE i.indrelid = in_name::regclass AND i.indisprimary);
    listed text := (SELECT string_agg(format('r.%I', k), ', ') FROM unnest(in_key) k);
    same text := (SELECT string_agg(format('r.%I = g.%I', k, k), ' AND ') FROM unnest(in_key) k);
    head text := format('INSERT INTO witness (act, place, name, shape, key, sum) SELECT pg_current_xact_id(),
        (SELECT coalesce(max(place) + 1, 0) FROM witness WHERE act = pg_current_xact_id()) + row_number() OVER () - 1, %L, %s, ', in_name, in_shape);
    one text := format('sha256(convert_to(%s, ''UTF8''))', zabuni.plain(in_name, 'r', in_columns));
    many text := format('%s, (SELECT sha256(convert_to(string_agg(t.line, E''\n'' ORDER BY t.line COLLATE "C"), ''UTF8'')) FROM (SELECT %s AS line FROM %I r WHERE %s) t)
        FROM (SELECT DISTINCT %s FROM %%s r) g', zabuni.plain(in_name, 'g', in_key), zabuni.plain(in_name, 'r', in_columns), in_name, same, listed);
    made text := $f$CREATE OR REPLACE FUNCTION zabuni.kept_%s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS 'BEGIN %s; RETURN NULL; END'$f$;
    placed text := 'CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION zabuni.kept_%s()';
    wrote text := in_name; -- names are those of tables and need no quotes
    went text := in_name || '_gone';
BEGIN
    INSERT INTO kept (name, shape, key, columns) VALUES (in_name, in_shape, in_key, in_columns);
    IF single THEN
        EXECUTE head || zabuni.plain(in_name, 'r', in_key) || ', ' || one || format(' FROM %I r', in_name);
        EXECUTE format(made, wrote, replace(head || zabuni.plain(in_name, 'r', in_key) || ', ' || one || ' FROM changed r', '''', ''''''));
        EXECUTE format(made, went, replace(head || zabuni.plain(in_name, 'r', in_key) || ', NULL FROM changed r', '''', ''''''));
        EXECUTE format(made, wrote || '_changed', replace(head || zabuni.plain(in_name, 'r', in_key) || ', ' || one || ' FROM (SELECT NEW.*) r', '''', ''''''));
        -- Row by row, so that a change of columns that do not count costs nothing.
        EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER UPDATE OF %s ON %I FOR EACH ROW WHEN ((%s) IS DISTINCT FROM (%s)) EXECUTE FUNCTION zabuni.kept_%s()',
            'kept_' || wrote || '_changed', (SELECT string_agg(quote_ident(c), ', ') FROM unnest(in_columns) c), in_name,
            (SELECT string_agg(format('OLD.%I', c), ', ') FROM unnest(in_columns) c), (SELECT string_agg(format('NEW.%I', c), ', ') FROM unnest(in_columns) c), wrote || '_changed');
    ELSE
        EXECUTE head || format(many, quote_ident(in_name));
        EXECUTE format(made, wrote, replace(head || format(many, 'changed'), '''', ''''''));
        went := wrote;
        -- A row may go from one key to another: both have another sum then.
        EXECUTE format(made, wrote || '_changed', replace(head || format(many, '(SELECT * FROM changed UNION ALL SELECT * FROM was)'), '''', ''''''));
        EXECUTE format(placed, 'kept_' || wrote || '_changed', 'UPDATE', in_name, 'OLD TABLE AS was NEW', wrote || '_changed');
    END IF;
    EXECUTE format(placed, 'kept_' || wrote, 'INSERT', in_name, 'NEW', wrote);
    EXECUTE format(placed, 'kept_' || wrote || '_gone', 'DELETE', in_name, 'OLD', went);
    -- What stood before is taken as it stands, and the log says so.
    IF EXISTS (SELECT FROM witness WHERE act = pg_current_xact_id()) AND NOT EXISTS (SELECT FROM audit_entry WHERE act = pg_current_xact_id()) THEN
        INSERT INTO audit_entry (at, actor_id, actor_name, actor_type, action, object, object_id, detail)
        VALUES (zabuni.clock(), '00000000-0000-7000-8000-000000000001', 'Zabuni', '', 'platform.rows.kept', 'log', '00000000-0000-7000-8000-000000000001', '{}');
    END IF;
END $body$;
-- +goose StatementEnd

-- Who may do what.
SELECT zabuni.keep('company', '{id}', '{version,updated_at}');
SELECT zabuni.keep('account', '{id}', '{password_hash,password_version,failures,last_login_at,language,phone}');
SELECT zabuni.keep('account_role', '{account_id}');
SELECT zabuni.keep('role', '{id}');
SELECT zabuni.keep('role_privilege', '{role_id}');
SELECT zabuni.keep('category_access', '{account_id}');
SELECT zabuni.keep('buyer_module', '{buyer_id,module}');
SELECT zabuni.keep('blacklist_case', '{id}');
-- What was asked for.
SELECT zabuni.keep('job', '{id}', '{version}');
SELECT zabuni.keep('job_document', '{id}');
SELECT zabuni.keep('category', '{id}', '{version}');
SELECT zabuni.keep('category_key', '{id}');
SELECT zabuni.keep('closing_change', '{category_id,sequence}');
SELECT zabuni.keep('section', '{id}');
SELECT zabuni.keep('question', '{id}');
SELECT zabuni.keep('question_option', '{question_id}');
SELECT zabuni.keep('question_band', '{question_id}');
SELECT zabuni.keep('item', '{id}');
SELECT zabuni.keep('invitation', '{category_id,supplier_id}', '{viewed_at,told_at}');
-- Who paid, and what was sent.
SELECT zabuni.keep('purchase_order', '{id}');
SELECT zabuni.keep('order_line', '{order_id,category_id}');
SELECT zabuni.keep('payment_attempt', '{id}', '{asked,next_ask_at}');
SELECT zabuni.keep('ledger_entry', '{id}');
SELECT zabuni.keep('participation', '{id}', '{last_saved_at}');
SELECT zabuni.keep('submission', '{id}');
SELECT zabuni.keep('sealed_envelope', '{submission_id,envelope}', '{sealed}');
SELECT zabuni.keep('sealed_file', '{submission_id}');
SELECT zabuni.keep('bid_file', '{id}');
SELECT zabuni.keep('withdrawal', '{id}');
-- What was opened, found and decided.
SELECT zabuni.keep('opening_session', '{id}');
SELECT zabuni.keep('opening_approval', '{session_id,account_id}');
SELECT zabuni.keep('opened_bid', '{submission_id}');
SELECT zabuni.keep('opened_answer', '{submission_id}');
SELECT zabuni.keep('opened_price', '{submission_id}');
SELECT zabuni.keep('opened_file', '{submission_id}');
SELECT zabuni.keep('quality_declaration', '{category_id,account_id}');
SELECT zabuni.keep('quality_check', '{submission_id,question_id}');
SELECT zabuni.keep('evaluation_assignment', '{category_id,account_id}');
SELECT zabuni.keep('score', '{submission_id,evaluator_id}');
SELECT zabuni.keep('bid_result', '{submission_id}');
SELECT zabuni.keep('line_result', '{category_id}');
SELECT zabuni.keep('frozen_price', '{category_id,part}');
SELECT zabuni.keep('recommendation', '{category_id}');
SELECT zabuni.keep('recommendation_line', '{category_id}');
SELECT zabuni.keep('award', '{id}');
SELECT zabuni.keep('award_line', '{award_id}');
SELECT zabuni.keep('list_entry', '{category_id,supplier_id}');
SELECT zabuni.keep('letter', '{id}');
SELECT zabuni.keep('letter_figure', '{letter_id}');
SELECT zabuni.keep('contract', '{id}');
SELECT zabuni.keep('document', '{id}');

-- The log and its witnesses are written by triggers and read by the sequencer: a role of the platform changes neither.
GRANT SELECT ON kept, witness TO zabuni_app, zabuni_opener;
REVOKE INSERT, UPDATE, DELETE ON kept, witness FROM zabuni_app, zabuni_opener;

-- +goose Down
-- +goose StatementBegin
DO $$
DECLARE
    t text;
    x text;
BEGIN
    FOR t IN SELECT DISTINCT name FROM kept LOOP
        FOREACH x IN ARRAY ARRAY['', '_changed', '_gone'] LOOP
            EXECUTE format('DROP TRIGGER IF EXISTS %I ON %I', 'kept_' || t || x, t);
        END LOOP;
        FOREACH x IN ARRAY ARRAY['', '_changed', '_gone'] LOOP
            EXECUTE format('DROP FUNCTION IF EXISTS zabuni.%I()', 'kept_' || t || x);
        END LOOP;
    END LOOP;
END $$;
-- +goose StatementEnd
DROP TABLE witness, kept;
DROP FUNCTION zabuni.keep(text, text[], text[]), zabuni.plain(text, text, text[]), zabuni.act_has_entry();
DROP INDEX audit_entry_act;
ALTER TABLE audit_entry DROP COLUMN act;
