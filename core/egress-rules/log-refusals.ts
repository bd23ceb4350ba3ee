import type { Log } from '../log.ts'
import { FORBIDDEN_REMEDY } from './egress-failure.ts'
import type { EgressTarget } from './egress-rules.ts'

/** How many logged hosts are remembered; a page may try any number of them. */
const MAX_HOSTS = 1000

/** Logs refused targets, each host once: a page may try the same one repeatedly. */
export function createRefusalLog(log: Log): (destination: EgressTarget) => void {
  const told = new Set<string>()
  return ({ host, port }) => {
    if (told.has(host) || told.size >= MAX_HOSTS) return
    told.add(host)
    log.warn(`A private or reserved address was not fetched. ${FORBIDDEN_REMEDY}`, { host, port })
  }
}
