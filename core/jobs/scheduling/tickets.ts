import { CompiledQuery } from 'kysely'
import { type ConstructorOptions, type Db, type Job, PgBoss } from 'pg-boss'
import { describeError, type Log } from '../../log.ts'
import { type Statement, type Store, statement, type Tx } from '../../store/index.ts'
import { deniedSetting, isDenied } from '../../store/postgres/errors.ts'

const QUEUE = 'accounts'
/**
 * Seconds after which the tickets of a process count as nobody's. Taking a slice is a matter of milliseconds, and an
 * account of one ticket stands still until it comes back; where a slice takes longer, the next begins beside it.
 */
const EXPIRE = 2
/** Seconds between two looks for such tickets. */
const SUPERVISE = 1
/** A ticket comes back as often as its processes die. */
const RETRIES = 1_000_000
/** Milliseconds that pg-boss waits for an answer of its own. */
const TIMEOUT = 10_000

/** One of the turns that an account has at once; it has as many as its weight. */
export interface Ticket {
  accountId: string
  lane: number
  weight: number
}

export interface TakenTicket extends Ticket {
  id: string
  /** How often it has been taken before: a late process must not end what another has taken since. */
  retryCount: number
}

export interface TicketsOptions {
  /** The database of the store. */
  url: string
  store: Store
  log: Log
}

/** The tickets of accounts, which pg-boss keeps: first come, first served, once in the line and once out. */
export type Tickets = Awaited<ReturnType<typeof openTickets>>

export async function openTickets({ url, store, log }: TicketsOptions) {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'weir_queue',
    application_name: 'weir',
    // What it does by itself; all else goes through the store.
    max: 2,
    statement_timeout: TIMEOUT,
    query_timeout: TIMEOUT,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE,
    monitorIntervalSeconds: SUPERVISE,
    registerInstance: false,
  } as ConstructorOptions)
  boss.on('error', (error) => log.warn('The queue could not be looked after', { cause: describeError(error) }))
  await boss.start().catch((error: unknown) => {
    throw isDenied(error) ? deniedSetting(error) : error
  })
  // At most one of a key waits, and one is out.
  const options = { expireInSeconds: EXPIRE, retryLimit: RETRIES, retryDelay: 0 }
  await boss.createQueue(QUEUE, { policy: 'stately', ...options })
  // One that an earlier release made has its times.
  await boss.updateQueue(QUEUE, options)
  // Where processes come and go there may be none that lives until its first look.
  await boss.supervise(QUEUE)

  /** Puts tickets in the line that do not stand there. Gives whether there were any. */
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
    /** Takes those that stand first, of other accounts than these. */
    async take(limit: number, except: readonly string[]): Promise<TakenTicket[]> {
      const jobs = await store.write(
        (tx) =>
          boss.fetch<Omit<Ticket, 'accountId'>>(QUEUE, { batchSize: limit, ignoreGroups: [...except], db: within(tx) }),
        { durable: false },
      )
      return jobs.map(toTicket)
    },
    /** Takes tickets away, unless another has taken them since. */
    async remove(tx: Tx, tickets: readonly TakenTicket[]) {
      await boss.deleteJob(
        QUEUE,
        tickets.map(({ id, retryCount }) => ({ id, retryCount })),
        { db: within(tx) },
      )
    },
    close: () => boss.stop({ graceful: false }),
  }
}

const toTicket = ({ id, retryCount, groupId, data }: Job<Omit<Ticket, 'accountId'>>): TakenTicket => ({
  id,
  retryCount,
  accountId: groupId!,
  ...(typeof data === 'string' ? (JSON.parse(data) as Omit<Ticket, 'accountId'>) : data),
})

/** The statements of pg-boss: few, and each of them so long that planning it each time costs more than running it. */
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

/** pg-boss within a transaction of the store, which takes no arrays. */
const within = (tx: Tx): Db => ({
  executeSql: async (text, values = []) => ({
    rows: await tx.all(statementOf(text, values.length), ...values.map(toValue)),
  }),
})

/** A list as Postgres writes it; pg-boss's are of ids and names. */
const toValue = (value: unknown) =>
  Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one)).join(',')}}` : value
