package config

// A Setting is one environment variable of the platform.
type Setting struct {
	Name    string
	Default string
	Secret  bool // given by a secret store, never printed
	Demo    bool // read by programs built with the tag demo only
}

// Table is every setting there is; README.md says what each means.
var Table = []Setting{
	{Name: "ADDR"},
	{Name: "PORT"},
	{Name: "HEALTH_ADDR", Default: "127.0.0.1:8090"},
	{Name: "DATA", Default: "var"},
	{Name: "KEYS"},
	{Name: "KEY_BACKUP"},
	{Name: "HEADS"},
	{Name: "ROOM_FILES", Default: "0"},
	{Name: "ROOM_CHANGES", Default: "0"},
	{Name: "ZABUNI_APPS", Default: "apps"},
	{Name: "DATABASE_URL", Secret: true},
	{Name: "MIGRATION_URL", Secret: true},
	{Name: "OPENER_URL", Secret: true},
	{Name: "BACKUP_URL", Secret: true},
	{Name: "POOL", Default: "0"},
	{Name: "STATEMENT_TIMEOUT", Default: "30s"},
	{Name: "LOCK_TIMEOUT", Default: "10s"},
	{Name: "SLOW_QUERY", Default: "1s"},
	{Name: "OPENER", Default: "internal"},
	{Name: "WORKER", Default: "internal"},
	{Name: "NATS_URL", Secret: true},
	{Name: "NATS_REPLICAS", Default: "1"},
	{Name: "S3_ENDPOINT"},
	{Name: "S3_BUCKET"},
	{Name: "S3_REGION"},
	{Name: "S3_ACCESS_KEY", Secret: true},
	{Name: "S3_SECRET_KEY", Secret: true},
	{Name: "S3_PLAIN"},
	{Name: "PUBLIC_URL"},
	{Name: "FIRST_OPERATOR"},
	{Name: "OPERATOR_COMPANY", Default: "Zabuni"},
	{Name: "OPERATOR_COUNTRY", Default: "KE"},
	{Name: "ZABUNI_HTTPS"},
	{Name: "TRUSTED_PROXIES"},
	{Name: "ZABUNI_INSECURE_COOKIES"},
	{Name: "SMTP_HOST"},
	{Name: "SMTP_PORT", Default: "587"},
	{Name: "SMTP_USER"},
	{Name: "SMTP_PASSWORD", Secret: true},
	{Name: "SMTP_SECURITY", Default: "starttls"},
	{Name: "MAIL_FROM", Default: "no-reply@zabuni.test"},
	{Name: "MPESA_URL"},
	{Name: "MPESA_KEY", Secret: true},
	{Name: "MPESA_SECRET", Secret: true},
	{Name: "MPESA_SHORTCODE"},
	{Name: "MPESA_PASSKEY", Secret: true},
	{Name: "MPESA_TILL"},
	{Name: "SECOND_FACTOR", Default: "needed"},
	{Name: "ZABUNI_NEUTRAL_LOGIN"},
	{Name: "ZABUNI_BREACHED"},
	{Name: "ZABUNI_LOG"},
	{Name: "ZABUNI_PG_BIN"},
	{Name: "ZABUNI_TEST_CLOCK", Demo: true},
	{Name: "ZABUNI_MPESA", Demo: true},
}
