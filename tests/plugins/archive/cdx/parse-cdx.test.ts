import { expect, test } from 'bun:test'
import { parseCdx } from '../../../../plugins/archive/cdx/parse-cdx.ts'
import { resolveRevisits } from '../../../../plugins/archive/cdx/resolve-revisits.ts'
import { growthOf, LINEAR } from '../../../growth.ts'

const row = {
  timestamp: '20210317120000',
  url: 'http://example.com/',
  mimetype: 'text/html',
  statuscode: '200',
  digest: 'AAAA',
  length: '700',
}

test.each([
  [
    'arrays with a header row',
    '[["urlkey","timestamp","original","mimetype","statuscode","digest","length"],\n["com,example)/","20210317120000","http://example.com/","text/html","200","AAAA","700"]]',
  ],
  [
    'arrays with columns in another order',
    '[["digest","statuscode","timestamp","length","original","mimetype"],["AAAA","200","20210317120000","700","http://example.com/","text/html"]]',
  ],
  [
    'arrays without a header row, with numbers',
    '[["com,example)/",20210317120000,"http://example.com/","text/html",200,"AAAA","-","-",700,0,"a.warc.gz"]]',
  ],
  [
    'objects in an array',
    '[{"timestamp":20210317120000,"original":"http://example.com/","mimetype":"text/html","statuscode":200,"digest":"AAAA","length":700}]',
  ],
  [
    'an object a line',
    '{"urlkey": "com,example)/", "timestamp": "20210317120000", "url": "http://example.com/", "mime": "text/html", "status": "200", "digest": "sha1:AAAA", "length": "700"}\n',
  ],
  [
    'CDXJ',
    'com,example)/ 20210317120000 {"url": "http://example.com/", "mime": "text/html", "status": "200", "digest": "AAAA", "length": "700"}\n',
  ],
  ['text in 7 columns', 'com,example)/ 20210317120000 http://example.com/ text/html 200 AAAA 700\n'],
  ['text in 11 columns', 'com,example)/ 20210317120000 http://example.com/ text/html 200 AAAA - - 700 0 a.warc.gz\n'],
  [
    'text under a header line',
    ' CDX N b a m s k r M S V g\ncom,example)/ 20210317120000 http://example.com/ text/html 200 AAAA - - 700 0 a.warc.gz\n',
  ],
])('%s are read as the same rows', async (_, text) => {
  expect(await parseCdx(text)).toEqual({ captures: [row] })
})

test.each(['', '\n', '[]', '[]\n', '[["urlkey","timestamp","original"]]'])(
  '%p is an index without captures',
  async (text) => {
    expect(await parseCdx(text)).toEqual({ captures: [] })
  },
)

test.each([
  '<html>Not found',
  'org.archive.wayback.exception: words',
  '[["urlkey","timestamp"],["a","2021',
  '{"timestamp": "2021',
  '{"message": "no"}',
  '{"error": {"a": 1}}',
  '"20210317120000"',
  '[1, 2]',
  'one two three',
])('%p is not an index', async (text) => {
  expect(await parseCdx(text)).toBeUndefined()
})

test('the resume key is read in both forms', async () => {
  const header = '["timestamp"]'
  const both = await parseCdx(`[${header},["20210317120000"],[],["com,example)/ 2022"]]`)
  expect(both?.resumeKey).toBe('com,example)/ 2022')
  expect(await parseCdx(`[${header},[],["com,example)/ 2022"]]`)).toEqual({
    captures: [],
    resumeKey: 'com,example)/ 2022',
  })
  expect(await parseCdx('20210317120000\n\ncom,example)/ 2022\n', ['timestamp'])).toEqual({
    captures: [expect.objectContaining({ timestamp: '20210317120000' })],
    resumeKey: 'com,example)/ 2022',
  })
})

test('missing columns are empty', async () => {
  const unknown = 'com,example)/ 20210317120000 http://example.com/ unk - - -'
  expect((await parseCdx(unknown))?.captures).toEqual([
    { ...row, mimetype: '', statuscode: '', digest: '', length: '' },
  ])
  const numbers = '[["com,example)/",20210317120000,"http://example.com/","-",-1,"-","-","-",-1,-1,"-"]]'
  expect((await parseCdx(numbers))?.captures).toEqual([
    { ...row, mimetype: '', statuscode: '', digest: '', length: '' },
  ])
})

