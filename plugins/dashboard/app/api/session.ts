import { signal } from '@preact/signals'
import type { Profile } from './types.ts'

/**
 * Kept in the browser's local storage, so that a second tab and a reload stay signed in. A script that could read it
 * could as well use the page; the policy of the document lets none in that is not the app's own.
 */
const KEY = 'weir.session'

export const token = signal<string | null>(read())
/** Who is signed in; null until the service has told. */
export const profile = signal<Profile | null>(null)

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Storage is switched off: the session lasts as long as the page.
    return null
  }
}

/** The service took the session no longer: whoever had it did not sign out, and is told why they are to sign in. */
export const hasEnded = signal(false)

/** Whoever has another session may be somebody else: nobody is known until the service has told. */
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

// Who signs out in one tab is signed out in all.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) take(read())
})

export const isAdministrator = () => profile.value?.role === 'admin'
