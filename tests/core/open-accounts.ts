import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAudit } from '../../core/audit/audit.ts'
import { createAccounts } from '../../core/auth/create-accounts.ts'
import type { Throttle } from '../../core/auth/login/throttle.ts'
import type { Plans } from '../../core/contracts/plan.ts'
import { allowPlans, createCredits } from '../../core/credits/ledger.ts'
import { CORE, coreMigrations } from '../../core/host/core-migrations.ts'
import { createLog } from '../../core/log.ts'
import { defaultPlans } from '../../core/plans/plans.ts'
import { passwords } from '../passwords.ts'
import { createTables, readyTables } from '../ready-tables.ts'
import { openStore } from '../store.ts'

/** A clock that stands still until a test moves it. */
export const setClock = (time: string | number) => {
  let now = new Date(time).getTime()
  return {
    now: () => now,
    set: (to: string | number) => {
      now = new Date(to).getTime()
    },
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

export interface OpenOptions {
  clock?: ReturnType<typeof setClock>
  plans?: Plans
  metering?: boolean
  dataDir?: string
  /** A Postgres database for the store. */
  databaseUrl?: string
  localToken?: string
  throttle?: Throttle
}

export const capabilities = ['scrape', 'batch', 'crawl', 'map', 'search', 'extract']

const addTables = readyTables(() => createTables((store) => store.migrate(CORE, coreMigrations)))

/** Store, credits and accounts as the server opens them, in their own directory. */
export async function openAccounts(options: OpenOptions = {}) {
  const { clock = setClock(Date.now()), plans = defaultPlans, metering, localToken, throttle } = options
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'weir-accounts-')))
  if (options.databaseUrl === undefined) await addTables(dataDir)
  const lines: string[] = []
  const log = createLog('text', (line) => lines.push(line))
  const store = await openStore({ dataDir, databaseUrl: options.databaseUrl, log })
  await store.migrate(CORE, coreMigrations)
  const credits = await createCredits({ store, log, clock, metering })
  await allowPlans(store, credits, plans)
  const sessionKey = new Uint8Array(32).fill(7)
  const audit = createAudit({ store, clock })
  const parts = {
    store,
    credits,
    plans,
    log,
    audit,
    sessionKey,
    passwords,
    permissions: capabilities,
    localToken,
    clock,
    throttle,
  }
  const { accounts, auth, keys } = await createAccounts(parts)
  return {
    ...parts,
    accounts,
    auth,
    keys,
    dataDir,
    lines,
    /** Closes everything, and keeps the directory. */
    async stop() {
      await accounts.close()
      await credits.close()
      await store.close()
    },
    async [Symbol.asyncDispose]() {
      await this.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
export type Opened = Awaited<ReturnType<typeof openAccounts>>

let made = 0
/** A user with a plan and a unique address. */
export const addUser = (
  { accounts }: Pick<Opened, 'accounts'>,
  more: Partial<Parameters<typeof accounts.users.add>[0]> = {},
) => accounts.users.add({ email: `user${++made}@accounts.example`, ...more })
