import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, type CallOptions, type Running, startWeir } from '../../weir.ts'
import { type Ask, completion, type ModelServer, startModelServer, textOf } from '../models/model-server.ts'
import { type Records, startNameServer } from './name-server.ts'

export const ENRICHMENT = '/v1/ai-enrichment'

/** A page, or a handler of all pages of a site. */
export type SiteOf = Readonly<Record<string, string>> | ((path: string) => Response | Promise<Response>)

/** A Weir that enriches, with its sites, name server and model. */
export interface Enriching extends Running {
  model: ModelServer
  names: Awaited<ReturnType<typeof startNameServer>>
  /** Paths that were requested from the sites, such as `acme.test/about`. */
  hits: string[]
  /** Starts an enrichment and returns its id. */
  begin(body: Record<string, unknown>, options?: CallOptions): Promise<string>
  /** The status of the job when it has ended. */
  ended(jobId: string, options?: CallOptions): Promise<Record<string, unknown>>
  /** Runs an enrichment and returns its status and rows. */
  enrich(
    body: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<{ jobId: string; status: Record<string, unknown>; rows: Row[] }>
}
// biome-ignore lint/suspicious/noExplicitAny: what the test expects is what it checks
export type Row = Record<string, any>

export interface World {
  /** Sites by name. Each is served at `http://` and its name. */
  sites?: Readonly<Record<string, SiteOf>>
  names?: Readonly<Record<string, Records>>
  /** The answers of the model; null for a server without one. */
  answer?: ((ask: Ask) => Response | Promise<Response>) | null
  settings?: Record<string, string>
}

/** The value after a label in the page, for each field that the model is asked about. */
export function answerByLabels(ask: Ask): Response {
  const { schema } = ask.response_format.json_schema
  const text = textOf(ask)
  const names = Object.keys(schema.properties)
  const values = names.map((name) => {
    const found = new RegExp(`\\b${name}: *([^\\n]+)`, 'i').exec(text)?.[1] ?? null
    const { type } = schema.properties[name]
    return [name, type.includes('number') && found !== null ? Number(found) : type === 'array' ? [] : found]
  })
  return completion(Object.fromEntries(values))
}

/** The sites, name server, model and settings of a Weir that enriches. */
export async function startWorld({ sites = {}, names = {}, answer = answerByLabels, settings }: World = {}) {
  const hits: string[] = []
  const servers = Object.entries(sites).map(([name, site]) => {
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch(request) {
        const { pathname } = new URL(request.url)
        hits.push(name + pathname)
        if (typeof site === 'function') return site(pathname)
        const page = site[pathname]
        return new Response(page ?? 'not here', {
          status: page === undefined ? 404 : 200,
          headers: { 'content-type': 'text/html' },
        })
      },
    })
    return { name, server }
  })
  const nameServer = await startNameServer(names)
  const model = startModelServer()
  if (answer) model.script(answer)
  const folder = mkdtempSync(join(tmpdir(), 'weir-enrichment-'))
  const origins = Object.fromEntries(servers.map(({ name, server }) => [`http://${name}`, server.url.origin]))
  const config = { enrichment: { nameServers: [nameServer.address] }, 'named-sites': { sites: origins } }
  writeFileSync(join(folder, 'weir.config.ts'), `export default ${JSON.stringify({ config })}`)
  return {
    /** The file with the settings that are not environment variables. */
    folder,
    settings: {
      WEIR_PLUGINS: 'scrape,models,extract,enrichment',
      WEIR_ENGINES: join(import.meta.dir, 'fixtures/named-sites.ts'),
      ...(answer && { WEIR_LLM_URL: model.url, WEIR_LLM_MODEL: 'test-model' }),
      ...settings,
    } as Record<string, string>,
    names: nameServer,
    model,
    hits,
    async stop() {
      model.stop()
      await nameServer.stop()
      for (const { server } of servers) server.stop(true)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function startEnriching(of: World = {}) {
  const world = await startWorld(of)
  const { model, names, hits } = world
  const weir = await startWeir(world.settings, world.folder)

  const begin = async (body: Record<string, unknown>, options?: CallOptions) => {
    const { status, body: answered, text } = await weir.post(ENRICHMENT, body, options)
    if (status !== 202) throw new Error(`${status} ${text}`)
    return answered.data.jobId as string
  }
  const ended = async (jobId: string, options?: CallOptions) => {
    for (;;) {
      const { data } = (await weir.get(`${ENRICHMENT}/${jobId}`, options)).body
      if (data.completedAt !== null) return data
      await Bun.sleep(20)
    }
  }
  const enriching: Enriching = {
    ...weir,
    model,
    names,
    hits,
    begin,
    ended,
    async enrich(body, options) {
      const jobId = await begin(body, options)
      const status = await ended(jobId, options)
      const rows = (await weir.get(`${ENRICHMENT}/${jobId}/results`, options)).body as Row[]
      return { jobId, status, rows }
    },
    async close() {
      await weir.close()
      await world.stop()
    },
  }
  return enriching
}

export const fieldsNamed = (...names: string[]) =>
  names.map((name) => ({ name, prompt: `What is the ${name}?`, type: 'text' }))

export type { Answer }
