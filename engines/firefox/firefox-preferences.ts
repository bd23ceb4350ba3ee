/**
 * Preferences that keep Firefox behind the proxy at `port` of loopback, and quiet. Each proxy must be set twice, as
 * the protocol sets only one of them. Without the other preferences, requests to loopback, WebRTC and Firefox's own
 * services bypass it. Source: threats 4.2.
 */
export const firefoxPreferences = (port: number): Record<string, string | number | boolean> => ({
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': port,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': port,
  'network.proxy.no_proxies_on': '',
  'network.proxy.allow_hijacking_localhost': true,
  'network.proxy.failover_direct': false,
  'network.proxy.socks_remote_dns': true,
  'media.peerconnection.ice.proxy_only': true,
  'media.peerconnection.ice.default_address_only': true,
  'network.dns.disablePrefetch': true,
  'network.dns.disablePrefetchFromHTTPS': true,
  'network.prefetch-next': false,
  'network.predictor.enabled': false,
  'network.http.speculative-parallel-limit': 0,
  'network.trr.mode': 5,
  'network.http.http3.enable': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'services.settings.server': 'http://127.0.0.1:9/',
  // Characters of a URL, such as a `data:` URL: every event of a request contains all of it.
  'network.url.max-length': 4_194_304,
  'browser.chrome.site_icons': false,
  // Scroll bars over the page, like Chromium's: a picture of the whole page is as wide as the viewport.
  'ui.useOverlayScrollbars': 1,
  'dom.disable_open_during_load': true,
  'dom.popup_maximum': 2,
  // Nobody is there to answer the prompt that this would show, and the page would wait for the answer.
  'security.warn_submit_secure_to_insecure': false,
  // Otherwise a page in the background loads like one that nobody looks at.
  'dom.min_background_timeout_value': 4,
  'dom.ipc.processPrelaunch.enabled': true,
  // A page and its frames share one process, so that one limit covers their memory; two pages never do, as long as
  // there are fewer.
  'fission.autostart': false,
  'dom.ipc.processCount': 64,
  // Bytes on disk; by default there is no limit to what pages store.
  'browser.cache.disk.enable': false,
  'browser.cache.disk.capacity': 0,
  'browser.cache.memory.capacity': 32_768,
  'dom.quotaManager.temporaryStorage.fixedLimit': 51_200,
})
