import { expect, test } from 'bun:test'
import { definePlugin, defineService } from '../../../core/host/define.ts'
import { setupOrder } from '../../../core/host/setup-order.ts'

const service = (id: string) => defineService<null>(`${id}.service`)
const plugin = (name: string, { requires = [], wants = [] }: { requires?: string[]; wants?: string[] } = {}) =>
  definePlugin({
    name,
    api: 1,
    tag: { name, description: '' },
    provides: [service(name).by(() => null)],
    requires: requires.map(service),
    wants: wants.map(service),
  })
const orderOf = (...plugins: ReturnType<typeof plugin>[]) => setupOrder(plugins).map(({ name }) => name)

test('plugins come after those whose services they require or want', () => {
  expect(orderOf(plugin('a', { requires: ['b'] }), plugin('b', { wants: ['c'] }), plugin('c'))).toEqual(['c', 'b', 'a'])
})

test('of a cycle the plugin comes first that most others ask for', () => {
  const circle = [plugin('form', { requires: ['page'], wants: ['hooks'] }), plugin('hooks', { wants: ['form'] })]
  const order = orderOf(plugin('asks', { wants: ['hooks'] }), ...circle, plugin('page', { wants: ['form', 'hooks'] }))
  expect(order).toEqual(['hooks', 'asks', 'page', 'form'])
})

test('plugins that require each other are refused, by name', () => {
  const both = [plugin('a', { requires: ['b'] }), plugin('b', { requires: ['a'] })]
  expect(() => setupOrder(both)).toThrow("Plugin a: it and b require each other's services")
})
