import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../../weir.ts'
import { type FarEnd, type Reply, redirect, startFarEnd } from './far-end.ts'
import { docx, docxType, xlsx, xlsxType } from './office-files.ts'

const file = (body: string | Uint8Array<ArrayBuffer>, type: string, name?: string): Response =>
  new Response(body, {
    headers: { 'content-type': type, ...(name && { 'content-disposition': `attachment; ${name}` }) },
  })
const tooLarge = () => new Response('<p>This file is too large to be exported.</p>', { status: 400 })
const csv = file('Kettle,Price\nSmall,20\nLarge,35\n', 'text/csv; charset=utf-8', 'filename="Kettles - Prices.csv"')

let far: FarEnd
let files: FarEnd
let running: Running
beforeAll(async () => {
  far = startFarEnd()
  files = startFarEnd()
  running = await startWeir({
    WEIR_GOOGLE_DOCS_URL: far.url,
    WEIR_GOOGLE_DRIVE_URL: far.url,
    WEIR_MICROSOFT_365_URL: far.url,
  })
})
afterAll(async () => {
  far.stop()
  files.stop()
  await running.close()
})
beforeEach(() => {
  for (const end of [far, files]) {
    end.asked.length = 0
    end.replies = {}
  }
})

const scrape = (url: string, body: object = {}) => running.post('/v1/scrape', { url, maxAge: 0, ...body })
const paths = () => far.asked.map(({ path }) => path)

