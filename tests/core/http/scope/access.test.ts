import { afterAll, beforeAll, expect, test } from 'bun:test'
import { strangersFolder } from '../../../strangers.ts'
import { type Running, startWeir } from '../../../weir.ts'

const strangers = strangersFolder()
const twins = strangers.plugin(`import { definePlugin } from 'weirjs'
const detail = { summary: 'One of two' }
export default definePlugin({
  name: 'twins', api: 1, tag: { name: 'Twins', description: 'Two routes of one kind.' },
  routes: (app) => app
    .get('/first', () => ({ success: true as const }), { access: { permission: 'first' }, detail })
    .get('/second', () => ({ success: true as const }), { access: { as: 'anyone', permission: 'none' }, detail: { ...detail } }),
})
`)
let weir: Running
beforeAll(async () => {
  weir = await startWeir({ WEIR_PLUGINS: twins, WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await weir.close()
  strangers.remove()
})

test('the access of a route is its own, even if it shares its settings with another', async () => {
  expect((await weir.get('/v1/second', { key: null })).status).toBe(200)
  expect((await weir.get('/v1/first', { key: null })).status).toBe(401)
})
