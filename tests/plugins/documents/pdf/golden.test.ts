import { describe, expect, test } from 'bun:test'
import { Budget } from '../../../../plugins/content/budget.ts'
import type { DocumentModel } from '../../../../plugins/content/document-model.ts'
import { answerDocument } from '../../../../plugins/content/read/answer-document.ts'
import { read as extract } from '../../../../plugins/documents/pdf/index.ts'
import { contentOptions } from '../../content/options.ts'
import { modelBy } from '../../content/read-here.ts'
import { eastAsian } from '../east-asian.ts'

const url = 'https://docs.example/file.pdf'
const hints = { mime: 'application/pdf', url }
const fileOf = async (name: string) =>
  new Uint8Array(await Bun.file(`${import.meta.dir}/files/${name}.pdf`).arrayBuffer())
const read = async (name: string): Promise<DocumentModel> => modelBy(extract, await fileOf(name), hints)

const markdownOf = async (document: DocumentModel): Promise<string> => {
  const source = { url: new URL(url), headers: new Headers(), body: new Uint8Array(), mime: 'application/pdf' }
  return (
    await answerDocument({ ...source, parserName: 'pdf' }, contentOptions(), {
      document: { ...document, html: new TextEncoder().encode(document.html) },
      budget: new Budget(source.body.byteLength),
    })
  ).markdown!.trim()
}
const markdown = async (name: string) => markdownOf(await read(name))

const REPORT = `# The Kettle Report

A kettle is a vessel in which water is boiled. This report looks at how long kettles take, what they cost to run, and why some of them whistle while others do not; it draws on measurements made in three kitchens over the course of one wet autumn.

## 1. Materials

Most kettles are made of **steel**, some of *copper*, and a few of glass. See the [list of materials](https://kettles.example/materials) for details.

- Steel lasts longest, and when it is polished it also looks well on any stove that one might care to put it on for years
- Copper heats fast
  - but tarnishes
  - and costs more
- Glass shows the water

### 1.1 Order of tests

1. Fill the kettle with one litre
2. Switch it on
3. Wait for the whistle

## 2. Results

The table shows minutes until the boil.

| Kettle | Material | Minutes |
| --- | --- | --- |
| Classic | Steel | 4.2 |
| Swift | Copper | 3.1 |
| Clear View | Glass |  |

The script that took the measurements:

\`\`\`
def boil(kettle):
    while kettle.temp < 100:
        kettle.heat()
    return kettle.whistle()
\`\`\`

On the second page the argument goes on. Here one finds that the whistle is loud, and that no neighbour has complained so far about it.

## 3. Conclusions
`
const SHEET = `| Kettle | Material | Price |
| --- | --- | --- |
| Classic | Steel | 24.5 |
| Swift | Copper | 39 |
| Clear View | Glass | 51.25 |
| Whistler | Steel | 19.99 |`