describe('a Google document', () => {
  const page = 'https://docs.google.com/document/d/doc_1-x/edit?tab=t.0#heading=h.1'
  const html = file(
    '<h1>Kettles</h1><p>They boil.</p>',
    'text/html; charset=utf-8',
    "filename*=UTF-8''A%20study%20of%20kettles.html",
  )

  test('is read from its export, or the next format if the first is refused, and keeps its own address', async () => {
    far.replies = {
      '/document/d/doc_1-x/export?format=docx&tab=t.0': tooLarge(),
      '/document/d/doc_1-x/export?format=html&tab=t.0': html,
    }
    const { body } = await scrape(page, { formats: ['markdown', 'json'] })
    expect(body.data.markdown).toBe('# Kettles\n\nThey boil.')
    expect(body.data.metadata).toMatchObject({
      url: page,
      title: 'A study of kettles',
      statusCode: 200,
      engine: 'google_docs',
    })
    expect(paths()).toEqual([
      '/document/d/doc_1-x/export?format=docx&tab=t.0',
      '/document/d/doc_1-x/export?format=html&tab=t.0',
    ])
  })

  test('has each step to its export in the trace, with redirects', async () => {
    const path = '/document/d/doc_1-x/export?format=docx&tab=t.0'
    far.replies = { [path]: redirect(`${files.url}/export.html`) }
    files.replies = { '/export.html': html }
    const { trace } = (await scrape(page)).body.data.metadata
    expect(trace).toMatchObject([
      { engine: 'google_docs', url: far.url + path, status: 302, reason: 'redirect' },
      { engine: 'google_docs', url: `${files.url}/export.html`, status: 200, reason: null },
    ])
    expect(trace.every(({ ms }: { ms: number }) => Number.isInteger(ms))).toBe(true)
  })

  test('is read from its best format if available: with real headings, and all sheets', async () => {
    far.replies = {
      '/document/d/1/export?format=docx': file(docx('Kettles', 'They boil.'), docxType, 'filename="A study.docx"'),
      '/spreadsheets/d/2/export?format=xlsx': file(
        xlsx({
          Prices: [
            ['Kettle', 'Price'],
            ['Small', 20],
          ],
          Stock: [
            ['Kettle', 'Left'],
            ['Small', 3],
          ],
        }),
        xlsxType,
      ),
    }
    const text = (await scrape('https://docs.google.com/document/d/1/edit')).body.data
    expect(text.content.trim()).toBe('# Kettles\n\nThey boil.')
    expect(text.metadata).toMatchObject({ parserName: 'document', title: 'A study', engine: 'google_docs' })
    const sheets = (await scrape('https://docs.google.com/spreadsheets/d/2/edit#gid=0')).body.data
    expect(sheets.metadata.parserName).toBe('spreadsheet')
    expect(JSON.stringify(sheets.json)).toMatch(/Prices.*20.*Stock.*3/)
  })

  test('keeps its own address if the export is on another host, so that a crawl does not count it as a page of that host', async () => {
    files.replies['/signed'] = html
    far.replies['/document/d/1/export?format=docx'] = redirect(`${files.url}/signed?token=secret`)
    const { body } = await scrape('https://docs.google.com/document/u/0/d/1/edit')
    expect([body.data.metadata.url, body.data.content]).toEqual([
      'https://docs.google.com/document/u/0/d/1/edit',
      '# Kettles\n\nThey boil.',
    ])
  })

  test('with sheets is exported with all of them, otherwise as the one that is shown', async () => {
    far.replies = {
      '/spreadsheets/d/s1/export?format=xlsx': tooLarge(),
      '/spreadsheets/d/s1/export?format=csv&gid=7': csv,
    }
    const { body } = await scrape('https://docs.google.com/spreadsheets/d/s1/edit#gid=7')
    expect(body.data.content).toBe('| Kettle | Price |\n| --- | --- |\n| Small | 20 |\n| Large | 35 |\n')
    expect(body.data.json).toEqual([
      { Kettle: 'Small', Price: 20 },
      { Kettle: 'Large', Price: 35 },
    ])
    expect(body.data.metadata).toMatchObject({ parserName: 'spreadsheet', title: 'Kettles - Prices' })
  })

  test('with slides is exported with its notes, otherwise as text', async () => {
    far.replies = {
      '/presentation/d/p1/export?format=pptx': tooLarge(),
      '/presentation/d/p1/export?format=txt': file('Kettles\n\nThey boil.', 'text/plain; charset=utf-8'),
    }
    const { body } = await scrape('https://docs.google.com/presentation/d/p1/edit#slide=id.p')
    expect(body.data.content).toBe('Kettles\n\nThey boil.')
  })

  test('that is published, or is an export already, is fetched as it is', async () => {
    for (const path of [
      '/document/d/e/2PACX-1/pub',
      '/spreadsheets/d/e/2PACX-1/pubhtml',
      '/document/d/x/export?format=txt',
      '/spreadsheets/d/x/gviz/tq?tqx=out:html',
    ]) {
      far.asked.length = 0
      far.replies = { [path]: '<h1>Public</h1>' }
      const { body } = await scrape(`${far.url}${path}`)
      expect([body.data.content, paths()]).toEqual(['# Public', [path]])
    }
  })

  test.each<[string, Reply]>([
    ['a redirect to the sign-in', redirect('https://accounts.google.com/ServiceLogin?continue=x')],
    ['a 401', new Response('', { status: 401 })],
    ['a 403', new Response('', { status: 403 })],
    [
      'the form of the sign-in',
      '<form action="https://accounts.google.com/v3/signin/identifier" method="post"></form>',
    ],
  ])('that is private is refused because it needs a sign-in, at no charge (%s)', async (_, reply) => {
    const { key } = await running.user()
    far.replies['/document/d/private/export?format=docx'] = reply
    const url = 'https://docs.google.com/document/d/private/edit'
    const { status, body } = await running.post('/v1/scrape', { url, maxAge: 0 }, { key })
    expect([status, body.error.code, body.error.details]).toEqual([
      400,
      'invalid_url',
      { url, reason: 'authentication_required' },
    ])
    expect((await running.get('/v1/users/profile', { key })).body.data.credits.used).toBe(0)
  })

  test('that does not exist is an answer with the status 404', async () => {
    const { status, body } = await scrape('https://docs.google.com/document/d/gone/edit')
    expect([status, body.data.metadata.statusCode, paths().length]).toEqual([200, 404, 1])
  })

  test('is fetched with the credentials of the caller, which other hosts do not get', async () => {
    files.replies['/signed'] = html
    far.replies['/document/d/1/export?format=docx'] = redirect(`${files.url}/signed`)
    const headers = { 'x-api-key': 'secret' }
    await scrape(`${far.url}/document/d/1/edit`, { headers, authentication: { token: 'abc' }, userAgent: 'Kettle/1' })
    const sent = (end: FarEnd) =>
      ['authorization', 'x-api-key', 'user-agent'].map((name) => end.asked[0]!.headers.get(name))
    expect(sent(far)).toEqual(['Bearer abc', 'secret', 'Kettle/1'])
    expect(sent(files)).toEqual([null, null, 'Kettle/1'])
  })

  test("whose export is on another origin is fetched without the credentials for the page's own", async () => {
    far.replies['/document/d/1/export?format=docx'] = html
    const headers = { 'x-api-key': 'secret', cookie: 'session=1', 'accept-language': 'de' }
    await scrape('https://docs.google.com/document/d/1/edit', {
      headers,
      authentication: { token: 'abc' },
      userAgent: 'Kettle/1',
    })
    const sent = ['authorization', 'x-api-key', 'cookie', 'accept-language', 'user-agent'].map((name) =>
      far.asked[0]!.headers.get(name),
    )
    expect(sent).toEqual([null, null, null, 'de', 'Kettle/1'])
  })
})

