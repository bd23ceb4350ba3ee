import type { ClientRequest } from 'node:http'
import { EgressFailure } from '../egress-rules/egress-failure.ts'

/** Informational answers before the true one; servers send one or two. */
const MAX_INFORMATIONAL = 8

/**
 * Ends a request whose server goes on sending informational answers, such as `100 Continue`: no limit counts their
 * bytes.
 */
export function limitInformational(call: ClientRequest): void {
  let count = 0
  call.on('information', () => {
    count += 1
    if (count > MAX_INFORMATIONAL) call.destroy(new EgressFailure('malformed_response'))
  })
}