describe('a PDF', () => {
  test('with a structure tree is read by it: headings, nested lists, tables, code, quotes, links', async () => {
    const text = await markdown('tagged')
    expect(text).toStartWith(REPORT)
    expect(text).toContain('> Boil only what you need.')
    expect(text).toContain('H<sub>2</sub>O is the formula, and E = mc<sup>2</sup> is another.')
  })

  test('without a structure tree is read by its layout, with the same content', async () => {
    const text = await markdown('printed')
    expect(text).toStartWith(REPORT)
    expect(text).toContain('H<sub>2</sub>O is the formula, and E = mc<sup>2</sup> is another.')
  })

  test('of a word processor without tags keeps its headings, lists, table, code and link', async () => {
    const text = await markdown('untagged')
    for (const line of REPORT.split('\n').filter((each) => !each.startsWith('#'))) expect(text).toContain(line)
    for (const heading of ['Materials', 'Results', 'Conclusions'])
      expect(text).toMatch(new RegExp(`^#{2,3} \\d\\. ${heading}$`, 'm'))
    expect(text).toMatch(/^#{3,4} 1\.1 Order of tests$/m)
  })

  test('has metadata: title, author, language, dates, pages', async () => {
    const { title, author, language, created, pageCount, contentSource } = await read('untagged')
    expect([title, author, language, pageCount, contentSource]).toEqual([
      'The Kettle Report',
      'Ada Lindqvist',
      'en-US',
      2,
      'document',
    ])
    expect(created).toBe('2026-11-21T15:57:39.000Z')
    expect((await read('tagged')).language).toBe('en')
  })

  test('in two columns is read one column after the other, with split words joined', async () => {
    const text = await markdown('columns')
    const order = [
      '# On the Boiling of Water in Kettles',
      'Ada Lindqvist and Bo Marsh',
      '1 Introduction',
      'FIRSTCOLUMN begins here. Extraordinarily comprehensive investigations concerning',
      'The second paragraph',
      '2 Method',
      '3 Results',
      '4 Discussion',
      'SECONDCOLUMN contains the discussion.',
      'Future investigations',
    ]
    const places = order.map((each) => text.indexOf(each))
    expect(places.every((place) => place >= 0)).toBe(true)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(text).not.toContain('|')
    expect(text.match(/^## /gm)).toHaveLength(4)
  })

  test('with a table without rulings has the table, including empty cells', async () => {
    expect(await markdown('landscape')).toBe(`# Price list

| Code | Article | Colour | Price | Stock | Sold |
| --- | --- | --- | --- | --- | --- |
| K-01 | Classic kettle | red | 24.50 | 112 | 1,204 |
| K-02 | Swift kettle |  | 39.00 | 7 | 310 |
| K-03 | Clear View kettle | clear | 51.25 | 0 | 98 |
| K-04 | Whistler | blue | 19.99 | 45 | 2,001 |

Prices in euros, without tax.`)
  })

  test('in three columns with rulings between them has its articles one after the other', async () => {
    const text = await markdown('news')
    expect(text.match(/^#+ .*/gm)).toEqual([
      '# Kettle Times',
      '## Whistles banned',
      '## Copper dearer',
      '## Tea festival',
    ])
    expect(text).toContain(
      'They do not expect the price to fall before the end of the year, they wrote in a note to clients.\n\n## Tea festival',
    )
    expect(text).not.toContain('|')
  })

  test('of a journal keeps its title, abstract, sections, table, list, formulas and references', async () => {
    const text = await markdown('paper')
    expect(text.match(/^#+ .*/gm)).toEqual([
      '# Thermal Behaviour of Domestic Kettles',
      '## 1 Introduction',
      '## 2 Methods',
      '## 3 Results',
      '## 4 Discussion',
      '## References',
    ])
    expect(text).toContain('A. Lindqvist<sup>1</sup>, B. Marsh<sup>2</sup>\n\n')
    expect(text).toContain('\n\nP = m c dT/dt\n\nwhere m is the mass')
    expect(text).toContain(
      '| Material | Number | Mass (g) |\n| --- | --- | --- |\n| Steel | 6 | 812 |\n| Copper | 4 | 1043 |\n',
    )
    expect(text).toContain('- The lid matters: without it, boiling took a third longer.\n- The whistle does not:')
    expect(text).toContain('2. M. Curie, Notes from the kitchen, Paris, 1903.')
  })

  test('with a narrow column beside a wide one is read one after the other', async () => {
    const text = await markdown('resume')
    expect(text.match(/^#+ .*/gm)).toEqual([
      '# Ada Lindqvist',
      '## Contact',
      '## Skills',
      '## Languages',
      '## Experience',
      '## Education',
    ])
    expect(text).toContain('- Thermodynamics\n- Whistling\n- Metalwork')
  })

  test('with cells of several lines keeps each as one cell', async () => {
    expect(await markdown('wrap')).toContain(
      '| retries | 3 | How often it tries again. |\n| user agent | Kettle/1.0 (plain) | What it says that it is when it asks for a page. Some sites refuse those that say nothing about themselves at all. |',
    )
  })

  test('with cells that span others keeps the spans', async () => {
    const { html } = await read('merged')
    expect(html).toContain(
      '<tr><th rowspan="2">Kettle</th><th colspan="2">Minutes</th></tr>\n<tr><th>Summer</th><th>Winter</th></tr>',
    )
    expect(html).toContain('<tr><td>Classic</td><td>4.2</td><td>4.9</td></tr>')
  })

  test('with a table of many pages has one table with one header', async () => {
    const { html, pageCount } = await read('long')
    expect(pageCount).toBeGreaterThan(1)
    expect(html.match(/<table>/g)).toHaveLength(1)
    expect(html.match(/<th>/g)).toHaveLength(3)
    expect(html.match(/<tr>/g)).toHaveLength(90)
    expect(html).toContain('<tr><td>K-089</td><td>Kettle number 89, made of steel</td><td>311.50</td></tr>')
  })

  test.each(['sheet', 'owner', 'rotated', 'attachment'])(
    'of a sheet (%s) has its table without the page number',
    async (name) => {
      expect(await markdown(name)).toBe(`## sheet\n\n${SHEET}`)
    },
  )

  test('in Arabic is in reading order, with plain letters and correct numbers and foreign words', async () => {
    expect(await markdown('arabic')).toBe(`# تقرير الغلايات

الغلاية وعاء يغلى فيه الماء. يستعمل 25 لترا في السنة 2024 من الماء في كل بيت.

وهذه فقرة ثانية فيها كلمة Kettle باللغة الإنجليزية.

- فولاذ
- نحاس`)
  })

  test('in Hebrew has correct brackets', async () => {
    expect(await markdown('hebrew')).toBe('# קומקומים\n\nקומקום הוא כלי להרתחת מים. (המים רותחים ב 100 מעלות.)')
  })

  test('in Cyrillic and Greek is unchanged', async () => {
    const text = await markdown('cyrillic')
    expect(text).toContain('# Отчёт о чайниках')
    expect(text).toContain('Чайник — это сосуд для кипячения воды. Он бывает стальным, медным и стеклянным.')
    expect(text).toContain('Ελληνικά: ο βραστήρας βράζει νερό.')
  })

  test('of many pages has no running headers, footers or page numbers, and joins paragraphs across pages', async () => {
    const { html, pageCount } = await read('book')
    expect(pageCount).toBe(3)
    expect(html).not.toMatch(/file:\/\/|A Book of Kettles|\d\/3/)
    expect(html.match(/<h1>Chapter \d<\/h1>/g)).toHaveLength(4)
    expect(html.match(/<h2>\d\.\d Section<\/h2>/g)).toHaveLength(12)
    // Twelve sections of two paragraphs each.
    expect(html.match(/<p>/g)).toHaveLength(24)
  })

  test('of slides has their titles as headings', async () => {
    const text = await markdown('slides')
    expect(text).toContain('# Why kettles\n\n- Water boils\n- Tea is made\n')
    expect(text).toContain('| Kind | Price |\n| --- | --- |\n| Steel | 24 |\n| Copper | 39 |')
  })

  test('with a form has its values', async () => {
    expect(await markdown('form')).toBe(
      'Name: Ada Lindqvist\n\nStreet: 12 Kettle Lane\n\n☐ Wrap as a gift\n\n☐ Send me news',
    )
  })

  test('with a password is refused as encrypted, but one with only an owner’s password is read', async () => {
    await expect(read('locked')).rejects.toMatchObject({ reason: 'encrypted' })
    expect((await read('owner')).html).toContain('Whistler')
  })

  test('with pictures only is refused as scanned', async () => {
    await expect(read('scan')).rejects.toMatchObject({ reason: 'scanned' })
  })
})

describe('a PDF in Chinese, Japanese or Korean', () => {
  test.each([
    ['STSong-Light', 'UniGB-UCS2-H', 'GB1', '4e2d65876c34'],
    ['STSong-Light', 'GBK-EUC-H', 'GB1', 'd6d0cec4cbae'],
    ['MSung-Light', 'ETen-B5-H', 'CNS1', 'a4a4a4e5a4f4'],
    ['HeiseiMin-W3', '90ms-RKSJ-H', 'Japan1', '928695b69085'],
    ['HYSMyeongJo-Medium', 'UniKS-UCS2-H', 'Korea1', '4e2d65876c34'],
  ])('has its text by the character map of %s in %s', async (font, encoding, ordering, hex) => {
    expect((await extract(eastAsian(font, encoding, ordering, hex), hints)).html).toBe('<p>中文水</p>')
  })

  test('that is vertical is read by lines from right to left', async () => {
    const hexOf = (text: string) => [...text].map((sign) => sign.charCodeAt(0).toString(16).padStart(4, '0')).join('')
    const vertical = eastAsian('HeiseiMin-W3', 'UniJIS-UCS2-V', 'Japan1', [
      [540, 720, hexOf('吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつか')],
      [520, 720, hexOf('ぬ。何でも薄暗いじめじめした所で泣いていた事だけは記憶している。')],
    ])
    expect((await extract(vertical, hints)).html).toBe(
      '<p>吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所で泣いていた事だけは記憶している。</p>',
    )
  })
})
