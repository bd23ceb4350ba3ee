import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { LocationProvider } from 'preact-iso/router'
import { accountFailure, loadAccount, signOut } from '../api/account.ts'
import { isKnown, profile, token } from '../api/session.ts'
import { SignIn } from '../pages/sign-in/sign-in.tsx'
import { Button } from '../ui/button.tsx'
import { BASE } from '../ui/link.ts'
import { Problem } from '../ui/problem.tsx'
import { Toasts } from '../ui/toast.tsx'
import { Shell } from './shell.tsx'

/** What is shown until a user is signed in. */
function Entrance() {
  if (token.value === null) return <SignIn />
  if (accountFailure.value)
    return (
      <main class="alone">
        <Problem failure={accountFailure.value} retry={() => void loadAccount()}>
          <Button size="small" onClick={() => void signOut()}>
            Sign out
          </Button>
        </Problem>
      </main>
    )
  return (
    <main class="alone" aria-busy="true">
      <p class="muted late">Loading…</p>
    </main>
  )
}

/** Puts the entrance above a page that waits, even above its open dialogs. */
function Above({ children }: { children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    const shown = dialog.current
    shown?.showModal()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} class="above" aria-label="Weir" onCancel={(event) => event.preventDefault()}>
      {children}
    </dialog>
  )
}

/**
 * The URL stays the same during sign-in, so that users get to the page they asked for. The page of a user whose
 * session has ended stays too, hidden with what was written there, until that user or another one has signed in.
 */
function Inside() {
  const presented = token.value
  useEffect(() => {
    if (presented !== null) void loadAccount()
  }, [presented])
  const who = profile.value
  if (who === null) return <Entrance />
  const isIn = isKnown.value && accountFailure.value === null
  return (
    <>
      <Shell key={who.id} isAway={!isIn} />
      {!isIn && (
        <Above>
          <Entrance />
        </Above>
      )}
    </>
  )
}

export const App = () => (
  <LocationProvider scope={BASE}>
    <Inside />
    <Toasts />
  </LocationProvider>
)
