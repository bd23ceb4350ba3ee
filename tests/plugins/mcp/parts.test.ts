import { describe, expect, test } from 'bun:test'
import { oneOf, t } from 'weirjs'
import { type Api, type AskApi, createApi, refusalInWords, ToolFailure } from '../../../plugins/mcp/api.ts'
import { createCancellations } from '../../../plugins/mcp/http/cancellations.ts'
import { checkOrigin } from '../../../plugins/mcp/http/check-origin.ts'
import { readMessage } from '../../../plugins/mcp/http/message.ts'
import { pageOf, resultAt, showJob, textOf } from '../../../plugins/mcp/jobs/read-job.ts'
import { readInput } from '../../../plugins/mcp/protocol/input.ts'
import { createKeptTexts } from '../../../plugins/mcp/text/kept-texts.ts'
import { type PageText, showPart } from '../../../plugins/mcp/text/page-text.ts'
import type { Tool } from '../../../plugins/mcp/tools/tool.ts'

describe('a page in parts', () => {
  const page = (changes: Partial<PageText> = {}): PageText => ({
    ...{ title: 'T', url: 'https://a.example/', text: 'one two three', notes: [] },
    ...changes,
  })
  const shown = (offset: number, most: number, changes?: Partial<PageText>) => {
    const [head, text] = showPart(page(changes), { offset, most }).content as { text: string }[]
    return [head!.text.split('\n'), text!.text]
  }

  test('shows which part it is, and where the next one begins', () => {
    expect(shown(0, 100)).toEqual([['Title: T', 'URL: https://a.example/'], 'one two three'])
    expect(shown(0, 8)).toEqual([
      ['Title: T', 'URL: https://a.example/', 'Characters 0 to 8 of 13; next offset: 8'],
      'one two ',
    ])
    expect(shown(8, 100)).toEqual([['Title: T', 'URL: https://a.example/', 'Characters 8 to 13 of 13'], 'three'])
    expect(shown(0, 9, { text: '' })[1]).toBe('')
  })

  test('has its title, status and notes, if there are any', () => {
    expect(shown(0, 100, { title: '', statusCode: 400, notes: ['N', 'M'] })[0]).toEqual([
      ...['URL: https://a.example/', 'The site answered 400', 'Note: N', 'Note: M'],
    ])
    expect(shown(0, 100, { statusCode: 399 })[0]).toHaveLength(2)
  })

  test('begins within the text', () => {
    expect(() => shown(13, 5)).toThrow(new ToolFailure('offset must be below 13, the length of this text. Begin at 0.'))
    expect(shown(12, 5)[1]).toBe('e')
  })

  test('is separate from the text of Weir', () => {
    const [head, text] = showPart(page(), { offset: 0, most: 100 }).content
    expect([head, text]).toEqual([
      { type: 'text', text: 'Title: T\nURL: https://a.example/' },
      {
        ...{ type: 'text', text: 'one two three', annotations: { audience: ['assistant'] } },
        _meta: { 'weir/untrusted': true, 'weir/source': 'https://a.example/' },
      },
    ] as never)
  })

  test('is kept for its account, and counted each time it is read', async () => {
    const all = createKeptTexts()
    let counted = 0
    const mine = all.of('me', async () => ++counted)
    mine.keep('k', page())
    expect([await mine.find('k'), await mine.find('other'), await all.of('you').find('k')]).toEqual([
      ...[page(), undefined, undefined],
    ])
    expect(counted).toBe(1)
  })
})

