/** Reads a large table, and prints the MB in use after its formats are made, as JSON. */
import { readFileSync } from 'node:fs'
import { readSource } from '../../../../plugins/content/read/read.ts'
import { contentOptions } from '../options.ts'

const inUse = () => Number(/VmRSS:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))![1]) / 1024
const csv = new URL('../../../../plugins/documents/data/csv.ts', import.meta.url).href
const tableOf = (rows: number) => {
  const lines = Array.from(
    { length: rows },
    (_, i) => `${i},Name ${i * 7919},City ${i % 5000},${i / 7},"a note, and ${i}"`,
  )
  return {
    url: new URL('https://site.example/table.csv'),
    headers: new Headers({ 'content-type': 'text/csv' }),
    body: new TextEncoder().encode(`id,name,city,price,note\n${lines.join('\n')}\n`),
    parserName: 'spreadsheet' as const,
    mime: 'text/csv' as const,
  }
}
const options = contentOptions({ onlyMainContent: false }, 'markdown')
for (let i = 0; i < 20; i++) await readSource(tableOf(100), options, { module: csv })
const table = tableOf(450_000)
Bun.gc(true)
const before = inUse()
const { markdown } = await readSource(table, options, { module: csv })
console.log(JSON.stringify({ bytes: table.body.byteLength, length: markdown!.length, left: inUse() - before }))
