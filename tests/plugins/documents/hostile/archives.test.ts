import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { ApiError } from 'weirjs'
import { convert } from '../../content/convert.ts'
import { contentOptions } from '../../content/options.ts'
import { hostileArchives, OUTSIDE } from './archives.ts'

const MEGA = 2 ** 20

/** Reads a file the way an answer of a server is read, and says in one word what became of it. */
const fateOf = async (body: Uint8Array, mime: string): Promise<string> => {
  const headers = new Headers({ 'content-type': mime })
  try {
    await convert(
      { url: new URL('https://hostile.example/file'), headers, body },
      contentOptions({}, 'markdown', 'json'),
    )
    return 'read'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    expect([error.status, error.code]).toEqual([500, 'scraping_failed'])
    expect(error.message).not.toMatch(/\/tmp|\/etc|Exception|Error:/)
    return String(error.details.reason)
  }
}

test.each(hostileArchives.map((each) => [each.name, each] as const))(
  'a file with %s has its one fate, and the server’s memory stays as it is',
  async (_, { make, type, fate }) => {
    const bytes = make()
    Bun.gc(true)
    const before = process.memoryUsage().rss
    const found = await fateOf(bytes, type)
    expect(found).toBe(fate)
    // What was read is parsed here once more; of what was refused, nothing is.
    expect(process.memoryUsage().rss - before).toBeLessThan(found === 'read' ? 150 * MEGA : 40 * MEGA + bytes.length)
  },
  120_000,
)

test('no archive has written anything outside', () => {
  expect(existsSync(OUTSIDE)).toBe(false)
})
