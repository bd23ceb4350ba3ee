import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPluginCommand } from '../../plugin-command.ts'
import { runWeir } from '../../run-weir.ts'
import { searxngAnswer, searxngResult, startPeer } from './peers.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-search-'))
const searxng = startPeer()
afterAll(() => {
  searxng.stop()
  rmSync(folder, { recursive: true })
})

const options = {
  cwd: folder,
  settings: { WEIR_SEARXNG_URL: searxng.url, WEIR_DATA_DIR: join(folder, 'data') },
}
const weir = (...args: string[]) => runPluginCommand(['search', ...args], options)

test('weir search prints the results', async () => {
  searxng.answers(() => searxngAnswer('tea', [searxngResult('https://example.com/tea', 'On tea', 'All of it')]))
  const { out, code } = await runWeir(['search', 'green', 'tea', '--limit', '1'], options)
  expect([out, code]).toEqual(['On tea\n  https://example.com/tea\n  All of it\n\n', 0])
  expect(searxng.asked[0]?.url.searchParams.get('q')).toBe('green tea')
}, 120_000)

test('the exit code is 2 for a wrong command line, and 1 for a failed search', async () => {
  searxng.answers(() => new Response('', { status: 500 }))
  expect((await weir()).code).toBe(2)
  expect((await weir('tea', '--limit', 'many')).code).toBe(2)
  const { code, error } = await weir('tea')
  expect([code, error]).toEqual([1, expect.stringContaining('responded with 500')])
})
