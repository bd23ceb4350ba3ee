import { definePlugin, toMillicredits } from 'weirjs'
import { Body, Config, Reply } from './schema.ts'

/** POST /v1/tea-times/pages: the address and status of a page. */
export default definePlugin({
  name: 'tea-times',
  api: 1,
  tag: { name: 'Tea times', description: 'Says what pages are.' },
  config: Config,
  errors: { invalid: { url: 'invalid_url' } },

  routes: (app, { config, credits, fetch }) =>
    app.post(
      '/tea-times/pages',
      async ({ body, caller, request }) => {
        const millicredits = toMillicredits(config.price)
        await using hold = await credits.hold(caller.account.id, millicredits, { expiresIn: 60_000 })
        const page = await fetch(body.url, { signal: request.signal })
        const { length: size } = await page.bytes()
        await hold.capture(millicredits, { endpoint: 'tea-times', pages: 1 })
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
