import { sql } from 'kysely'

/** The database's own time in epoch milliseconds, for machines whose clocks may differ. */
export const databaseTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
