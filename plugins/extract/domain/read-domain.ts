import { ApiError, adviseOnUrl, parseHttpUrl } from 'weirjs'

/** The URLs at which a site may start, best first. Throws `invalid_urls` if there is no host. */
export function readDomain(domain: string): URL[] {
  // Some people write `example.com/*` for a whole site.
  const given = domain.trim().replace(/\/\*{1,2}$/, '/')
  const isAddress = /^[a-z][a-z\d+.-]*:\/\//i.test(given)
  const addresses = isAddress ? [given] : [`https://${given}`, `http://${given}`]
  return addresses.map((address) => {
    const parsed = parseHttpUrl(address)
    if ('problem' in parsed || /[\s@]/.test(given) || (!isAddress && given.includes('://')))
      throw new ApiError(
        'invalid_urls',
        `domain must be a host such as example.com: it must ${adviseOnUrl(address, null)}`,
        {
          parameter: 'domain',
          reason: 'problem' in parsed ? parsed.problem : 'malformed',
        },
      )
    parsed.url.hash = ''
    return parsed.url
  })
}
