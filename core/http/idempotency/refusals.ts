import { ApiError } from '../../errors.ts'

const MAX_KEY = 255
/** Seconds after which a request that may not wait can be sent again. */
const ASK_AGAIN = 5

/** Throws 400 `invalid_request` for an invalid `Idempotency-Key`. */
export function checkKey(key: string) {
  if (key.length >= 1 && key.length <= MAX_KEY && /^[\x20-\x7e]+$/.test(key)) return
  throw new ApiError(
    'invalid_request',
    `Idempotency-Key must have 1 to ${MAX_KEY} characters, all of them printable ASCII`,
    { parameter: 'Idempotency-Key' },
  )
}

export const otherBody = () =>
  new ApiError('conflict', 'This Idempotency-Key was used for a request with another body; use a new key', {
    header: 'Idempotency-Key',
  })

/** For a request whose answer had more than `most` bytes. */
export const notKept = (jobId: string | null, most: number) =>
  new ApiError(
    'conflict',
    jobId === null
      ? `This request was done, and its answer was over ${most} bytes, which is too large to be stored; it is not repeated. Use a new key to repeat it`
      : `This request was done, and its answer was over ${most} bytes, which is too large to be stored; read the results of its job`,
    { header: 'Idempotency-Key', reason: 'answer_not_kept', ...(jobId !== null && { jobId }) },
  )

const underWay = (message: string) =>
  new ApiError('conflict', message, { header: 'Idempotency-Key', reason: 'under_way' }, { retryAfter: ASK_AGAIN })

export const tooManyWait = () =>
  underWay(
    'The first request with this Idempotency-Key is in progress, and many others wait for its answer; try again later',
  )

export const tooManySent = () =>
  underWay('Many stored answers of your account are being sent, and not read yet; try again when they have been read')

export const doneElsewhere = () =>
  underWay('Another process of this service has done this request meanwhile; repeat it to get its answer')
