import { EgressFailure, type RequestContext, toCallerError } from '../egress-rules/egress-failure.ts'
import type { ResolveAndCheck } from '../egress-rules/resolve-and-check.ts'
import { parseHttpUrl } from '../url/http-url.ts'

/** Timeout in milliseconds of a check without a signal. */
const MAX_TIME = 10_000

/** Checks whether an address may be fetched, without connecting to it. */
export const createAddressCheck =
  (resolveAndCheck: ResolveAndCheck) =>
  async (url: URL | string, signal: AbortSignal = AbortSignal.timeout(MAX_TIME)): Promise<void> => {
    const context: RequestContext = { url, redirected: false, signal }
    try {
      const parsed = parseHttpUrl(String(url))
      if ('problem' in parsed) throw new EgressFailure(parsed.problem)
      await resolveAndCheck(parsed.url, signal)
    } catch (error) {
      throw toCallerError(error, context)
    }
  }
