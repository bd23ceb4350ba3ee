import type { EngineDefinition, PageRequest } from 'weirjs'
import { type EngineSite, startEngineSite, startForwardProxy } from '../conformance/engine-site.ts'
import { type OpenEngine, openEngine, type ReadPage } from './playwright/open-engine.ts'

/** What was found out about one thing that an engine may do. */
export interface Ability {
  name: string
  /** What in `supports` claims it; undefined for what every engine does. */
  flag: keyof EngineDefinition['supports'] | undefined
  works: boolean
  /** What was seen. */
  seen: string
}

interface Trial {
  name: string
  flag?: Ability['flag']
  /** Tries it; gives what was seen, or undefined where it did not work. */
  run(at: World): Promise<string | undefined>
}

interface World {
  site: EngineSite
  /** A page that writes down what its script sees, and what the request for it carried. */
  mirror(more: Partial<PageRequest>): Promise<Mirror>
  get: OpenEngine['get']
}

interface Mirror {
  headers: Record<string, string>
  /** Undefined where no script ran. */
  script?: {
    width: number
    ratio: number
    touch: number
    coarse: boolean
    agent: string
    language: string
    zone: string
    webdriver: boolean | undefined
  }
}

const mirrorScript = `({ width: innerWidth, ratio: devicePixelRatio, touch: navigator.maxTouchPoints,
  coarse: matchMedia('(pointer: coarse)').matches, agent: navigator.userAgent, language: navigator.language,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone, webdriver: navigator.webdriver })`
const isPng = (bytes?: Uint8Array) => Buffer.from(bytes?.subarray(1, 4) ?? []).toString() === 'PNG'
/** Height of a PNG, in device pixels. */
const heightOf = (png: Uint8Array) => Buffer.from(png).readUInt32BE(20)

/** Each is tried, whether the engine claims it or not. */
const trials: readonly Trial[] = [
  {
    name: 'javascript',
    flag: 'javascript',
    run: async ({ get, site }) =>
      (await get(site.url('/script'), { javascript: true })).text.includes('SCRIPTMARK 42')
        ? "the page's own"
        : undefined,
  },
  {
    name: 'executeJS',
    flag: 'javascript',
    run: async ({ get, site }) =>
      (await get(site.url('/page'), { executeJS: '6 * 7' })).script === 42 ? 'with its value' : undefined,
  },
  {
    name: 'waitForSelector',
    flag: 'javascript',
    run: async ({ get, site }) =>
      (await get(site.url('/late'), { javascript: true, waitForSelector: '#late' })).text.includes('setTimeout')
        ? undefined
        : 'comes late',
  },
  {
    name: 'viewport',
    flag: 'javascript',
    run: async ({ mirror }) =>
      (await mirror({ javascript: true, viewport: { width: 812, height: 613 } })).script?.width === 812
        ? '812 wide'
        : undefined,
  },
  {
    name: 'actions',
    flag: 'actions',
    async run({ get, site }) {
      const { text, actions } = await get(site.url('/form'), {
        actions: [
          { type: 'hover', selector: '#go' },
          { type: 'input', selector: '#who', text: 'Grace' },
          { type: 'click', selector: '#go' },
          { type: 'press', key: 'Tab' },
          { type: 'scroll', pixels: 500 },
          { type: 'executeJavascript', value: 'scrollY' },
          { type: 'screenshot' },
        ],
      })
      const scrolled = actions?.[5]?.value
      return text.includes('HELLO Grace') && isPng(actions?.[6]?.screenshot) ? `scrolled to ${scrolled}` : undefined
    },
  },
  {
    name: 'screenshot',
    flag: 'screenshot',
    run: async ({ get, site }) =>
      isPng((await get(site.url('/form'), { screenshot: 'viewport' })).screenshot) ? 'PNG' : undefined,
  },
  {
    name: 'screenshot, full page',
    flag: 'screenshot',
    async run({ get, site }) {
      const { screenshot } = await get(site.url('/form'), { screenshot: 'fullpage' })
      return screenshot && isPng(screenshot) && heightOf(screenshot) > 3000 ? `${heightOf(screenshot)} high` : undefined
    },
  },
  {
    name: 'pdf',
    flag: 'pdf',
    async run({ get, site }) {
      const { pdf = new Uint8Array() } = await get(site.url('/page'), { pdf: true })
      return Buffer.from(pdf.subarray(0, 5)).toString() === '%PDF-' ? 'A4' : undefined
    },
  },
  {
    name: 'stealth',
    flag: 'stealth',
    async run({ mirror }) {
      const { script } = await mirror({ javascript: true, stealth: 'advanced' })
      return script && !script.webdriver && !/headless/i.test(script.agent) ? 'no mark of automation' : undefined
    },
  },
  {
    name: 'mobile',
    flag: 'mobile',
    async run({ mirror }) {
      const { script, headers } = await mirror({ javascript: true, mobile: true })
      if (!script || script.width > 500 || !/Mobile/.test(headers['user-agent'] ?? '')) return undefined
      return script.touch > 0 && script.coarse ? 'size, name, touch' : 'size and name, no touch'
    },
  },
  {
    name: 'proxy',
    flag: 'proxy',
    async run({ get, site }) {
      const proxy = await startForwardProxy()
      try {
        const { text } = await get(site.url('/page'), { proxy: { url: proxy.url } })
        return text.includes('PAGEMARK') && proxy.targets.length > 0 ? 'all traffic' : undefined
      } finally {
        proxy.stop()
      }
    },
  },
  {
    name: 'headers',
    run: async ({ mirror }) =>
      (await mirror({ headers: new Headers({ 'x-probe': 'one' }) })).headers['x-probe'] === 'one' ? 'sent' : undefined,
  },
  {
    name: 'userAgent',
    async run({ mirror }) {
      const { headers, script } = await mirror({ userAgent: 'Probe/1.0' })
      if (headers['user-agent'] !== 'Probe/1.0') return undefined
      return script?.agent === 'Probe/1.0' ? 'sent, and seen by scripts' : 'sent'
    },
  },
  {
    name: 'authentication',
    async run({ mirror }) {
      const authentication = { type: 'basic', username: 'zoë', password: 'pass:word' } as const
      const [scheme, login = ''] = ((await mirror({ authentication })).headers.authorization ?? '').split(' ')
      return scheme === 'Basic' && Buffer.from(login, 'base64').toString() === 'zoë:pass:word'
        ? 'basic, bearer'
        : undefined
    },
  },
  {
    name: 'location',
    async run({ mirror }) {
      const { headers, script } = await mirror({ location: { country: 'DE', languages: ['de-AT', 'nl'] } })
      if (headers['accept-language'] !== 'de-AT,de;q=0.9,nl;q=0.8') return undefined
      const own = await mirror({ headers: new Headers({ 'accept-language': 'nl' }) })
      if (own.headers['accept-language'] !== 'nl') return undefined
      return script?.language === 'de-AT' && script.zone === 'Europe/Berlin'
        ? 'languages, locale, time zone'
        : 'languages'
    },
  },
  {
    name: 'skipTlsVerification',
    run: async ({ get, site }) =>
      (await get(site.secureUrl('/page'), { skipTlsVerification: true })).text.includes('PAGEMARK')
        ? 'taken'
        : undefined,
  },
]

