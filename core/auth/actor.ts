import type { Actor } from '../contracts/operations/audit.ts'
import type { Caller } from './caller.ts'

/** The origin of a request. */
export interface Origin {
  /** The client's address. */
  address: string
  /** The value of `X-Request-Id`. */
  requestId?: string
}

/** The sender of a request, for the audit log; `caller` is undefined if the request has no credentials. */
export function actorOf(caller: Caller | undefined, origin?: Origin): Actor {
  const from = { address: origin?.address ?? null, requestId: origin?.requestId ?? null }
  if (!caller) return { id: null, email: null, via: 'anonymous', credential: null, ...from }
  const { id, email } = caller.account
  return { id, email, ...viaOf(caller), ...from }
}

function viaOf({ key, session, isCommand }: Caller): Pick<Actor, 'via' | 'credential'> {
  if (key) return { via: 'key', credential: key.prefix }
  if (session) return { via: 'session', credential: session.id }
  return { via: isCommand ? 'command' : 'identity_provider', credential: null }
}
