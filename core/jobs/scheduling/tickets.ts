import { CompiledQuery } from 'kysely'
import { type ConstructorOptions, type Db, type Job, PgBoss } from 'pg-boss'
import type { Log } from '../../log.ts'
import { type Statement, type Store, statement, type Tx } from '../../store/index.ts'
import { OWN_DEFAULTS } from '../../store/postgres/connection.ts'
import { deniedSetting, isDenied, toStoreError } from '../../store/postgres/errors.ts'
import { warnOfFailure } from '../../store/storage-error.ts'

const QUEUE = 'accounts'
/**
 * Seconds after which a ticket expires that was taken. Taking a slice takes milliseconds, and an account with one
 * ticket waits until it comes back. If a slice takes longer, the next one begins beside it.
 */
const EXPIRE = 2
/** Seconds between two searches for expired tickets. */
const SUPERVISE = 1
/** A ticket comes back each time that its process dies. */
const RETRIES = 1_000_000
/** Milliseconds that pg-boss waits for its own queries. */
const TIMEOUT = 10_000

/** A ticket of an account, which has at most as many as its weight. */
export interface Ticket {
  accountId: string
  lane: number
  weight: number
}

export interface TakenTicket extends Ticket {
  id: string
  /** How often it was taken before, so that a late process does not remove it after another has taken it. */
  retryCount: number
}

export interface TicketsOptions {
  /** The database of the store. */
  url: string
  store: Store
  log: Log
}

/** The tickets of accounts in pg-boss, first come, first served. Each is at most once in the queue and once taken. */
export type Tickets = Awaited<ReturnType<typeof openTickets>>

export async function openTickets({ url, store, log }: TicketsOptions) {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'weir_queue',
    application_name: 'weir',
    // As the transactions of the store, whatever the database's own defaults are.
    options: `-c default_transaction_read_only=off ${OWN_DEFAULTS}`,
    // For pg-boss's own maintenance; everything else goes through the store.
    max: 2,
    statement_timeout: TIMEOUT,
    query_timeout: TIMEOUT,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE,
    monitorIntervalSeconds: SUPERVISE,
    registerInstance: false,
  } as ConstructorOptions)
  boss.on('error', (error) =>
    warnOfFailure({ log, store }, 'The queue could not be looked after', toStoreError(asError(error))),
  )
  const stop = () => boss.stop({ graceful: false })
  try {
    await startQueue(boss)
  } catch (error) {
    await stop().catch(() => {})
    throw isDenied(error) ? deniedSetting(error) : toStoreError(error)
  }

  /** Adds tickets that are not in the queue. Returns whether there were any. */
  const add = async (tx: Tx, tickets: readonly Ticket[]) => {
    const jobs = tickets.map(({ accountId, lane, weight }) => ({
      singletonKey: `${accountId}:${lane}`,
      group: { id: accountId },
      data: { lane, weight },
    }))
    const added = await boss.insert(QUEUE, jobs, { db: within(tx), returnId: true })
    return (added?.length ?? 0) > 0
  }

  return {
    add,
    /** Takes the first tickets in the queue, except those of certain accounts. */
    async take(limit: number, except: readonly string[]): Promise<TakenTicket[]> {
      const jobs = await store.write(
        (tx) =>
          boss.fetch<Omit<Ticket, 'accountId'>>(QUEUE, { batchSize: limit, ignoreGroups: [...except], db: within(tx) }),
        { durable: false },
      )
      return jobs.map(toTicket)
    },
    /** Removes tickets, unless another process has taken them since. */
    async remove(tx: Tx, tickets: readonly TakenTicket[]) {
      await boss.deleteJob(
        QUEUE,
        tickets.map(({ id, retryCount }) => ({ id, retryCount })),
        { db: within(tx) },
      )
    },
    close: stop,
  }
}

async function startQueue(boss: PgBoss) {
  await boss.start()
  // With this policy, at most one ticket per key is in the queue, and one is taken.
  const options = { expireInSeconds: EXPIRE, retryLimit: RETRIES, retryDelay: 0 }
  await boss.createQueue(QUEUE, { policy: 'stately', ...options })
  // A queue that an earlier release created has other times.
  await boss.updateQueue(QUEUE, options)
  // Short-lived processes might never get to their first supervision.
  await boss.supervise(QUEUE)
}

/** The error that pg-boss reports, of which it sometimes makes a plain object. */
const asError = (error: Error) => (error instanceof Error ? error : Object.assign(new Error(), error))

const toTicket = ({ id, retryCount, groupId, data }: Job<Omit<Ticket, 'accountId'>>): TakenTicket => ({
  id,
  retryCount,
  accountId: groupId!,
  ...(typeof data === 'string' ? (JSON.parse(data) as Omit<Ticket, 'accountId'>) : data),
})

/** The prepared statements of pg-boss. Planning one, as they are long, takes more time than running it. */
const statements = new Map<string, Statement<readonly unknown[], unknown>>()
function statementOf(text: string, parameters: number) {
  const known = statements.get(text)
  if (known) return known
  const made = statement<readonly unknown[], unknown>((_, placeholders) => ({
    compile: () => CompiledQuery.raw(text, placeholders.slice(0, parameters)),
  }))
  statements.set(text, made)
  return made
}

/** Runs pg-boss in a transaction of the store, which does not support arrays. */
const within = (tx: Tx): Db => ({
  executeSql: async (text, values = []) => ({
    rows: await tx.all(statementOf(text, values.length), ...values.map(toValue)),
  }),
})

/** A list in Postgres's text format; those of pg-boss contain ids and names. */
const toValue = (value: unknown) =>
  Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one)).join(',')}}` : value
