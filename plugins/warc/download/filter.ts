import { ApiError, parseHttpUrl, type Static } from 'weirjs'
import { isMoment, toMillis } from '../../archive/service.ts'
import { urlKey } from '../record/url-key.ts'
import type { CaptureFilter } from '../store/capture-store.ts'
import type { CapturesQuery } from './schema.ts'

const invalid = (parameter: string, message: string) =>
  new ApiError('invalid_request', `${parameter} must ${message}`, { parameter })

function readUrl(parameter: string, text: string): URL {
  const read = parseHttpUrl(text)
  if ('problem' in read) throw invalid(parameter, 'be an http or https URL')
  return read.url
}

function readMoment(parameter: string, text: string, rest: string): number {
  const moment = text.length === 8 ? text + rest : text
  if (!isMoment(moment)) throw invalid(parameter, 'be a date, YYYYMMDD or YYYYMMDDHHMMSS')
  return toMillis(moment)
}

/** The captures of an account that match a query. Throws 400 for errors that a schema cannot express. */
export function readFilter(account: string, query: Static<typeof CapturesQuery>): CaptureFilter {
  const { url, prefix, from, to } = query
  if (url !== undefined && prefix !== undefined) throw invalid('prefix', 'be left out if url is given')
  const address = url === undefined ? undefined : readUrl('url', url)
  const start = prefix === undefined ? undefined : readUrl('prefix', prefix)
  return {
    account,
    urlKey: address ? urlKey(address) : start ? urlKey(start) : '',
    isPrefix: address === undefined,
    from: from === undefined ? 0 : readMoment('from', from, '000000'),
    to: to === undefined ? Number.MAX_SAFE_INTEGER : readMoment('to', to, '235959') + 999,
  }
}
