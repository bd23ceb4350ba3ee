import { definePlugin, toMillicredits } from 'weirjs'
import { Body, Config, Reply } from './schema.ts'

/** POST /v1/sample/pages: the address and status of a page. */
export default definePlugin({
  name: 'sample',
  api: 1,
  tag: { name: 'Sample', description: 'Says what pages are.' },
  config: Config,
  errors: { invalid: { url: 'invalid_url' } },

  routes: (app, { config, credits, fetch }) =>
    app.post(
      '/sample/pages',
      async ({ body, caller, request, idempotency }) => {
        const millicredits = toMillicredits(config.price)
        await using hold = await credits.hold(caller.account.id, millicredits, { expiresIn: 60_000, idempotency })
        const page = await fetch(body.url, { signal: request.signal })
        const { length: size } = await page.bytes()
        await hold.capture(millicredits, { endpoint: 'sample', pages: 1 })
        const type = page.headers.get('content-type')
        return { success: true as const, data: { url: page.url.href, status: page.status, type, size } }
      },
      {
        access: { limit: 'general' },
        body: Body,
        response: { 200: Reply },
        detail: { summary: 'What a page is' },
      },
    ),
})
