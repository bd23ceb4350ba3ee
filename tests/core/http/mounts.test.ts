import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import SwaggerParser from '@apidevtools/swagger-parser'
import { strangersFolder } from '../../strangers.ts'
import { type Running, startWeir } from '../../weir.ts'

const strangers = strangersFolder()
const board = strangers.plugin(`import { createHmac } from 'node:crypto'
import { ApiError, definePlugin, notFound, t } from 'weirjs'
const page = (text: string) => new Response('<h1>' + text + '</h1>', { headers: { 'content-type': 'text/html' } })
export default definePlugin({
  name: 'board', api: 1, tag: { name: 'Board', description: 'A page.' },
  errors: { failure: 'board_failed', family: {
    schema: t.Object({ problem: t.String() }, { title: 'BoardProblem' }),
    render: ({ code }) => ({ problem: code }),
    codeOf: (code) => code.toUpperCase(),
  } },
  home: '/board',
  welcome: async (_, { title }, { email }) => '/board#' + title + '-for-' + email,
  setup: () => ({ title: 'Board' }),
  mounts: [
    { path: '/board', routes: (app, _, { title }) => app
      .get('/', () => page(title), { access: 'anyone' })
      .get('/files/*', ({ params }) => {
        if (params['*'] !== 'app.js') throw notFound('file', params['*'])
        return page('file')
      }, { access: 'anyone' })
      .post('/files/app.js', () => ({ success: true as const }), { access: 'admin' })
      .get('/me/:part?', ({ caller, params }) => ({ success: true as const, data: { plan: caller.account.plan, part: params.part ?? null } }),
        { access: 'key', detail: { summary: 'Who asks' } })
      .post('/admin', () => ({ success: true as const }), { access: 'admin' })
      .post('/hook', ({ rawBody, request }) => {
        const signature = createHmac('sha256', 'secret').update(rawBody).digest('hex')
        if (request.headers.get('x-signature') !== signature) throw new ApiError('unauthorized', 'The signature does not fit')
        return { success: true as const, data: { bytes: rawBody.byteLength } }
      }, { access: { as: 'optional', rawBody: { max: 2048 } }, detail: { summary: 'Signed' } }),
    },
    { path: '/v2', routes: (app) => app.post('/titles', ({ body }) => ({ success: true as const, data: body.url }),
      { access: { limit: 'general' }, body: t.Object({ url: t.String() }), detail: { summary: 'Another API' } })
      .get('/titles/:id', ({ params }) => ({ success: true as const, data: params.id }), { access: 'key', detail: { summary: 'By id' } })
      .delete('/titles/:id', ({ params }) => ({ success: true as const, data: params.id }), { access: 'key', detail: { summary: 'Away' } })
      .get('/titles/newest', () => ({ success: true as const }), { access: 'key', detail: { summary: 'Newest' } }) },
  ],
})
`)
let weir: Running
beforeAll(async () => {
  weir = await startWeir({ WEIR_PLUGINS: board, WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await weir.close()
  strangers.remove()
})

test('the first start opens the page that the home plugin gives for the new administrator', async () => {
  expect(await weir.weir.opening()).toBe(`/board#Board-for-${weir.weir.administrator?.email}`)
  expect(await weir.weir.server.home()).toBe('/board')
})

describe('routes of a plugin outside /v1', () => {
  test('answer, with the plugin’s state', async () => {
    const { status, text, headers } = await weir.get('/board', { key: null })
    expect([status, text, headers.get('content-type')]).toEqual([200, '<h1>Board</h1>', 'text/html'])
    expect(headers.get('x-request-id')).not.toBeNull()
    expect((await weir.get('/board/files/app.js', { key: null })).text).toBe('<h1>file</h1>')
    expect((await weir.get('/board/me/first')).body.data).toEqual({ plan: 'enterprise', part: 'first' })
    expect((await weir.get('/board/me')).body.data).toEqual({ plan: 'enterprise', part: null })
  })

  test('state who may use them, like any route', async () => {
    const user = await weir.user('free')
    const code = async (method: string, path: string, key: string | null) => {
      const { status, body } = await weir.call(method, path, method === 'POST' ? {} : undefined, { key })
      return [status, body.problem ?? 'fine']
    }
    expect(await code('GET', '/board/me', null)).toEqual([401, 'unauthorized'])
    expect(await code('POST', '/board/admin', user.key)).toEqual([403, 'insufficient_permissions'])
    expect(await code('POST', '/board/admin', weir.adminKey)).toEqual([200, 'fine'])
    const limited = await weir.post('/v2/titles', { url: 'x' }, { key: user.key })
    expect([limited.status, limited.headers.get('x-ratelimit-limit')]).toEqual([200, '10'])
    expect(await code('POST', '/v2/titles', user.key)).toEqual([400, 'invalid_request'])
    const unknown = await weir.post('/v2/titles', { url: 'x', colour: 1 }, { key: user.key })
    expect(unknown.body.warnings).toEqual(['unknown parameter: colour'])
  })

  test('fail in the format of their plugin: 404 for a file or a path, and 405 below a wildcard', async () => {
    const ask = async (method: string, path: string) => {
      const { status, body, headers } = await weir.call(method, path, method === 'GET' ? undefined : {})
      return [status, body?.problem, headers.get('allow')]
    }
    expect(await ask('GET', '/board/files/none.js')).toEqual([404, 'not_found', null])
    expect(await ask('GET', '/board/nothing/here')).toEqual([404, 'not_found', null])
    expect(await ask('GET', '/v2/nothing')).toEqual([404, 'not_found', null])
    expect(await ask('POST', '/board/files/deep/app.js')).toEqual([405, 'method_not_allowed', 'GET, HEAD'])
    expect(await ask('DELETE', '/board/files/app.js')).toEqual([405, 'method_not_allowed', 'POST, GET, HEAD'])
    expect(await ask('DELETE', '/board')).toEqual([405, 'method_not_allowed', 'GET, HEAD'])
    expect(await ask('GET', '/v2/titles')).toEqual([405, 'method_not_allowed', 'POST'])
    // `newest` is no id: what takes an id does not take it.
    expect(await ask('DELETE', '/v2/titles/newest')).toEqual([405, 'method_not_allowed', 'GET, HEAD'])
    expect(await ask('PUT', '/v2/titles/newest')).toEqual([405, 'method_not_allowed', 'GET, HEAD'])
    expect(await ask('DELETE', '/v2/titles/first')).toEqual([200, undefined, null])
    // Routes elsewhere are unchanged.
    const other = await weir.get('/boards')
    expect([other.status, other.body.error.code]).toEqual([404, 'not_found'])
  })

  test('are in the document, except for wildcards', async () => {
    const { paths } = (await weir.get('/openapi.json')).body
    expect(Object.keys(paths).filter((path) => !path.startsWith('/v1'))).toEqual([
      '/board',
      '/board/files/app.js',
      '/board/me/{part}',
      '/board/admin',
      '/board/hook',
      '/v2/titles',
      '/v2/titles/{id}',
      '/v2/titles/newest',
    ])
    expect(paths['/board/me/{part}'].get.security).toHaveLength(2)
    expect(Object.keys(paths['/board/hook'].post.requestBody.content)).toEqual(['*/*'])
    expect(Object.keys(paths['/board/hook'].post.responses)).toContain('413')
  })

  test('have their real failures in the document, and those of other routes stay as they were', async () => {
    const { paths, components } = (await weir.get('/openapi.json')).body
    expect(components.schemas.BoardProblem).toEqual({
      type: 'object',
      required: ['problem'],
      properties: { problem: { type: 'string' } },
    })
    const failures = (operation: {
      responses: Record<string, { content: Record<string, { schema: object }>; description: string }>
    }) => Object.entries(operation.responses).filter(([status]) => status >= '400')
    const own = failures(paths['/v2/titles'].post)
    expect(own.map(([status]) => status)).toEqual([
      '400',
      '401',
      '402',
      '403',
      '408',
      '409',
      '413',
      '429',
      '500',
      '503',
    ])
    for (const [, { content }] of own)
      expect(content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/BoardProblem' })
    expect(own.find(([status]) => status === '500')?.[1].description).toEndWith('(BOARD_FAILED, INTERNAL_ERROR)')
    for (const [, { content }] of failures(paths['/v1/users/profile'].get))
      expect(content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' })
    await SwaggerParser.validate((await weir.get('/openapi.json')).body)
  })

  test('are counted under the path of their mount', async () => {
    await weir.get('/board/files/app.js')
    const { text } = await weir.get('/metrics')
    expect(text).toMatch(/route="\/board"|family="\/board"|path="\/board"/)
    expect(text).not.toContain('/board/files')
  })

  test('may be the page to which a browser is redirected from the root', async () => {
    const { status, headers } = await weir.get('/', { headers: { accept: 'text/html' } })
    expect([status, headers.get('location')]).toEqual([302, '/board'])
  })
})

describe('a raw body', () => {
  const sign = (body: string) => ({ 'x-signature': createHmac('sha256', 'secret').update(body).digest('hex') })
  const send = (raw: BodyInit, headers: Record<string, string>) => weir.post('/board/hook', undefined, { raw, headers })

  test('arrives as it was sent, whatever its type', async () => {
    const body = '{ "paid":  true }\n'
    expect((await send(body, sign(body))).body).toEqual({ success: true, data: { bytes: body.length } })
    expect((await send(body, { ...sign(body), 'content-type': 'text/plain' })).status).toBe(200)
    expect((await send(`${body} `, sign(body))).status).toBe(401)
    expect((await weir.post('/board/hook', undefined, { headers: sign('') })).body.data).toEqual({ bytes: 0 })
  })

  test('has its own size limit, counted as it arrives', async () => {
    const large = 'x'.repeat(2049)
    expect((await send(large, sign(large))).status).toBe(413)
    expect((await send('x'.repeat(2048), sign('x'.repeat(2048)))).status).toBe(200)
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1024
        controller.enqueue(new Uint8Array(1024))
      },
    })
    const refused = await send(endless, {})
    expect([refused.status, refused.body]).toEqual([413, { problem: 'payload_too_large' }])
    expect(sent).toBeLessThan(16 * 1024)
  })
})

describe('a mount is refused at start', () => {
  const refusal = async (...plugins: string[]) => {
    const weir = await startWeir({ WEIR_PLUGINS: plugins.join(), WEIR_ENGINES: 'lightweight' }).catch(
      (error: Error) => error,
    )
    if (weir instanceof Error) return weir.message
    await weir.close()
    return 'it started'
  }
  const mounted = (name: string, path: string, more = '') =>
    strangers.plugin(`import { definePlugin } from 'weirjs'
export default definePlugin({ name: '${name}', api: 1, tag: { name: 'X', description: 'X' }, ${more}
  mounts: [{ path: '${path}', routes: (app) => app.get('/', () => ({ success: true as const }), { access: 'anyone' }) }] })
`)
  for (const [what, path, says] of [
    ['that is not a path', 'board', 'its mount board is no path such as /dashboard'],
    ['that is the root', '/', 'its mount / is no path such as /dashboard'],
    ['with a wildcard', '/a/*', 'its mount /a/* is no path such as /dashboard'],
    ['below /v1', '/v1/mine', 'its mount /v1/mine lies below /v1: its routes belong into routes'],
    [
      'that is a path of the server itself',
      '/docs',
      'its mount /docs is taken by /docs, which the server itself answers',
    ],
    ['below a path of the server itself', '/health/mine', 'is taken by /health'],
  ] as const)
    test(what, async () => {
      expect(await refusal(mounted('mine', path))).toContain(says)
    })

  test('of another plugin', async () => {
    for (const path of ['/board', '/board/inner'])
      expect(await refusal(board, mounted('mine', path))).toBe(
        `Plugin mine: its mount ${path} and /board of the plugin board lie within each other; leave one of them out of WEIR_PLUGINS`,
      )
    expect(await refusal(board, mounted('mine', '/boards'))).toBe('it started')
  })

  test('without access, like any route', async () => {
    const open = strangers.plugin(`import { definePlugin } from 'weirjs'
export default definePlugin({ name: 'open', api: 1, tag: { name: 'X', description: 'X' },
  mounts: [{ path: '/open', routes: (app) => app.get('/*', () => 'hello') }] })
`)
    expect(await refusal(open)).toBe(
      "Plugin open: the route GET /open/* states no access; add access: 'key', or what fits",
    )
  })

  test('with a home that is not one of its routes, and a second home', async () => {
    expect(await refusal(mounted('mine', '/mine', "home: '/other',"))).toBe(
      'Plugin mine: its home /other is not one of its routes',
    )
    expect(await refusal(board, mounted('mine', '/mine', "home: '/mine',"))).toBe(
      'Plugin mine: the plugin board has a home already; leave one of them out of WEIR_PLUGINS',
    )
  })
})
