/**
 * Playwright's own list, which ours replaces as a whole because Chromium reads only the last one. The second part
 * keeps the browser from contacting its vendor. Source: playwright-core 1.64.1; 12 s of watched traffic with and
 * without.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'AutofillServerCommunication',
  // A window comes with pages of its own, for the address bar and as a spare: two extra processes and more work for
  // each requested page.
  'PreloadTopChromeWebUI',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  // A page and its frames share one process, so that one limit covers their memory. Pages of different requests never
  // share one, as each has its own context.
  'IsolateOrigins',
  'site-per-process',
]

const NOWHERE = 'http://127.0.0.1:9/'

/** What keeps any Chromium behind the egress proxy and within its limits. Nothing here comes from a caller. */
export const guardingArguments = [
  // Either spelling alone leaves one of the two builds with WebRTC bypassing the proxy. Source: threats T11.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Whatever that policy says, the browser queries DNS servers itself for names in WebRTC. Only its connection to the
  // proxy is left.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  `--disable-features=${disabledFeatures.join(',')}`,
  `--gaia-url=${NOWHERE}`,
  `--apps-gallery-update-url=${NOWHERE}`,
  `--variations-server-url=${NOWHERE}`,
  `--component-updater=disable-pings,url-source=${NOWHERE}`,
  '--disable-site-isolation-trials',
  '--disable-domain-reliability',
  '--no-pings',
  // A window opened by a page costs as much as the page, puts it in the background, and shows nothing that was asked
  // for. The headless shell reads this; the full browser blocks them unless the library switches that off.
  '--block-new-web-contents',
] as const

/** The library's own arguments to leave out. */
export const ignoredDefaultArguments = ['--disable-popup-blocking']

/** The user agent of the same Chromium in its headed form: sites send headless ones a different page. */
export const userAgentOf = (version: string) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${majorOf(version)}.0.0.0 Safari/537.36`
export const mobileUserAgentOf = (version: string) =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${majorOf(version)}.0.0.0 Mobile Safari/537.36`

const majorOf = (version: string) => /\d+/.exec(version)?.[0] ?? '150'

/** The command line of a Chromium, without the library's own arguments: guarded, and with the headed user agent. */
export const chromiumArguments = (version: string): string[] => [
  ...guardingArguments,
  `--user-agent=${userAgentOf(version)}`,
  // A page's script may use this many megabytes; beyond that its own process ends, and no other.
  '--js-flags=--max-old-space-size=1024',
]
