import { signal } from '@preact/signals'
import { deleteNow } from '../ui/data/delete-later.ts'
import { dismissAll } from '../ui/toast.tsx'
import { api } from './client.ts'
import type { Failure } from './failure.ts'
import { keepSession, profile, token } from './session.ts'
import type { Capabilities, Profile, Session } from './types.ts'
import { toFailure } from './use-query.ts'

/** What the server can do; null until it has told. */
export const capabilities = signal<Capabilities | null>(null)
/** Why it is not known who is signed in. */
export const accountFailure = signal<Failure | null>(null)

/** What a sign-in at the identity provider began with, and where it was asked for: of this tab alone. */
export const TICKET = 'weir.sign-in'

/** Asks who is signed in and what the server can do. */
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
    profile.value = who
  } catch (error) {
    if (token.value !== null && asker === token.value) accountFailure.value = toFailure(error)
  }
}

/** Brings plan and credits up to date, after something was charged. */
export async function refreshProfile(): Promise<void> {
  const asker = token.value
  try {
    const who = await api.get<Profile>('/v1/users/profile')
    if (asker === token.value) profile.value = who
  } catch {
    // They stay as they were; whoever needs them now asks for them and shows the failure.
  }
}

/** Throws Failure. */
export async function signIn(email: string, password: string): Promise<void> {
  const session = await api.post<Session>('/v1/auth/login', { email, password }, { signsIn: true })
  keepSession(session.token)
}

/** Goes to the operator's identity provider; what it answers is taken by `arrive`. Throws Failure. */
export async function goToProvider(): Promise<void> {
  const path = `${location.pathname}${location.search}`
  const begun = await api.post<{ url: string; ticket: string }>(
    '/dashboard/sign-in/provider',
    { origin: location.origin },
    { signsIn: true },
  )
  sessionStorage.setItem(TICKET, JSON.stringify({ ticket: begun.ticket, path }))
  location.assign(begun.url)
}

/** The service ends every session for it, and gives a new one. Throws Failure. */
export async function changePassword(body: { currentPassword: string; newPassword: string }): Promise<void> {
  const who = profile.value
  const session = await api.put<Session>('/v1/account/password', body)
  keepSession(session.token)
  // It is the same person still.
  profile.value = who
}

export async function signOut(): Promise<void> {
  await deleteNow()
  // The session ends here even where the server cannot be told.
  await api.post('/v1/auth/logout').catch(() => {})
  keepSession(null)
  dismissAll()
}
