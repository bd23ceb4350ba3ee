import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { ApiError } from 'weirjs'
import { convert } from '../../content/convert.ts'
import { contentOptions } from '../../content/options.ts'
import { convertHere } from '../../content/read-here.ts'
import { type HostileArchive, hostileArchives, OUTSIDE } from './archives.ts'

const MEGA = 2 ** 20

/** Reads a file like the response of a server and returns its fate in one word. */
const fateOf = async (read: typeof convert, body: Uint8Array, mime: string): Promise<string> => {
  const source = { url: new URL('https://hostile.example/file'), headers: new Headers({ 'content-type': mime }), body }
  try {
    await read(source, contentOptions({}, 'markdown', 'json'))
    return 'read'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    expect([error.status, error.code]).toEqual([500, 'scraping_failed'])
    expect(error.message).not.toMatch(/\/tmp|\/etc|Exception|Error:/)
    return String(error.details.reason)
  }
}

const named = (archives: readonly HostileArchive[]) => archives.map((each) => [each.name, each] as const)

test.each(named(hostileArchives.filter(({ isBomb }) => !isBomb)))(
  'a file with %s has the expected fate',
  async (_, { make, type, fate }) => {
    expect(await fateOf(convertHere, make(), type)).toBe(fate)
  },
)

test.each(named(hostileArchives.filter(({ isBomb }) => isBomb)))(
  'a file with %s has the expected fate, and the server’s memory does not grow',
  async (_, { make, type, fate }) => {
    const bytes = make()
    Bun.gc(true)
    const before = process.memoryUsage().rss
    const found = await fateOf(convert, bytes, type)
    expect(found).toBe(fate)
    // The result of a file that is read is parsed here. A refused file has none.
    expect(process.memoryUsage().rss - before).toBeLessThan(found === 'read' ? 150 * MEGA : 40 * MEGA + bytes.length)
  },
  120_000,
)

test('no archive has written outside of its directory', () => {
  expect(existsSync(OUTSIDE)).toBe(false)
})
