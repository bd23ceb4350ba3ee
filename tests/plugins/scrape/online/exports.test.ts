import { describe, expect, test } from 'bun:test'
import { ApiError } from 'weirjs'
import type { AskInit } from '../../../../plugins/scrape/online/ask.ts'
import { type ExportChoice, readExport } from '../../../../plugins/scrape/online/exports.ts'

interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** The target of a redirect before the answer. */
  by?: string
  /** The reason why the file cannot be read. */
  fails?: Error
  title?: string | null
}

/** The result of reading exports with these answers by path, the requested paths, and the error if there is one. */
async function read(replies: Readonly<Record<string, Reply>>, more: Partial<ExportChoice> = {}) {
  const asked: string[] = []
  const exports = Object.keys(replies).map((path) => new URL(path, 'https://docs.example'))
  const request = {
    page: { url: new URL('https://docs.example/d/1/edit') },
    content: {},
    context: {},
    ask: async (url: URL, { onRedirect }: AskInit = {}) => {
      asked.push(url.pathname)
      const { status = 200, headers, body = '', by } = replies[url.pathname] ?? {}
      if (by) onRedirect?.(new URL(by))
      return { url, status, headers: new Headers(headers), body: new TextEncoder().encode(body) }
    },
    converter: {
      convert: async () => {
        const { fails, title = null } = replies[asked.at(-1)!] ?? {}
        if (fails) throw fails
        return { metadata: { title } }
      },
    },
  } as unknown as Parameters<typeof readExport>[1]
  const found = await readExport({ exports, ...more }, request).catch((error) => {
    if (!(error instanceof ApiError)) throw error
    return { code: error.code, reason: error.details.reason }
  })
  if ('code' in found) return { asked, ...found }
  return { asked, status: found.status, title: found.converted.metadata.title, warnings: found.warnings }
}
const unreadable = new ApiError('scraping_failed', 'Damaged', { reason: 'damaged' })
const notPublic = { code: 'invalid_url', reason: 'authentication_required' }

describe('a document that is read from its export', () => {
  test.each([200, 404, 410, 429])(
    'uses the first format if it is there, or if no format would be: %i',
    async (status) => {
      expect(await read({ '/a': { status }, '/b': {} })).toMatchObject({ asked: ['/a'], status, warnings: undefined })
    },
  )

  test.each([400, 413, 500])('uses the next format if the first cannot be fetched: %i', async (status) => {
    expect(await read({ '/a': { status }, '/b': { status }, '/c': {} })).toMatchObject({
      asked: ['/a', '/b', '/c'],
      status: 200,
      warnings: [expect.stringContaining(`(status ${status}): parts of it may be missing`)],
    })
    expect(await read({ '/a': { status }, '/b': { status } })).toMatchObject({
      asked: ['/a', '/b'],
      status,
      warnings: undefined,
    })
  })

  test('uses the next format if the first cannot be read', async () => {
    expect(await read({ '/a': { fails: unreadable }, '/b': {} })).toMatchObject({
      asked: ['/a', '/b'],
      status: 200,
      warnings: [expect.stringContaining('(Damaged)')],
    })
    expect(await read({ '/a': { fails: unreadable } })).toEqual({
      asked: ['/a'],
      code: 'scraping_failed',
      reason: 'damaged',
    })
  })

  test('uses no other format if it is blocked, or after other errors', async () => {
    const blocked = new ApiError('scraping_failed', 'Blocked', { reason: 'blocked' })
    expect(await read({ '/a': { fails: blocked }, '/b': {} })).toMatchObject({ asked: ['/a'], reason: 'blocked' })
    const wrong = new ApiError('invalid_options', 'Wrong', {})
    expect(await read({ '/a': { fails: wrong }, '/b': {} })).toMatchObject({ asked: ['/a'], code: 'invalid_options' })
    await expect(read({ '/a': { fails: new TypeError('broken') }, '/b': {} })).rejects.toThrow('broken')
  })

  test('is fetched from the address that its answer names', async () => {
    const leadsOn = async ({ status }: { status: number }) =>
      status === 200 ? new URL('https://docs.example/file') : undefined
    expect(await read({ '/a': {} }, { leadsOn })).toMatchObject({ asked: ['/a', '/file'], status: 200 })
    expect((await read({ '/a': { status: 400 } }, { leadsOn })).asked).toEqual(['/a'])
  })
})

describe('a document that is not public', () => {
  const form = (host: string) => `<form method="post" action="https://${host}/signin">`
  test.each<[string, Reply]>([
    ['is refused to everybody', { status: 401 }],
    ['is forbidden to the caller', { status: 403 }],
    ['leads to an account of Google', { by: 'https://accounts.google.com/x' }],
    ['leads to an account of Microsoft', { by: 'https://login.microsoftonline.com/x' }],
    ['leads to a sign-in page', { by: 'https://intranet.example/_layouts/15/Authenticate.aspx' }],
    ['asks to sign in', { headers: { 'content-type': 'text/html' }, body: form('accounts.google.com') }],
  ])('%s', async (_, reply) => {
    expect(await read({ '/a': reply, '/b': {} })).toEqual({ asked: ['/a'], ...notPublic })
  })

  test.each<[string, Reply]>([
    ['leads elsewhere', { by: 'https://files.example/signin' }],
    ['has a form of its own', { headers: { 'content-type': 'text/html' }, body: form('docs.example') }],
    ['speaks of a form', { headers: { 'content-type': 'text/plain' }, body: form('accounts.google.com') }],
  ])('is not one that %s', async (_, reply) => {
    expect(await read({ '/a': reply })).toMatchObject({ status: 200 })
  })
})

describe('the title of a document', () => {
  const titled = async (disposition: string, title: string | null = null, isNamed = false, status = 200) => {
    const headers = { 'content-disposition': disposition }
    return (await read({ '/a': { headers, title, status } }, { isNamed })).title
  }

  test.each([
    ['attachment; filename="Kettles - Prices.csv"', 'Kettles - Prices'],
    ['attachment; filename=kettles.docx; size=3', 'kettles'],
    ['attachment; filename="x.csv"; filename*=UTF-8\'\'Caf%C3%A9%20au%20lait.html', 'Café au lait'],
    ['attachment; filename="plain.csv"; filename*=UTF-8\'\'%FF.csv', 'plain'],
    ['attachment; filename=".csv"', null],
    ['inline', null],
  ])('is the name of its file without the extension, if it has no other: %s', async (disposition, title) => {
    expect(await titled(disposition)).toBe(title)
  })

  test('is its own rather than the name of its file, unless readers know it by that', async () => {
    expect(await titled('attachment; filename=a.csv', 'Own')).toBe('Own')
    expect(await titled('attachment; filename=a.csv', 'Own', true)).toBe('a')
    expect(await titled('inline', 'Own', true)).toBe('Own')
    expect(await titled('attachment; filename=a.csv', null, false, 404)).toBeNull()
  })
})
