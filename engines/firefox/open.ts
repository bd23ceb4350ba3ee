import { firefox } from 'playwright-core'
import { ApiError, type Engine, type EngineKit } from 'weirjs'
import { contextOf, PHONE_SCALE, type Visitor } from '../playwright/browser-profile.ts'
import { placesFor } from '../playwright/capacity.ts'
import { createBrowserEngine } from '../playwright/engine.ts'
import type { Driver } from '../playwright/pool.ts'
import { startBrowser, versionOf } from '../playwright/process/start-browser.ts'
import { createWorkspace } from '../playwright/process/workspace.ts'
import { adaptLibrary } from './adapt-library.ts'
import { findFirefox, REMEDY } from './find-firefox.ts'
import { firefoxPreferences } from './firefox-preferences.ts'
import { firefoxTab } from './firefox-tab.ts'

/** Pages after which it is replaced: it gives back less memory than it takes. */
const LIFETIME = 200
const BYTES_PER_PAGE = 120 * 1024 * 1024

interface FirefoxSettings {
  path?: string
  pages?: number
}

/** The engine in use. Apart from its definition, because the library takes half a second to load. */
export function openFirefox(kit: EngineKit<FirefoxSettings>): Engine {
  const { config } = kit
  const workspace = createWorkspace()
  let version = ''

  const driver: Driver = {
    name: 'Firefox',
    lifetime: LIFETIME,
    async start() {
      const program = findFirefox(config.path)
      if (!program)
        throw new ApiError(503, 'engine_unavailable', `There is no Firefox here. ${REMEDY}`, {
          reason: 'no Firefox was found',
          remedy: REMEDY,
        })
      adaptLibrary()
      version ||= (await versionOf(program)) ?? ''
      // Its own requests find a proxy that lets nothing through.
      const nowhere = await kit.proxy()
      nowhere.close()
      const firefoxUserPrefs = firefoxPreferences(Number(new URL(nowhere.server).port))
      return startBrowser(firefox, { program, workspace, channel: 'moz-firefox', firefoxUserPrefs })
    },
    way: (proxy) => kit.proxy(proxy),
    async contextOptions(visitor, way) {
      return {
        ...contextOf(visitor),
        // The protocol has no touch and no mobile layout; what a site goes by most is the size and the name.
        deviceScaleFactor: visitor.mobile ? PHONE_SCALE : undefined,
        userAgent: userAgentFor(visitor, version),
        // With a password, the library would send it to every site.
        proxy: way && { server: await way.door() },
      }
    },
    tab: firefoxTab,
  }

  const pages = config.pages ?? placesFor({ bytesPerPage: BYTES_PER_PAGE, most: 8 })
  const engine = createBrowserEngine(driver, { name: 'browser_b', pages, kit })
  return {
    ...engine,
    async close() {
      await engine.close?.()
      await workspace.remove()
    },
  }
}

function userAgentFor({ userAgent, mobile }: Visitor, version: string): string | undefined {
  const major = /\d+/.exec(version)?.[0] ?? '150'
  return (
    userAgent ??
    (mobile ? `Mozilla/5.0 (Android 15; Mobile; rv:${major}.0) Gecko/${major}.0 Firefox/${major}.0` : undefined)
  )
}
