import { afterAll, expect, test } from 'bun:test'
import { Weir } from 'weirjs/client'
import { strangersFolder } from '../../strangers.ts'
import { startWeir } from '../../weir.ts'

/** As `openapi-typescript` writes a route of the service's own document. */
interface Document {
  '/v1/greet/{name}': {
    get: {
      parameters: { path: { name: string } }
      responses: { 200: { content: { 'application/json': { success: true; data: { text: string } } } } }
    }
  }
}
declare module 'weirjs/client' {
  interface paths extends Document {}
}

const strangers = strangersFolder()
afterAll(strangers.remove)
const greeter = strangers.plugin(`import { definePlugin, reply, t } from 'weirjs'
export default definePlugin({
  name: 'greeter', api: 1, tag: { name: 'Greeter', description: 'Greets.' },
  routes: (app) => app.get('/greet/:name', ({ params }) => ({ success: true as const, data: { text: 'Hi ' + params.name } }),
    { access: 'key', response: { 200: reply(t.Object({ text: t.String() })) } }),
})
`)

test('routes of plugins are called with types, if a program declares them', async () => {
  const server = await startWeir({ WEIR_PLUGINS: greeter, WEIR_ENGINES: 'lightweight' })
  const fetch = async (request: Request) => server.weir.server.fetch(request)
  const weir = new Weir({ url: 'http://localhost', key: server.adminKey, fetch })
  try {
    const { data } = await weir.call('GET', '/v1/greet/{name}', { path: { name: 'Ann' } })
    expect(data.text).toBe('Hi Ann')
    // @ts-expect-error the path needs its parameter `name`
    const nameless = weir.call('GET', '/v1/greet/{name}')
    await expect(nameless).rejects.toThrow()
  } finally {
    await server.close()
  }
})
