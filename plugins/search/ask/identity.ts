import { normaliseUrl } from 'weirjs'

/** The identity of found pages: the same for http and https, with and without a trailing slash. */
export const identityOf = (url: URL): string =>
  normaliseUrl(url)
    .replace(/^https?:/, '')
    .replace(/\/(?=\?|$)/, '')
