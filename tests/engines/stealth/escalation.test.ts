import { expect, test } from 'bun:test'
import type { PageRequest } from 'weirjs'
import { clientHints } from '../../../engines/chromium/client-hints.ts'
import { createSiteMemory, levelsFor, needsBrowser } from '../../../engines/stealth/escalation.ts'

const request = (more: Partial<PageRequest> = {}): PageRequest => ({
  url: new URL('https://site.test/'),
  timeout: 1000,
  maxBytes: 1000,
  ...more,
})

test('levels are tried from the lowest that is asked for, remembered or needed', () => {
  expect(levelsFor(request(), undefined)).toEqual(['basic', 'advanced', 'maximum'])
  expect(levelsFor(request({ stealth: 'advanced' }), undefined)).toEqual(['advanced', 'maximum'])
  expect(levelsFor(request(), 'maximum')).toEqual(['maximum'])
  expect(levelsFor(request({ stealth: 'maximum' }), 'basic')).toEqual(['maximum'])
  expect(levelsFor(request({ javascript: true }), undefined)).toEqual(['advanced', 'maximum'])
})

test('requests that only a browser can serve need one', () => {
  const needs: Partial<PageRequest>[] = [
    { javascript: true },
    { executeJS: '1' },
    { actions: [{ type: 'wait', milliseconds: 1 }] },
    { screenshot: {} },
    { pdf: true },
    { waitForSelector: 'a' },
    { waitFor: 1 },
    { viewport: { width: 1, height: 1 } },
  ] as Partial<PageRequest>[]
  for (const more of needs) expect([more, needsBrowser(request(more))]).toEqual([more, true])
  expect([needsBrowser(request()), needsBrowser(request({ actions: [], mobile: true, waitFor: 0 }))]).toEqual([
    false,
    false,
  ])
})

test('sites are remembered for an hour, the last thousand of them', () => {
  let now = 1
  const memory = createSiteMemory(() => now)
  memory.required('a', 'advanced')
  memory.required('b', 'maximum')
  expect([memory.level('a'), memory.level('b'), memory.level('c')]).toEqual(['advanced', 'maximum', undefined])
  now += 60 * 60_000
  expect(memory.level('a')).toBe('advanced')
  now += 1
  expect(memory.level('a')).toBeUndefined()

  for (let i = 0; i < 1000; i++) memory.required(`site ${i}`, 'advanced')
  expect(memory.level('site 0')).toBe('advanced')
  memory.required('one more', 'advanced')
  expect([memory.level('site 0'), memory.level('site 1')]).toEqual(['advanced', undefined])
})

test('the brands of a browser have the order and the GREASE value of its version', () => {
  const { userAgent, userAgentMetadata } = clientHints('Chromium 150.0.7390.54', '6.1.0')
  expect(userAgent).toContain('Chrome/150.0.0.0')
  expect(userAgentMetadata).toEqual({
    brands: [
      { brand: 'Not;A=Brand', version: '8' },
      { brand: 'Chromium', version: '150' },
    ],
    fullVersionList: [
      { brand: 'Not;A=Brand', version: '8.0.0.0' },
      { brand: 'Chromium', version: '150.0.7390.54' },
    ],
    platform: 'Linux',
    platformVersion: '6.1.0',
    architecture: process.arch === 'arm64' ? 'arm' : 'x86',
    bitness: '64',
    model: '',
    mobile: false,
  })
  const brandsOf = (version: string) => clientHints(version, '').userAgentMetadata.brands.map(({ brand }) => brand)
  expect([151, 152, 153, 154].map((major) => brandsOf(`${major}.0.1`))).toEqual([
    ['Chromium', 'Not=A?Brand'],
    ['Not?A_Brand', 'Chromium'],
    ['Chromium', 'Not_A Brand'],
    ['Not A(Brand', 'Chromium'],
  ])
  const versions = [151, 152, 153].map((major) => clientHints(`${major}.0.1`, '').userAgentMetadata.brands)
  expect(versions.map((brands) => brands.find(({ brand }) => brand !== 'Chromium')!.version)).toEqual(['99', '24', '8'])
})
