import type { Log } from '../log.ts'
import { FORBIDDEN_REMEDY } from './egress-failure.ts'
import type { EgressTarget } from './egress-rules.ts'

/** The most hosts that are logged and remembered; a page may try any number of them. */
const MAX_HOSTS = 1000

/** Logs refused targets, each host only once, as a page may try one again and again. */
export function createRefusalLog(log: Log): (destination: EgressTarget) => void {
  const told = new Set<string>()
  return ({ host, port }) => {
    if (told.has(host) || told.size >= MAX_HOSTS) return
    told.add(host)
    log.warn(`An address that is private or reserved was not fetched. ${FORBIDDEN_REMEDY}`, { host, port })
  }
}
