import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { SettingError } from '../../../core/config.ts'
import type { Plan } from '../../../core/contracts/plan.ts'
import type { Plugin } from '../../../core/contracts/plugin.ts'
import { pluginCommands } from '../../../core/host/commands.ts'
import { definePlanField, defineProviders, defineService } from '../../../core/host/define.ts'
import { loadFailure } from '../../../core/host/load-failure.ts'
import { ownFault } from '../../../core/host/own-fault.ts'
import { isInstalled, root } from '../../../core/host/packages.ts'
import { fieldsOf } from '../../../core/host/read-plans.ts'
import { createLog } from '../../../core/log.ts'

const plugin = (name: string, more: object = {}) => ({ name, ...more }) as unknown as Plugin
const said = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return [error instanceof SettingError, (error as Error).message]
  }
}

describe('the commands of plugins', () => {
  const commands = (...named: [plugin: string, ...commands: string[]][]) =>
    said(() =>
      pluginCommands(
        named.map(([name, ...commands]) => plugin(name, { commands: commands.map((command) => ({ name: command })) })),
      ).map(({ plugin, command }) => `${plugin.name} ${command.name}`),
    )
  test('are listed together', () => {
    expect(commands(['crawl', 'crawl', 'map-2'], ['none'], ['search', 'find'])).toEqual([
      'crawl crawl',
      'crawl map-2',
      'search find',
    ])
    expect(pluginCommands([plugin('none')])).toEqual([])
  })
  test('have valid names', () => {
    for (const name of ['', 'Crawl', '2d', 'a b', 'a_b', '-a'])
      expect(commands(['x', name])).toEqual([
        true,
        `Plugin x: its command is called ${JSON.stringify(name)}: a name is lower-case letters, digits and -`,
      ])
  })
  test('have unique names', () => {
    expect(commands(['x', 'serve'])).toEqual([
      true,
      'Plugin x: its command serve is one of Weir itself already; leave it out of WEIR_PLUGINS',
    ])
    expect(commands(['x', 'go'], ['y', 'go'])).toEqual([
      true,
      'Plugin y: its command go is one of the plugin x already; leave it out of WEIR_PLUGINS',
    ])
  })
})

describe('the plan fields of plugins', () => {
  const rows = definePlanField({ name: 'rows.perJob', description: 'Rows in a job', defaults: {} as never })
  test('are read from the plan by the plugins that have them', () => {
    expect([rows.name, rows.description]).toEqual(['rows.perJob', 'Rows in a job'])
    expect(rows.of({ fields: { 'rows.perJob': 5 } } as unknown as Plan)).toBe(5)
    expect(rows.of({ fields: { 'rows.perJob': null } } as unknown as Plan)).toBe(null)
    expect(() => rows.of({ fields: {} } as unknown as Plan)).toThrow(
      'No loaded plugin has the plan field rows.perJob in its planFields',
    )
  })
  test('belong to one plugin each', () => {
    expect(fieldsOf([plugin('a', { planFields: [rows] }), plugin('b')])).toEqual([rows])
    expect(
      said(() => fieldsOf([plugin('a', { planFields: [rows] }), plugin('b', { planFields: [{ ...rows }] })])),
    ).toEqual([true, "Plugin b: the plan field rows.perJob is another plugin's; leave one of them out of WEIR_PLUGINS"])
  })
  test.each(['monthlyCredits', 'families.rows'])('must not be names that Weir itself reads: %s', (name) => {
    expect(said(() => fieldsOf([plugin('a', { planFields: [{ ...rows, name }] })]))).toEqual([
      true,
      `Plugin a: the plan field ${name} is one of Weir itself; give it another name, such as a.rows`,
    ])
  })
})

test('services are named by their id, and say if they may have several providers', () => {
  const scraper = defineService<{ scrape(): string }>('scrape.scraper')
  const create = () => ({ scrape: () => 'page' })
  expect([scraper.id, scraper.by(create as never)] as unknown).toEqual(['scrape.scraper', { service: scraper, create }])
  const search = defineProviders<{ search(): string }>('search.providers')
  const provided = search.by({ name: 'local' } as never, create as never)
  expect([search.id, search.many, provided] as unknown).toEqual([
    'search.providers',
    true,
    { name: 'local', service: search, create },
  ])
})

