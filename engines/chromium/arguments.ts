/**
 * Playwright's own list, which ours replaces as a whole because Chromium reads the last one only; the second part
 * keeps the browser from calling its maker. Source: playwright-core 1.64.1; 12 s of watched traffic with and without.
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
  // With a window come pages of its own, for the address bar and in reserve: two processes for each page that is
  // asked for, and more work than it.
  'PreloadTopChromeWebUI',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  // A page and its frames share one process, so that their memory has one bound. Pages of different requests never
  // do, as each has a context of its own.
  'IsolateOrigins',
  'site-per-process',
]

const NOWHERE = 'http://127.0.0.1:9/'

/** What keeps any Chromium behind the egress proxy and within its bounds. Nothing that a caller gave is among it. */
export const guardingArguments = [
  // Either spelling alone leaves one of the two builds with WebRTC around the proxy. Source: threats T11.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // It asks name servers itself for what WebRTC names, whatever that policy says. Only its way to the proxy is left.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  `--disable-features=${disabledFeatures.join(',')}`,
  `--gaia-url=${NOWHERE}`,
  `--apps-gallery-update-url=${NOWHERE}`,
  `--variations-server-url=${NOWHERE}`,
  `--component-updater=disable-pings,url-source=${NOWHERE}`,
  '--disable-site-isolation-trials',
  '--disable-domain-reliability',
  '--no-pings',
  // Windows that a page opens cost as much as it does, put it into the background, and show nothing that was asked
  // for. The headless shell reads this; the full browser blocks them where the library does not switch that off.
  '--block-new-web-contents',
] as const

/** The library's own arguments that it is started without. */
export const ignoredDefaultArguments = ['--disable-popup-blocking']

/** The user agent of the same Chromium as its users have it: sites send others a page of another kind. */
export const userAgentOf = (version: string) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${majorOf(version)}.0.0.0 Safari/537.36`
export const mobileUserAgentOf = (version: string) =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${majorOf(version)}.0.0.0 Mobile Safari/537.36`

const majorOf = (version: string) => /\d+/.exec(version)?.[0] ?? '150'

/** The command line of a Chromium besides the library's own arguments: guarded, and named as its users have it. */
export const chromiumArguments = (version: string): string[] => [
  ...guardingArguments,
  `--user-agent=${userAgentOf(version)}`,
  // A page's script may fill this many megabytes; then its own process ends, and no other.
  '--js-flags=--max-old-space-size=1024',
]
