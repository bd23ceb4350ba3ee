import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { guideFiles } from '../../guide-files.ts'
import { tsc } from '../../typescript.ts'
import { type ProcessOptions, root, runtimes, startProcess } from '../start-process.ts'

const guides = [guideFiles('engines/README.md'), guideFiles('plugins/README.md')]
/** Files of the guides that are complete by themselves, by the names of their plugins and engines. */
const examples = new Map(
  ['wayback', 'titles', 'digests'].map((name) => [
    name,
    guides.flatMap((guide) => guide.get(`${name}.ts`) ?? []).join(''),
  ]),
)

const home = mkdtempSync(join(tmpdir(), 'weir-third-party-'))
/** Where `bun link` keeps its links, so that this machine's own ones stay unchanged. */
const env = { ...process.env, BUN_INSTALL: join(home, 'bun') }
function run(folder: string, ...command: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: folder, env })
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stdout}${stderr}`)
}
const bun = (folder: string, ...args: string[]) => run(folder, process.execPath, ...args)

/** A folder outside this checkout, with files. */
function folderOf(name: string, files: Record<string, string> = {}): string {
  const folder = join(home, name)
  mkdirSync(folder, { recursive: true })
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content)
  return folder
}

const pageOf = (path: string) =>
  `<html><head><title>Title of ${path}</title></head><body><main><h1>Heading of ${path}</h1><p>Text.</p></main></body></html>`
let site: ReturnType<typeof Bun.serve>
beforeAll(() => {
  bun(root, 'link')
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname, searchParams, origin } = new URL(request.url)
      if (pathname === '/wayback/available') {
        const found = searchParams.get('url')?.includes('lost') ? {} : { closest: { url: `${origin}/copy` } }
        return Response.json({ archived_snapshots: found })
      }
      return new Response(pageOf(pathname), { headers: { 'content-type': 'text/html' } })
    },
  })
})
afterAll(() => {
  site.stop(true)
  rmSync(home, { recursive: true, force: true })
})

/** What must work however they are loaded: the engine gets a page, and the plugin's route answers and charges. */
async function tryBoth(options: ProcessOptions) {
  const weir = await startProcess(options)
  try {
    const { origin } = site.url
    const titles = await weir.post('/v1/titles', { urls: [`${origin}/one`, `${origin}/two`] })
    expect(titles).toEqual({
      status: 200,
      body: { success: true, data: { titles: ['Title of /one', 'Title of /two'] } },
    })
    const bad = await weir.post('/v1/titles', { urls: [] })
    expect([bad.status, bad.body.error.code]).toEqual([400, 'invalid_urls'])
    const scrape = (url: string) => weir.post('/v1/scrape', { url, engine: 'wayback', formats: ['markdown'] })
    expect((await scrape('http://gone.example/')).body.data.markdown).toContain('# Heading of /copy')
    // Its ApiError is that of this Weir: another copy's would be an unknown error.
    const lost = await scrape('http://lost.example/')
    expect([lost.status, lost.body.error.code]).toEqual([500, 'scraping_failed'])
    expect(lost.body.error.message).toContain('No archived copy of')
    const { jobId } = (await weir.post('/v1/digests', { urls: [`${origin}/one`, `${origin}/two`] })).body.data
    const results = async () => (await weir.get(`/v1/jobs/${jobId}/results`)).body.data.results
    while ((await results()).length < 2) await Bun.sleep(20)
    const sha256 = (path: string) => new Bun.CryptoHasher('sha256').update(pageOf(path)).digest('hex')
    expect(await results()).toMatchObject([{ sha256: sha256('/one') }, { sha256: sha256('/two') }])
    expect(weir.said()).not.toContain('There is no setting')
  } finally {
    expect(await weir.stop()).toBe(0)
  }
}
const config = (plugins: string, engines: string) => `export default {
  WEIR_PLUGINS: 'account,jobs,scrape,${plugins}',
  WEIR_ENGINES: 'lightweight,${engines}',
  config: { wayback: { base: '${site.url.origin}' } },
}
`

describe('the plugin and the engine in the guides', () => {
  let byPath: string
  let byPackage: string
  beforeAll(() => {
    byPath = folderOf('by-path', { 'weir.config.ts': config('./titles.ts,./digests.ts', './wayback.ts') })
    for (const [name, source] of examples) writeFileSync(join(byPath, `${name}.ts`), source)
    bun(byPath, 'link', 'weirjs')

    // As a publisher does it: types and JavaScript from the compiler, a package from npm.
    byPackage = folderOf('by-package', {
      'weir.config.ts': config('weir-plugin-titles,weir-plugin-digests', '@third/weir-engine-wayback'),
    })
    bun(byPackage, 'link', 'weirjs', '--save')
    const packages = {
      titles: 'weir-plugin-titles',
      digests: 'weir-plugin-digests',
      wayback: '@third/weir-engine-wayback',
    }
    const built = folderOf('built', { 'package.json': '{ "type": "module" }' })
    const files = Object.keys(packages).map((name) => `${name}.ts`)
    for (const file of files) cpSync(join(byPath, file), join(built, file))
    bun(built, 'link', 'weirjs')
    const types = ['--types', 'bun', '--typeRoots', join(root, 'node_modules/@types'), '--skipLibCheck', '--strict']
    const modules = ['--target', 'esnext', '--module', 'preserve', '--rewriteRelativeImportExtensions']
    // Their types are checked against the package that npm gets.
    run(built, ...tsc, '--declaration', '--noCheck', '--outDir', 'out', ...modules, ...types, ...files)
    for (const [file, name] of Object.entries(packages)) {
      const folder = folderOf(`package-${file}`, {
        'package.json': JSON.stringify({
          name,
          version: '1.0.0',
          type: 'module',
          exports: { '.': { types: `./${file}.d.ts`, default: `./${file}.js` } },
          files: [`${file}.js`, `${file}.d.ts`],
          peerDependencies: { weirjs: '*' },
        }),
      })
      for (const end of ['js', 'd.ts']) cpSync(join(built, 'out', `${file}.${end}`), join(folder, `${file}.${end}`))
      run(folder, 'npm', 'pack', '--silent', '--offline')
      bun(byPackage, 'add', join(folder, `${name.replace('@', '').replace('/', '-')}-1.0.0.tgz`))
    }
  }, 120_000)

  for (const runtime of Object.keys(runtimes) as (keyof typeof runtimes)[]) {
    const isMissing = !existsSync(runtimes[runtime][0])
    if (isMissing) console.log(`skipped: no ${runtime} for third parties' engines and plugins`)
    test.skipIf(isMissing)(`load by path on ${runtime}`, () => tryBoth({ runtime, folder: byPath }), 60_000)
    test.skipIf(isMissing)(
      `load as packages, packed by npm, on ${runtime}`,
      () => tryBoth({ runtime, folder: byPackage }),
      60_000,
    )
  }
})

