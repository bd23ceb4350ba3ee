import { afterEach, expect, jest, test } from 'bun:test'
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { Browser } from 'playwright-core'
import type { Log } from 'weirjs'
import { BrowserGone } from '../../../../engines/playwright/errors.ts'
import { superviseBrowser } from '../../../../engines/playwright/process/browser-process.ts'

const children: ChildProcess[] = []
afterEach(() => {
  jest.useRealTimers()
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A browser that is a program which waits, and the reports about it. */
function open({ closes = true } = {}) {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  children.push(child)
  const exited = new Promise<string | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)))
  const said: string[] = []
  const say = (message: string, fields: object = {}) => void said.push(`${message} ${JSON.stringify(fields)}`)
  const log: Log = { info: say, warn: say, error: say, with: () => log }
  let ends = 0
  const connection = Object.assign(new EventEmitter(), {
    close: () => (closes ? Promise.resolve(connection.emit('disconnected')) : new Promise(() => {})),
  })
  const browser = superviseBrowser({
    connection: connection as unknown as Browser,
    pid: child.pid,
    log,
    onEnd: () => void ends++,
  })
  return { browser, connection, child, exited, said, ends: () => ends }
}

test('a browser that has just started has no pages, and has not ended', () => {
  const { browser, connection } = open()
  expect([browser.open, browser.opened, browser.retired, browser.hasEnded, browser.ended.aborted]).toEqual([
    0,
    0,
    false,
    false,
    false,
  ])
  connection.emit('disconnected')
})

test('a browser that ends by itself is reported, and the rest of its processes are ended', async () => {
  const { browser, connection, exited, said, ends } = open()
  connection.emit('disconnected')
  expect([browser.hasEnded, browser.ended.reason instanceof BrowserGone, ends(), said]).toEqual([true, true, 1, []])
  expect((browser.ended.reason as Error).message).toBe('the browser ended')
  expect(await exited).toBe('SIGKILL')
  browser.kill('nobody needs it')
  expect(said).toEqual([])
})

test('a browser that is killed has the reason', async () => {
  const { browser, exited, said, connection } = open()
  browser.kill('it did not answer')
  expect(said).toEqual(['A browser was ended {"why":"it did not answer"}'])
  expect(await exited).toBe('SIGKILL')
  connection.emit('disconnected')
})

test('a browser that closes when told to is left to end by itself', async () => {
  const { browser, child, said, ends } = open()
  await browser.close()
  expect([browser.hasEnded, said, ends(), child.killed, child.exitCode]).toEqual([true, [], 1, false, null])
  // Its process was not killed: it is still there.
  expect(process.kill(child.pid!, 0)).toBe(true)
})

test('a browser that does not close within two seconds is ended', async () => {
  const { browser, exited, said } = open({ closes: false })
  jest.useFakeTimers()
  const closing = browser.close()
  jest.advanceTimersByTime(1999)
  await Promise.resolve()
  expect(said).toEqual([])
  jest.advanceTimersByTime(1)
  await closing
  expect(said).toEqual(['A browser was ended {"why":"it did not close"}'])
  expect(await exited).toBe('SIGKILL')
})
