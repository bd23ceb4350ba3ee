import { useEffect } from 'preact/hooks'
import { LocationProvider } from 'preact-iso/router'
import { accountFailure, loadAccount, signOut } from '../api/account.ts'
import { profile, token } from '../api/session.ts'
import { SignIn } from '../pages/sign-in/sign-in.tsx'
import { Button } from '../ui/button.tsx'
import { BASE } from '../ui/link.ts'
import { Problem } from '../ui/problem.tsx'
import { Toasts } from '../ui/toast.tsx'
import { Shell } from './shell.tsx'

/** The URL stays the same during sign-in, so that users get to the page they asked for. */
function Inside() {
  const presented = token.value
  useEffect(() => {
    if (presented !== null) void loadAccount()
  }, [presented])
  if (presented === null) return <SignIn />
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
  if (profile.value === null)
    return (
      <main class="alone" aria-busy="true">
        <p class="muted late">Loading…</p>
      </main>
    )
  return <Shell />
}

export const App = () => (
  <LocationProvider scope={BASE}>
    <Inside />
    <Toasts />
  </LocationProvider>
)
