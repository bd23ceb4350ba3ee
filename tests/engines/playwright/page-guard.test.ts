import { afterEach, describe, expect, jest, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { Page as BrowserPage } from 'playwright-core'
import { guardPage } from '../../../engines/playwright/page-guard.ts'
import type { BrowserProcess } from '../../../engines/playwright/process/browser-process.ts'
import type { Greediest } from '../../../engines/playwright/process/process-limits.ts'

afterEach(() => void jest.useRealTimers())

/** A frame that gives these answers, one after the other. */
function frame(answers: (() => Promise<unknown>)[], { isDetached = false } = {}) {
  const left = [...answers]
  return { evaluate: () => (left.shift() ?? answers.at(-1)!)(), isDetached: () => isDetached }
}
const fails = (message: string) => () => Promise.reject(new Error(message))
const answers = () => Promise.resolve(1)
const elsewhere = fails('Execution context was destroyed, most likely because of a navigation')

function guard(...frames: ReturnType<typeof frame>[]) {
  const page = Object.assign(new EventEmitter(), { frames: () => frames })
  let listener: (tooMuch: Greediest['tooMuch']) => void = () => {}
  const browser: Pick<BrowserProcess, 'onKill'> = {
    onKill(one) {
      listener = one
      return () => {}
    },
  }
  const { ended } = guardPage(browser as BrowserProcess, page as unknown as BrowserPage)
  return {
    page,
    /** The reason why the page is ended, if it is, after the browser has lost a process to a limit. */
    async afterKill(meanwhile?: () => void, reason: Greediest['tooMuch'] = 'memory'): Promise<string | undefined> {
      listener(reason)
      meanwhile?.()
      for (let turn = 0; turn < 100; turn++) await Promise.resolve()
      return ended.reason?.message
    },
    ended,
  }
}

const tooMuch = 'The page used more memory than a page may use'

describe('after a process was ended for what it took, a page', () => {
  test('goes on if all its frames answer', async () => {
    const { page, ended, afterKill } = guard(frame([answers]), frame([answers]))
    expect(await afterKill()).toBeUndefined()
    // A later crash of the page has nothing to do with that process.
    page.emit('crash')
    expect(ended.aborted).toBe(false)
  })

  test('is ended if any of its frames has lost its process', async () => {
    for (const message of ['Target crashed', 'Target page, context or browser has been closed'])
      expect(await guard(frame([answers]), frame([fails(message), answers])).afterKill()).toBe(tooMuch)
  })

  test('is told that it had too many workers, if that is why', async () => {
    const ended = await guard(frame([fails('Target crashed')])).afterKill(undefined, 'threads')
    expect(ended).toBe('The page had more workers than a page may have')
  })

  test('is ended if a frame reports twice that it navigated, and not if it then answers', async () => {
    expect(await guard(frame([elsewhere, elsewhere, answers])).afterKill()).toBe(tooMuch)
    expect(await guard(frame([elsewhere, answers])).afterKill()).toBeUndefined()
  })

  test('goes on without a frame that was removed', async () => {
    const removed = frame([fails('Frame was detached')], { isDetached: true })
    expect(await guard(frame([answers]), removed).afterKill()).toBeUndefined()
  })

  test('goes on if a frame computes for some seconds before it answers', async () => {
    jest.useFakeTimers()
    const busy = Promise.withResolvers<unknown>()
    const { afterKill, ended } = guard(frame([() => busy.promise]))
    expect(await afterKill(() => jest.advanceTimersByTime(9000))).toBeUndefined()
    busy.resolve(1)
    for (let turn = 0; turn < 100; turn++) await Promise.resolve()
    jest.advanceTimersByTime(9000)
    expect(ended.aborted).toBe(false)
  })

  test('is ended if a frame does not answer, or if the page reports a crash meanwhile', async () => {
    jest.useFakeTimers()
    const never = () => new Promise<unknown>(() => {})
    expect(await guard(frame([never])).afterKill(() => jest.advanceTimersByTime(10_000))).toBe(tooMuch)
    const crashing = guard(frame([answers]))
    expect(await crashing.afterKill(() => crashing.page.emit('crash'))).toBe(tooMuch)
  })
})

test('a page may make a thousand frames and no more', () => {
  const { page, ended } = guard()
  for (let i = 0; i < 1000; i++) page.emit('frameattached')
  expect(ended.aborted).toBe(false)
  page.emit('frameattached')
  expect(ended.reason).toMatchObject({ name: 'PageTooLarge', message: expect.stringContaining('1000 frames') })
})
