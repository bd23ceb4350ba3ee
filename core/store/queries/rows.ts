import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../port.ts'
import { checked } from './values.ts'

/** Encodes rows as one parameter, so that one statement works for any number of rows. `rowsIn` decodes them. */
export const rowList = (rows: readonly (readonly (string | number | null)[])[]): string =>
  JSON.stringify(rows.map((row) => checked(row).map(wellFormed)))

/** Replaces a lone surrogate by U+FFFD, as happens in a parameter of its own; Postgres refuses it in JSON. */
const wellFormed = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

/** The rows of a list as a table with the columns `entry ->> 0`, `entry ->> 1`, ..., in the order of `position`. */
export const rowsIn = (list: string, dialect: Dialect): RawBuilder<unknown> =>
  dialect === 'sqlite'
    ? sql`(select value as entry, key as position from json_each(${list}))`
    : sql`jsonb_array_elements(cast(${list} as jsonb)) with ordinality as list (entry, position)`
