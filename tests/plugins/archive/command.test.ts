import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPluginCommand } from '../../plugin-command.ts'
import { runWeir } from '../../run-weir.ts'
import { capture } from './archives/held.ts'
import { startWayback } from './archives/wayback.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-archive-'))
const archive = startWayback([capture('20210317120000'), capture('20220317120000', { status: 404 })])
afterAll(() => {
  archive.stop()
  rmSync(folder, { recursive: true })
})

const options = {
  cwd: folder,
  settings: { WEIR_WAYBACK_URL: archive.url, WEIR_DATA_DIR: join(folder, 'data') },
}
const weir = (...args: string[]) => runPluginCommand(['archive', ...args], options)
const page = 'http://example.com/page'

test('weir archive lists the snapshots of a page', async () => {
  const { out, code } = await runWeir(['archive', page], options)
  expect([out, code]).toEqual([`20210317120000  200  text/html  ${page}\n20220317120000  404  text/html  ${page}\n`, 0])
}, 120_000)

test.each([
  ['2021', '20210701120000'],
  ['2021-03', '20210315120000'],
  ['2021-03-17', '20210317120000'],
  ['2021-03-17T09:30', '20210317093000'],
])('weir archive --at %s prints the page as it was', async (date, asked) => {
  const before = archive.asked.length
  const { out, error, code } = await weir(page, '--at', date)
  expect([out, code]).toEqual(['<title>At 20210317120000</title><p>As it was\n', 0])
  expect(error).toContain('20210317120000  200')
  expect(archive.asked[before]?.path).toContain(`/web/${asked}id_/`)
})

test('a wrong call exits with 2, and a page that no archive has with 1', async () => {
  expect((await weir()).code).toBe(2)
  expect((await weir(page, '--at', 'yesterday')).code).toBe(2)
  expect((await weir('http://none.example/', '--at', '2021')).code).toBe(1)
})
