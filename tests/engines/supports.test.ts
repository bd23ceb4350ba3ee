import { expect, test } from 'bun:test'
import chromium from '../../engines/chromium/index.ts'
import firefox from '../../engines/firefox/index.ts'
import lightweight from '../../engines/lightweight/index.ts'
import stealth from '../../engines/stealth/index.ts'

const can = ({ supports }: { supports: object }) =>
  Object.entries(supports)
    .flatMap(([flag, is]) => (is ? [flag] : []))
    .sort()
    .join(' ')

/** Requests choose their engine by these flags. The tests of each engine check that it does what it declares. */
test('of the engines that support a request, the cheapest comes first', () => {
  const engines = [firefox, stealth, chromium, lightweight].sort((a, b) => a.cost! - b.cost!)
  const all = 'actions javascript mobile pdf proxy screenshot'
  expect(engines.map(({ name, ...engine }) => [name, can(engine)])).toEqual([
    ['lightweight', 'proxy'],
    ['browser_a', all],
    ['stealth', `${all} stealth`],
    ['browser_b', all],
  ])
})