describe('a plugin that cannot be loaded stops the start with one line', () => {
  const refusal = async (folder: string, plugin: string) => {
    const error = await startProcess({ folder, settings: { WEIR_PLUGINS: plugin } }).catch((cause: Error) => cause)
    return error instanceof Error ? error.message : 'it started'
  }
  const source = "import { definePlugin } from 'weirjs'\nexport default definePlugin({})\n"

  /** Whether the user has a `bun` on the path, beside the checkout's own. */
  const hasBun = (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => !folder.startsWith(join(root, '.bun')) && existsSync(join(folder, 'bun')))

  test('that says what to do, if weirjs is not found', async () => {
    const folder = folderOf('unlinked', { 'mine.ts': source })
    const remedy = hasBun
      ? `run \`bun link\` in ${root} once, then \`bun link weirjs\` in ${folder}`
      : `run \`mkdir -p node_modules && ln -sfn ${root} node_modules/weirjs\` in ${folder}`
    expect(await refusal(folder, './mine.ts')).toBe(
      `weir: WEIR_PLUGINS: ./mine.ts imports weirjs, which it cannot find: ${remedy}\n`,
    )
  })

  test('that names the other copy of weirjs, if the plugin would import that one', async () => {
    const folder = folderOf('copied', { 'mine.ts': source })
    const copy = folderOf('copied/node_modules/weirjs', { 'package.json': '{ "name": "weirjs", "main": "index.js" }' })
    expect(await refusal(folder, './mine.ts')).toStartWith(
      `weir: WEIR_PLUGINS: ./mine.ts finds another copy of weirjs, in ${copy}: run`,
    )
  })

  test('that names a package which is not installed, and downloads nothing', async () => {
    const folder = folderOf('missing')
    expect(await refusal(folder, 'is-odd')).toMatch(
      /^weir: WEIR_PLUGINS: is-odd is neither a built-in plugin \(account, .*\) nor a package installed in \S+\n$/,
    )
  })
})

test('a plugin with a manually linked weirjs shares it too', async () => {
  const folder = folderOf('by-hand', { 'titles.ts': examples.get('titles') ?? '' })
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/weirjs'))
  const weir = await startProcess({ folder, settings: { WEIR_PLUGINS: './titles.ts', WEIR_ENGINES: 'lightweight' } })
  expect((await weir.post('/v1/titles', { urls: [`${site.url.origin}/x`] })).body.data.titles).toEqual(['Title of /x'])
  expect(await weir.stop()).toBe(0)
}, 120_000)
