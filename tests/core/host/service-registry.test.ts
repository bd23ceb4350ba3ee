import { describe, expect, test } from 'bun:test'
import type { Kit, Plugin } from '../../../core/contracts/plugin.ts'
import type { AnyProvided, AnyService } from '../../../core/contracts/service.ts'
import { defineProviders, defineService } from '../../../core/host/define.ts'
import { createServiceRegistry } from '../../../core/host/service-registry.ts'

const kit = {} as Kit
const plugin = (name: string, more: Partial<Plugin> = {}): Plugin => ({
  name,
  api: 1,
  tag: { name: 'X', description: '' },
  ...more,
})
/** A registry whose plugins have been set up, in its order. */
function made(plugins: readonly Plugin[]) {
  const registry = createServiceRegistry(plugins, [])
  for (const one of registry.order) registry.make(one, kit, undefined)
  return registry
}
const word = (text = 'yes') => defineService<string>('giver.word').by(() => text)

describe('a service', () => {
  test('is the same by its id, whichever copy of the object names it', () => {
    const giver = plugin('giver', { provides: [word()] })
    const needs = plugin('taker', { requires: [defineService('giver.word')] })
    const wants = plugin('asker', { wants: [defineService('giver.word')] })
    const registry = made([needs, wants, giver])
    const wanted = defineService<string>('giver.word')
    expect([registry.lookup(needs).use(wanted), registry.lookup(wants).find(wanted)]).toEqual(['yes', 'yes'])
    expect(made([wants]).lookup(wants).find(wanted)).toBeUndefined()
  })

  test('of two plugins is refused, with the remedy', () => {
    const twins = [plugin('giver', { provides: [word()] }), plugin('twin', { provides: [word('no')] })]
    expect(() => createServiceRegistry(twins, [])).toThrow(
      'Plugin twin: giver.word is provided by another plugin too; leave one of them out of WEIR_PLUGINS',
    )
  })

  test('that is missing is reported with what provides it', () => {
    const link = (id: string) => createServiceRegistry([plugin('taker', { requires: [defineService(id)] })], ['scrape'])
    expect(() => link('scrape.scraper')).toThrow('add scrape to WEIR_PLUGINS')
    expect(() => link('extract.extractor')).toThrow(
      'which no loaded plugin provides: add the path or the package name of the plugin that does to WEIR_PLUGINS',
    )
    expect(() => createServiceRegistry([plugin('taker', { requires: [defineProviders('x.many')] })], [])).toThrow(
      'Plugin taker needs x.many',
    )
  })

  test('that is used without being declared, or before it is created, is reported', () => {
    const giver = plugin('giver', { provides: [word()], wants: [defineService('taker.other')] })
    const taker = plugin('taker', { requires: [defineService('giver.word')] })
    const registry = createServiceRegistry([taker, giver], [])
    expect(() => registry.lookup(taker).use(defineService('giver.word'))).toThrow('before it is made')
    expect(() => registry.lookup(giver).use(defineService('giver.word'))).toThrow('without naming it in requires')
    expect(() => registry.lookup(giver).find(defineService('giver.word'))).toThrow('in requires or wants')
    expect(() => registry.lookup(giver).all(defineProviders('giver.word'))).toThrow('in requires or wants')
  })
})

describe('plugins are set up', () => {
  const link = (name: string, requires: string[], wants: string[] = []) =>
    plugin(name, {
      provides: [defineService(`${name}.it`).by(() => name)],
      requires: requires.map((other): AnyService => defineService(`${other}.it`)),
      wants: wants.map((other): AnyService => defineService(`${other}.it`)),
    })
  const order = (...plugins: Plugin[]) => createServiceRegistry(plugins, []).order.map(({ name }) => name)

  test('after those they require, and if possible after those they want', () => {
    expect(order(link('a', ['b']), link('b', ['c']), link('c', []))).toEqual(['c', 'b', 'a'])
    expect(order(link('a', [], ['b']), link('b', []))).toEqual(['b', 'a'])
    // Scrape wants extract, and extract requires scrape.
    expect(order(link('extract', ['scrape']), link('scrape', [], ['extract']))).toEqual(['scrape', 'extract'])
    expect(order(link('x', []), link('y', []))).toEqual(['x', 'y'])
  })

  test('not at all if they require each other', () => {
    expect(() => order(link('a', ['b']), link('b', ['a']))).toThrow(
      "Plugin a: it and b require each other's services; one of them has to name the other's in wants",
    )
  })
})

describe('a service with several providers', () => {
  interface Finder {
    find(): string
  }
  const finders = defineProviders<Finder>('search.finders')
  const finder = (name: string, more: object = {}): AnyProvided =>
    finders.by({ name, ...more }, () => ({ find: () => name }))

  test('gives all of them in order, to plugins that declare it', async () => {
    const seeker = plugin('seeker', { wants: [finders] })
    const one = plugin('one', { provides: [finder('late', { order: 200 }), finder('beta')] })
    const other = plugin('other', { provides: [finder('alpha'), finder('first', { order: 1 })] })
    const { lookup } = made([one, seeker, other])
    const all = lookup(seeker).all(defineProviders<Finder>('search.finders'))
    expect(all.map(({ name, plugin: from, service }) => [name, from, service.find()])).toEqual([
      ['first', 'other', 'first'],
      ['alpha', 'other', 'alpha'],
      ['beta', 'one', 'beta'],
      ['late', 'one', 'late'],
    ])
    expect(made([seeker]).lookup(seeker).all(finders)).toEqual([])
  })

  test('reports their states; one that throws or never answers is not ready, and none is asked again at once', async () => {
    let asked = 0
    const health = (answer: () => unknown) => ({ health: answer })
    const provider = plugin('one', {
      provides: [
        finder(
          'fine',
          health(() => ({ ready: true, detail: `asked ${++asked}` })),
        ),
        finder(
          'gone',
          health(() => Promise.reject(new Error('No route'))),
        ),
        finder(
          'mute',
          health(() => new Promise(() => {})),
        ),
        finder('silent'),
      ],
    })
    const registry = made([provider])
    const states = async () =>
      Object.fromEntries((await registry.listProviders()).map(({ name, state }) => [name, state]))
    const found = await states()
    // A provider that always works reports no state.
    expect(Object.keys(found)).toEqual(['fine', 'gone', 'mute'])
    expect(found).toMatchObject({
      fine: { ready: true, detail: 'asked 1' },
      gone: { ready: false, reason: 'No route' },
      mute: { ready: false, reason: 'it did not answer within 3 s' },
    })
    expect(await states()).toMatchObject({ fine: { detail: 'asked 1' } })
  })

  test('refuses two of the same name, and one that is provided as the only one', () => {
    const link = (...provides: AnyProvided[]) =>
      createServiceRegistry(
        provides.map((one, i) => plugin(`p${i}`, { provides: [one] })),
        [],
      )
    expect(() => link(finder('twin'), finder('twin'))).toThrow(
      'Plugin p1: search.finders has a provider called twin already, of the plugin p0; rename yours',
    )
    expect(() =>
      link(
        finder('one'),
        defineService<Finder>('search.finders').by(() => ({ find: () => '' })),
      ),
    ).toThrow('is provided as one service and as one of several')
  })
})
