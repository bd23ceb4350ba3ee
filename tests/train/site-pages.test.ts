import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLabels, readText } from './labelled-pages.ts'
import { readSitePages } from './site-pages.ts'

/** Creates a site of three pages in a folder that is removed after the test. */
const writeSite = (text: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-site-'))
  mkdirSync(join(folder, 'guide'))
  for (const name of ['index', 'guide/tides', 'guide/boats']) {
    const main = `<main><h1>${name}</h1><p>${text}</p><p class="next">Go on</p></main>`
    writeFileSync(join(folder, `${name}.html`), `<body><nav>All pages</nav>${main}<footer>2026</footer>`)
  }
  writeFileSync(join(folder, 'style.css'), 'main { margin: 0 }')
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

test("The content of a site's pages is what the selectors keep", () => {
  using site = writeSite('High water at noon.')
  const pages = readSitePages(site.folder, 'main', ['.next'], 2)
  expect(pages.map(({ file }) => file)).toEqual(['guide/boats.html', 'guide/tides.html'])
  expect(pages[1]!.url.href).toBe('https://site.example/guide/tides.html')
  expect(pages[1]!.text).toBe('guide/tides\n\nHigh water at noon.')
})

test('Pages of a site are added to a folder of labelled pages', () => {
  using site = writeSite('High water at noon. '.repeat(30))
  using labelled = writeSite('')
  const known = { id: 'known', url: 'https://other.example/', site: 'other', file: 'index.html' }
  writeFileSync(join(labelled.folder, 'labels.jsonl'), `${JSON.stringify(known)}\n`)
  const args = ['--name', 'tides', '--keep', 'main', '--drop', '.next', '--pages', '2', '--to', labelled.folder]
  const script = join(import.meta.dir, 'label-site.ts')
  expect(Bun.spawnSync([process.execPath, script, site.folder, ...args]).stdout.toString()).toBe('tides: 2 pages\n')
  const labels = readLabels(labelled.folder)
  expect(labels.map(({ id }) => id)).toEqual(['known', 'tides-0', 'tides-1'])
  expect(labels[1]).toMatchObject({ site: 'tides', set: 'sites', type: 'documentation' })
  expect(labels[1]!.text).not.toContain('Go on')
  expect(readText(labelled.folder, labels[1]!.file)).toContain('High water at noon.')
})
