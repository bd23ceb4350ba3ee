import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { parse as parseCsv } from 'csv-parse/sync'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { EndedResults } from '../../../plugins/results/schema.ts'
import { openGiven } from './open-given.ts'
import { python } from './python.ts'
import { readZip } from './read-zip.ts'

let weir: Awaited<ReturnType<typeof openGiven>>
beforeAll(async () => {
  weir = await openGiven()
})
afterAll(() => weir.close())

const download = async (id: string, format: string) => {
  const answer = await weir.get(`/v1/results/${id}/download?format=${format}`)
  expect(answer.status).toBe(200)
  return answer
}

const long = (mark: string) => `${mark} ${'"quoted", = \n'.repeat(300_000 / 13)}\u{1F600}`
const hostile = [
  { url: 'http://a.example/', title: '=cmd|calc', plain: 'a', n: -5, yes: true, nothing: null, empty: '' },
  { title: '+1+1', url: '-2+3', at: '@SUM(A1)', tab: '\tTAB', cr: '\rCR', nul: '\u0000x', wide: '＝1+1' },
  { title: 'say "hi", twice', lines: 'one\r\ntwo\nthree\rfour', csv: '",\r\n"', semi: 'a;=b' },
  { title: ']]> <!-- & <tag attr="x"> &amp; &#1; ', nested: { a: [1, '=2', null, { 'b c': '<' }], e: {}, l: [] } },
  { 'og:title': 'x', '1st': 1, 'a b': '2', '': 'no name', 'say "&<\n': 3, xmlns: 'x', XMLthing: 'y', ü: 'z' },
  { __proto__x: 'x', constructor: 'c', toString: 't', item: 'i', field: 'f', result: 'r', type: 'q', name: 'n' },
  JSON.parse('{"__proto__": "p", "hasOwnProperty": [1]}') as object,
  { '=HYPERLINK("x")': 'a name', '\u0001name': 'control', 'a,b': 'comma' },
  { title: long('='), content: long('x'), deep: deep(200) },
  { content: long('@'), title: 'another order', url: 'last' },
  'a text',
  [1, [2], { three: '3' }],
  42,
  null,
]

