-- +goose Up
-- zabuni_app runs the platform, zabuni_opener opens envelopes; both own nothing. Roles belong to the cluster, so several databases share them.
-- +goose StatementBegin
DO $$
DECLARE
    r text;
BEGIN
    FOREACH r IN ARRAY ARRAY['zabuni_app', 'zabuni_opener'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = r) THEN
            BEGIN
                EXECUTE format('CREATE ROLE %I LOGIN', r);
            EXCEPTION WHEN duplicate_object OR unique_violation THEN
                NULL; -- another database of this cluster was migrated at the same moment
            END;
        END IF;
        EXECUTE format('GRANT USAGE ON SCHEMA public, zabuni TO %I', r);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO %I', r);
        EXECUTE format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO %I', r);
        EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA zabuni TO %I', r);
        EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I', r);
        EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO %I', r);
    END LOOP;
    REVOKE DELETE ON audit_entry, log_hash, log_checkpoint, ledger_entry, submission FROM zabuni_app, zabuni_opener;
    REVOKE UPDATE ON log_hash, log_checkpoint, ledger_entry FROM zabuni_app, zabuni_opener;
END $$;
-- +goose StatementEnd
CREATE POLICY opener ON response FOR SELECT TO zabuni_opener USING (true);
CREATE POLICY opener ON price_response FOR SELECT TO zabuni_opener USING (true);
CREATE POLICY opener ON sealed_envelope FOR SELECT TO zabuni_opener USING (true);
CREATE POLICY opener ON sealed_file FOR SELECT TO zabuni_opener USING (true);

-- +goose Down
DROP POLICY opener ON response;
DROP POLICY opener ON price_response;
DROP POLICY opener ON sealed_envelope;
DROP POLICY opener ON sealed_file;
