import type { Queries, Statement } from '../port.ts'
import type { Connection } from './connection.ts'

type Reads = Pick<Queries, 'all' | 'get'>

/**
 * Reads committed data. A commit makes SQLite drop the cached pages of all other connections, which read them again
 * for the next query; the writing connection keeps its own. So that one runs the queries, except while a transaction
 * is open, whose changes must not be seen yet.
 */
export function createReads(writing: Connection, reading: Connection): Reads {
  const read = <P extends readonly unknown[], R, T>(statement: Statement<P, R>, ask: (of: Connection) => T): T => {
    if (writing.driver.inTransaction || !writing.isQuery(statement)) return ask(reading)
    try {
      return ask(writing)
    } catch {
      // The writing connection does not wait for another process that has locked the file.
      return ask(reading)
    }
  }
  return {
    all: async (statement, ...parameters) => read(statement, (connection) => connection.all(statement, parameters)),
    get: async (statement, ...parameters) => read(statement, (connection) => connection.get(statement, parameters)),
  }
}
