CREATE TABLE "api_keys" ("id" text primary key, "account" text not null references "users" ("id"), "name" text not null, "prefix" text not null, "hash" text not null unique, "permissions" text not null, "rate_limit" text, "restrictions" text, "expires_at" bigint, "revoked_at" bigint, "last_used" bigint, "created_at" bigint not null)
CREATE TABLE "audit_log" ("id" text primary key, "at" bigint not null, "actor" text, "email" text, "via" text not null, "credential" text, "address" text, "request_id" text, "action" text not null, "target_type" text, "target" text, "target_name" text, "changes" text not null)
CREATE TABLE "balances" ("account" text primary key references "users" ("id"), "monthly" bigint not null, "used" bigint not null, "held" bigint not null, "spent" bigint not null, "period_start" bigint not null, "period_end" bigint not null, "refill_day" bigint not null, "refill_time" bigint default 0 not null, "refills_until" bigint)
CREATE TABLE "files" ("id" text primary key, "account" text not null, "type" text not null, "media_type" text not null, "size" bigint not null, "hash" text not null, "created_at" bigint not null, "expires_at" bigint)
CREATE TABLE "health_checks" ("id" bigint primary key, "checks" bigint not null)
CREATE TABLE "holds" ("id" text primary key, "account" text not null, "held" bigint not null, "expires_at" bigint)
CREATE TABLE "idempotency" ("account" text not null, "endpoint" text not null, "key" text not null, "hash" text not null, "job" text, "status" bigint, "headers" text, "body" blob, "created_at" bigint not null, "charge" text, constraint "idempotency_key" primary key ("account", "endpoint", "key"))
CREATE TABLE "in_flight" ("account" text not null, "process" text not null, "count" bigint not null, "average" bigint not null, "ends_at" bigint not null, constraint "in_flight_key" primary key ("account", "process"))
CREATE TABLE "job_bodies" ("hash" blob primary key, "uses" bigint not null, "content" blob not null)
CREATE TABLE "job_counts" ("account" text not null, "status" text not null, "jobs" bigint not null, constraint "job_counts_key" primary key ("account", "status"))
CREATE TABLE "job_hosts" ("host" text primary key, "parallel" bigint not null, "running" bigint not null, "gap" bigint not null, "next_at" bigint not null)
CREATE TABLE "job_inputs" ("job" bigint primary key, "input" text not null, "secrets" text)
CREATE TABLE "job_items" ("job" bigint default 0 not null, "seq" bigint default 0 not null, "state" bigint default 0 not null, "attempt" bigint default 0 not null, "failures" bigint default 0 not null, "kills" bigint default 0 not null, "used" bigint default 0 not null, "event_completed" bigint default 0 not null, "event_failed" bigint default 0 not null, "event_total" bigint default 0 not null, "lease" bigint, "not_before" bigint, "event" bigint, "key" text not null, "value" text not null, "host" text not null, "secrets" text, "url" text, "worker" text, "crashes" bigint default 0 not null, constraint "job_items_place" primary key ("job", "seq")) WITHOUT ROWID
CREATE TABLE "job_once" ("job" bigint not null, "key" text not null, "value" text not null, constraint "job_once_place" primary key ("job", "key"))
CREATE TABLE "job_partitions" ("job" bigint not null, "host" text not null, "open" bigint not null, "served_at" bigint not null, "wake_at" bigint, constraint "job_lanes_place" primary key ("job", "host")) WITHOUT ROWID
CREATE TABLE "job_results" ("job" bigint not null, "position" bigint not null, "body" blob not null, "files" text, constraint "job_results_place" primary key ("job", "position"))
CREATE TABLE "jobs" ("n" integer primary key, "id" text not null, "account" text not null, "kind" text not null, "type" text not null, "status" text not null, "priority" bigint default 0 not null, "parallel" bigint default 0 not null, "spacing" bigint default 0 not null, "max_attempts" bigint default 0 not null, "partitioned" bigint default 0 not null, "ready" bigint default 0 not null, "next_at" bigint default 0 not null, "activated" bigint default 0 not null, "total" bigint default 0 not null, "running" bigint default 0 not null, "succeeded" bigint default 0 not null, "failed" bigint default 0 not null, "cancelled" bigint default 0 not null, "skipped" bigint default 0 not null, "results" bigint default 0 not null, "events" bigint default 0 not null, "estimate" bigint default 0 not null, "used" bigint default 0 not null, "created_at" bigint default 0 not null, "step" text, "url" text, "error" text, "exclusive" text, "webhook" text, "ending" text, "item_limit" bigint, "wake_at" bigint, "run_at" bigint, "started_at" bigint, "ended_at" bigint)
CREATE TABLE "leases" ("name" text primary key, "process" text not null, "note" text not null, "ends_at" bigint not null)
CREATE TABLE "ledger" ("id" integer primary key, "account" text not null, "key" text not null, "kind" text not null, "amount" bigint not null, "held" bigint not null, "hold" text, "endpoint" text, "pages" bigint not null, "at" bigint not null)
CREATE TABLE "login_clients" ("pair" text primary key, "at" bigint not null)
CREATE TABLE "login_failures" ("n" integer primary key, "name" text not null, "at" bigint not null)
CREATE TABLE "memory_kills" ("boot" text not null, "count" bigint not null)
CREATE TABLE migrations ( owner TEXT NOT NULL, name TEXT NOT NULL, applied_at BIGINT NOT NULL, PRIMARY KEY (owner, name) )
CREATE TABLE "outbox" ("id" text primary key, "topic" text not null, "receiver" text not null, "payload" text not null, "attempt" bigint not null, "next_at" bigint not null, "worker" text, "created_at" bigint not null, "account" text default '' not null)
CREATE TABLE "secret_check" ("id" bigint primary key, "fingerprint" text not null)
CREATE TABLE "sessions" ("id" text primary key, "account" text not null references "users" ("id"), "created_at" bigint not null, "expires_at" bigint not null)
CREATE TABLE "usage_rolled_up" ("hour" bigint not null, "account" text not null)
CREATE TABLE "usage_totals" ("span" text not null, "start" bigint not null, "account" text not null, "endpoint" text not null, "requests" bigint not null, "failures" bigint not null, "milliseconds" bigint not null, "millicredits" bigint not null, "pages" bigint not null, constraint "usage_totals_key" primary key ("span", "start", "account", "endpoint")) without rowid
CREATE TABLE "users" ("id" text primary key, "email" text not null, "email_key" text not null unique, "password_hash" text, "full_name" text not null, "preferences" text not null, "plan" text not null, "role" text not null, "status" text not null, "monthly_credits" bigint, "rate_limit" text, "created_at" bigint not null)
CREATE TABLE "windows" ("subject" text not null, "family" text not null, "length" bigint not null, "count" bigint not null, "ends_at" bigint not null, constraint "windows_key" primary key ("subject", "family", "length"))
CREATE INDEX "api_keys_account" on "api_keys" ("account", "id")
CREATE INDEX "audit_log_action" on "audit_log" ("action", "at", "id")
CREATE INDEX "audit_log_actor" on "audit_log" ("actor", "at", "id")
CREATE INDEX "audit_log_at" on "audit_log" ("at", "id")
CREATE INDEX "audit_log_target" on "audit_log" ("target", "at", "id")
CREATE INDEX "files_expires_at" on "files" ("expires_at")
CREATE INDEX "files_hash" on "files" ("hash")
CREATE INDEX "holds_account" on "holds" ("account")
CREATE INDEX "holds_expiry" on "holds" ("expires_at")
CREATE INDEX "idempotency_age" on "idempotency" ("created_at")
CREATE INDEX "job_bodies_unused" on "job_bodies" ("uses") where uses <= 0
CREATE UNIQUE INDEX "job_items_event" on "job_items" ("job", "event") where event IS NOT NULL
CREATE UNIQUE INDEX "job_items_key" on "job_items" ("job", "key")
CREATE INDEX "job_items_queued" on "job_items" ("job", "host", "seq") where state = 0
CREATE INDEX "job_items_running" on "job_items" ("worker", "lease") where state = 1
CREATE INDEX "job_items_suspect" on "job_items" ("state", "job", "host", "seq") where crashes > 0
CREATE INDEX "job_items_waiting" on "job_items" ("not_before") where state = 2
CREATE INDEX "job_lanes_host" on "job_partitions" ("host")
CREATE INDEX "job_lanes_open" on "job_partitions" ("job", "served_at") where open = 1
CREATE INDEX "job_lanes_wake" on "job_partitions" ("wake_at") where wake_at IS NOT NULL
CREATE INDEX "jobs_account" on "jobs" ("account", "n")
CREATE INDEX "jobs_account_done" on "jobs" ("account", "ended_at") where started_at IS NOT NULL AND ended_at IS NOT NULL
CREATE INDEX "jobs_account_status" on "jobs" ("account", "status", "n")
CREATE INDEX "jobs_account_waiting" on "jobs" ("account", "activated", "created_at") where started_at IS NULL AND activated = 1 AND ended_at IS NULL
CREATE INDEX "jobs_done" on "jobs" ("ended_at") where started_at IS NOT NULL AND ended_at IS NOT NULL
CREATE INDEX "jobs_ended" on "jobs" ("ended_at")
CREATE INDEX "jobs_exclusive" on "jobs" ("exclusive") where exclusive IS NOT NULL
CREATE UNIQUE INDEX "jobs_id" on "jobs" ("id")
CREATE INDEX "jobs_open" on "jobs" ("account", "kind") where ended_at IS NULL
CREATE INDEX "jobs_ready" on "jobs" ("account", "priority", "n") where ready = 1
CREATE INDEX "jobs_status" on "jobs" ("status", "n")
CREATE INDEX "jobs_waiting" on "jobs" ("activated", "created_at") where started_at IS NULL AND activated = 1 AND ended_at IS NULL
CREATE INDEX "jobs_wake" on "jobs" ("wake_at") where wake_at IS NOT NULL
CREATE UNIQUE INDEX "ledger_key" on "ledger" ("account", "key")
CREATE INDEX "login_clients_at" on "login_clients" ("at")
CREATE INDEX "login_failures_at" on "login_failures" ("at")
CREATE INDEX "login_failures_name" on "login_failures" ("name", "n")
CREATE INDEX "outbox_due" on "outbox" ("topic", "next_at")
CREATE INDEX "outbox_taken" on "outbox" ("topic", "next_at") where "worker" is not null
CREATE INDEX "sessions_account" on "sessions" ("account", "expires_at")
