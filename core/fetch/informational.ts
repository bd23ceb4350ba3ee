import type { ClientRequest } from 'node:http'
import { EgressFailure } from '../egress-rules/egress-failure.ts'

/** The most informational responses before the final one; servers send one or two. */
const MAX_INFORMATIONAL = 8

/**
 * Aborts a request whose server keeps sending informational responses, such as `100 Continue`: no other limit counts
 * their bytes.
 */
export function limitInformational(call: ClientRequest): void {
  let count = 0
  call.on('information', () => {
    count += 1
    if (count > MAX_INFORMATIONAL) call.destroy(new EgressFailure('malformed_response'))
  })
}
