import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createEgress, type Egress } from 'weirjs'
import chromium from '../../../engines/chromium/index.ts'
import { impersonatingFetch } from '../../../engines/stealth/impersonating-fetch.ts'
import { installed } from '../installed.ts'
import { openEngine, rejection } from '../playwright/open-engine.ts'
import { startListener } from './client-hello.ts'

/** X25519 with ML-KEM, X25519, P-256 and P-384: the groups that Chrome offers for the key exchange. */
const CHROME_GROUPS = [0x11ec, 0x1d, 0x17, 0x18]
/** The hash of Chrome's ciphers in the examples of JA4. */
const CHROME_CIPHERS = '8daaf6152771'

const runs = await installed(chromium)

describe('the first message of the stealth client without a browser', () => {
  let listener: Awaited<ReturnType<typeof startListener>>
  let egress: Egress
  beforeAll(async () => {
    listener = await startListener()
    egress = createEgress({ allow: `127.0.0.1:${listener.port},localhost:${listener.port}` })
  })
  afterAll(async () => {
    await egress.close()
    listener.stop()
  })
  const request = () => ({ url: new URL(`https://localhost:${listener.port}/`), timeout: 10_000, maxBytes: 1_000_000 })

  test('is that of Chrome: its ciphers, HTTP/2, its groups, and values of GREASE', async () => {
    const signal = AbortSignal.timeout(10_000)
    await rejection(impersonatingFetch(request(), { kit: egress, signal }))
    const { ja4, grease, groups } = listener.heard.at(-1)!
    console.log(`The client without a browser: ${ja4}`)
    expect(ja4).toStartWith(`t13d1516h2_${CHROME_CIPHERS}_`)
    expect([grease, groups]).toEqual([true, CHROME_GROUPS])
  })

  test('differs from that of the fetch of this runtime', async () => {
    await rejection(fetch(request().url))
    const { ja4, grease } = listener.heard.at(-1)!
    console.log(`The runtime's fetch: ${ja4}`)
    expect(ja4).not.toContain(CHROME_CIPHERS)
    expect(grease).toBe(false)
  })

  test.skipIf(!runs)(
    'is that of the Chromium of this machine',
    async () => {
      const open = await openEngine(chromium, {
        allow: `127.0.0.1:${listener.port},localhost:${listener.port}`,
        config: { sandbox: 'on' },
      })
      await rejection(open.get(request().url, { timeout: 10_000 }))
      await open.close()
      const { ja4, grease, groups } = listener.heard.at(-1)!
      console.log(`Chromium: ${ja4}`)
      expect(ja4).toContain(`h2_${CHROME_CIPHERS}_`)
      expect([grease, groups]).toEqual([true, CHROME_GROUPS])
    },
    30_000,
  )
})