describe('results of a job', () => {
  const record = {
    ...{ id: 'job_1', type: 'crawl', status: 'completed', total: 5, completed: 5, failed: 0, creditsUsed: 5 },
    ...{ completedAt: 'then' as string | null, error: null as null | { message: string } },
  }
  /** An API with these results, by their positions from 1. */
  function open(places: Readonly<Record<number, object>>, changes: Partial<typeof record> = {}) {
    const asked: string[] = []
    const all = Object.entries(places).map(([place, result]) => ({ place: Number(place), result }))
    const api = {
      async get(path: string) {
        asked.push(path)
        if (!path.includes('/results')) return { data: { ...record, ...changes } }
        const query = new URL(path, 'http://weir.example').searchParams
        const [cursor, limit] = [Number(query.get('cursor')), Number(query.get('limit'))]
        const behind = all.filter(({ place }) => place > cursor)
        const page = behind.slice(0, limit)
        return {
          data: {
            total: all.length,
            results: page.map(({ result }) => result),
            nextCursor: behind.length > limit ? `${page.at(-1)!.place}` : null,
          },
        }
      },
    } as unknown as Api
    return { api, asked }
  }
  const five = Object.fromEntries(
    [1, 2, 3, 4, 5].map((i) => [i, { url: `u${i}`, content: 'x'.repeat(i), title: `T${i}` }]),
  )

  test('are listed with their positions and sizes', async () => {
    const { api, asked } = open(five)
    const { pages, ...job } = await showJob(api, 'job_1')
    expect(job).toEqual({
      ...{ job: 'job_1', type: 'crawl', status: 'completed', total: 5, completed: 5, failed: 0, creditsUsed: 5 },
    })
    expect(pages[1]).toEqual({ id: 'job_1/2', url: 'u2', title: 'T2', characters: 2 })
    expect([pages.length, asked.length]).toEqual([5, 2])
    expect((await showJob(api, 'job_1', 3)).pages.map(({ id }) => id)).toEqual(['job_1/4', 'job_1/5'])
  })

  test('keep their positions if some are missing', async () => {
    const { 2: _, 3: __, ...some } = five
    const { api } = open(some)
    expect((await showJob(api, 'job_1')).pages.map(({ id }) => id)).toEqual(['job_1/1', 'job_1/4', 'job_1/5'])
    const { 5: ___, ...first } = some
    const { pages, ...job } = await showJob(open(first).api, 'job_1')
    expect([pages.map(({ id }) => id), Object.hasOwn(job, 'nextOffset')]).toEqual([['job_1/1', 'job_1/4'], false])
    expect((await showJob(open({}).api, 'job_1')).pages).toEqual([])
  })

  test('continue after those that fit into an answer', async () => {
    const long = (i: number) => ({ url: `u${i}${'x'.repeat(15_000)}`, content: 'x' })
    const { pages, nextOffset } = await showJob(
      open({ 1: long(1), 2: long(2), 3: long(3), 4: long(4), 5: long(5) }).api,
      'j',
    )
    expect([pages.length, nextOffset]).toEqual([2, 2])
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [i + 1, { url: 'u', content: 'x' }]))
    expect((await showJob(open(many, { total: 60 }).api, 'job_1')).nextOffset).toBe(50)
    const gaps = Object.fromEntries(Object.entries(many).filter(([place]) => place !== '7'))
    expect((await showJob(open(gaps, { total: 60 }).api, 'job_1')).nextOffset).toBe(51)
  })

  test('have the reason of their failure, and so does the job', async () => {
    const failed = { url: 'u', error: { code: 'timeout', message: 'Too late' } }
    const { pages, error, note } = await showJob(
      open({ 1: failed }, { total: 1, completedAt: null, error: { message: 'No' } }).api,
      'job_1',
    )
    expect(pages).toEqual([
      { id: 'job_1/1', url: 'u', characters: 0, error: 'Too late. Try again later, or use another page.' },
    ])
    expect([error, note]).toEqual(['No.', 'The job goes on: call read with its id later'])
  })

  test('are read by their position, as text or as data', async () => {
    const { api, asked } = open(five)
    expect(await resultAt(api, 'a/b', 3)).toMatchObject({ url: 'u3' })
    expect(asked).toEqual(['/v1/jobs/a%2Fb/results?limit=1&cursor=2'])
    expect(await resultAt(api, 'job_1', 6)).toBeUndefined()
    expect(textOf({ content: 'text', url: 'u' })).toBe('text')
    expect(textOf({ content: 5, files: [], url: 'u' })).toBe('{\n "url": "u"\n}')
    expect(
      pageOf({ content: 'c', url: 'u', warnings: ['w'], metadata: { title: 'M', url: 'm', statusCode: 404 } }),
    ).toEqual({
      ...{ title: 'M', url: 'm', statusCode: 404, text: 'c', notes: ['w'] },
    })
    expect(pageOf({ content: 'c', title: 'T', url: 'u' })).toEqual({
      ...{ title: 'T', url: 'u', statusCode: undefined, text: 'c', notes: [] },
    })
    expect(pageOf({ content: 'c' })).toMatchObject({ title: '', url: '' })
  })
})

