import { signal } from '@preact/signals'
import { deleteNow } from '../ui/data/delete-later.ts'
import { dismissAll } from '../ui/toast.tsx'
import { api } from './client.ts'
import { type Failure, toFailure } from './failure.ts'
import { keepSession, know, profile, token } from './session.ts'
import type { Capabilities, Profile, Session } from './types.ts'

/** The server's features; null until they are loaded. */
export const capabilities = signal<Capabilities | null>(null)
/** Why the current user could not be loaded. */
export const accountFailure = signal<Failure | null>(null)

/** The state of a sign-in at the identity provider, and the page it was started on; only for this tab. */
export const TICKET = 'weir.sign-in'

/** Loads the current user and the server's features. */
export async function loadAccount(): Promise<void> {
  accountFailure.value = null
  const asker = token.value
  try {
    const [who, what] = await Promise.all([
      api.get<Profile>('/v1/users/profile'),
      api.get<Capabilities>('/v1/capabilities'),
    ])
    if (asker !== token.value) return
    capabilities.value = what
    know(who)
  } catch (error) {
    if (token.value !== null && asker === token.value) accountFailure.value = toFailure(error)
  }
}

/** Refreshes plan and credits after a charge. */
export async function refreshProfile(): Promise<void> {
  const asker = token.value
  try {
    const who = await api.get<Profile>('/v1/users/profile')
    if (asker === token.value) profile.value = who
  } catch {
    // The old values stay; a page that needs new ones loads them and shows the failure.
  }
}

/** Throws Failure. */
export async function signIn(email: string, password: string): Promise<void> {
  const session = await api.post<Session>('/v1/auth/login', { email, password }, { signsIn: true })
  keepSession(session.token)
}

/**
 * Goes to the operator's identity provider; `arrive` handles its answer. If a page waits with what was written there,
 * which leaving it would lose, the provider is shown in a tab of its own, whose session this one then takes. False if
 * this tab stays. Throws Failure.
 */
export async function goToProvider(): Promise<boolean> {
  const path = `${location.pathname}${location.search}`
  const begun = await api.post<{ url: string; ticket: string }>(
    '/dashboard/sign-in/provider',
    { origin: location.origin },
    { signsIn: true },
  )
  const isWaiting = profile.value !== null
  sessionStorage.setItem(TICKET, JSON.stringify({ ticket: begun.ticket, path, closes: isWaiting }))
  // It gets a copy of what this tab has stored. A browser may refuse to open it.
  const other = isWaiting ? window.open(begun.url) : null
  if (other) {
    other.opener = null
    sessionStorage.removeItem(TICKET)
    return false
  }
  sessionStorage.setItem(TICKET, JSON.stringify({ ticket: begun.ticket, path }))
  location.assign(begun.url)
  return true
}

/** The service then ends every session and starts a new one. Throws Failure. */
export async function changePassword(body: { currentPassword: string; newPassword: string }): Promise<void> {
  const who = profile.value
  const session = await api.put<Session>('/v1/account/password', body)
  keepSession(session.token)
  // It is still the same user.
  if (who) know(who)
}

export async function signOut(): Promise<void> {
  await deleteNow()
  // The session ends here even if the server cannot be reached.
  await api.post('/v1/auth/logout').catch(() => {})
  keepSession(null)
  dismissAll()
}
