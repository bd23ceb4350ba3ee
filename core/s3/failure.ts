import { isApiError } from '../errors.ts'

/** Temporary errors: overload, a fault of the server, and a clock or a name that settles. */
const PASSING = new Set(['SlowDown', 'RequestTimeout', 'InternalError', 'ServiceUnavailable', 'OperationAborted'])

/** What the operator can do about errors that settings cause. */
const REMEDIES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'make the bucket, or see WEIR_S3_BUCKET',
  AccessDenied: 'allow the key to read, write, list and delete in the bucket',
  InvalidAccessKeyId: 'see WEIR_S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'see WEIR_S3_SECRET_ACCESS_KEY and WEIR_S3_REGION',
  AuthorizationHeaderMalformed: 'see WEIR_S3_REGION',
  PermanentRedirect: 'see WEIR_S3_ENDPOINT and WEIR_S3_REGION',
  RequestTimeTooSkewed: "set this machine's clock",
  QuotaExceeded: 'make room in the bucket',
}

/** A refusal by a bucket, or why it could not be reached. The message is one line for the operator. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure'
  /** Whether trying again may help. */
  readonly isPassing: boolean

  constructor(message: string, { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isPassing = isPassing
  }

  /** No response, or an incomplete one. An address that the egress rules refuse stays refused. */
  static unreachable(name: string, cause: unknown): S3Failure {
    const reason = isApiError(cause) ? cause.details.reason : undefined
    const why = cause instanceof Error ? cause.message : String(cause)
    const isPassing = !['forbidden_address', 'tls', 'unsupported_scheme', 'malformed'].includes(String(reason))
    return new S3Failure(`The ${name} cannot be reached: ${why}`, { isPassing, cause })
  }

  /** A response in S3's own format: `<Error><Code>…</Code><Message>…</Message></Error>`. */
  static of(name: string, status: number, text: string): S3Failure {
    const code = /<Code>([\w.-]{1,80})<\/Code>/.exec(text)?.[1] ?? ''
    const said = /<Message>([^<]{1,300})<\/Message>/.exec(text)?.[1]
    const remedy = REMEDIES[code] ?? (status === 404 ? REMEDIES.NoSuchBucket : undefined)
    const words = [`The ${name} answered ${status}`, code && ` ${code}`, said && `: ${said}`, remedy && ` (${remedy})`]
    const isPassing = status >= 500 || status === 429 || status === 408 || PASSING.has(code)
    return new S3Failure(words.filter(Boolean).join(''), { isPassing })
  }
}

/** The error of a response that is not a success. */
export async function failureOf(name: string, answer: { status: number; text(): Promise<string> }): Promise<S3Failure> {
  const text = await answer.text().catch(() => '')
  return S3Failure.of(name, answer.status, text)
}
