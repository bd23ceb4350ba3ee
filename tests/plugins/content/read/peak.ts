/** Reads a page of many elements in all formats, and prints their number and the peak memory in MB, as JSON. */
import { readFileSync, writeFileSync } from 'node:fs'
import { contentFormats } from 'weirjs/schemas'
import { readSource } from '../../../../plugins/content/read/read.ts'
import { contentOptions } from '../options.ts'

const megabytes = (field: string) =>
  Number(new RegExp(`${field}:\\s*(\\d+)`).exec(readFileSync('/proc/self/status', 'latin1'))![1]) / 1024
const elements = 210_000
const options = contentOptions({ onlyMainContent: false }, ...contentFormats)
const page = (count: number) => ({
  url: new URL('https://site.example/'),
  headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
  body: new TextEncoder().encode('<h2>a'.repeat(count)),
  parserName: 'html' as const,
  mime: 'text/html' as const,
})
// Compiled code is not memory of the page.
for (let i = 0; i < 50; i++) await readSource(page(100), options)
Bun.gc(true)
writeFileSync('/proc/self/clear_refs', '5')
const before = megabytes('VmRSS')
await readSource(page(elements), options)
console.log(JSON.stringify({ elements, peak: megabytes('VmHWM') - before }))
