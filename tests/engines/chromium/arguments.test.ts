import { expect, test } from 'bun:test'
import { chromiumArguments, mobileUserAgentOf, userAgentOf } from '../../../engines/chromium/arguments.ts'

test('the user agent has the major version of the Chromium that runs, or a recent one if that is unknown', () => {
  const major = (userAgent: string) => /Chrome\/(\S+)/.exec(userAgent)?.[1]
  for (const [version, told] of [
    ['Chromium 141.0.7390.54', '141.0.0.0'],
    ['99.1', '99.0.0.0'],
    ['unknown', '150.0.0.0'],
  ] as const) {
    expect(major(userAgentOf(version))).toBe(told)
    expect(major(mobileUserAgentOf(version))).toBe(told)
    expect(chromiumArguments(version)).toContain(`--user-agent=${userAgentOf(version)}`)
  }
})
