import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cutIntoChunks, estimateTokens } from '../../../plugins/extract/fill/chunks.ts'
import { type Running, startWeir } from '../../weir.ts'
import { type Ask, completion, type ModelServer, refuse, startModelServer } from '../models/model-server.ts'

describe('a long text', () => {
  const section = (n: number, length = 400) => `## Section ${n}\n\n${`word${n} `.repeat(length / 6)}\n\n`
  const text = Array.from({ length: 12 }, (_, i) => section(i)).join('')

  test('is split before its headings without losing anything', () => {
    const chunks = cutIntoChunks(text, 250)
    expect(chunks.join('')).toBe(text)
    for (const chunk of chunks) {
      expect(chunk).toStartWith('## Section')
      expect(estimateTokens(chunk)).toBeLessThanOrEqual(250)
    }
  })

  test('is split between paragraphs if a section is too long, and repeats its heading', () => {
    const long = `# Prices\n\n${Array.from({ length: 30 }, (_, i) => `Paragraph ${i} ${'x'.repeat(100)}\n\n`).join('')}`
    const chunks = cutIntoChunks(long, 200)
    expect(chunks.length).toBeGreaterThan(3)
    for (const chunk of chunks) expect(chunk).toStartWith('# Prices')
    for (let i = 0; i < 30; i++) expect(chunks.filter((chunk) => chunk.includes(`Paragraph ${i} `))).toHaveLength(1)
  })

  test('is split anywhere if it is one line, and a comment in code is not a heading', () => {
    const line = 'y'.repeat(10_000)
    expect(cutIntoChunks(line, 500).join('')).toBe(line)
    const code = `\`\`\`sh\n# not a heading\n${'z '.repeat(500)}\n\`\`\`\n# A heading\n\nend\n`
    expect(cutIntoChunks(code, 300)[0]).toContain('# not a heading')
    for (const chunk of cutIntoChunks('水'.repeat(3000), 500)) expect(estimateTokens(chunk)).toBeLessThanOrEqual(500)
  })
})

describe('a long page', () => {
  let weir: Running
  let model: ModelServer
  let site: ReturnType<typeof Bun.serve>
  const schema = {
    type: 'object',
    properties: { title: { type: 'string' }, names: { type: 'array', items: { type: 'string' }, minItems: 1 } },
    required: ['title', 'names'],
  }
  const part = (n: number) => `<h2>Part ${n}</h2><p>NAME-${n} ${'and so on '.repeat(150)}</p>`

  beforeAll(async () => {
    model = startModelServer()
    site = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ url }) => {
        const count = Number(new URL(url).searchParams.get('parts'))
        const parts = Array.from({ length: count }, (_, i) => part(i)).join('')
        return new Response(`<h1>TITLE-x</h1>${parts}`, { headers: { 'content-type': 'text/html' } })
      },
    })
    const folder = `${import.meta.dir}/fixtures/small-chunks`
    const settings = { WEIR_PLUGINS: 'scrape,extract,models', WEIR_ENGINES: 'lightweight' }
    weir = await startWeir({ ...settings, WEIR_LLM_URL: model.url, WEIR_LLM_MODEL: 'test-model' }, folder)
  })
  afterAll(async () => {
    await weir.close()
    model.stop()
    site.stop(true)
  })

  const read = (ask: Ask) => {
    const text: string = ask.messages[1].content
    const title = /TITLE-\w+/.exec(text)?.[0] ?? null
    return completion({ title, names: [...new Set(text.match(/NAME-\d+/g))] }, { thinking: 10 })
  }
  const extract = (parts: number) =>
    weir.post('/v1/extract', { url: `${site.url.origin}/?parts=${parts}&n=${Math.random()}`, schema })
  const namesOf = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `NAME-${from + i}`)

  test('is read in parts, of which none has to be complete, and the results are merged', async () => {
    model.script(read)
    const { body } = await extract(9)
    expect(body.data.extractedData).toEqual([{ title: 'TITLE-x', names: namesOf(0, 9) }])
    expect(model.asks.length).toBeGreaterThan(2)
    expect(body.data.tokenUsage.thinking).toBe(10 * model.asks.length)
  })

  test('is read up to a limit, with a warning', async () => {
    model.script(read)
    const { body } = await extract(60)
    expect(model.asks).toHaveLength(8)
    expect(body.warnings).toEqual([expect.stringContaining('first 8 parts')])
  })

  test('has no more entries in a list than the schema allows', async () => {
    model.script(read)
    const few = { ...schema, properties: { ...schema.properties, names: { type: 'array', maxItems: 4 } } }
    const url = `${site.url.origin}/?parts=9&few`
    const { body } = await weir.post('/v1/extract', { url, schema: few })
    expect(body.data?.extractedData).toEqual([{ title: 'TITLE-x', names: namesOf(0, 4) }])
  })

  test('is not read further if a part of it fails', async () => {
    let ended = 0
    model.script((_, i, signal) => {
      if (i === 1) return refuse(401, { message: 'no' })
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => {
          ended++
          resolve(completion({}))
        }),
      )
    })
    const { body } = await extract(9)
    expect(body.error.details.reason).toBe('unauthorized')
    for (let tries = 0; tries < 50 && ended < model.asks.length - 1; tries++) await Bun.sleep(20)
    expect(ended).toBe(model.asks.length - 1)
  })

  test('without a required value fails', async () => {
    model.script((ask) => (/TITLE/.test(ask.messages[1].content) ? completion({ title: null }) : read(ask)))
    const { status, body } = await extract(6)
    expect([status, body.error.code, body.error.details.issues.length]).toEqual([500, 'extraction_failed', 1])
  })

  test('whose answer is cut short is read in halves, with three requests in all', async () => {
    model.script((ask, i) => (i === 0 ? completion('{"title": "TIT', { finish: 'length' }) : read(ask)))
    const { status, body } = await extract(3)
    expect([status, body.data?.extractedData]).toEqual([200, [{ title: 'TITLE-x', names: namesOf(0, 3) }]])
    expect(model.asks).toHaveLength(3)
  })
})
