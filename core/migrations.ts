import { keysMigration } from './auth/keys.ts'
import { sessionsMigration } from './auth/sessions.ts'
import { usersMigration } from './auth/users.ts'
import { filesMigration } from './files.ts'
import { idempotencyMigration } from './idempotency.ts'
import { outboxMigration } from './jobs/outbox-tables.ts'
import { jobsMigration } from './jobs/tables.ts'
import { ledgerMigration } from './ledger-books.ts'
import type { Migration } from './store/index.ts'
import { usageMigration } from './usage.ts'
import { windowsMigration } from './windows.ts'

/** The name under which the core's own tables are brought up to date. */
export const CORE = 'core'

/** The core's tables, in the order in which they came to be; each stands with the code that uses it. */
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
]
