import { STARTUP_PARAMETERS } from './connection.ts'
import { isOfAuthority, isOfStartup, isOutOfConnections } from './errors.ts'

/** What the message of the server, the driver, or a pooler does not say: the continuation of a sentence. */
export function remedyFor(failure: unknown): string {
  if (isOfAuthority(failure)) return '; give its certificate authority: sslmode=verify-full&sslrootcert=FILE'
  if (isOutOfConnections(failure))
    return '; raise its max_connections, or the connection limit of the role or the database'
  if (!isOfStartup(failure)) return ''
  return `; configure PgBouncer with ignore_startup_parameters = ${STARTUP_PARAMETERS.join(', ')}`
}
