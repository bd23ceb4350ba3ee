import process from 'node:process'
import * as zlib from 'node:zlib'
import { endOnAbort } from '../abort.ts'
import type { Weir } from '../client/index.ts'
import type { Weir as Opened } from '../weir/index.ts'
import { createGivenPages, type GivenPages } from './given-page.ts'

/** A service in this process, on a store that goes with it. */
export interface InProcess {
  weir: Weir
  given: GivenPages
}

/** Milliseconds that it stays open when nobody uses it: calls one after the other share it. */
const LINGER = 100

let current: Promise<InProcess & { opened: Opened }> | undefined
let users = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Throws an Error where this Node lacks modules that a service is made of. */
function refuseOldNode() {
  if ('zstdCompress' in zlib) return
  throw new Error(
    `This needs Node 22.15 or above, Bun or Deno, and runs on ${process.version}; \`npx weirjs serve\` starts a service that \`weirjs/client\` calls from here`,
  )
}

/** As `fetch` has it, the signal of a request ends what is waited for: its answer, and what is to come of that. */
async function endWithSignal(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  const { body, status, headers } = await endOnAbort(answer, signal)
  return new Response(body?.pipeThrough(new TransformStream(), { signal }), { status, headers })
}

/** By the settings of the environment and of `weir.config.ts`, as the commands are. Throws SettingError. */
async function open() {
  refuseOldNode()
  // Who imports what plugins are made of does not load a server.
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
 * The service of this process, until it is let go of. When nobody holds it any more it closes, so that the process
 * may end.
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
