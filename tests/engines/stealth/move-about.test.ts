import { afterEach, expect, jest, spyOn, test } from 'bun:test'
import type { Page as BrowserPage } from 'playwright-core'
import { moveAbout } from '../../../engines/stealth/stealth-browser.ts'

afterEach(() => void jest.restoreAllMocks())

/** The moves of the pointer in a window of this size, with this random number. */
async function moves(chance: number, viewport: { width: number; height: number } | null) {
  spyOn(Math, 'random').mockReturnValue(chance)
  const pauses = spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void) => {
    queueMicrotask(run)
    return 0
  }) as never)
  const moved: [x: number, y: number, steps: number | undefined][] = []
  const page = {
    viewportSize: () => viewport,
    mouse: {
      move: async (x: number, y: number, options?: { steps?: number }) =>
        void moved.push([Math.round(x), Math.round(y), options?.steps]),
    },
  }
  await moveAbout(page as unknown as BrowserPage, new AbortController().signal)
  const waits = pauses.mock.calls.map(([, wait]) => wait)
  jest.restoreAllMocks()
  return { moved, waits }
}
const thrice = <T>(one: T) => [one, one, one]

test('the pointer is moved around the middle of the window, with pauses', async () => {
  const window = { width: 1000, height: 500 }
  expect(await moves(0, window)).toEqual({ moved: thrice([200, 100, 8]), waits: thrice(60) })
  expect(await moves(0.5, window)).toEqual({ moved: thrice([500, 225, 12]), waits: thrice(120) })
  expect(await moves(0.9, null)).toEqual({ moved: thrice([1421, 702, 15]), waits: thrice(168) })
})
