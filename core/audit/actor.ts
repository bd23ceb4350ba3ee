import type { Caller } from '../auth/caller.ts'
import type { Actor } from '../contracts/audit.ts'

/** A part of the service that acts by itself, such as `stripe` for what the payment provider's events change. */
export const systemActor = (name: string): Actor => ({
  id: null,
  email: null,
  via: 'system',
  credential: name,
  address: null,
  requestId: null,
})

/** Whoever sent a request; `caller` is undefined where nothing was sent that says who. */
export function actorOf(caller: Caller | undefined, from: { address: string; requestId: string }): Actor {
  if (!caller) return { id: null, email: null, via: 'anonymous', credential: null, ...from }
  const { id, email } = caller.account
  return { id, email, ...credentialOf(caller), ...from }
}

function credentialOf({ key, session, isCommand }: Caller): Pick<Actor, 'via' | 'credential'> {
  if (key) return { via: 'key', credential: key.prefix }
  if (session) return { via: 'session', credential: session.id }
  return { via: isCommand ? 'command' : 'identity_provider', credential: null }
}
