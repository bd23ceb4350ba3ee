import { hashed, unpackRows } from '../archive/lines.ts'
import type { Place } from '../archive/place.ts'
import { CopyFailure } from '../failure.ts'
import { type Manifest, tablePath } from '../manifest.ts'
import type { TableSource } from './source.ts'

/** The rows of a backup. Reading a table fails at its end if it is not what was written. */
export const archiveSource = (place: Place, { store, tables, sequences }: Manifest): TableSource => ({
  dialect: store,
  tables,
  sequences,
  async *rows({ name }) {
    const table = tables.find((candidate) => candidate.name === name)
    const path = tablePath(name)
    let found: string | undefined
    let rows = 0
    const chunks = hashed(place.read(path), (sha256) => {
      found = sha256
    })
    const damaged = () => new CopyFailure(`${path} in ${place.name} is damaged: it is not what was backed up`)
    try {
      for await (const batch of unpackRows(chunks)) {
        rows += batch.length
        yield batch
      }
    } catch (error) {
      throw isUnreadable(error) ? damaged() : error
    }
    if (found !== table?.sha256 || rows !== table?.rows) throw damaged()
  },
  close: async () => {},
})

/** Whether zlib or the JSON parser failed. */
const isUnreadable = (error: unknown) =>
  error instanceof SyntaxError || String((error as NodeJS.ErrnoException).code).startsWith('Z_')
