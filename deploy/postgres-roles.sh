#!/bin/sh
# Run once by the image of Postgres, before zabuni migrate: the roles with their
# passwords. What they may do, the migrations say.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" -v app="$APP_PASSWORD" -v opener="$OPENER_PASSWORD" <<'SQL'
CREATE ROLE zabuni_app LOGIN PASSWORD :'app';
CREATE ROLE zabuni_opener LOGIN PASSWORD :'opener';
SQL
