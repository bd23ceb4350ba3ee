import type { PageRequest } from 'weirjs'

/** Headers that identify the caller to a site. */
const secret = ['authorization', 'proxy-authorization', 'cookie']

/** Whether a request identifies the caller to the site, so that the answer may be meant for nobody else. */
export const showsSecret = ({ authentication, headers }: Pick<PageRequest, 'authentication' | 'headers'>): boolean =>
  authentication !== undefined || secret.some((name) => headers?.has(name))
