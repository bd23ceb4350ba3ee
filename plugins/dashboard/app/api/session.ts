import { batch, signal } from '@preact/signals'
import type { Profile } from './types.ts'

/**
 * Kept in local storage, so that a second tab and a reload stay signed in. A script that could read it could just as
 * well use the page; the document's policy allows only the app's own scripts.
 */
const KEY = 'weir.session'
/** Kept instead of a session that the service has ended, so that other tabs do not take it for a sign-out. */
const ENDED = ''

export const token = signal<string | null>(read())
/** The current user, or the one whose session has ended and whose page waits for them; null until loaded. */
export const profile = signal<Profile | null>(null)
/** Whether the session is known to be that user's. */
export const isKnown = signal(false)

function read(): string | null {
  try {
    return localStorage.getItem(KEY) || null
  } catch {
    // Storage is disabled: the session lasts as long as the page.
    return null
  }
}

/** The service no longer accepts the session: the user did not sign out, and is told why they must sign in again. */
export const hasEnded = signal(false)

/** Another session may belong to another user: nobody is known until loaded. */
function take(value: string | null): void {
  if (value === token.value) return
  batch(() => {
    isKnown.value = false
    // After a session that has ended, this may be the same user, who finds the page as it was left.
    if (!hasEnded.value) profile.value = null
    hasEnded.value = false
    token.value = value
  })
}

function store(value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, value)
  } catch {
    // As above.
  }
}

export function keepSession(value: string | null): void {
  take(value)
  store(value)
}

export function endSession(): void {
  store(ENDED)
  showEnd()
}

function showEnd(): void {
  batch(() => {
    isKnown.value = false
    hasEnded.value = true
    token.value = null
  })
}

export function know(who: Profile): void {
  batch(() => {
    profile.value = who
    isKnown.value = true
  })
}

// Signing out in one tab signs out all of them. A session that has ended leaves what is written in each.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== KEY && key !== null) return
  if (newValue !== ENDED) take(read())
  else if (token.value !== null) showEnd()
})

export const isAdministrator = () => profile.value?.role === 'admin'
