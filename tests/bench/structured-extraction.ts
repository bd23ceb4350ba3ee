/**
 * Measures how well schemas are filled from the data that pages declare, against a plain reading of the same pages by
 * extruct: shares of right and wrong fields, by kind of page.
 *
 *     bun tests/bench/structured-extraction.ts FOLDER [--pages 400] [--details]
 *
 * FOLDER holds labelled pages, as for main-content.ts. Articles and pages of all kinds are compared with human
 * labels: title, author, date. Products, recipes, events, organisations and jobs are compared with the page's own
 * JSON-LD, if it has one thing of the kind: once with the JSON-LD, and once without any, so that microdata, RDFa,
 * metadata and text must provide the values. A picture is right in any size; a description in other words, which
 * pages write for `<meta>`, counts as wrong. The plain reading takes extruct's first item of the kind, and the
 * property by its path in schema.org. If the Python named by `PYTHON` has no extruct, only Weir is measured.
 */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillFromStructured } from '../../plugins/extract/structured/index.ts'
import { shapesOf } from '../../plugins/extract/structured/shape.ts'
import { convert } from '../../plugins/extract/structured/values/convert.ts'
import { textOf, textsOf } from '../../plugins/extract/structured/values/text.ts'
import { keyOf } from '../../plugins/extract/structured/words.ts'
import { pageOf } from '../plugins/extract/page.ts'
import { type Label, readLabels, readText } from '../train/labelled-pages.ts'
import { table } from './figures.ts'
import { FIELDS, type Field, LABELLED } from './structured-extraction/fields.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: bun tests/bench/structured-extraction.ts FOLDER')
const option = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? otherwise : Number(process.argv[at + 1])
}
const MOST = option('--pages', 400)
const showsDetails = process.argv.includes('--details')

type Item = Record<string, unknown>
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)
const listed = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
const typesOf = (item: Item) => listed(item['@type'] ?? item.type).map((type) => String(type).replace(/^.*[/#:]/, ''))

/** All values at a path. */
const valuesAt = (item: unknown, path: string): unknown[] =>
  path
    .split('.')
    .reduce<unknown[]>((found, name) => found.flatMap((each) => (isItem(each) ? listed(each[name]) : [])), [item])

/** The items of JSON-LD blocks. */
const jsonLdOf = (html: string): Item[] => {
  const items: Item[] = []
  for (const [, block] of html.matchAll(/<script[^>]*application\/ld\+json[^>]*>([\s\S]*?)<\/script>/gi)) {
    try {
      const parsed = listed(JSON.parse(block!)).filter(isItem)
      for (const item of parsed) items.push(item, ...listed(item['@graph']).filter(isItem))
    } catch {
      // A broken block has nothing to compare with.
    }
  }
  return items
}
const withoutJsonLd = (html: string) => html.replace(/<script[^>]*application\/ld\+json[^>]*>[\s\S]*?<\/script>/gi, '')

/** A field of an item, in the shape of its schema; undefined if the item does not have it. */
const read = (item: Item, { name, schema, paths }: Field, url: string): unknown => {
  const [shape] = shapesOf(schema, schema)
  for (const path of paths) {
    const values = valuesAt(item, path)
    if (values.length === 0) continue
    if (shape!.kind === 'array') return textsOf(values)
    const value = convert(values[0], shape!, { url, words: [name], commaIsPoint: false })
    if (value !== undefined) return value
  }
  return undefined
}

/** The name of a file without size and format. */
const LEAST_NAME = 8
const fileOf = (address: string): string =>
  /^https?:\/\//.test(address) ? address.split(/[?#]/, 1)[0]!.split('/').at(-1)!.split('.', 1)[0]! : ''

/** Whether two URLs are of the same picture, possibly in two sizes or from two hosts. */
const isSamePicture = (one: string, other: string): boolean => {
  const [left, right] = [fileOf(one), fileOf(other)]
  return Math.min(left.length, right.length) >= LEAST_NAME && (left.startsWith(right) || right.startsWith(left))
}

const isRight = (given: unknown, wanted: unknown): boolean => {
  if (Array.isArray(wanted))
    return Array.isArray(given) && given.length === wanted.length && given.every((each, i) => isRight(each, wanted[i]))
  if (typeof wanted !== 'string') return given === wanted
  if (isSamePicture(textOf(given) ?? '', wanted)) return true
  const [one, other] = [keyOf(textOf(given) ?? ''), keyOf(wanted)]
  return one === other || (other.length > 8 && (one.includes(other) || (one.length > 8 && other.includes(one))))
}

class Tally {
  right = 0
  wrong = 0
  wanted = 0
  add(given: unknown, wanted: unknown): void {
    this.wanted++
    if (isRight(given, wanted)) this.right++
    else if (given !== undefined && given !== null) this.wrong++
  }
  get shown(): string[] {
    const share = (count: number) => (this.wanted === 0 ? '' : (count / this.wanted).toFixed(3))
    return [share(this.right), share(this.wrong)]
  }
}

const filled = async (html: string, fields: readonly Field[], url: string): Promise<Item> => {
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]))
  return fillFromStructured({ type: 'object', properties }, [await pageOf(html, url)]).data as Item
}

interface Case {
  kind: string
  label: Label
  fields: readonly Field[]
  /** Results by the names of the fields. */
  wanted: Item
}

