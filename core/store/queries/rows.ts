import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../port.ts'
import { checked } from './values.ts'

/** Rows as one parameter of a statement, so that one statement does for any number of them. `rowsIn` reads them. */
export const rowList = (rows: readonly (readonly (string | number | null)[])[]): string =>
  JSON.stringify(rows.map((row) => checked(row).map(wellFormed)))

/** Half a character becomes one that says so, as in a parameter of its own; Postgres refuses it in JSON. */
const wellFormed = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

/** A table of a list's rows, whose columns are `entry ->> 0`, `entry ->> 1`, ..., in the order of `position`. */
export const rowsIn = (list: string, dialect: Dialect): RawBuilder<unknown> =>
  dialect === 'sqlite'
    ? sql`(select value as entry, key as position from json_each(${list}))`
    : sql`jsonb_array_elements(cast(${list} as jsonb)) with ordinality as list (entry, position)`
