import { normaliseUrl } from 'weirjs'

/** The identity of a page among hits: the same for http and https, with and without a slash at the end. */
export const identityOf = (url: URL): string =>
  normaliseUrl(url)
    .replace(/^https?:/, '')
    .replace(/\/(?=\?|$)/, '')
