import type { PageRequest } from 'weirjs'

/** Headers by which a site knows who asks. */
const secret = ['authorization', 'proxy-authorization', 'cookie']

/** Whether a request shows the site who the caller is, so that the answer may be meant for nobody else. */
export const showsSecret = ({ authentication, headers }: Pick<PageRequest, 'authentication' | 'headers'>): boolean =>
  authentication !== undefined || secret.some((name) => headers?.has(name))
