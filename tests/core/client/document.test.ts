import { expect, test } from 'bun:test'
import { whyStale } from '../../../build/client-types.ts'
import { sourcesBelow } from '../../imports.ts'

test('the types are those of the document', async () => {
  expect(await whyStale()).toBeUndefined()
}, 120_000)

/** Operations without a use for clients: feeds are read by feed readers, and the other by the payment provider. */
const WITHOUT_METHOD = ['getMonitorFeed', 'receiveStripeEvent']

test('each operation of the document has a method', async () => {
  let path = ''
  const missing: string[] = []
  const { 'core/client/openapi.ts': types = '', ...files } = Object.fromEntries(await sourcesBelow('core/client'))
  const sources = Object.values(files).join('\n')
  let operations = 0
  for (const line of types.split('\n')) {
    path = /^ {4}"(\/.*)": \{$/.exec(line)?.[1] ?? path
    const [, method, id = ''] = /^ {8}(\w+): operations\["(\w+)"\];$/.exec(line) ?? []
    if (method === undefined) continue
    operations++
    const isCalled = sources.includes(`'${method.toUpperCase()}', '${path}'`) || sources.includes(`path: '${path}'`)
    if (!isCalled && !WITHOUT_METHOD.includes(id)) missing.push(id)
  }
  expect(operations).toBeGreaterThan(80)
  expect(missing).toEqual([])
})
