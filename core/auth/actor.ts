import type { Actor } from '../contracts/operations/audit.ts'
import type { Caller } from './caller.ts'

/** Where a request comes from. */
export interface Origin {
  /** The client's. */
  address: string
  /** As in `X-Request-Id`. */
  requestId?: string
}

/** Whoever sent a request, for the audit log; `caller` is undefined where nothing was sent that says who. */
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