const caseOf = (label: Label, html: string): Case[] => {
  const cases: Case[] = []
  const { title, author, date } = label
  const known = Object.entries({ title, author, date }).filter(([, value]) => typeof value === 'string' && value !== '')
  if (known.length > 0)
    cases.push({
      kind: label.type ?? 'article',
      label,
      fields: LABELLED,
      wanted: Object.fromEntries(known.map(([name, value]) => [name, name === 'date' ? value!.slice(0, 10) : value])),
    })
  const items = jsonLdOf(html)
  for (const [kind, { types, fields }] of Object.entries(FIELDS)) {
    const own = items.filter((item) => typesOf(item).some((type) => types.test(type)))
    if (own.length !== 1) continue
    // The publisher of a page is not its subject.
    if (kind === 'organisation' && !(own[0]!.address || own[0]!.telephone || own[0]!.contactPoint)) continue
    const wanted = Object.fromEntries(
      fields.map((field) => [field.name, read(own[0]!, field, label.url)]).filter(([, value]) => value !== undefined),
    )
    if (Object.keys(wanted).length > 1) cases.push({ kind: `${kind} (JSON-LD)`, label, fields, wanted })
  }
  return cases
}

/** Extruct's items by the ids of pages; none if it is not installed. */
const readExtruct = async (pages: ReadonlyMap<string, { html: string; url: string }>): Promise<Map<string, Item[]>> => {
  const scratch = join(tmpdir(), `weir-extruct-${process.pid}`)
  const ids = [...pages.keys()]
  const lines = await Promise.all(
    ids.map(async (id) => {
      await Bun.write(join(scratch, `${id}.html`), pages.get(id)!.html)
      return `${join(scratch, `${id}.html`)}\t${pages.get(id)!.url}\n`
    }),
  )
  const script = join(import.meta.dir, 'structured-extraction', 'extruct_items.py')
  const python = Bun.spawnSync([process.env.PYTHON ?? 'python3', script], {
    stdin: new TextEncoder().encode(lines.join('')),
    stderr: 'ignore',
  })
  rmSync(scratch, { recursive: true, force: true })
  const out = python.stdout.toString().split('\n').filter(Boolean)
  if (out.length !== ids.length)
    console.error('extruct is not here or failed: Weir is measured alone (apt install python3-extruct)')
  return new Map(out.length === ids.length ? ids.map((id, i) => [id, JSON.parse(out[i]!) as Item[]]) : [])
}

const pages = new Map<string, { html: string; url: string }>()
const cases: Case[] = []
for (const label of readLabels(folder)) {
  if (cases.filter(({ kind }) => kind === (label.type ?? 'article')).length >= MOST) continue
  const html = readText(folder, label.file)
  const own = caseOf(label, html)
  if (own.length === 0) continue
  cases.push(...own)
  pages.set(label.id, { html, url: label.url })
}
const extruct = await readExtruct(pages)

const tallies = new Map<
  string,
  { pages: number; weir: Tally; bare: Tally; plain: Tally; byField: Map<string, Tally> }
>()
for (const { kind, label, fields, wanted } of cases) {
  const { html, url } = pages.get(label.id)!
  const tally = tallies.get(kind) ?? {
    pages: 0,
    weir: new Tally(),
    bare: new Tally(),
    plain: new Tally(),
    byField: new Map(),
  }
  tallies.set(kind, tally)
  tally.pages++
  const given = await filled(html, fields, url)
  const isOwn = kind.endsWith('(JSON-LD)')
  const bare = isOwn ? await filled(withoutJsonLd(html), fields, url) : {}
  const types = isOwn ? FIELDS[kind.split(' ')[0]!]!.types : /(?:Article|Posting|Page|Product|Thing)$/
  const item = extruct.get(label.id)?.find((each) => typesOf(each).some((type) => types.test(type))) ?? {}
  for (const field of fields) {
    if (!(field.name in wanted)) continue
    tally.weir.add(given[field.name], wanted[field.name])
    if (isOwn) tally.bare.add(bare[field.name], wanted[field.name])
    if (extruct.size > 0) tally.plain.add(read(item, field, url), wanted[field.name])
    const byField = tally.byField.get(field.name) ?? new Tally()
    tally.byField.set(field.name, byField)
    byField.add(given[field.name], wanted[field.name])
    if (showsDetails && !isRight(given[field.name], wanted[field.name]))
      console.error(
        kind,
        label.id,
        field.name,
        JSON.stringify(given[field.name])?.slice(0, 80),
        '≠',
        JSON.stringify(wanted[field.name]).slice(0, 80),
      )
  }
}

const rows = [...tallies].sort(([a], [b]) => a.localeCompare(b))
console.log(
  table(
    ['kind', 'pages', 'fields', 'right', 'wrong', 'extruct right', 'wrong', 'without JSON-LD right', 'wrong'],
    rows.map(([kind, { pages, weir, plain, bare }]) => [
      kind,
      String(pages),
      String(weir.wanted),
      ...weir.shown,
      ...plain.shown,
      ...bare.shown,
    ]),
  ),
)
for (const [kind, { byField }] of rows)
  console.log(
    `${kind}: ${[...byField].map(([name, tally]) => `${name} ${tally.shown.join('/')} of ${tally.wanted}`).join(', ')}`,
  )
process.exit()
