import { signal } from '@preact/signals'
import type { Profile } from './types.ts'

/**
 * Kept in local storage, so that a second tab and a reload stay signed in. A script that could read it could just as
 * well use the page; the document's policy allows only the app's own scripts.
 */
const KEY = 'weir.session'

export const token = signal<string | null>(read())
/** The current user; null until loaded. */
export const profile = signal<Profile | null>(null)

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
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
  profile.value = null
  token.value = value
}

export function keepSession(value: string | null): void {
  hasEnded.value = false
  take(value)
  try {
    if (value === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, value)
  } catch {
    // As above.
  }
}

export function endSession(): void {
  keepSession(null)
  hasEnded.value = true
}

// Signing out in one tab signs out all of them.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) take(read())
})

export const isAdministrator = () => profile.value?.role === 'admin'
