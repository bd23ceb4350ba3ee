import { sql } from 'kysely'

/** The database's own time in epoch milliseconds, for what machines agree on whose clocks need not. */
export const databaseTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
