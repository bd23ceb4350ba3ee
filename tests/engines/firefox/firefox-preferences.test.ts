import { expect, test } from 'bun:test'
import { firefoxPreferences } from '../../../engines/firefox/firefox-preferences.ts'

/** A different value would open a way around the proxy, or remove a bound. */
test('Firefox connects through the proxy alone, sends no requests of its own, and stores little', () => {
  const { 'services.settings.server': nowhere, ...preferences } = firefoxPreferences(1234)
  expect(nowhere).toBe('http://127.0.0.1:9/')
  const valueOf = (names: string) => names.split(' ').map((name) => preferences[name])
  expect(
    valueOf('network.proxy.type network.proxy.http network.proxy.http_port network.proxy.ssl network.proxy.ssl_port'),
  ).toEqual([1, '127.0.0.1', 1234, '127.0.0.1', 1234])
  // Features that could look up a name or connect by themselves.
  const on = `network.proxy.allow_hijacking_localhost network.proxy.socks_remote_dns media.peerconnection.ice.proxy_only
    media.peerconnection.ice.default_address_only network.dns.disablePrefetch network.dns.disablePrefetchFromHTTPS`
  const off = `network.proxy.failover_direct network.prefetch-next network.predictor.enabled network.http.http3.enable
    network.captive-portal-service.enabled network.connectivity-service.enabled
    browser.safebrowsing.downloads.remote.enabled browser.chrome.site_icons`
  for (const name of on.split(/\s+/)) expect([name, preferences[name]]).toEqual([name, true])
  for (const name of off.split(/\s+/)) expect([name, preferences[name]]).toEqual([name, false])
  expect(valueOf('network.proxy.no_proxies_on network.http.speculative-parallel-limit network.trr.mode')).toEqual([
    '',
    0,
    5,
  ])
  // One process for each page, few windows, and bounds for the disk and the memory.
  expect(valueOf('fission.autostart dom.ipc.processCount dom.disable_open_during_load dom.popup_maximum')).toEqual([
    ...[false, 64, true, 2],
  ])
  expect(
    valueOf(
      'browser.cache.disk.enable browser.cache.disk.capacity browser.cache.memory.capacity dom.quotaManager.temporaryStorage.fixedLimit',
    ),
  ).toEqual([false, 0, 32_768, 51_200])
  expect(valueOf('security.warn_submit_secure_to_insecure dom.min_background_timeout_value')).toEqual([false, 4])
})
