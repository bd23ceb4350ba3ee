/** Writes the file of a store with all tables: `bun tests/make-tables.ts FILE`. */
import { writeFileSync } from 'node:fs'
import { createAllTables } from './ready-tables.ts'

const [file] = process.argv.slice(2)
if (!file) throw new Error('Usage: bun tests/make-tables.ts FILE')
writeFileSync(file, await createAllTables())