function deep(levels: number): unknown {
  let value: unknown = 'bottom <&> "'
  for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { d: value }
  return value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same results, each large enough to be read in pieces. */
const large = hostile.map((value) => {
  const pad = 'p'.repeat(70_000)
  return isObject(value) ? { ...value, pad } : [value, pad]
})

/** The text of a cell with this value. `armed` removes the quote that defuses formulas. */
const cell = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
const armed = (text: string) => text.replace(/^'(?=[=+\-@\p{Cc}＝＋－＠])/u, '')

/** The rows of a table by column name. */
function byName([names = [], ...lines]: string[][]) {
  expect(lines.every((line) => line.length === names.length)).toBe(true)
  return lines.map((line) => new Map(line.map((text, i) => [armed(names[i]!), text])))
}

describe.each([
  ['hostile results', hostile],
  ['large hostile results', large],
])('%s', (_, results) => {
  /** The row of each result in a file. */
  const rows = results.map((value) => (isObject(value) ? value : { value }))
  let id: string
  beforeAll(async () => {
    id = await weir.job(results)
  })

  const readers: [string, (csv: string) => Promise<string[][]>][] = [
    ['csv-parse', async (csv) => parseCsv(csv, { record_delimiter: '\r\n' })],
    [
      'csv of Python',
      (csv) =>
        python(
          'import csv, io; csv.field_size_limit(10**9); print(json.dumps(list(csv.reader(io.StringIO(given, newline="")))))',
          csv,
        ),
    ],
  ]
  test.each(readers)('are parsed from CSV unchanged by %s', async (_, read) => {
    const table = byName(await read((await download(id, 'csv')).text))
    expect(table.length).toBe(rows.length)
    for (const [i, row] of rows.entries()) {
      for (const [name, text] of table[i]!) {
        const wanted = cell(Object.hasOwn(row, name) ? row[name] : undefined)
        if (armed(text) !== wanted)
          throw new Error(`${i} ${name}: ${text.slice(0, 100)} is not ${wanted.slice(0, 100)}`)
      }
      for (const name of Object.keys(row)) expect(table[i]!.has(name)).toBe(true)
    }
  })

  test('have no CSV cell that a spreadsheet would run as a formula', async () => {
    const table = parseCsv((await download(id, 'csv')).text, { record_delimiter: '\r\n' }) as string[][]
    const risky = table.flat().filter((text) => /^[=+\-@\p{Cc}＝＋－＠]/u.test(text))
    expect(risky).toEqual(['-5'])
  })

  test('are parsed from JSON and NDJSON unchanged', async () => {
    expect(Bun.deepEquals((await download(id, 'json')).body, rows)).toBe(true)
    const lines = (await download(id, 'ndjson')).text.split('\n')
    expect(lines.pop()).toBe('')
    expect(
      Bun.deepEquals(
        lines.map((line) => JSON.parse(line)),
        rows,
      ),
    ).toBe(true)
  })

  /** An element as an XML parser returns it. */
  interface Element {
    tag: string
    attributes: Record<string, string>
    text: string
    inner: Element[]
  }
  function valueOf({ attributes: { type }, text, inner }: Element): unknown {
    if (type === undefined) return text
    if (type === 'array') return inner.map(valueOf)
    return type === 'object' ? fieldsOf(inner) : JSON.parse(type === 'null' ? 'null' : text)
  }
  const fieldsOf = (inner: Element[]) =>
    Object.fromEntries(inner.map((one) => [one.attributes.name ?? one.tag, valueOf(one)]))

  /** The value with characters that XML does not allow replaced. */
  const holdable = (value: unknown): unknown =>
    typeof value === 'string'
      ? value.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
      : Array.isArray(value)
        ? value.map(holdable)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [holdable(name), holdable(inner)]))
          : value

  const xmlReaders: [string, (xml: string) => Promise<Element>][] = [
    ['fast-xml-parser', async (xml) => fromFastXml(xml)],
    [
      'ElementTree of Python',
      (xml) =>
        python(
          `import xml.etree.ElementTree as ET
def show(e): return {"tag": e.tag, "attributes": e.attrib, "text": e.text or "", "inner": [show(i) for i in e]}
print(json.dumps(show(ET.fromstring(given.encode()))))`,
          xml,
        ),
    ],
  ]
  test.each(xmlReaders)('are parsed from XML unchanged by %s', async (_, read) => {
    const { tag, inner } = await read((await download(id, 'xml')).text)
    expect([tag, inner.length]).toEqual(['results', rows.length])
    for (const [i, row] of rows.entries()) {
      const found = fieldsOf(inner[i]!.inner)
      if (!Bun.deepEquals(found, holdable(row))) throw new Error(`${i}: ${JSON.stringify(found).slice(0, 300)}`)
    }
  })

  function fromFastXml(xml: string): Element {
    expect(XMLValidator.validate(xml)).toBe(true)
    const options = { preserveOrder: true, ignoreAttributes: false, trimValues: false, parseTagValue: false }
    const parser = new XMLParser({
      ...options,
      parseAttributeValue: false,
      attributeNamePrefix: '',
      ignoreDeclaration: true,
      htmlEntities: true,
    })
    type Node = Record<string, unknown>
    const show = (node: Node): Element => {
      const [tag = ''] = Object.keys(node).filter((name) => name !== ':@')
      const inner = node[tag] as Node[]
      return {
        tag,
        attributes: (node[':@'] as Record<string, string>) ?? {},
        text: inner.map((one) => one['#text'] ?? '').join(''),
        inner: inner.filter((one) => !('#text' in one)).map(show),
      }
    }
    return show((parser.parse(xml) as Node[]).find((node) => 'results' in node)!)
  }
})

