import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPluginCommand } from '../../plugin-command.ts'
import { storeSettings } from '../../store.ts'
import { openGiven } from './open-given.ts'
import { readZip } from './read-zip.ts'

const cli = join(import.meta.dir, '../../../core/cli/main.ts')
const folder = mkdtempSync(join(tmpdir(), 'weir-results-'))
const data = join(folder, 'data')

/** A job with many megabytes of results, in a store that no server uses. */
let id: string
const rows = Array.from({ length: 50 }, (_, i) => ({ url: `u${i}`, content: `${i} `.repeat(40_000), risky: '=1' }))
beforeAll(async () => {
  const weir = await openGiven({ WEIR_DATA_DIR: data })
  id = await weir.job(rows, { file: 'PNG bytes' })
  await weir.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const WEIR_PLUGINS = `results,${join(import.meta.dir, 'fixtures/given.ts')}`

async function weir(args: string[], pipe = '') {
  const outer = Object.entries(process.env).filter(([name]) => !name.startsWith('WEIR_'))
  const child = Bun.spawn(['sh', '-c', `"$@" ${pipe}`, 'sh', process.execPath, cli, 'results', ...args], {
    cwd: folder,
    env: {
      ...Object.fromEntries(outer),
      WEIR_PLUGINS,
      WEIR_ENGINES: 'lightweight',
      WEIR_DATA_DIR: data,
      ...(await storeSettings(data)),
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, error] = await Promise.all([new Response(child.stdout).bytes(), new Response(child.stderr).text()])
  return { out, text: new TextDecoder().decode(out), error, code: await child.exited }
}

test('weir results prints the whole file, in the requested format', async () => {
  const lines = await weir([id, '--format', 'ndjson'])
  expect([lines.error, lines.code]).toEqual(['', 0])
  const found = lines.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(found.map(({ url, content }) => [url, content.length])).toEqual(
    rows.map(({ url, content }) => [url, content.length]),
  )
  const zip = await readZip((await weir([id, '--zip', '--format', 'csv'])).out)
  expect([...zip.keys()]).toEqual([`${id}.csv`, expect.stringMatching(/^files\/.*\.png$/)])
}, 120_000)

test('a closed pipe ends the command without an error message', async () => {
  const { text, error } = await weir([id], '| head -c 10')
  expect([text, error]).toEqual(['[{"url":"u', ''])
}, 120_000)

test('the exit code is 1 for an unknown job, and 2 for a wrong command line', async () => {
  const call = (...args: string[]) =>
    runPluginCommand(['results', ...args], { cwd: folder, settings: { WEIR_PLUGINS, WEIR_DATA_DIR: data } })
  const unknown = await call('job_01900000-0000-7000-8000-000000000000')
  expect([unknown.code, unknown.out, unknown.error]).toEqual([1, '', expect.stringContaining('There is no job')])
  for (const args of [[], [id, id], [id, '--format', 'docx']]) expect((await call(...args)).code).toBe(2)
})
