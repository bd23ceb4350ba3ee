/**
 * Labels pages of a site whose template marks the content, such as the documentation in a package of a distribution,
 * and adds them to a folder of labelled pages.
 *
 *     bun tests/train/label-site.ts SITE --name NAME --keep SELECTOR [--drop SELECTOR,…] [--pages 3] --to FOLDER
 *
 * The pages are added to the set `sites`, with the type documentation; pages of fewer than a hundred words are left
 * out. FOLDER has the format of `labelled-pages.ts`, with its labels in `labels.jsonl`.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordsOf } from '../../plugins/content/main/words/hash.ts'
import { evenly } from '../bench/pages.ts'
import type { Label } from './labelled-pages.ts'
import { readSitePages } from './site-pages.ts'

const MIN_WORDS = 100
/** Pages that are read for each wanted page, because many are short. */
const READ_PER_PAGE = 5

const args = process.argv.slice(2)
const option = (name: string) => {
  const at = args.indexOf(name)
  return at < 0 ? undefined : args.splice(at, 2)[1]
}
const [name, keep, drop, to] = [option('--name'), option('--keep'), option('--drop'), option('--to')]
const most = Number(option('--pages') ?? 3)
const [site] = args
if (site === undefined || name === undefined || keep === undefined || to === undefined) {
  console.error(
    'usage: bun tests/train/label-site.ts SITE --name NAME --keep SELECTOR [--drop SELECTOR,…] [--pages 3] --to FOLDER',
  )
  process.exitCode = 2
} else {
  const pages = readSitePages(site, keep, drop?.split(',') ?? [], most * READ_PER_PAGE)
  const worth = pages.filter(({ text }) => wordsOf(text).length >= MIN_WORDS)
  mkdirSync(join(to, name), { recursive: true })
  for (const [at, { html, url, text }] of evenly(worth, Math.min(most, worth.length)).entries()) {
    const id = `${name}-${at}`
    const file = join(name, `${id}.html`)
    const label: Label = { id, url: url.href, site: name, file, set: 'sites', type: 'documentation', text }
    writeFileSync(join(to, file), html)
    appendFileSync(join(to, 'labels.jsonl'), `\n${JSON.stringify(label)}`)
  }
  console.log(`${name}: ${Math.min(most, worth.length)} pages`)
}
