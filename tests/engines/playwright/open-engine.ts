import {
  createEgress,
  type Engine,
  type EngineContext,
  type EngineDefinition,
  type Log,
  type LogFields,
  type Page,
  type PageRequest,
} from 'weirjs'

/** An open engine, with shorthands for tests. */
export interface OpenEngine {
  engine: Engine
  /** The lines of its log. */
  said: string[]
  /** Fetches a page; throws its failure. */
  get(url: string | URL, more?: Partial<PageRequest>, context?: Partial<EngineContext>): Promise<ReadPage>
  close(): Promise<void>
}

export interface ReadPage extends Omit<Page, 'body'> {
  text: string
  bytes: Uint8Array
}

/** Opens an engine that may reach these loopback addresses and no others of this machine. */
export async function openEngine(
  definition: EngineDefinition,
  { allow, config = {} }: { allow: string; config?: object },
): Promise<OpenEngine> {
  const said: string[] = []
  const say = (message: string, fields?: LogFields) => void said.push(`${message} ${JSON.stringify(fields ?? {})}`)
  const log: Log = { info: say, warn: say, error: say, with: () => log }
  const egress = createEgress({ allow })
  const engine = await definition.open({ config, fetch: egress.fetch, proxy: egress.proxy, log })
  return {
    engine,
    said,
    async get(url, more = {}, context = {}) {
      const request: PageRequest = { url: new URL(url), timeout: 30_000, maxBytes: 20_000_000, ...more }
      const { body, ...page } = await engine.fetch(request, {
        signal: new AbortController().signal,
        account: account('a'),
        priority: 'medium',
        ...context,
      })
      const bytes = body instanceof Uint8Array ? body : new Uint8Array(await new Response(body).arrayBuffer())
      return { ...page, bytes, text: new TextDecoder().decode(bytes) }
    },
    async close() {
      await engine.close?.()
      await egress.close()
    },
  }
}

export const account = (id: string, plan: 'free' | 'starter' | 'pro' | 'enterprise' = 'free') => ({
  id,
  email: `${id}@example.com`,
  plan,
  role: 'user' as const,
})

/** The reason with which a promise rejects. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('error' in outcome) return outcome.error
  throw new Error(`it did not fail, but gave ${Bun.inspect(outcome.value).slice(0, 200)}`)
}

/** Waits until a condition holds. */
export async function until(holds: () => boolean | Promise<boolean>, milliseconds = 25_000): Promise<void> {
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    if (await holds()) return
    await Bun.sleep(20)
  }
  throw new Error(`it did not come to hold: ${holds}`)
}
