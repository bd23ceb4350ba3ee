import { expect, test } from 'bun:test'
import { reachable } from '../../../core/url/reachable.ts'

test('the address that is printed at the start can be opened, even if the service listens on all', () => {
  const hosts = { '127.0.0.1': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '[::1]', '::1': '[::1]', 'a.test': 'a.test' }
  for (const [host, shown] of Object.entries(hosts)) {
    expect(reachable(host)).toBe(shown)
    expect(new URL(`http://${reachable(host)}:3000/`).port).toBe('3000')
  }
})
