import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../port.ts'
import { checked } from './values.ts'

/** Rows as one parameter, so that one statement works for any number of them. `rowsIn` reads them. */
export const rowList = (rows: readonly (readonly (string | number | null)[])[]): string =>
  JSON.stringify(rows.map((row) => checked(row).map(wellFormed)))

/** Replaces lone surrogates, as happens with other parameters; Postgres refuses them in JSON. */
const wellFormed = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

/** A table of such rows, with the columns `entry ->> 0`, `entry ->> 1`, ..., in the order of `position`. */
export const rowsIn = (list: string, dialect: Dialect): RawBuilder<unknown> =>
  dialect === 'sqlite'
    ? sql`(select value as entry, key as position from json_each(${list}))`
    : sql`jsonb_array_elements(cast(${list} as jsonb)) with ordinality as list (entry, position)`