test('a list whose rows have more columns than any format is refused', async () => {
  const list = (columns: number) => JSON.stringify([Array(columns).fill('timestamp'), ['20210317120000']])
  const lines = (columns: number) => ` CDX${' b'.repeat(columns)}\n${'20210317120000 '.repeat(columns)}`
  for (const make of [list, lines])
    expect([await parseCdx(make(64)), await parseCdx(make(65))]).toEqual([expect.anything(), undefined])
})

test('a row may have the names of built-in properties', async () => {
  const list = await parseCdx('{"__proto__": {"url": "x"}, "constructor": 1, "timestamp": "20210317120000"}')
  expect(list?.captures).toEqual([{ ...row, url: '', mimetype: '', statuscode: '', digest: '', length: '' }])
})

test('a revisit has the properties of the capture that it repeats, preferably the last one before it', async () => {
  const at = (timestamp: string, more: object = {}) => ({ ...row, timestamp, ...more })
  const revisit = { mimetype: 'warc/revisit', statuscode: '' }
  const captures = [
    at('20210105000000', { ...revisit }),
    at('20210101000000', { statuscode: '404' }),
    at('20210103000000', { statuscode: '200' }),
    at('20210102000000', { ...revisit }),
    at('20210101000000', { ...revisit, digest: 'OTHER' }),
    at('20210103000000', { statuscode: '200' }),
  ]
  expect((await resolveRevisits(captures)).map(({ timestamp, statuscode }) => [timestamp, statuscode])).toEqual([
    ['20210105000000', '200'],
    ['20210101000000', '404'],
    ['20210103000000', '200'],
    ['20210102000000', '404'],
    ['20210101000000', ''],
  ])
})

test('a revisit may have a type: it has no status, and other revisits do not refer to it', async () => {
  const at = (timestamp: string, more: object = {}) => ({ ...row, timestamp, ...more })
  const captures = [
    at('20210101000000', { statuscode: '200' }),
    at('20210102000000', { statuscode: '' }),
    at('20210103000000', { mimetype: 'warc/revisit', statuscode: '' }),
    at('20210104000000', { statuscode: '', digest: 'OTHER' }),
  ]
  expect(await resolveRevisits(captures)).toEqual([
    captures[0]!,
    at('20210102000000', { statuscode: '200' }),
    at('20210103000000', { statuscode: '200' }),
    captures[3]!,
  ])
})

const forms: [string, (rows: number) => string][] = [
  ['arrays', (rows) => `[["timestamp"]${',["20210317120000"]'.repeat(rows)}]`],
  ['objects', (rows) => '{"timestamp": "20210317120000", "url": "http://example.com/"}\n'.repeat(rows)],
  ['lines', (rows) => 'com,example)/ 20210317120000 http://example.com/ text/html 200 AAAA 700\n'.repeat(rows)],
  [
    'blank lines',
    (rows) => `com,example)/ 20210317120000 http://example.com/ text/html 200 AAAA 700${'\n'.repeat(rows * 5)}`,
  ],
  ['words', (rows) => ' '.repeat(rows * 50)],
]
test.each(forms)('many %s are read in linear time', async (_, make) => {
  expect(await growthOf(make, (text) => parseCdx(text), 1000)).toBeLessThan(LINEAR)
})

test.each(forms.slice(0, 4))('other requests are served while many %s are read', async (_, make) => {
  let turns = 0
  const turn = () => {
    turns++
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  await parseCdx(make(300_000))
  clearImmediate(next)
  expect(turns).toBeGreaterThan(2)
})

test('a line that is too long makes the answer invalid', async () => {
  const line = (length: number) => `{"timestamp": "20210317120000", "url": "${'x'.repeat(length)}"}`
  expect((await parseCdx(line(60_000)))?.captures).toHaveLength(1)
  expect(await parseCdx(line(70_000))).toBeUndefined()
})
