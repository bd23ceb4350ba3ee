import { auditMigration } from '../audit/tables.ts'
import { keysMigration } from '../auth/keys/keys.ts'
import { loginsMigration } from '../auth/login/store-logins.ts'
import { sessionsMigration } from '../auth/sessions.ts'
import { usersMigration } from '../auth/users/users-table.ts'
import { ledgerMigration, refillsMigration } from '../credits/ledger-statements.ts'
import { usageMigration, usageMoveMigration, usageTotalsMigration } from '../credits/usage-tables.ts'
import { filesMigration } from '../files/files.ts'
import { idempotencyChargeMigration, idempotencyMigration } from '../http/idempotency/idempotency-table.ts'
import { jobCountsMigration } from '../jobs/store/job-counts.ts'
import { crashesMigration, jobsMigration, jobTermsMigration, quarantineMigration } from '../jobs/store/schema.ts'
import { leasesMigration } from '../leases/store-leases.ts'
import { inFlightMigration } from '../limits/store-in-flight.ts'
import { windowsMigration } from '../limits/windows.ts'
import { healthChecksMigration } from '../metrics/commit-time.ts'
import { memoryKillsMigration } from '../metrics/memory-kills.ts'
import {
  outboxAccountMigration,
  outboxMigration,
  outboxTakenMigration,
  outboxTermsMigration,
} from '../outbox/tables.ts'
import { secretCheckMigration } from '../secrets/store-secret.ts'
import type { Migration } from '../store/index.ts'

/** The name of the core's own migrations. */
export const CORE = 'core'

/** The core's migrations, oldest first; each is defined next to the code that uses its tables. */
export const coreMigrations: readonly Migration[] = [
  usersMigration,
  keysMigration,
  sessionsMigration,
  ledgerMigration,
  usageMigration,
  windowsMigration,
  filesMigration,
  jobsMigration,
  outboxMigration,
  idempotencyMigration,
  quarantineMigration,
  crashesMigration,
  memoryKillsMigration,
  jobTermsMigration,
  outboxTermsMigration,
  outboxTakenMigration,
  refillsMigration,
  auditMigration,
  usageTotalsMigration,
  usageMoveMigration,
  healthChecksMigration,
  jobCountsMigration,
  inFlightMigration,
  leasesMigration,
  loginsMigration,
  secretCheckMigration,
  idempotencyChargeMigration,
  outboxAccountMigration,
]
