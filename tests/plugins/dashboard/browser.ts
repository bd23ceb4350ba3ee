import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { BrowserContext, Disposable, Page } from 'playwright-core'
import { runtime } from '../../../core/runtime/index.ts'
import type { Listener } from '../../../core/runtime/runtime.ts'
import type { OpenOptions } from '../../../core/weir/index.ts'
import { type Built, buildApp } from '../../../plugins/dashboard/assets/build.ts'
import { keepBuilt } from '../../../plugins/dashboard/assets/kept.ts'
import { APP, sourcesHash } from '../../../plugins/dashboard/assets/sources-hash.ts'
import { type BrowserName, browserOf } from '../../browsers.ts'
import { type Running, startWeir } from '../../weir.ts'

export type { BrowserName }
export const widths = [360, 768, 1440] as const
export type Width = (typeof widths)[number]
export type Theme = 'light' | 'dark'

/**
 * The time limit of any action in milliseconds. It is long, as a busy machine is slow, and speed is not tested here.
 */
export const PATIENCE = 60_000

/** A page of the dashboard in a browser, with its errors and forbidden requests. */
export interface Visit {
  page: Page
  context: BrowserContext
  /** Errors of the console, uncaught exceptions, and violations of the document's policy. */
  complaints: string[]
  /** Requests to other hosts than the server. */
  elsewhere: string[]
  /** Loads a page of the dashboard, such as `/jobs`, and waits until it is complete. */
  open(path: string): Promise<void>
  /** Navigates to another page like a link does, without reloading the dashboard, and waits until it is complete. */
  go(path: string): Promise<void>
  /** The serious findings of axe for the current view, one per line, optionally only for some of its rules. */
  audit(rules?: readonly string[]): Promise<string[]>
  /** The elements that are wider than the window. */
  overflows(): Promise<string[]>
  /** Takes a screenshot if DASHBOARD_SHOTS names a folder. */
  shot(name: string): Promise<void>
  close(): Promise<void>
}

export interface VisitOptions {
  browser?: BrowserName
  width?: Width
  theme?: Theme
  /** A session token or key that is signed in from the start. Without one nobody is signed in. */
  token?: string
  /** Runs in each document of the page before its own scripts. */
  script?: () => void
}

/** A server with its dashboard for the browsers of this process. */
export interface Dashboard {
  weir: Running
  /** `http://127.0.0.1:1234` */
  origin: string
  /** The administrator's session. */
  adminToken(): Promise<string>
  visit(options?: VisitOptions): Promise<Visit>
  close(): Promise<void>
}

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** The build that all dashboards of this process share. */
let built: Promise<[hash: string, app: Built]> | undefined

export async function startDashboard(
  settings: Record<string, string> = {},
  options: Pick<OpenOptions, 'clock'> = {},
): Promise<Dashboard> {
  const weir = await startWeir(settings, undefined, options)
  const listener: Listener = await runtime.serve({
    hostname: '127.0.0.1',
    port: 0,
    handle: (request, peer) => weir.weir.server.fetch(request, peer),
  })
  const origin = `http://127.0.0.1:${listener.port}`
  built ??= Promise.all([sourcesHash(APP), buildApp(APP)])
  await keepBuilt(join(weir.dataDir, 'plugins/dashboard'), ...(await built))
  const contexts: BrowserContext[] = []
  /** Pages of closed visits in Chromium. A new page starts a process, which compiles the whole dashboard again. */
  const idle: Page[] = []
  let adminToken: Promise<string> | undefined

  return {
    weir,
    origin,
    adminToken() {
      adminToken ??= weir
        .post('/v1/auth/login', { email: 'admin@example.com', password: 'correct horse battery' }, { key: null })
        .then(({ body }) => body.data.token as string)
      return adminToken
    },
    async visit({ browser = 'chromium', width = 1440, theme = 'light', token, script } = {}) {
      const viewport = { width, height: width === 360 ? 740 : 900 }
      let page = browser === 'chromium' ? idle.pop() : undefined
      if (page) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme: theme })
      } else {
        const options = { viewport, colorScheme: theme, reducedMotion: 'reduce' } as const
        const context = await (await browserOf(browser)).newContext(options)
        contexts.push(context)
        context.setDefaultTimeout(PATIENCE)
        page = await context.newPage()
      }
      const scripts: Disposable[] = []
      // This driver cannot set the colour scheme of Firefox, so the dashboard's own setting replaces it.
      if (browser === 'firefox')
        await page.addInitScript((value) => {
          if (window.top === window && location.protocol === 'http:') localStorage.setItem('weir.theme', value)
        }, theme)
      if (token !== undefined) scripts.push(await page.addInitScript(signInOnce, token))
      if (script) scripts.push(await page.addInitScript(script))
      const visit = watch(page, origin)
      return {
        ...visit,
        async close() {
          if (browser !== 'chromium' || visit.elsewhere.length > 0) return visit.context.close()
          for (const each of scripts) await each.dispose()
          await clear(visit.page, origin)
          idle.push(visit.page)
        },
      }
    },
    async close() {
      // Contexts of failed tests are still open.
      for (const context of contexts) await context.close()
      listener.abort()
      await weir.close()
    },
  }
}

