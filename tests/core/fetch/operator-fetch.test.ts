import { afterAll, expect, test } from 'bun:test'
import { strangersFolder } from '../../strangers.ts'
import { startWeir } from '../../weir.ts'

const strangers = strangersFolder()
const servers: ReturnType<typeof Bun.serve>[] = []
const serve = (fetch: (request: Request) => Response) => {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch })
  servers.push(server)
  return server.url
}
afterAll(() => {
  for (const server of servers) server.stop(true)
  strangers.remove()
})

/** Reports the outcome of a fetch as the operator, and of an ordinary one. */
const asker = strangers.plugin(`import { definePlugin, isApiError, reply, t } from 'weirjs'
export default definePlugin({
  name: 'asker', api: 1, tag: { name: 'Asker', description: 'Asks a service.' },
  config: t.Object({ service: t.String({ default: '' }) }),
  setup: (kit) => kit.operatorFetch(kit.config.service),
  routes: (app, kit, ask) => app.post('/ask', async ({ body }) => {
    const tell = async (fetch) => {
      try {
        const answer = await fetch(body.url, { method: 'POST', body: 'question', maxBytes: 1000 })
        return await answer.text()
      } catch (error) {
        return isApiError(error) ? error.code + ' ' + (error.details.reason ?? '') : String(error)
      }
    }
    return { success: true as const, data: { operator: await tell(ask), others: await tell(kit.fetch) } }
  }, { access: 'key', body: t.Object({ url: t.String() }), response: { 200: reply(t.Object({ operator: t.String(), others: t.String() })) } }),
})
`)

test('a service that the operator configured may be private, but nothing it redirects to', async () => {
  const inner = serve(() => new Response('secret of another service'))
  const service = serve((request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/away') return Response.redirect(inner.href)
    return new Response(pathname === '/large' ? 'x'.repeat(2000) : 'answer')
  })
  const folder = strangers.folder
  await Bun.write(`${folder}/weir.config.ts`, `export default { config: { asker: { service: '${service.href}' } } }\n`)
  const settings = { WEIR_PLUGINS: asker, WEIR_ENGINES: 'lightweight', WEIR_EGRESS_ALLOW: '' }
  const weir = await startWeir(settings, folder)
  try {
    const ask = async (url: string) => (await weir.post('/v1/ask', { url })).body.data
    expect(await ask(`${service.origin}/`)).toEqual({ operator: 'answer', others: 'invalid_url forbidden_address' })
    expect((await ask(`${service.origin}/away`)).operator).toBe('invalid_url forbidden_address')
    expect((await ask(inner.href)).operator).toBe('invalid_url forbidden_address')
    expect((await ask(`${service.origin}/large`)).operator).toContain('too_large')
  } finally {
    await weir.close()
  }
})

test('an invalid service address stops the start, named with its plugin', async () => {
  for (const service of ['file:///etc/passwd', 'no address']) {
    const folder = strangers.folder
    const file = strangers.plugin(
      `import { definePlugin } from 'weirjs'
export default definePlugin({ name: 'asker', api: 1, tag: { name: 'X', description: 'X' }, setup: (kit) => kit.operatorFetch('${service}') })
`,
    )
    const settings = { WEIR_PLUGINS: file, WEIR_ENGINES: 'lightweight' }
    const failure = await startWeir(settings, `${folder}/none`).catch((error: Error) => error.message)
    expect(failure).toStartWith('Plugin asker: it could not be set up: ')
  }
})
