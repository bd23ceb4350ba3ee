import { expect, test } from 'bun:test'
import { ApiError } from 'weirjs'
import type { ContentFormat } from 'weirjs/schemas'
import { Budget } from '../../../../plugins/content/budget.ts'
import { convert } from '../../content/convert.ts'
import { contentOptions } from '../../content/options.ts'
import { latin } from '../pdf-of.ts'

/** The fate of a file in one word, and the warnings. */
async function fateOf(
  body: Uint8Array,
  type: string,
  ...formats: ContentFormat[]
): Promise<{ fate: string; warnings: readonly string[] }> {
  const source = { url: new URL('https://hostile.example/file'), headers: new Headers({ 'content-type': type }), body }
  try {
    const { warnings = [] } = await convert(source, contentOptions({}, ...formats))
    return { fate: 'read', warnings }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { fate: String(error.details.reason), warnings: [] }
  }
}

const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels)
const png = (width: number, height: number) => {
  const head = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR________', 'latin1')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return new Uint8Array(head)
}
const entities = `<!DOCTYPE x [<!ENTITY a "${'k'.repeat(1000)}">${[...'bcdefghij'].map((name, i) => `<!ENTITY ${name} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}]>`

test.each([
  ['CSV of a million columns', latin(','.repeat(1_000_000)), 'text/csv', 'read'],
  ['CSV of a hundred thousand rows', latin('a,b\n'.repeat(100_000)), 'text/csv', 'read'],
  ['CSV whose one quote is never closed', latin(`a,b\n"${'k,\n'.repeat(300_000)}`), 'text/csv', 'read'],
  ['JSON a million levels deep', latin(nested('[', ']', 1_000_000)), 'application/json', 'read'],
  [
    'JSON of a hundred thousand keys',
    latin(`{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":0`).join()}}`),
    'application/json',
    'read',
  ],
  [
    'XML a hundred thousand levels deep',
    latin(`<?xml version="1.0"?>${nested('<a>', '</a>', 100_000)}`),
    'application/xml',
    'too_deep',
  ],
  ['XML whose entities multiply', latin(`<?xml version="1.0"?>${entities}<x>&j;</x>`), 'application/xml', 'doctype'],
  [
    'XML that asks for a file of the server',
    latin('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'),
    'application/xml',
    'doctype',
  ],
  [
    'a feed whose entities multiply',
    latin(`<?xml version="1.0"?>${entities}<rss><channel><title>&j;</title></channel></rss>`),
    'application/rss+xml',
    'read',
  ],
  ['a picture two billion dots wide', png(0x7fffffff, 0x7fffffff), 'image/png', 'read'],
  [
    'a drawing of no end',
    latin('<svg xmlns="http://www.w3.org/2000/svg" width="9999999" height="9999999"><use href="#a"/></svg>'),
    'image/svg+xml',
    'read',
  ],
  [
    'a drawing with a file of the server',
    latin(
      '<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&e;</text></svg>',
    ),
    'image/svg+xml',
    'read',
  ],
] as const)(
  '%s has the expected fate',
  async (_, body, type, fate) => {
    expect((await fateOf(body, type, 'markdown', 'json', 'text')).fate).toBe(fate)
  },
  120_000,
)

const TABLE_CUT = 'The table was cut: at most 16,384 columns and 1,000,000 cells of it are read'
const JSON_AS_TEXT = 'The JSON is given as text: it is nested too deeply, or has too many values, to be read as data'

test.each([
  ['CSV of a million columns', latin('a,'.repeat(1_000_000)), 'text/csv', TABLE_CUT],
  ['CSV of more cells than may be', latin(`${'a,'.repeat(99)}a\n`.repeat(10_001)), 'text/csv', TABLE_CUT],
  ['JSON of 50 MB of brackets', latin('['.repeat(50_000_000)), 'application/json', JSON_AS_TEXT],
  ['JSON of two million lists', latin(`[${'[],'.repeat(2_000_000)}1]`), 'application/json', JSON_AS_TEXT],
] as const)(
  '%s has a warning about what is missing',
  async (_, body, type, warning) => {
    expect((await fateOf(body, type, 'json')).warnings).toContain(warning)
  },
  120_000,
)

test('the HTML of a table with one letter per row is cut at the size limit', async () => {
  const body = latin('a\r'.repeat(200_000))
  const source = {
    url: new URL('https://hostile.example/a.csv'),
    headers: new Headers({ 'content-type': 'text/csv' }),
    body,
  }
  const { html = '' } = await convert(source, contentOptions({}, 'html'))
  const { maxLength } = new Budget(body.length)
  expect(html.length).toBeLessThanOrEqual(maxLength)
  expect(html.length).toBeGreaterThan(maxLength - 100)
  expect(html).toEndWith('<tr><td>a</td></tr>\n</tbody>\n</table>')
})
