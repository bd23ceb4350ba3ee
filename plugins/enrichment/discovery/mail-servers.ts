import { promises as dns } from 'node:dns'
import { endOnAbort } from 'weirjs'

/** What the domain name system says of a domain. */
export interface MailServers {
  /**
   * Whether mail to it can be delivered: by its MX records, or by its addresses where it has none. Null where no name
   * server said so in time.
   */
  acceptsMail: boolean | null
  /** Host names, the preferred first. */
  mx: string[]
}

/** Never rejects but with the signal's reason. */
export type FindMailServers = (domain: string, signal: AbortSignal) => Promise<MailServers>

/** Milliseconds that name servers have for a domain. */
const TIME = 5_000
/** MX records that are kept of a domain. */
const MAX_RECORDS = 10

const unknown: MailServers = { acceptsMail: null, mx: [] }

/** Asks these name servers (`address` or `address:port`), by default the system's. No mail server is spoken to. */
export function createFindMailServers(servers: readonly string[] = []): FindMailServers {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return async (domain, signal) => {
    const late = AbortSignal.timeout(TIME)
    const found = ask(resolver, domain)
    // It goes on behind an abort.
    found.catch(() => {})
    try {
      return await endOnAbort(found, AbortSignal.any([signal, late]))
    } catch {
      signal.throwIfAborted()
      return unknown
    }
  }
}

/** Source: RFC 5321 section 5.1; RFC 7505 for the domain that takes no mail. */
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

/** What was asked for; empty where there is no such record, or no such name, which runtimes do not tell apart. */
async function answerOf<T>(asked: Promise<T[]>): Promise<T[] | 'no answer'> {
  try {
    return await asked
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : 'no answer'
  }
}