describe('the failure of a plugin at the start', () => {
  const fault = (error: unknown) =>
    ownFault({ name: 'mine' }, 'its setup failed', () => {
      throw error
    }).catch((thrown) => [thrown instanceof SettingError, thrown.message])
  test('is reported in one line that names it', async () => {
    expect(await fault(new Error('no\n  such table'))).toEqual([true, 'Plugin mine: its setup failed: no such table'])
    expect(await fault('a text')).toEqual([true, 'Plugin mine: its setup failed: a text'])
    const setting = new SettingError('WEIR_X is wrong')
    expect(await fault(setting)).toEqual([true, 'WEIR_X is wrong'])
    expect(await ownFault({ name: 'mine' }, '', () => 5)).toBe(5)
  })
  test('is logged repeatedly if it is a hang', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const lines: string[] = []
    const log = createLog('text', (line) => {
      lines.push(line)
      if (lines.length === 2) resolve('done')
    }).with({ plugin: 'mine' })
    expect(await ownFault({ name: 'mine' }, 'it could not be set up', () => promise, { log, every: 1 })).toBe('done')
    expect(lines[0]).toContain('warn  The start waits for this plugin plugin=mine')
  })
  test("is reported with its place in the plugin's own files", async () => {
    const at = (...places: string[]) =>
      Object.assign(new Error('x'), { stack: places.map((p) => `at f (${p})`).join('\n') })
    const ours = join(root, 'core/weir.ts:1:2')
    const library = '/srv/node_modules/pg/index.js:3:4'
    expect(await fault(at(ours, library, '/srv/mine/index.ts:5:6', '/srv/mine/b.ts:7:8'))).toEqual([
      true,
      'Plugin mine: its setup failed: x at /srv/mine/index.ts:5:6',
    ])
    const own = join(root, 'plugins/crawl/index.ts:5:6')
    expect(await fault(at(ours, own))).toEqual([true, `Plugin mine: its setup failed: x at ${own}`])
    expect(await fault(at(ours))).toEqual([true, 'Plugin mine: its setup failed: x'])
  })
})

describe('the reason why a file cannot be loaded', () => {
  const file = '/srv/mine/index.ts'
  const withStack = (message: string, stack: string) => Object.assign(new Error(message), { stack })
  test('is reported in one line with the place in the file, on each runtime', () => {
    const position = { file, line: 3, column: 4 }
    expect(loadFailure(Object.assign(new Error('Unexpected }'), { position }), file)).toEndWith('index.ts:3:4')
    expect(loadFailure(Object.assign(new Error('Unexpected }'), { position }), file)).toStartWith('Unexpected } at ')
    expect(loadFailure(withStack('SyntaxError: x at file:///srv/mine/index.ts:1:2\nmore', ''), file)).toBe(
      'x at file:///srv/mine/index.ts:1:2 at /srv/mine/index.ts:1:2',
    )
    expect(loadFailure(withStack('broken', 'at f (/srv/other.ts:1:2)\nat g (/srv/mine/index.ts:5:6)'), file)).toBe(
      'broken at /srv/mine/index.ts:5:6',
    )
  })
  test('is reported without a place if there is none in the file, with the first of several reasons', () => {
    expect(loadFailure(withStack('broken', 'at f (/srv/other.ts:1:2)'), file)).toBe('broken')
    const several = new AggregateError([Object.assign(new Error('first'), { stack: '' }), new Error('second')])
    expect(loadFailure(several, file)).toBe('first')
    expect([
      loadFailure('a text', file),
      loadFailure({ message: 'like one' }, file),
      loadFailure(undefined, file),
    ]).toEqual(['a text', 'like one', 'undefined'])
  })
})

test('a package is installed if it is in the folder or in one above it', () => {
  const folder = join(root, 'core/http')
  expect(
    ['kysely', '@sinclair/typebox/value', 'kysely/dist', 'no-such-package'].map((name) => isInstalled(name, folder)),
  ).toEqual([true, true, true, false])
  expect(isInstalled('kysely', '/')).toBe(false)
})
