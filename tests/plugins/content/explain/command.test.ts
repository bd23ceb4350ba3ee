import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runPluginCommand } from '../../../plugin-command.ts'
import { runWeir } from '../../../run-weir.ts'
import { article } from '../main/pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-explain-'))
const file = join(folder, 'page.html')
writeFileSync(file, article.html)
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => new Response(article.html, { headers: { 'content-type': 'text/html' } }),
})
afterAll(async () => {
  await server.stop(true)
  rmSync(folder, { recursive: true })
})

const run = (...args: string[]) => runPluginCommand(['explain', ...args], { cwd: folder, settings: {} })

const weir = (args: string[], input = '') =>
  runWeir(args, {
    cwd: folder,
    settings: { WEIR_EGRESS_ALLOW: '127.0.0.0/8', WEIR_DATA_DIR: join(folder, 'data') },
    input,
  })

describe('weir explain', () => {
  test('prints the blocks of a file with their probabilities and rules', async () => {
    const { out } = await run(file, '--url', article.url)
    expect(out).toStartWith(`${article.url}: `)
    expect(out).toMatch(/by the model: page type article, taken from 0\.\d\d\n/)
    expect(out).toMatch(/^\+ [01]\.\d\d {2}the model .* p {2}The ice came early/m)
    expect(out).toMatch(/^- [01]\.\d\d {2}the model .* Privacy policy$/m)
  })

  test('prints the blocks of standard input as data', async () => {
    const { out, code } = await weir(['explain', '-', '--json'], '<main><p>Short, and all there is.</p></main>')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      by: 'landmarks',
      threshold: null,
      blocks: [{ element: 'p', text: 'Short, and all there is.', isShown: true, chance: null }],
    })
  })

  test('names the landmark that decides if the model is not asked, and shows no probability', async () => {
    const page = join(folder, 'landmarks.html')
    writeFileSync(page, '<nav>Home</nav><main><p>Short, and all there is.</p></main>')
    const { out } = await run(page)
    expect(out).toMatch(/^\+ +inside main, by landmarks +p {2}Short, and all there is\.$/m)
    expect(out).toMatch(/^- +outside main, by landmarks +nav {2}Home$/m)
  })

  test('fetches the page of an address', async () => {
    const { out, code, error } = await weir(['explain', `http://127.0.0.1:${server.port}/stories/ice`])
    expect([code, error.includes('cannot')]).toEqual([0, false])
    expect(out).toContain(`http://127.0.0.1:${server.port}/stories/ice: `)
    expect(out).toContain('The ice came early')
  })

  const refused: [string, string[], number, string][] = [
    ['without a page', [], 2, 'Give one page: weir explain URL|FILE|-'],
    ['with two', ['a', 'b'], 2, 'Give one page'],
    ['with an unknown option', ['-', '--why'], 2, '--why'],
    ['with an invalid address', ['-', '--url', 'ftp://a.example/'], 2, 'the address must'],
    ['with a missing file', ['missing.html'], 1, 'missing.html: it cannot be read'],
  ]
  test.each(refused)('exits %s', async (_, args, code, message) => {
    expect(await run(...args)).toMatchObject({ code, error: expect.stringContaining(message) })
  })

  test('exits with the error of a page that cannot be fetched', async () => {
    const { code, error } = await weir(['explain', 'http://127.0.0.1:1/'])
    expect([code, error]).toEqual([1, expect.stringContaining('weir: ')])
  })

  test('is in the help', async () => {
    const { out } = await weir(['explain', '--help'])
    expect(out).toContain('weir explain URL|FILE|-')
    expect(out).toContain('--llm')
  })
})
