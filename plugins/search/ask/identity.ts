import { normaliseUrl } from 'weirjs'

/** What tells found pages apart: the same for http and https, with and without a slash at the end. */
export const identityOf = (url: URL): string =>
  normaliseUrl(url)
    .replace(/^https?:/, '')
    .replace(/\/(?=\?|$)/, '')
