/**
 * Opens the page that tries to escape in browsers, and prints what got out, as JSON: `namespace.sh bun rig.ts NAME
 * …`. A name is an engine's, or `bare-chromium`, `bare-shell`, `bare-firefox`: the same browser without the egress
 * proxy, as a control.
 */
import { Server } from 'node:http'
import { type Browser, chromium, firefox } from 'playwright-core'
import { createEgress, type Log } from 'weirjs'
import { findChromium } from '../../../engines/chromium/find-chromium.ts'
import { findFirefox } from '../../../engines/firefox/find-firefox.ts'
import { loadEngine } from '../../engines/load-engine.ts'
import { kinds } from './kinds.ts'
import { ORIGIN, type Seen, startWorld } from './world.ts'

/** The outcome of one visit. */
export interface Outcome extends Seen {
  name: string
  /** The number of kinds of request on the page. */
  kinds: number
  /** The number of attempts by its script. */
  tried: number
  /** The browser's requests to the egress proxy for forbidden hosts: how many, by kind. */
  asked: Record<string, number>
  /** The number of destinations that the egress rules refused. */
  refused: number
  /** Whether the page showed the text of a file of the machine. */
  sawFile: boolean
  /** Milliseconds. */
  ms: number
}

const PAGE = new URL(`http://${ORIGIN}/escape`)
/** Milliseconds after the page, in which late requests arrive. */
const AFTERMATH = 700
/** The longest time in milliseconds that a browser without the proxy has for the page. */
const UNTENDED = 25_000
/** The kinds of request, beside each other way out, after which a control has shown enough. */
const ENOUGH = 40

/** Requests to the egress proxy, by kind, since the last reset. */
let asked: Record<string, number> = {}

/** Counts the requests to the egress proxy. Of a tunnel only the host is known. */
function listenIn() {
  const { emit } = Server.prototype
  Server.prototype.emit = function (this: Server, event: string, ...given: unknown[]) {
    const { url = '' } = (given[0] ?? {}) as { url?: string }
    const kind = event === 'connect' ? 'tunnel' : event === 'request' ? kindOf(url) : undefined
    if (kind) asked[kind] = (asked[kind] ?? 0) + 1
    return emit.call(this, event, ...given)
  }
}

const kindOf = (url: string) => {
  const { host, pathname } = URL.parse(url) ?? { host: ORIGIN, pathname: '' }
  return host === ORIGIN ? undefined : pathname.slice(1)
}

const log: Log = { info() {}, warn() {}, error() {}, with: () => log }

/** `name` is an engine's, followed by a colon and a level of stealth if it has several. */
async function byEngine(name: string): Promise<{ html: string; refused: number }> {
  const [engineName = '', stealth] = name.split(':') as [string, 'advanced' | 'maximum' | undefined]
  const definition = await loadEngine(engineName)
  let refused = 0
  const egress = createEgress({ allow: ORIGIN, refused: () => void refused++ })
  const engine = await definition.open({ config: {}, fetch: egress.fetch, proxy: egress.proxy, log })
  const page = await engine.fetch(
    {
      url: PAGE,
      // With headers of the caller, the browsers' libraries take part in what is sent.
      headers: new Headers({ 'x-caller': 'rig' }),
      timeout: 60_000,
      maxBytes: 10_000_000,
      resources: 'all',
      waitForSelector: '#tried:not(:empty)',
      stealth,
    },
    {
      signal: new AbortController().signal,
      account: { id: 'usr_rig', email: 'rig@example.com', plan: 'free', role: 'user' },
      priority: 'medium',
    },
  )
  const html = await new Response(page.body as BodyInit).text()
  await Bun.sleep(AFTERMATH)
  await engine.close?.()
  await egress.close()
  return { html, refused }
}

const bare: Record<string, () => Promise<Browser>> = {
  'bare-shell': () => launchChromium('preferred'),
  'bare-chromium': () => launchChromium('never'),
  'bare-firefox': () =>
    firefox.launch({
      channel: 'moz-firefox',
      executablePath: findFirefox(undefined),
      // As in the engine: by default it starts a process for each site.
      firefoxUserPrefs: { 'fission.autostart': false },
    }),
}

const launchChromium = (headlessShell: 'preferred' | 'never') =>
  chromium.launch({ executablePath: findChromium(undefined, { headlessShell })?.program, args: ['--no-sandbox'] })

/** Does not read the page, which may never finish: the world sees what arrives. */
async function byItself(start: () => Promise<Browser>) {
  const browser = await start()
  const page = await browser.newPage()
  void page.goto(PAGE.href, { waitUntil: 'commit' }).catch(() => {})
  const ends = performance.now() + UNTENDED
  const isDone = ({ hits, datagrams, names, direct }: Seen) =>
    Object.keys(hits).length > ENOUGH && datagrams > 0 && names.length > 0 && direct > 0
  while (!isDone(world.seen) && performance.now() < ends) await Bun.sleep(100)
  await browser.close()
  return { html: '', refused: 0 }
}

listenIn()
const world = await startWorld()
for (const name of process.argv.slice(2)) {
  const started = performance.now()
  world.take()
  asked = {}
  const control = bare[name]
  const { html, refused } = control ? await byItself(control) : await byEngine(name)
  const outcome: Outcome = {
    name,
    kinds: kinds.length,
    tried: Number(/TRIED (\d+)/.exec(html)?.[1] ?? 0),
    asked,
    refused,
    sawFile: html.includes('<title>FILE'),
    ...world.take(),
    ms: Math.round(performance.now() - started),
  }
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
}
process.exit(0)
