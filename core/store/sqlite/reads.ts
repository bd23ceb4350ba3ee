import type { Queries, Statement } from '../port.ts'
import type { Connection } from './connection.ts'

type Reads = Pick<Queries, 'all' | 'get'>

/**
 * Reads what has been committed. A commit makes SQLite forget the pages that other connections have in memory, and
 * they read them again for the next query; the connection that writes keeps them. So queries are its, and the other
 * connection's where a transaction is open, of which nothing may be seen yet.
 */
export function createReads(writing: Connection, reading: Connection): Reads {
  const read = <P extends readonly unknown[], R, T>(statement: Statement<P, R>, ask: (of: Connection) => T): T => {
    if (writing.driver.inTransaction || !writing.isQuery(statement)) return ask(reading)
    try {
      return ask(writing)
    } catch {
      // That one does not wait for another process that has the file locked.
      return ask(reading)
    }
  }
  return {
    all: async (statement, ...parameters) => read(statement, (connection) => connection.all(statement, parameters)),
    get: async (statement, ...parameters) => read(statement, (connection) => connection.get(statement, parameters)),
  }
}