describe('a Google Drive file', () => {
  const address = '/uc?export=download&id=f1'

  test.each([
    'https://drive.google.com/file/d/f1/view?usp=sharing',
    'https://drive.google.com/file/u/0/d/f1/preview',
    'https://drive.google.com/open?id=f1',
    'https://drive.google.com/uc?id=f1',
  ])('is downloaded: %s', async (url) => {
    far.replies[address] = csv
    const { body } = await scrape(url)
    expect([body.data.json?.length, body.data.metadata.url, body.data.metadata.engine]).toEqual([
      2,
      url,
      'google_drive',
    ])
  })

  test('too large for a virus scan is confirmed and downloaded', async () => {
    far.replies[address] =
      `<form id="download-form" action="${files.url}/download" method="get"><input type="submit"/>` +
      '<input type="hidden" name="id" value="f1"><input type="hidden" name="confirm" value="t"></form>'
    files.replies['/download?id=f1&confirm=t'] = csv
    const { body } = await scrape('https://drive.google.com/file/d/f1/view')
    expect(body.data.json).toHaveLength(2)
  })
})

test('no service leads to a forbidden address', async () => {
  const forms = (to: string) => `<form id="download-form" action="${to}" method="get"></form>`
  far.replies = {
    '/uc?export=download&id=f1': forms('http://169.254.169.254/latest/meta-data'),
    '/document/d/1/export?format=docx': redirect('http://169.254.169.254/latest/meta-data'),
  }
  for (const url of ['https://drive.google.com/file/d/f1/view', 'https://docs.google.com/document/d/1/edit']) {
    const { status, body } = await scrape(url)
    expect([status, body.error.code]).toEqual([400, 'invalid_url'])
    expect(body.error.details).toMatchObject({ url, reason: 'forbidden_address' })
  }
})

describe('a share link of Microsoft 365', () => {
  test.each([
    ['https://kettles.sharepoint.com/:x:/s/team/Eabc?e=1', '/:x:/s/team/Eabc?e=1&download=1'],
    ['https://kettles-my.sharepoint.com/:w:/g/personal/a_b/Eabc', '/:w:/g/personal/a_b/Eabc?download=1'],
    ['https://1drv.ms/x/s!abc?e=2', '/x/s!abc?e=2&download=1'],
    ['https://onedrive.live.com/embed?cid=1&resid=2&authkey=3', '/download?cid=1&resid=2&authkey=3'],
  ])('returns the file: %s', async (url, path) => {
    far.replies[path] = csv
    const { body } = await scrape(url)
    expect([body.data.json?.length, body.data.metadata.url, body.data.metadata.engine]).toEqual([
      2,
      url,
      'microsoft_365',
    ])
  })

  test('that redirects to a sign-in is refused as such', async () => {
    for (const to of ['https://login.microsoftonline.com/common/oauth2', '/_layouts/15/Authenticate.aspx?Source=x']) {
      far.replies['/:w:/s/team/E?download=1'] = redirect(to)
      const { status, body } = await scrape('https://kettles.sharepoint.com/:w:/s/team/E')
      expect([status, body.error.details.reason]).toEqual([400, 'authentication_required'])
    }
  })

  test('differs from other pages of those hosts', async () => {
    far.replies['/sites/team'] = '<h1>Team</h1>'
    expect((await scrape(`${far.url}/sites/team`)).body.data.metadata.engine).toBe('lightweight')
  })
})

test('documents and videos are pages of a crawl like others', async () => {
  files.replies = {
    '/robots.txt': 'User-agent: *\nAllow: /',
    '/': `<a href="${far.url}/spreadsheets/d/s1/edit">Prices</a>`,
  }
  far.replies = {
    '/spreadsheets/d/s1/export?format=xlsx': tooLarge(),
    '/spreadsheets/d/s1/export?format=csv': csv,
  }
  const answer = await running.post(
    '/v1/crawl',
    { url: `${files.url}/`, maxDepth: 1, sameDomain: false },
    { headers: { prefer: 'wait=20' } },
  )
  const results = answer.body.results as { url: string; metadata: { parserName: string } }[]
  expect(results.map(({ url, metadata }) => [url, metadata.parserName])).toEqual([
    [`${files.url}/`, 'html'],
    [`${far.url}/spreadsheets/d/s1/edit`, 'spreadsheet'],
  ])
})
