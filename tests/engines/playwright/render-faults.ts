import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { processTree } from '../../../engines/playwright/process/process-tree.ts'
import { serveChild } from '../../e2e/serve-child.ts'
import { until } from './open-engine.ts'
import { commandOf, descendants } from './processes.ts'

export interface RenderFaultsOptions {
  engine: 'browser_a' | 'browser_b'
  renders: number
  /** The number of renders after which the browser is killed; 0 for never. */
  killEvery: number
  /** One page in this many has a script that never ends; 0 for none. */
  hangEvery: number
  /** The number of renders before memory is first measured. */
  warmUp: number
  /** The number of concurrent requests. */
  atOnce?: number
}

export interface RenderFaultsReport {
  renders: number
  kills: number
  hangs: number
  seconds: number
  /** Megabytes of the server with all its browsers, after `warmUp` renders and at the end. */
  memoryEarly: number
  memoryLate: number
  /** The number of processes of the server that are still alive 3 s after it was killed. */
  processesLeft: number
  /** The number of browser folders that are left after the next server has started and ended. */
  foldersLeft: number
  /** Requests that did not get their own right answer. */
  breaches: string[]
}

/** The time limits in milliseconds of a page that never ends, and of one that should. */
const HUNG_TIMEOUT = 1000
const TIMEOUT = 60_000
const GRACE = 3000
/** Milliseconds after a kill in which the pool may still give a page to the killed browser. */
const DYING_TIME = 500

/**
 * Renders pages through the API while browsers are killed and pages hang, then kills the server. Every request must
 * get its own answer, and nothing may be left of the browsers.
 */
export async function renderFaults({
  engine,
  renders,
  killEvery,
  hangEvery,
  warmUp,
  atOnce = 4,
}: RenderFaultsOptions): Promise<RenderFaultsReport> {
  const site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url }) {
      const { pathname, searchParams } = new URL(url)
      const n = searchParams.get('n')
      if (pathname === '/data') return Response.json({ words: `Answer number ${Number(n) * 7} of this page.` })
      const script =
        pathname === '/hang'
          ? 'for (;;);'
          : `const { words } = await (await fetch('/data?n=${n}')).json(); document.body.innerHTML = '<p>' + words + '</p>'`
      return new Response(`<!doctype html><title>Page</title><body><script type="module">${script}</script>`, {
        headers: { 'content-type': 'text/html' },
      })
    },
  })
  const server = await serveChild({ WEIR_ENGINES: engine, WEIR_METERING: 'off' })
  const breaches: string[] = []
  const pids: number[] = []
  const killedAt: number[] = []
  let done = 0
  let kills = 0
  let hangs = 0
  let memoryEarly = 0
  try {
    const { pid } = server
    pids.push(pid)
    const began = performance.now()
    let next = 0
    const work = async () => {
      while (next < renders) {
        const n = ++next
        const hung = hangEvery > 0 && n % hangEvery === 0
        if (hung) hangs += 1
        const wrong = await render(n, hung)
        if (wrong) breaches.push(`render ${n}: ${wrong}`)
        done += 1
        if (done === warmUp) memoryEarly = await memoryOf(pid)
        if (killEvery > 0 && done < renders && done % killEvery === 0) kills += Number(await killBrowser(pid))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const seconds = (performance.now() - began) / 1000
    await render(0, false)
    const memoryLate = await memoryOf(pid)

    const browsers = (await descendants(pid)).map((one) => one.pid)
    if (browsers.length === 0) breaches.push('no browser was running at the end')
    await server.kill()
    await Bun.sleep(GRACE)
    const processesLeft = browsers.filter((one) => commandOf(one) !== '').length

    await server.start()
    pids.push(server.pid)
    const wrong = await render(1, false)
    if (wrong) breaches.push(`after the restart: ${wrong}`)
    await server.stop()
    return { renders, kills, hangs, seconds, memoryEarly, memoryLate, processesLeft, foldersLeft: folders(), breaches }
  } finally {
    await server.close()
    site.stop(true)
  }

  /** Requests one page, and returns what is wrong with the answer. */
  async function render(n: number, hung: boolean): Promise<string | undefined> {
    const started = performance.now()
    const answer = await server
      .call('POST', '/v1/scrape', {
        url: `${site.url.origin}/${hung ? 'hang' : 'page'}?n=${n}`,
        engine,
        formats: ['text'],
        maxAge: 0,
        timeout: hung ? HUNG_TIMEOUT : TIMEOUT,
      })
      .catch((error: unknown) => ({ failure: String(error) }))
    const said = JSON.stringify(answer)
    // If a page hangs during two kills, its retry has lost its browser too, and the answer says so.
    const isTwiceKilled = killedAt.filter((at) => at > started - DYING_TIME).length >= 2
    const isHungAnswer =
      answer.error?.code === 'timeout' || (isTwiceKilled && answer.error?.details?.reason === 'crashed')
    const right = hung ? isHungAnswer : said.includes(`Answer number ${n * 7} of this page.`)
    return right ? undefined : said.slice(0, 300)
  }

  /** Kills the running browser, if there is one: the next may still be starting. */
  async function killBrowser(root: number): Promise<boolean> {
    let main: number | undefined
    await until(async () => {
      const all = await descendants(root)
      main = all.find((one) => !/^\/bin\/sh| -contentproc| --type=/.test(commandOf(one.pid)))?.pid
      return main !== undefined
    }, TIMEOUT).catch(() =>
      breaches.push(`no browser was started again; the server said ${server.errors().slice(-500)}`),
    )
    if (main === undefined) return false
    process.kill(main, 'SIGKILL')
    killedAt.push(performance.now())
    return true
  }

  function folders(): number {
    return readdirSync(tmpdir()).filter((name) => pids.some((pid) => name.startsWith(`weir-browser-${pid}-`))).length
  }
}

/** Megabytes of a process and all its descendants; shared memory counts once. */
async function memoryOf(root: number): Promise<number> {
  let kilobytes = 0
  for (const { pid } of await processTree(root)) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0)
    } catch {
      // It has ended meanwhile.
    }
  }
  return Math.round(kilobytes / 1024)
}