/** Only at the start: users who sign out stay signed out. Blank pages and sandboxed frames have no storage. */
function signInOnce(token: string): void {
  if (!location.protocol.startsWith('http') || window.top !== window || sessionStorage.getItem('started')) return
  sessionStorage.setItem('started', 'yes')
  localStorage.setItem('weir.session', token)
}

/** Ends a visit: nothing of it is left in its page, which shows an empty document of the server. */
async function clear(page: Page, origin: string): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const type of ['request', 'console']) context.removeAllListeners(type)
  for (const type of ['request', 'console', 'pageerror', 'dialog']) page.removeAllListeners(type)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.mouse.move(0, 0)
  const empty = `${origin}/empty`
  // With another policy than the dashboard's, the browser would start a new process for the next page.
  const headers = { 'cross-origin-opener-policy': 'same-origin' }
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', headers, body: '' }))
  await page.goto(empty)
  await page.unroute(empty)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
}

function watch(page: Page, origin: string): Omit<Visit, 'close'> {
  const context = page.context()
  const complaints: string[] = []
  const elsewhere: string[] = []
  context.on('request', (request) => {
    if (!/^(?:data|blob|about):/.test(request.url()) && !request.url().startsWith(`${origin}/`))
      elsewhere.push(request.url())
  })
  context.on('console', (message) => {
    // The page shows errors of the API itself; that the browser logs them is not an error of the page.
    const isAnswer = /^Failed to load resource: the server responded with a status of [45]/.test(message.text())
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })

  const stands = async (heading: string) => {
    await page.locator(heading).first().waitFor()
    await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  }

  return {
    page,
    context,
    complaints,
    elsewhere,
    async open(path) {
      const address = `${origin}/dashboard${path === '/' ? '' : path}`
      await page.goto(address).catch((error) => {
        // Firefox sometimes aborts a navigation while frames of the previous page are still loading.
        if (!String(error).includes('NS_BINDING_ABORTED')) throw error
        return page.goto(address)
      })
      await stands('h1')
    },
    async go(path) {
      await page.evaluate((address) => {
        document.querySelector('h1')?.setAttribute('data-left', '')
        history.pushState(null, '', address)
        dispatchEvent(new PopStateEvent('popstate'))
      }, `/dashboard${path}`)
      await stands('h1:not([data-left])')
    },
    async audit(rules) {
      // Colours are final after the theme was painted. A page without animations has nothing to wait for.
      await page.evaluate(() => {
        const drawn = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        const settled = drawn.then(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
        return Promise.race([settled.then(() => {}), new Promise<void>((resolve) => setTimeout(resolve, 1000))])
      })
      // Evaluated from outside, since the page's policy does not allow other scripts.
      if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await Bun.file(axe).text())
      const found = await page.evaluate(async (runOnly) => {
        // By default axe would fetch style sheets, which the page's policy forbids, inspect frames, and report
        // elements without errors.
        type Finding = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }
        const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Finding[] }> } }
        const options = { preload: false, iframes: false, resultTypes: ['violations'], ...(runOnly && { runOnly }) }
        return (await axe.run(options)).violations
      }, rules)
      return found
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('; ')}`,
        )
    },
    overflows: () =>
      page.evaluate(() => {
        if (document.documentElement.scrollWidth <= innerWidth) return []
        const wide = [...document.querySelectorAll('body *')].filter(
          (element) => element.getBoundingClientRect().right > innerWidth + 1,
        )
        return wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))
      }),
    async shot(name) {
      const folder = process.env.DASHBOARD_SHOTS
      if (!folder) return
      mkdirSync(folder, { recursive: true })
      const before = complaints.length
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, caret: 'initial' })
      // For screenshots in Firefox, the driver adds a style that the page's policy forbids.
      complaints.length = before
    },
  }
}
