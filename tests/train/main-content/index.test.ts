import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { featureNames } from '../../../plugins/content/main/features/names.ts'
import { readWeights } from '../../../plugins/content/main/model/weights.ts'
import { typedPages } from '../../plugins/content/main/pages.ts'
import { train } from './index.ts'

const sites = 6

/**
 * Writes a folder of labelled pages: each type on several sites, labelled with the content's text, or with strings
 * for every third page.
 */
const writeFolder = (folder: string) => {
  const labels: string[] = []
  for (const [type, { html, url, content, around }] of Object.entries(typedPages)) {
    for (let site = 0; site < sites; site++) {
      const id = `${type}-${site}`
      writeFileSync(join(folder, `${id}.html`), html)
      const known = site % 3 === 2 ? { with: content, without: around } : { text: content.join('\n') }
      labels.push(JSON.stringify({ id, url, type, site: `site-${site}.example`, file: `${id}.html`, ...known }))
    }
  }
  writeFileSync(join(folder, 'labels.jsonl'), labels.join('\n'))
}

test('Weights are learned from a folder of labelled pages, the same bytes each time, and hold no word of them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-main-'))
  try {
    writeFolder(folder)
    const made = ['first.bin', 'second.bin'].map((name) => {
      train(folder, join(folder, name), [], false)
      return readFileSync(join(folder, name))
    })
    expect(made[0]!.equals(made[1]!)).toBe(true)
    const { forest, lexicon } = readWeights(made[0]!, featureNames)
    expect(forest.roots.length).toBeGreaterThan(100)
    expect(lexicon.names.size).toBeGreaterThan(10)
    expect(made[0]!.includes('harbour')).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 120_000)
