import { promises as dns } from 'node:dns'
import { endOnAbort } from 'weirjs'

/** The DNS records of a domain that concern mail. */
export interface MailServers {
  /**
   * Whether mail can be delivered, by its MX records or, without any, by its addresses. Null if no name server
   * answered in time.
   */
  acceptsMail: boolean | null
  /** Host names, in order of preference. */
  mx: string[]
}

/** Rejects only with the signal's reason. */
export type FindMailServers = (domain: string, signal: AbortSignal) => Promise<MailServers>

/** Milliseconds for the DNS queries of a domain. */
const TIME = 5_000
/** The most MX records of a domain that are kept. */
const MAX_RECORDS = 10

const unknown: MailServers = { acceptsMail: null, mx: [] }

/** Asks these name servers (`address` or `address:port`; default: the system's). Contacts no mail server. */
export function createFindMailServers(servers: readonly string[] = []): FindMailServers {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return async (domain, signal) => {
    const late = AbortSignal.timeout(TIME)
    const found = ask(resolver, domain)
    // It continues after an abort, so its failure must be handled.
    found.catch(() => {})
    try {
      return await endOnAbort(found, AbortSignal.any([signal, late]))
    } catch {
      signal.throwIfAborted()
      return unknown
    }
  }
}

/** Source: RFC 5321 section 5.1; RFC 7505 for a domain that accepts no mail. */
async function ask(resolver: dns.Resolver, domain: string): Promise<MailServers> {
  const records = await answerOf(resolver.resolveMx(domain))
  if (records === 'no answer') return unknown
  if (records.length > 0) {
    const hosts = records.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange.replace(/\.$/, ''))
    const mx = hosts.filter((host) => host !== '').slice(0, MAX_RECORDS)
    return { acceptsMail: mx.length > 0, mx }
  }
  const addresses = await Promise.all([answerOf(resolver.resolve4(domain)), answerOf(resolver.resolve6(domain))])
  if (addresses.some((answer) => answer !== 'no answer' && answer.length > 0)) return { acceptsMail: true, mx: [] }
  return { acceptsMail: addresses.includes('no answer') ? null : false, mx: [] }
}

/** The records; empty if there are none or the name does not exist, which some runtimes do not distinguish. */
async function answerOf<T>(asked: Promise<T[]>): Promise<T[] | 'no answer'> {
  try {
    return await asked
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : 'no answer'
  }
}
