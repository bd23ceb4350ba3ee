import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strangersFolder } from '../../strangers.ts'

test('a program scrapes, maps, crawls and converts without a server, and leaves nothing behind', async () => {
  using site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch({ url }) {
      const { pathname } = new URL(url)
      if (pathname === '/never') await Bun.sleep(10_000)
      return new Response(
        `<title>T${pathname}</title><h1>Kettles</h1><p>Of copper. <a href="/k/1">1</a> <a href="/k/2">2</a></p>`,
        { headers: { 'content-type': 'text/html' } },
      )
    },
  })
  using other = Bun.serve({ hostname: '127.0.0.2', port: 0, fetch: () => new Response('secret') })
  const folder = mkdtempSync(join(tmpdir(), 'weir-library-'))
  try {
    const program = join(import.meta.dir, 'program.ts')
    const child = Bun.spawn([process.execPath, program, site.url.origin, other.url.origin], {
      cwd: folder,
      env: { ...process.env, TMPDIR: folder, WEIR_EGRESS_ALLOW: '127.0.0.1', WEIR_ENGINES: 'lightweight' },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    expect({ code: await child.exited, err }).toEqual({ code: 0, err: '' })
    expect(out.trim().split('\n')).toEqual([
      'scrape # Kettles 2',
      'map 3',
      'crawl /k # Kettles',
      'crawl /k/1 # Kettles',
      'crawl /k/2 # Kettles',
      'first /k',
      'html "# Tea – hot\\n\\n[The pot](https://example.com/tea/pot) stands there." https://example.com/tea/',
      'csv [{"a":1,"b":2}]',
      'private invalid_url forbidden_address',
      'option invalid_options ',
      'browser executeJS needs a browser, and convert opens none: leave it out, or use scrape',
      'url invalid_url ',
      'content invalid_request ',
      'stopped TimeoutError true',
      'aborted no longer wanted',
    ])
    expect(readdirSync(folder)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)

test('a program with wrong settings gets the error each time, and leaves nothing behind either', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-library-'))
  const temporary = mkdtempSync(join(tmpdir(), 'weir-library-'))
  const strangers = strangersFolder()
  try {
    const plugin = strangers.plugin(`import { definePlugin } from 'weirjs'
export default definePlugin({
  name: 'broken', api: 1, tag: { name: 'Broken', description: 'Is broken.' },
  setup() { throw new Error('no such dictionary') },
})
`)
    const source = `import { convert } from 'weirjs'
for (let times = 0; times < 2; times++) await convert('<p>x').catch(({ name, message }) => console.log(name, message))
`
    const program = strangers.plugin(source)
    const child = Bun.spawn([process.execPath, program], {
      cwd: folder,
      env: { ...process.env, TMPDIR: temporary, WEIR_PLUGINS: `scrape,${plugin}`, WEIR_ENGINES: 'lightweight' },
      stdout: 'pipe',
    })
    const said = (await new Response(child.stdout).text()).trim().split('\n')
    const why = expect.stringContaining('Plugin broken: it could not be set up: no such dictionary')
    expect(said).toEqual([why, why])
    expect(readdirSync(temporary)).toEqual([])
  } finally {
    strangers.remove()
    for (const made of [folder, temporary]) rmSync(made, { recursive: true, force: true })
  }
}, 120_000)
