import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractCommand } from '../../../plugins/extract/command.ts'
import { runWeir } from '../../run-weir.ts'
import { type Running, startWeir } from '../../weir.ts'
import { kettleSchema, type Shop, startShop } from './shop.ts'

let weir: Running
let shop: Shop
const folder = mkdtempSync(join(tmpdir(), 'weir-extract-'))
beforeAll(async () => {
  shop = startShop()
  weir = await startWeir({ WEIR_PLUGINS: 'scrape,extract', WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await weir.close()
  shop.stop()
  rmSync(folder, { recursive: true })
})

async function run(...args: string[]) {
  const said: string[] = []
  const noted: string[] = []
  await extractCommand.run(args, {
    config: undefined,
    say: (line) => void said.push(line),
    note: (line) => void noted.push(line),
    request: async (method, path, body) => (await weir.call(method, path, body)).body,
    ask: async () => Response.error(),
    copy: async () => {},
  })
  return { data: JSON.parse(said.join('\n')), noted }
}

test('fields or a schema are filled from a page, with a note about missing values', async () => {
  const url = `${shop.origin}/products/blue`
  const byFields = await run(url, '--fields', 'name, colour')
  expect(byFields.data).toEqual({ name: 'Blue Kettle', colour: null })
  expect(byFields.noted).toEqual(['Not on the page: colour'])
  const file = join(folder, 'kettle.json')
  writeFileSync(file, JSON.stringify(kettleSchema))
  const bySchema = await run(url, '--schema', file, '--json')
  expect(bySchema.data.data.extractedData).toEqual([{ name: 'Blue Kettle', price: 24.5 }])
})

test('a wrong call shows the usage', async () => {
  for (const args of [
    [],
    ['http://x/'],
    ['http://x/', '--fields', 'a', '--schema', 'b'],
    ['http://x/', '--schema', 'no-such-file'],
  ])
    await expect(run(...args)).rejects.toMatchObject({ code: 2 })
})

test('it needs no running server', async () => {
  const { out, code } = await runWeir(['extract', `${shop.origin}/products/blue`, '--fields', 'name'], {
    settings: { WEIR_DATA_DIR: mkdtempSync(join(folder, 'data-')), WEIR_EGRESS_ALLOW: '127.0.0.0/8' },
  })
  expect([JSON.parse(out), code]).toEqual([{ name: 'Blue Kettle' }, 0])
})
