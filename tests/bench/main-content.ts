/**
 * Measures how well the main content is found (goals Q1 and Q2), against Readability, defuddle, mdream and Turndown:
 * word F1 by set and page type, F1 of runs of four words, required and forbidden strings, structure, and CPU ms per
 * page with Markdown. All are scored by their Markdown, in the same way.
 *
 *     bun tests/bench/main-content.ts FOLDER [--only weir,readability] [--sets wcxb,aeb] [--pages 200]
 *
 * FOLDER holds labelled pages: `labels.jsonl` or `labels.jsonl.zst` with one label per line, and the files that they
 * name, plain or compressed with zstd. A label is `{ id, url, site, file, set?, type? }` with `text` (the whole
 * content), or `with` and `without` (strings), and `structure` as in `main-content/score.ts`. The shipped weights
 * were trained on such pages, so the results on these are too good; `tests/train/main-content/index.ts --check` gives
 * those on held-out sites. The peers are installed beside this file on first use.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { toMarkdown } from '../../plugins/content/markdown/writer.ts'
import { parse } from '../../plugins/content/tree/index.ts'
import { viewOf } from '../../plugins/content/view/view.ts'
import { type Label, readLabels, readText } from '../train/labelled-pages.ts'
import { median, table } from './figures.ts'
import { kinds, type PageScore, type ScoredLabel, scoreMarkdown } from './main-content/score.ts'
import { evenly } from './pages.ts'

type Extractor = (html: string, url: string) => string | Promise<string>

const weir: Extractor = (html, url) => {
  const view = viewOf(parse(html), new URL(url), {
    onlyMainContent: true,
    removeAds: false,
    includeTags: [],
    excludeTags: [],
  })
  return toMarkdown(view, {
    includeLinks: true,
    includeImages: true,
    describedImagesOnly: false,
    html: true,
    address: (href) => href,
    titles: true,
  })
}

/** Loads the peers, and installs them if needed; if that fails, prints it and returns none. */
const readPeers = async (): Promise<Record<string, Extractor>> => {
  const folder = join(import.meta.dir, 'main-content')
  if (!existsSync(join(folder, 'node_modules')))
    Bun.spawnSync([process.execPath, 'install', '--no-save'], { cwd: folder, stdout: 'inherit', stderr: 'inherit' })
  try {
    const { peers } = (await import(join(folder, 'peers.mjs'))) as { peers: Record<string, Extractor> }
    return peers
  } catch (error) {
    console.error(`The peers cannot be loaded, so Weir is measured alone: ${error}`)
    return {}
  }
}

const mean = (list: readonly number[]) =>
  list.length ? list.reduce((sum, each) => sum + each, 0) / list.length : Number.NaN
const shown = (figure: number) => (Number.isNaN(figure) ? '' : figure.toFixed(3))

const measure = async (extract: Extractor, labels: readonly (Label & ScoredLabel)[], folder: string) => {
  const scores: { label: Label; score: PageScore; ms: number }[] = []
  for (const label of labels) {
    const html = readText(folder, label.file)
    const begin = process.cpuUsage()
    let markdown = ''
    try {
      markdown = await extract(html, label.url)
    } catch {
      // If an extractor cannot read a page, its result is empty.
    }
    const { user, system } = process.cpuUsage(begin)
    scores.push({ label, score: scoreMarkdown(markdown, label), ms: (user + system) / 1000 })
  }
  return scores
}

const figuresOf = (scores: Awaited<ReturnType<typeof measure>>): Map<string, string> => {
  const figures = new Map<string, string>()
  const groups = new Map<string, PageScore[]>()
  for (const { label, score } of scores) {
    const key = `${label.set ?? 'pages'} ${label.type ?? ''}`.trim()
    groups.set(key, [...(groups.get(key) ?? []), score])
  }
  const byType = new Map<string, number[]>()
  for (const [key, group] of groups) {
    const words = group.flatMap(({ words }) => (words ? [words.f1] : []))
    if (words.length > 0) {
      figures.set(`${key} (${group.length})`, shown(mean(words)))
      const [set = ''] = key.split(' ')
      byType.set(set, [...(byType.get(set) ?? []), mean(words)])
    }
    const runs = group.flatMap(({ runs }) => (runs ? [runs] : []))
    if (runs.length > 0) {
      const precision = mean(runs.flatMap(({ precision }) => (precision === null ? [] : [precision])))
      const recall = mean(runs.flatMap(({ recall }) => (recall === null ? [] : [recall])))
      figures.set(`${key}, runs of four`, shown((2 * precision * recall) / (precision + recall)))
    }
    const strings = group.flatMap(({ strings }) => (strings ? [strings] : []))
    if (strings.length > 0) {
      const sum = (name: 'right' | 'wrong' | 'missed') => strings.reduce((all, each) => all + each[name], 0)
      figures.set(
        `${key}, strings (${group.length})`,
        shown((2 * sum('right')) / (2 * sum('right') + sum('wrong') + sum('missed'))),
      )
    }
  }
  for (const [set, types] of byType) if (types.length > 1) figures.set(`${set}, mean of types`, shown(mean(types)))
  const kept: number[] = []
  for (const kind of kinds) {
    const [found, of] = scores.reduce(
      ([a, b], { score }) => [a + (score.structure?.[kind][0] ?? 0), b + (score.structure?.[kind][1] ?? 0)],
      [0, 0],
    )
    if (of === 0) continue
    kept.push(found / of)
    figures.set(`kept: ${kind} (${of})`, shown(found / of))
  }
  if (kept.length > 0) figures.set('kept: mean', shown(mean(kept)))
  figures.set('CPU ms a page, median', median(scores.map(({ ms }) => ms)).toFixed(1))
  return figures
}

const args = process.argv.slice(2)
const option = (name: string) => {
  const at = args.indexOf(name)
  return at < 0 ? undefined : args.splice(at, 2)[1]
}
const only = option('--only')?.split(',')
const sets = option('--sets')?.split(',')
const most = Number(option('--pages') ?? Number.POSITIVE_INFINITY)
const [folder] = args
if (folder === undefined) {
  console.error(
    'usage: bun tests/bench/main-content.ts FOLDER [--only weir,readability] [--sets wcxb,aeb] [--pages 200]',
  )
  process.exit(2)
}
const all = readLabels(folder).filter(({ set }) => !sets || sets.includes(set ?? ''))
const labels = evenly(all, Math.min(most, all.length))
const extractors = { weir, ...(only?.length === 1 && only[0] === 'weir' ? {} : await readPeers()) }
const names = Object.keys(extractors).filter((name) => !only || only.includes(name))
const columns: Map<string, string>[] = []
for (const name of names) columns.push(figuresOf(await measure(extractors[name as 'weir'], labels, folder)))
const rows = [...new Set(columns.flatMap((column) => [...column.keys()]))]
console.log(
  table(
    [`${labels.length} pages`, ...names],
    rows.map((row) => [row, ...columns.map((column) => column.get(row) ?? '')]),
  ),
)
