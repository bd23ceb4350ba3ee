import { type ApiError, type ErrorFamily, type ErrorRules, isApiError, renameParameter, t } from 'weirjs'

/** Codes that clients branch on; every other code is Weir's own in capitals. */
const codes: Readonly<Record<string, string>> = {
  timeout: 'SCRAPE_TIMEOUT',
  not_cached: 'SCRAPE_NO_CACHED_DATA',
  invalid_request: 'BAD_REQUEST',
  invalid_options: 'BAD_REQUEST',
  invalid_actions: 'BAD_REQUEST',
}
export const codeOf = (code: string) => codes[code] ?? code.toUpperCase()

/** The message of an error, with the names of parameters and actions in the caller's API. */
export const messageOf = ({ message }: { message: string }) =>
  message.replace('stealth: true may help', 'proxy: "stealth" may help').replace(/^(Action \d+): input\b/, '$1: write')

const family: ErrorFamily = {
  schema: t.Object(
    {
      success: t.Literal(false),
      error: t.String({ description: 'What was wrong and what is allowed, for a person' }),
      code: t.String({ description: 'Stable; branch on this', examples: ['SCRAPE_TIMEOUT'] }),
      details: t.Optional(t.Record(t.String(), t.Unknown(), { description: 'Details of the code' })),
    },
    { title: 'FirecrawlError' },
  ),
  render: (error: ApiError) => ({
    success: false,
    error: messageOf(error),
    code: codeOf(error.code),
    ...(Object.keys(error.details).length > 0 && { details: error.details }),
  }),
  codeOf,
}

/** How failures are reported: clients show `error` as it is, and recognise a timeout only by status 408. */
export const errorRules: ErrorRules = {
  invalid: { '*': 'invalid_options' },
  status: { timeout: 408 },
  family,
}

/**
 * Rethrows an error with the parameter's name in the caller's API, in its details and at the beginning of its
 * message.
 */
export const withName =
  (nameOf: (parameter: string) => string) =>
  (error: unknown): never => {
    if (!isApiError(error) || typeof error.details.parameter !== 'string') throw error
    throw renameParameter(error, nameOf(error.details.parameter))
  }
