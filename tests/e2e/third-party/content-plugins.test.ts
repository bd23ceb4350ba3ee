import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strangersFolder } from '../../strangers.ts'
import { type Process, runtimes, startProcess } from '../start-process.ts'

const stranger = strangersFolder()
afterAll(stranger.remove)

/** Reads recipes, a media type that no other plugin knows: a title, and a line for each ingredient. */
writeFileSync(
  join(stranger.folder, 'read-recipe.ts'),
  `import process from 'node:process'
import { escapeHtml, type ReadDocument, Unreadable } from 'weirjs/plugins/content/sandbox-toolkit'

/** Nothing: it has no environment, or no right to see it. */
const homeOf = () => {
  try {
    return String(process.env.HOME)
  } catch {
    return 'undefined'
  }
}

export const read: ReadDocument = async (bytes) => {
  const [title, ...lines] = new TextDecoder().decode(bytes).trim().split('\\n')
  if (title === 'forever') for (;;) {}
  if (title === 'broken') throw new Error('A fault of the reader')
  if (!title?.startsWith('Recipe: ')) throw new Unreadable('damaged', 'The recipe has no title')
  const items = lines.map((line) => '<li>' + escapeHtml(line) + '</li>').join('')
  const html = '<h1>' + escapeHtml(title.slice(8)) + '</h1><ul>' + items + '</ul>'
  return { html, title: title.slice(8), author: homeOf(), json: { pid: process.pid, items: lines } }
}
`,
)
const reader = stranger.plugin(`import { definePlugin } from 'weirjs'
import { documentReaders } from 'weirjs/plugins/content/service'

export default definePlugin({
  name: 'recipes', api: 1, tag: { name: 'Recipes', description: 'Reads recipes.' },
  provides: [
    documentReaders.by({ name: 'recipe' }, () => ({
      types: ['application/x-recipe', 'application/rtf'],
      extensions: ['recipe'],
      parserName: 'document',
      module: new URL('./read-recipe.ts', import.meta.url),
      runs: 'in-process',
    })),
  ],
})
`)

/** Converts pages in capitals itself, and leaves all others to the next converter. */
const converter = stranger.plugin(`import { definePlugin } from 'weirjs'
import { converters } from 'weirjs/plugins/content/service'

export default definePlugin({
  name: 'shouts', api: 1, tag: { name: 'Shouts', description: 'Converts what shouts.' },
  provides: [
    converters.by({ name: 'shout' }, () => ({
      async convert(source, options, context, next) {
        const converted = await next(source, options, context)
        if (!source.url.pathname.startsWith('/shout')) return converted
        return { ...converted, markdown: new TextDecoder().decode(source.body).replace(/<[^<>]*>/g, '').toUpperCase() }
      },
    })),
  ],
})
`)

const recipe = 'Recipe: Tea & milk\nwater\nleaves\n'
const bodies: Record<string, [type: string, body: string]> = {
  '/tea': ['application/x-recipe; version=1', recipe],
  '/tea.recipe': ['text/plain', recipe],
  '/tea.txt': ['text/plain', recipe],
  '/tea.rtf': ['application/rtf', recipe],
  '/untitled': ['application/x-recipe', 'Tea'],
  '/broken': ['application/x-recipe', 'broken'],
  '/forever': ['application/x-recipe', 'forever'],
  '/shout': ['text/html', '<p>hear this</p>'],
  '/page': ['text/html', '<p>hear that</p>'],
}
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const [type, body] = bodies[new URL(request.url).pathname]!
    return new Response(body, { headers: { 'content-type': type } })
  },
})
afterAll(() => site.stop(true))

for (const runtime of Object.keys(runtimes) as (keyof typeof runtimes)[]) {
  const isMissing = !existsSync(runtimes[runtime][0])
  if (isMissing) console.log(`skipped: no ${runtime} for readers and converters of third parties`)
  describe.skipIf(isMissing)(`on ${runtime}`, () => {
    let weir: Process
    beforeAll(async () => {
      const WEIR_PLUGINS = `scrape,${reader},${converter}`
      const settings = { WEIR_PLUGINS, WEIR_ENGINES: 'lightweight', WEIR_EGRESS_ALLOW: '127.0.0.1' }
      weir = await startProcess({ runtime, folder: stranger.folder, settings })
    }, 120_000)
    afterAll(() => weir?.stop())
    const scrape = (path: string, options: Record<string, unknown> = {}) =>
      weir.post('/v1/scrape', { url: site.url.origin + path, formats: ['markdown', 'json'], ...options })

    test.each(['/tea', '/tea.recipe', '/tea.rtf'])(
      'the reader of a plugin reads %s, in a separate process',
      async (path) => {
        const { body } = await scrape(path)
        expect(body.data.markdown.trim()).toBe('# Tea & milk\n\n- water\n- leaves')
        expect(body.data.metadata).toMatchObject({ title: 'Tea & milk', parserName: 'document', author: 'undefined' })
        expect(body.data.json.items).toEqual(['water', 'leaves'])
        expect(body.data.json.pid).not.toBe(process.pid)
      },
      30_000,
    )

    test('a type that it does not declare is left to the built-in readers', async () => {
      const { body } = await scrape('/tea.txt')
      expect([body.data.metadata.parserName, body.data.markdown]).toEqual(['text', recipe])
    }, 120_000)

    test('a refusal keeps its message, and a crash means that the file is damaged', async () => {
      const refusals = [await scrape('/untitled'), await scrape('/broken')].map(({ status, body }) => [
        status,
        body.error.message,
        body.error.details.reason,
      ])
      expect(refusals).toEqual([
        [500, 'The recipe has no title', 'damaged'],
        [500, 'The document is damaged, or not of the type that it seems to be', 'damaged'],
      ])
    }, 120_000)

    test('a reader that never ends is ended with its request', async () => {
      const { body } = await scrape('/forever', { timeout: 3000 })
      expect(body.error.code).toBe('timeout')
      expect((await scrape('/tea', { maxAge: 0 })).status).toBe(200)
    }, 120_000)

    test('the converter of a plugin comes before Weir’s own, and may leave pages to it', async () => {
      const markdownOf = async (path: string) => (await scrape(path)).body.data.markdown.trim()
      expect([await markdownOf('/shout'), await markdownOf('/page')]).toEqual(['HEAR THIS', 'hear that'])
    }, 120_000)
  })
}
