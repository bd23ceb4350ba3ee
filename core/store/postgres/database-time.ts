import { sql } from 'kysely'

/** The database's own time in epoch milliseconds, which machines with different clocks can agree on. */
export const databaseTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
