import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSitePages } from './site-pages.ts'

test("The content of a site's pages is what the selectors keep of them", () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-site-'))
  try {
    mkdirSync(join(folder, 'guide'))
    for (const name of ['index', 'guide/tides', 'guide/boats']) {
      const main = `<main><h1>${name}</h1><p>High water at noon.</p><p class="next">Go on</p></main>`
      writeFileSync(join(folder, `${name}.html`), `<body><nav>All pages</nav>${main}<footer>2026</footer>`)
    }
    writeFileSync(join(folder, 'style.css'), 'main { margin: 0 }')
    const pages = readSitePages(folder, 'main', ['.next'], 2)
    expect(pages.map(({ file }) => file)).toEqual(['guide/boats.html', 'guide/tides.html'])
    expect(pages[1]!.url.href).toBe('https://site.example/guide/tides.html')
    expect(pages[1]!.text).toBe('guide/tides\n\nHigh water at noon.')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
