-- +goose Up
-- A name as it is looked for: small letters without accents, one blank between words, no signs; what Ethiopic writes in several
-- letters of one sound is one. unaccent is only STABLE, so no index stands on this: columns are filled when a row is written.
-- +goose StatementBegin
CREATE FUNCTION zabuni.folded(in_text text) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
    SELECT btrim(regexp_replace(translate(lower(unaccent('unaccent', regexp_replace(normalize(in_text, NFKC), '[\u0300-\u036f''’‘ʼ`´]', '', 'g'))),
        'ሐሑሒሓሔሕሖኀኁኂኃኄኅኆኸኹኺኻኼኽኾሠሡሢሣሤሥሦዐዑዒዓዔዕዖፀፁፂፃፄፅፆሃኣ',
        'ሀሁሂሀሄህሆሀሁሂሀሄህሆሀሁሂሀሄህሆሰሱሲሳሴስሶአኡኢአኤእኦጸጹጺጻጼጽጾሀአ'), '[^[:alnum:]]+', ' ', 'g'))
$$;
-- +goose StatementEnd
-- The first letter of each of its words.
CREATE FUNCTION zabuni.letters(in_folded text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
    $$ SELECT coalesce(string_agg(left(w, 1), '' ORDER BY n), '') FROM regexp_split_to_table(in_folded, ' ') WITH ORDINALITY t(w, n) $$;
-- A number without what people put between its signs.
CREATE FUNCTION zabuni.signs(in_text text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
    $$ SELECT upper(regexp_replace(in_text, '[^[:alnum:]]', '', 'g')) $$;

ALTER TABLE company
    ADD COLUMN folded text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN letters text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN tax_signs text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN premises text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE company_owner
    ADD COLUMN folded text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN identity_signs text COLLATE "C" NOT NULL DEFAULT '';

-- +goose StatementBegin
CREATE FUNCTION zabuni.fold_company() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    NEW.folded := zabuni.folded(NEW.name);
    NEW.letters := zabuni.letters(NEW.folded);
    NEW.tax_signs := zabuni.signs(NEW.tax_id);
    NEW.premises := zabuni.folded(NEW.physical_address);
    RETURN NEW;
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION zabuni.fold_owner() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    NEW.folded := zabuni.folded(NEW.name);
    NEW.identity_signs := zabuni.signs(NEW.identity);
    RETURN NEW;
END $$;
-- +goose StatementEnd
UPDATE company SET folded = zabuni.folded(name), letters = zabuni.letters(zabuni.folded(name)), tax_signs = zabuni.signs(tax_id),
    premises = zabuni.folded(physical_address);
UPDATE company_owner SET folded = zabuni.folded(name), identity_signs = zabuni.signs(identity);
CREATE TRIGGER fold BEFORE INSERT OR UPDATE OF name, tax_id, physical_address ON company FOR EACH ROW EXECUTE FUNCTION zabuni.fold_company();
CREATE TRIGGER fold BEFORE INSERT OR UPDATE OF name, identity ON company_owner FOR EACH ROW EXECUTE FUNCTION zabuni.fold_owner();

GRANT EXECUTE ON FUNCTION zabuni.folded(text), zabuni.letters(text), zabuni.signs(text) TO zabuni_app, zabuni_opener;

CREATE INDEX company_folded ON company (folded) WHERE kind = 'supplier' AND status = 'active';
CREATE INDEX company_fragment ON company USING gin (folded gin_trgm_ops) WHERE kind = 'supplier' AND status = 'active';
CREATE INDEX company_letters ON company (letters) WHERE kind = 'supplier' AND status = 'active';
CREATE INDEX company_tax_signs ON company (tax_signs) WHERE kind = 'supplier' AND status = 'active' AND tax_signs <> '';
CREATE INDEX company_phone ON company (phone) WHERE kind = 'supplier' AND status = 'active' AND phone <> '';
CREATE INDEX company_premises ON company (premises) WHERE kind = 'supplier' AND status = 'active' AND premises <> '';
CREATE INDEX company_owner_folded ON company_owner (folded);
CREATE INDEX company_owner_fragment ON company_owner USING gin (folded gin_trgm_ops);
CREATE INDEX company_owner_identity ON company_owner (identity_signs) WHERE identity_signs <> '';
DROP INDEX company_owner_name; -- of names as they are written, which nobody looks for

-- +goose Down
CREATE INDEX company_owner_name ON company_owner USING gin (name gin_trgm_ops);
DROP TRIGGER fold ON company;
DROP TRIGGER fold ON company_owner;
ALTER TABLE company_owner DROP COLUMN folded, DROP COLUMN identity_signs;
ALTER TABLE company DROP COLUMN folded, DROP COLUMN letters, DROP COLUMN tax_signs, DROP COLUMN premises;
DROP FUNCTION zabuni.fold_owner(), zabuni.fold_company(), zabuni.signs(text), zabuni.letters(text), zabuni.folded(text);