describe('an error of the API', () => {
  test.each([
    [undefined, 503, 'Weir answered 503. Try again later.'],
    [{ message: 'No' }, 400, 'No.'],
    [{ message: 'No!' }, 400, 'No!'],
    [{ message: 'No', details: { retryAfter: 5, remedy: 'x' } }, 429, 'No. Try again in 5 s.'],
    [{ message: 'No', details: { remedy: 'Do this' } }, 400, 'No. Do this.'],
    [{ message: 'No', details: { remedy: 'Do this?' } }, 400, 'No. Do this?'],
    [{ message: 'No', code: 'unauthorized' }, 401, 'No. Set a valid key in the settings of this MCP server.'],
    [{ message: 'No', code: 'conflict' }, 409, 'No.'],
  ])('%j with %p becomes %p', (refusal, status, words) => expect(refusalInWords(refusal, status)).toBe(words))

  const api = (ask: AskApi, signal = new AbortController().signal) => createApi(ask, signal)
  test('is an error of the tool, and so is a server that does not answer', async () => {
    const refuses: AskApi = async () => Response.json({ error: { message: 'No' } }, { status: 400 })
    await expect(api(refuses).get('/x')).rejects.toThrow(new ToolFailure('No.'))
    await expect(api(async () => new Response('x', { status: 502 })).get('/x')).rejects.toThrow('Weir answered 502.')
    const down: AskApi = async () => {
      throw new TypeError('connection refused')
    }
    await expect(api(down).get('/x')).rejects.toThrow('The Weir server does not answer.')
    const controller = new AbortController()
    controller.abort()
    await expect(api(down, controller.signal).get('/x')).rejects.toThrow('connection refused')
  })

  test('is not made of a success', async () => {
    const sent: unknown[] = []
    const ask: AskApi = async (path, { method, body, headers } = {}) => {
      sent.push([path, method, body, headers])
      return Response.json({ a: 1 })
    }
    expect([await api(ask).get('/x'), await api(ask).post('/y', { b: 2 })] as unknown[]).toEqual([{ a: 1 }, { a: 1 }])
    expect(sent).toEqual([
      ['/x', undefined, undefined, undefined],
      ['/y', 'POST', '{"b":2}', { 'content-type': 'application/json' }],
    ])
    expect((await api(ask).open('/z')).status).toBe(200)
  })
})

describe('a request', () => {
  test('from a page of another origin is refused', () => {
    const sends = (origin: string | null, own = 'https://weir.example/', named: readonly string[] = []) => {
      try {
        checkOrigin(new Request('https://x.example/', { headers: origin === null ? {} : { origin } }), own, named)
        return true
      } catch (error) {
        return (error as { details: { reason: string } }).details.reason
      }
    }
    expect([sends(null), sends('https://weir.example'), sends('https://weir.example:444'), sends('null')]).toEqual([
      ...[true, true, 'origin', 'origin'],
    ])
    expect(sends('http://localhost:5173', 'http://127.0.0.1:3000')).toBe(true)
    expect(sends('http://[::1]', 'http://localhost')).toBe(true)
    expect([sends('http://localhost'), sends('https://a.example', 'http://localhost')]).toEqual(['origin', 'origin'])
    const named = (origin: string, ...names: string[]) => sends(origin, undefined, names)
    expect([named('https://a.example', 'https://a.example'), named('https://a.example', '*')]).toEqual([true, true])
    expect(named('https://b.example', 'https://a.example')).toBe('origin')
  })

  test('has a JSON message of limited depth and width', async () => {
    const read = async (text: string): Promise<unknown> => readMessage(new TextEncoder().encode(text))
    const messages = await Promise.all(['{"id":1}', '5', 'null', '[1]'].map(read))
    expect(messages).toEqual([{ id: 1 }, {}, {}, [1]])
    for (const text of ['{', `${'['.repeat(65)}${']'.repeat(65)}`, `[${'{},'.repeat(70_000)}{}]`])
      await expect(read(text)).rejects.toThrow('JSON-RPC')
    await expect(readMessage(new Uint8Array([0x22, 0xff, 0x22]))).rejects.toThrow('JSON-RPC')
  })

  test('can be cancelled by a later one of the same client', () => {
    const cancellations = createCancellations()
    const one = cancellations.begin('a', 1)
    cancellations.end('b', 1)
    cancellations.end('a', '1')
    expect(one.signal.aborted).toBe(false)
    cancellations.end('a', 1)
    expect(one.signal.aborted).toBe(true)
    const over = cancellations.begin('a', 2)
    over.over()
    cancellations.end('a', 2)
    expect(over.signal.aborted).toBe(false)
    // The end of the first does not remove the second, which has the same id.
    const first = cancellations.begin('a', 3)
    const second = cancellations.begin('a', 3)
    first.over()
    cancellations.end('a', 3)
    expect(second.signal.aborted).toBe(true)
  })
})

test('arguments are converted to their types, including strings of limited length', () => {
  const input = t.Object({
    query: t.String({ minLength: 1, maxLength: 5 }),
    urls: t.Optional(t.Array(t.String({ maxLength: 5 }))),
    limit: t.Optional(t.Integer({ minimum: 1 })),
    mode: t.Optional(oneOf(['fast', 'full'])),
  })
  const read = (given: object) => readInput({ name: 'find', input } as unknown as Tool, given)
  expect(read({ query: 2026, urls: [1, 'two'], limit: '3', mode: 'fast' })).toEqual({
    query: '2026',
    urls: ['1', 'two'],
    limit: 3,
    mode: 'fast',
  })
  expect(() => read({ query: 202612 })).toThrow('query must be a string of 1 to 5 characters')
  expect(() => read({ query: 'a', mode: 'slow' })).toThrow('mode must be one of: fast, full')
  expect(() => read({})).toThrow('find needs query')
})
