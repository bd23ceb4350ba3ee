import type { ClientConfig } from 'pg'
import { sleep } from '../../abort.ts'
import type { Log } from '../../log.ts'
import type { Connection } from './connection.ts'
import { awaitConnection } from './start.ts'

/** An arbitrary number that no other program uses for a lock in this database. */
const LOCK = 7_305_804_385_134_961
const RETRY_EVERY = 100
/** Attempts after which the wait is logged. */
const LOG_AFTER = 50

const WAITING =
  'Waiting for another process that changes the tables; if there is none, a connection pooler keeps its lock: use session pooling'

/**
 * Runs `work` while no other process does: several may start at once. The lock ends with its connection, so a killed
 * process leaves none behind.
 */
export async function withMigrationLock<T>(config: ClientConfig, log: Log, work: () => Promise<T>): Promise<T> {
  const connection = await awaitConnection(config, log)
  try {
    for (let tries = 1; !(await tryLock(connection)); tries++) {
      if (tries === LOG_AFTER) log.warn(WAITING)
      await sleep(RETRY_EVERY)
    }
    return await work()
  } finally {
    connection.drop()
  }
}

async function tryLock(connection: Connection): Promise<boolean> {
  const { rows } = await connection.ask({ text: 'select pg_try_advisory_lock($1) as taken', values: [LOCK] })
  return rows[0].taken === 1
}
