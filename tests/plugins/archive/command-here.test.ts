import { expect, test } from 'bun:test'
import type { PluginCommand } from 'weirjs'
import { archiveCommand } from '../../../plugins/archive/command.ts'

const url = 'https://example.com/page'
const snapshots = [
  { timestamp: '20210317120000', statuscode: '200', mimetype: 'text/html', url },
  { timestamp: '20220317120000', statuscode: '404', mimetype: 'text/html', url },
]
const snapshot = {
  content: '<p>As it was',
  metadata: { statusCode: 200, contentType: 'text/html', encoding: 'utf-8' },
  timestamp: '20210317120000',
  url,
}

/** The requests of the command, its output, and its error output. */
async function run(...args: string[]) {
  const asked: unknown[] = []
  const printed: string[] = []
  const noted: string[] = []
  await archiveCommand.run(args, {
    say: (text: string) => void printed.push(text),
    note: (text: string) => void noted.push(text),
    request: async (...request: unknown[]) => {
      asked.push(request)
      return { data: request[1] === '/v1/archive/search' ? { snapshots, total: 2 } : { snapshot } }
    },
  } as unknown as Parameters<PluginCommand['run']>[1])
  return { asked, printed, noted }
}

test('lists snapshots of a page from the given archive, up to the given number', async () => {
  const listed = await run(url, '--limit', '5', '--provider', 'local')
  expect(listed.asked).toEqual([['POST', '/v1/archive/search', { url, provider: 'local', limit: 5 }]])
  expect(listed.printed).toEqual([`20210317120000  200  text/html  ${url}`, `20220317120000  404  text/html  ${url}`])
  expect((await run(url)).asked).toEqual([
    ['POST', '/v1/archive/search', { url, provider: undefined, limit: undefined }],
  ])
  expect(JSON.parse((await run(url, '--json')).printed.join('\n'))).toEqual({ snapshots, total: 2 })
})

test('prints the page as it was at the time nearest to a date', async () => {
  const { asked, printed, noted } = await run(url, '--at', '2021', '--provider', 'memento')
  expect(asked).toEqual([['POST', '/v1/archive/snapshot', { url, timestamp: '20210701120000', provider: 'memento' }]])
  expect([printed, noted]).toEqual([['<p>As it was'], [`20210317120000  200  ${url}`]])
  const whole = await run(url, '--at', '2021', '--json')
  expect([JSON.parse(whole.printed.join('\n')), whole.noted]).toEqual([{ snapshot }, []])
})

test.each([
  ['2021', '20210701120000'],
  ['2021-03', '20210315120000'],
  ['2021-03-17', '20210317120000'],
  ['2021-03-17T09', '20210317090000'],
  ['2021-03-17T09:30', '20210317093000'],
  ['2021-03-17 09:30:15', '20210317093015'],
])('reads a date such as %s as %s', async (date, timestamp) => {
  expect((await run(url, '--at', date)).asked).toEqual([
    ['POST', '/v1/archive/snapshot', { url, timestamp, provider: undefined }],
  ])
})

test.each([
  [[], 'Usage: weir archive URL [--at DATE]'],
  [[url, '--at', 'yesterday'], '--at must be a date such as 2021, 2021-03 or 2021-03-17'],
  [[url, '--at', '20210317093015123'], '--at must be a date such as 2021, 2021-03 or 2021-03-17'],
  [[url, '--limit', 'many'], '--limit must be a whole number'],
])('explains a wrong call: %j', async (args, message) => {
  expect(await run(...args).catch(({ message, exitCode, code }) => [message, exitCode ?? code])).toEqual([message, 2])
})
