import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { sourcesBelow } from './imports.ts'

const root = join(import.meta.dir, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const IN_NO_PAGE = /(?:^|\/)(?:node_modules|dist|data|templates|fixtures)\//
const pages = [...new Bun.Glob('**/*.md').scanSync(root)].filter((file) => !IN_NO_PAGE.test(file))
const readme = read('README.md')

/** Variables in examples that are not settings. */
const EXAMPLES = new Set(['WEIR_API_KEY', 'WEIR_X'])

/** The headings of a page, in the form of GitHub's anchors. */
const anchorsOf = (page: string) =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(pages)('the links in %s have targets', (page) => {
  const links = [...read(page).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, href = '']) => href)
  const lost = links.filter((href) => {
    const [path = '', anchor] = href.split('#')
    const file = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(root, file))) return true
    return anchor !== undefined && !anchorsOf(read(file)).includes(anchor)
  })
  expect(lost).toEqual([])
})

test('each plugin has a page that is linked in the README', () => {
  const plugins = readdirSync(join(root, 'plugins'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(plugins.length).toBeGreaterThan(20)
  expect(
    plugins.map(({ name }) => `plugins/${name}/README.md`).filter((page) => !readme.includes(`(${page})`)),
  ).toEqual([])
})

test('the README names each setting', async () => {
  const sources = (await Promise.all(['core', 'plugins', 'engines'].map(sourcesBelow))).flatMap((files) => [...files])
  const names = new Set(
    sources.flatMap(([, source]) => [...source.matchAll(/'(WEIR_[A-Z0-9_]+)'/g)].map(([, name]) => name)),
  )
  expect(names.size).toBeGreaterThan(20)
  expect([...names].filter((name) => !EXAMPLES.has(name!) && !readme.includes(name!))).toEqual([])
})

test('the README says what each package of the service is for', () => {
  // The package itself is one of its own dependencies, so that plugins in the checkout find it.
  const packages = Object.keys(manifest.dependencies).filter((name) => name !== manifest.name)
  expect(packages.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})
