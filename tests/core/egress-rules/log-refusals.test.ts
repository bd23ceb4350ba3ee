import { expect, test } from 'bun:test'
import { createRefusalLog } from '../../../core/egress-rules/log-refusals.ts'
import type { Log } from '../../../core/log.ts'

test('each refused host is logged once, up to a thousand hosts', () => {
  const told: unknown[] = []
  const log = { warn: (message: string, fields: object) => void told.push([message, fields]) } as unknown as Log
  const refused = createRefusalLog(log)
  const target = (host: string, port = 80) => ({ host, port }) as Parameters<typeof refused>[0]
  refused(target('10.0.0.1'))
  refused(target('10.0.0.1', 443))
  expect(told).toEqual([
    [
      expect.stringMatching(/^A private or reserved address was not fetched\. .*WEIR_EGRESS_ALLOW/),
      { host: '10.0.0.1', port: 80 },
    ],
  ])
  for (let i = 0; i < 1100; i++) refused(target(`host-${i}`))
  expect(told).toHaveLength(1000)
  expect(told.at(-1)).toEqual([expect.any(String), { host: 'host-998', port: 80 }])
})