describe('a file', () => {
  test('has the name of its job, and its content type', async () => {
    const id = await weir.job([{ a: 1 }])
    const heads = await Promise.all(
      ['json', 'csv', 'xml', 'ndjson'].map(async (format) => {
        const { headers } = await download(id, format)
        return [headers.get('content-type'), headers.get('content-disposition'), headers.get('x-content-type-options')]
      }),
    )
    expect(heads).toEqual([
      ['application/json', `attachment; filename="${id}.json"`, 'nosniff'],
      ['text/csv; charset=utf-8; header=present', `attachment; filename="${id}.csv"`, 'nosniff'],
      ['application/xml; charset=utf-8', `attachment; filename="${id}.xml"`, 'nosniff'],
      ['application/x-ndjson', `attachment; filename="${id}.ndjson"`, 'nosniff'],
    ])
    expect((await weir.get(`/v1/results/${id}/download`)).body).toEqual([{ a: 1 }])
  })

  test('of a job without results is empty, and well-formed', async () => {
    const id = await weir.job([undefined])
    const texts = await Promise.all(['json', 'csv', 'xml', 'ndjson'].map(async (of) => (await download(id, of)).text))
    expect(texts).toEqual(['[]\n', '', '<?xml version="1.0" encoding="UTF-8"?>\n<results>\n</results>\n', ''])
  })

  test('is refused for an unknown format, before the end of the job, and for an unknown job', async () => {
    const id = await weir.job([{ a: 1 }], { endless: true })
    const codes = async (path: string) => {
      const { status, body } = await weir.get(path)
      return [status, body.error.code, body.error.details]
    }
    expect(await codes(`/v1/results/${id}/download?format=docx`)).toEqual([400, 'invalid_request', expect.anything()])
    expect(await codes(`/v1/results/${id}/download`)).toEqual([409, 'job_not_completed', { status: 'running' }])
    await weir.call('DELETE', `/v1/jobs/${id}`)
    await weir.ended(id)
    expect((await download(id, 'json')).body).toEqual([{ a: 1 }])
    const unknown = `job_${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`
    expect(await codes(`/v1/results/${unknown}/download`)).toEqual([404, 'not_found', { resource: 'job', id: unknown }])
    const { key } = await weir.user('free')
    expect((await weir.get(`/v1/results/${id}/download`, { key })).status).toBe(404)
  })

  test('with more columns than a spreadsheet supports is refused only as CSV', async () => {
    const many = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${from + i}`, i]))
    const fits = await weir.job([many(0, 10_000), many(10_000, 6384)])
    expect((await download(fits, 'csv')).text.split('\r\n')[0]!.split(',').length).toBe(16_384)
    const not = await weir.job([many(0, 10_000), many(10_000, 6385)])
    const { status, body } = await weir.get(`/v1/results/${not}/download?format=csv`)
    expect([status, body.error.details]).toEqual([400, { parameter: 'format', maximum: 16_384 }])
    expect((await download(not, 'json')).body.length).toBe(2)
  })
})

test('the files of results have all documented fields', async () => {
  const id = await weir.job([{ url: 'u' }], { file: 'PNG bytes' })
  const { files } = (await weir.get(`/v1/results/${id}`)).body.data
  expect(files.length).toBe(1)
  expect(Object.keys(files[0]).sort()).toEqual(Object.keys(EndedResults.properties.files.items.properties).sort())
})

test('files are added to an empty result, and not to one that is no object', async () => {
  const read = async (result: unknown) => {
    const id = await weir.job([result], { file: 'PNG bytes' })
    return (await weir.get(`/v1/jobs/${id}/results`)).body.data.results
  }
  const [empty] = await read({})
  expect(empty).toEqual({ screenshot: empty.files[0].url, files: [expect.objectContaining({ size: 9 })] })
  expect(await read('a text')).toEqual(['a text'])
})

test('the first result is described by its own fields, else by its metadata', async () => {
  const read = async (result: unknown) => (await weir.get(`/v1/results/${await weir.job([result])}`)).body.data.results
  const metadata = { title: 'inner', url: 'http://inner.example/', language: 'de' }
  expect(await read({ content: { a: [1] }, metadata })).toMatchObject({ content: '{"a":[1]}', metadata })
  const outer = { title: 'outer', url: 'http://outer.example/' }
  expect((await read({ ...outer, content: 'c', metadata })).metadata).toEqual({ ...metadata, ...outer })
})

describe('a ZIP file', () => {
  test('contains the results and the files of the job', async () => {
    const id = await weir.job([{ url: 'u', metadata: { title: 't' } }, { url: 'v' }], { file: 'PNG bytes' })
    const answer = await weir.ask(`/v1/results/${id}/download?format=csv&compressed=true`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect([answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      'application/zip',
      `attachment; filename="${id}.zip"`,
    ])
    expect(answer.headers.get('content-encoding')).toBeNull()
    const found = await readZip(await answer.bytes())
    const [table, picture] = [...found.keys()]
    expect(table).toBe(`${id}.csv`)
    // The addresses of files are signed for the second in which they are written.
    const unsigned = (text: string) => text.replace(/expires=\d+&signature=[0-9a-f]+/g, '')
    expect(unsigned(found.get(table!)!.toString())).toBe(unsigned((await download(id, 'csv')).text))
    expect(picture).toMatch(/^files\/file_[\w-]+\.png$/)
    expect(found.get(picture!)!.toString()).toBe('PNG bytes')
  })
})

describe('an export', () => {
  const exported = (body: unknown, key = weir.adminKey) => weir.post('/v1/results/export', body, { key })

  test('has the results of its jobs with their ids, in the requested order', async () => {
    const one = await weir.job([{ url: 'a', metadata: { title: 't' } }, 7])
    const two = await weir.job([{ jobId: 'another', url: 'b', more: '=1' }])
    const csv = await exported({ jobIds: [two, one, two] })
    expect([csv.status, csv.headers.get('content-disposition')]).toEqual([200, 'attachment; filename="results.csv"'])
    expect(csv.text).toBe(`jobId,url,more,value\r\n${two},b,'=1,\r\n${one},a,,\r\n${one},,,7\r\n`)
    const json = await exported({ jobIds: [one, two], format: 'json', includeMetadata: true })
    expect(json.body).toEqual([
      { jobId: one, url: 'a', metadata: { title: 't' } },
      { jobId: one, value: 7 },
      { jobId: two, url: 'b', more: '=1' },
    ])
    const lines = await exported({ jobIds: [one], format: 'ndjson' })
    expect(lines.text).toBe(`{"jobId":"${one}","url":"a"}\n{"jobId":"${one}","value":7}\n`)
  })

  test('is refused for an unknown job, one of another account or one that has not ended, and for none or too many', async () => {
    const done = await weir.job([{ a: 1 }])
    const endless = await weir.job([{ a: 1 }], { endless: true })
    const { key } = await weir.user('free')
    const said = async (jobIds: unknown, by = weir.adminKey) => {
      const { status, body } = await exported({ jobIds }, by)
      return [status, body.error.code, body.error.details.id ?? body.error.details.status]
    }
    const unknown = 'job_01900000-0000-7000-8000-000000000000'
    expect(await said([done, unknown])).toEqual([404, 'not_found', unknown])
    expect(await said(['nonsense'])).toEqual([404, 'not_found', 'nonsense'])
    expect(await said([done], key)).toEqual([404, 'not_found', done])
    expect(await said([done, endless])).toEqual([409, 'job_not_completed', 'running'])
    expect(await said([])).toEqual([400, 'invalid_request', undefined])
    expect(await said(Array.from({ length: 1001 }, () => done))).toEqual([400, 'invalid_request', undefined])
    expect((await exported({ jobIds: Array.from({ length: 1000 }, () => done) })).text).toBe(`jobId,a\r\n${done},1\r\n`)
    await weir.call('DELETE', `/v1/jobs/${endless}`)
  })
})
