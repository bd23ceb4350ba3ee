import { firefox } from 'playwright-core'
import { ApiError, type Engine, type EngineKit } from 'weirjs'
import {
  type BrowserProfile,
  contextOptionsOf,
  createBrowserEngine,
  createWorkspace,
  type Driver,
  PHONE_SCALE,
  pagesFor,
  startBrowser,
  versionOf,
} from '../playwright/index.ts'
import { adaptLibrary } from './adapt-library.ts'
import { findFirefox, INSTALL_REMEDY } from './find-firefox.ts'
import { firefoxPreferences } from './firefox-preferences.ts'
import { firefoxTab } from './firefox-tab.ts'

/** Pages after which it is replaced, because it does not free all the memory it takes. */
const LIFETIME = 200
const BYTES_PER_PAGE = 120 * 1024 * 1024

interface FirefoxSettings {
  path?: string
  pages?: number
}

/** The running engine. Separate from its definition, because the library takes half a second to load. */
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
        throw new ApiError('engine_unavailable', `There is no Firefox here. ${INSTALL_REMEDY}`, {
          reason: 'no Firefox was found',
          remedy: INSTALL_REMEDY,
        })
      adaptLibrary()
      version ||= (await versionOf(program)) ?? ''
      // The browser's own requests go to a proxy that lets nothing through.
      const closedProxy = await kit.proxy()
      closedProxy.close()
      const firefoxUserPrefs = firefoxPreferences(Number(new URL(closedProxy.server).port))
      return startBrowser(firefox, { program, workspace, channel: 'moz-firefox', firefoxUserPrefs })
    },
    openPageProxy: (proxy) => kit.proxy(proxy),
    async contextOptions(profile, pageProxy) {
      return {
        ...contextOptionsOf(profile),
        // The protocol has no touch and no mobile layout; sites mostly go by the size and the user agent.
        deviceScaleFactor: profile.mobile ? PHONE_SCALE : undefined,
        userAgent: userAgentFor(profile, version),
        // With a password, the library would send it to every site.
        proxy: pageProxy && { server: await pageProxy.openEndpoint() },
      }
    },
    tab: firefoxTab,
    close: () => workspace.remove(),
  }

  const pages = config.pages ?? pagesFor({ bytesPerPage: BYTES_PER_PAGE, max: 8 })
  return createBrowserEngine(driver, { name: 'browser_b', pages, kit })
}

function userAgentFor({ userAgent, mobile }: BrowserProfile, version: string): string | undefined {
  const major = /\d+/.exec(version)?.[0] ?? '150'
  return (
    userAgent ??
    (mobile ? `Mozilla/5.0 (Android 15; Mobile; rv:${major}.0) Gecko/${major}.0 Firefox/${major}.0` : undefined)
  )
}