/** Tries all that an engine may do on real pages. One that fails in whatever way does not work. */
export async function tryAbilities(definition: EngineDefinition, config: object = {}): Promise<Ability[]> {
  const site = await startEngineSite()
  const mirror = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ headers }) =>
      new Response(
        `<!doctype html><meta name="viewport" content="width=device-width"><title>Mirror</title><script type="application/json" id="headers">${JSON.stringify(Object.fromEntries(headers))}</script>
<pre id="script"></pre><script>document.getElementById('script').textContent = JSON.stringify(${mirrorScript})</script>`,
        { headers: { 'content-type': 'text/html' } },
      ),
  })
  const open = await openEngine(definition, { allow: `${site.allow},127.0.0.1:${mirror.port}`, config })
  const world: World = {
    site,
    get: open.get,
    mirror: async (more) => readMirror(await open.get(mirror.url, more)),
  }
  const abilities: Ability[] = []
  try {
    for (const { name, flag, run } of trials) {
      const seen = await run(world).catch((error: Error) => {
        // What an engine claims must not fail; what it does not is refused in its own words, or does nothing.
        if (!flag || definition.supports[flag]) throw error
        return undefined
      })
      abilities.push({ name, flag, works: seen !== undefined, seen: seen ?? '' })
    }
  } finally {
    await open.close()
    site.stop()
    mirror.stop(true)
  }
  return abilities
}

function readMirror({ text }: ReadPage): Mirror {
  const unescaped = (part: string) => part.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  const headers = /id="headers">(.*?)<\/script>/s.exec(text)?.[1] ?? '{}'
  const script = /<pre id="script">(.+?)<\/pre>/s.exec(text)?.[1]
  return { headers: JSON.parse(headers), ...(script && { script: JSON.parse(unescaped(script)) }) }
}
