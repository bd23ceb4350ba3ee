import type { ClientConfig } from 'pg'
import { sleep } from '../../abort.ts'
import { SettingError } from '../../config.ts'
import { describeError, type Log } from '../../log.ts'
import { Connection, connectionConfig } from './connection.ts'
import { mayPass } from './errors.ts'
import { remedyFor } from './remedy.ts'

/** Milliseconds to wait for a database server that starts at the same time as this process. */
const START_TIMEOUT = 30_000
const RETRY_EVERY = 500
/** The oldest version that is still maintained. */
const OLDEST_VERSION = 14

/** Waits until Postgres can be used. Throws SettingError, in one line and without the password, if it cannot. */
export const awaitPostgres = async (config: ClientConfig, log: Log): Promise<void> =>
  void (await persist(() => checkServer(config), log))

/** Connects as soon as Postgres accepts the connection: it may be busy, or have none left for the moment. */
export const awaitConnection = (config: ClientConfig, log: Log): Promise<Connection> =>
  persist(() => connect(config), log)

async function persist<T>(work: () => Promise<T>, log: Log): Promise<T> {
  const until = performance.now() + START_TIMEOUT
  for (let told = false; ; told = true) {
    try {
      return await work()
    } catch (error) {
      const cause = causeOf(error)
      if (error instanceof SettingError || !mayPass(cause) || performance.now() > until) throw unusable(error)
      if (!told) log.warn(`Postgres cannot be reached yet${remedyFor(cause)}`, { error: describeError(cause) })
    }
    await sleep(RETRY_EVERY)
  }
}

/** Checks the server once. Throws SettingError if it cannot be used. */
export async function checkPostgres(url: string): Promise<string> {
  try {
    return `Postgres ${await checkServer(connectionConfig(url))}`
  } catch (error) {
    throw unusable(error)
  }
}

const causeOf = (error: unknown) => (error instanceof Error && error.cause !== undefined ? error.cause : error)

/** What the operator must fix if Postgres cannot be used because of this error. */
export const unusable = (error: unknown) => {
  if (error instanceof SettingError) return error
  const cause = causeOf(error) as Error
  return new SettingError(`WEIR_DATABASE_URL: Postgres cannot be used: ${cause.message}${remedyFor(cause)}`)
}

async function connect(config: ClientConfig): Promise<Connection> {
  const connection = new Connection(config)
  try {
    await connection.connect()
    return connection
  } catch (error) {
    connection.drop()
    throw error
  }
}

/** Returns the server's version. */
async function checkServer(config: ClientConfig): Promise<string> {
  const connection = await connect(config)
  try {
    const { rows } = await connection.ask({
      text: `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
        current_schema() is null as homeless, pg_is_in_recovery() as standby`,
    })
    const { version, encoding, homeless, standby } = rows[0]
    if (Number.parseInt(version, 10) < OLDEST_VERSION)
      throw new SettingError(`WEIR_DATABASE_URL: Postgres ${version} is too old; Weir needs ${OLDEST_VERSION} or newer`)
    if (encoding !== 'UTF8')
      throw new SettingError(
        `WEIR_DATABASE_URL: the database has the encoding ${encoding}; create one with ENCODING 'UTF8'`,
      )
    if (homeless)
      throw new SettingError('WEIR_DATABASE_URL: no schema of its search_path exists, so tables cannot be created')
    if (standby)
      throw new SettingError('WEIR_DATABASE_URL: the server is a standby, which accepts no writes; use its primary')
    if (await isSharedSession(connection, config))
      throw new SettingError(
        'WEIR_DATABASE_URL: a connection pooler gives each transaction another session; use session pooling (pool_mode = session)',
      )
    return version
  } finally {
    connection.drop()
  }
}

/**
 * Whether another connection gets the session of this one. Prepared statements would be those of another connection,
 * locks would outlive it, and signals would not arrive.
 */
async function isSharedSession(connection: Connection, config: ClientConfig): Promise<boolean> {
  const mark = crypto.randomUUID()
  await connection.ask({ text: `select set_config('weir.session', $1, false)`, values: [mark] })
  const other = await connect(config)
  try {
    const { rows } = await other.ask({ text: `select current_setting('weir.session', true) as mark` })
    return rows[0].mark === mark
  } finally {
    other.drop()
  }
}
