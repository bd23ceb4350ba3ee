import process from 'node:process'
import * as zlib from 'node:zlib'
import { endOnAbort } from '../abort.ts'
import type { Weir } from '../client/index.ts'
import type { Weir as Opened } from '../weir/index.ts'
import { createGivenPages, type GivenPages } from './given-page.ts'

/** A service in this process, on a temporary store. */
export interface InProcess {
  weir: Weir
  given: GivenPages
}

/** Milliseconds that an unused service stays open, so that consecutive calls share it. */
const LINGER = 100

let current: Promise<InProcess & { opened: Opened }> | undefined
let users = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Throws an Error if this version of Node lacks modules that the service needs. */
function refuseOldNode() {
  if ('zstdCompress' in zlib) return
  throw new Error(
    `This needs Node 22.15 or above, Bun or Deno, and runs on ${process.version}; \`npx weirjs serve\` starts a service that \`weirjs/client\` calls from here`,
  )
}

/** Aborts with the request's signal, as `fetch` does: the response, and the rest of its body. */
async function endWithSignal(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  const { body, status, headers } = await endOnAbort(answer, signal)
  return new Response(body?.pipeThrough(new TransformStream(), { signal }), { status, headers })
}

/**
 * Opens the service with the settings of the environment and of `weir.config.ts`, as the commands do. Throws
 * SettingError.
 */
async function open() {
  refuseOldNode()
  // Imported on demand, so that plugins that import the library do not load a server.
  const [{ loadConfig }, { openWeir }, { Weir }] = await Promise.all([
    import('../config.ts'),
    import('../weir/index.ts'),
    import('../client/index.ts'),
  ])
  const given = createGivenPages()
  const opened = await openWeir(await loadConfig(), { quiet: true, temporary: true, engines: [given.engine] })
  const fetch = (request: Request) => endWithSignal(opened.server.fetch(request), request.signal)
  return { opened, given, weir: new Weir({ url: 'http://localhost', key: opened.localToken, fetch, retries: 0 }) }
}

/**
 * Uses the service of this process until disposal. Once nobody uses it any more, it closes, so that the process can
 * end.
 */
export async function hold(): Promise<InProcess & AsyncDisposable> {
  clearTimeout(timer)
  users++
  const release = async () => {
    users--
    if (users > 0) return
    clearTimeout(timer)
    timer = setTimeout(close, LINGER)
  }
  try {
    current ??= open()
    return { ...(await current), [Symbol.asyncDispose]: release }
  } catch (error) {
    current = undefined
    await release()
    throw error
  }
}

async function close() {
  const last = current
  current = undefined
  await (await last)?.opened.close()
}
