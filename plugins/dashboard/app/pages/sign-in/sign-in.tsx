import { useEffect, useState } from 'preact/hooks'
import { goToProvider, signIn } from '../../api/account.ts'
import { arrivalFailure } from '../../api/arrive.ts'
import { api } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { hasEnded } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { errorOf, TextField } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Problem } from '../../ui/problem.tsx'

/** The operator's identity provider, named by its host. */
function useProvider(): string | null {
  const [provider, setProvider] = useState<string | null>(null)
  useEffect(() => {
    api.get<{ provider: string | null }>('/dashboard/sign-in/ways', { signsIn: true }).then(
      (ways) => setProvider(ways.provider),
      // The password form still works, and shows what is wrong when it is submitted.
      () => {},
    )
  }, [])
  return provider
}

export function SignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState<'password' | 'provider' | null>(null)
  const provider = useProvider()
  const failure = arrivalFailure.value
  useEffect(() => {
    const before = document.title
    document.title = 'Sign in · Weir'
    return () => {
      document.title = before
    }
  }, [])

  const run = async (way: 'password' | 'provider', enter: () => Promise<unknown>) => {
    if (busy) return
    setBusy(way)
    arrivalFailure.value = undefined
    try {
      if ((await enter()) === false) setBusy(null)
    } catch (error) {
      arrivalFailure.value = toFailure(error)
      setBusy(null)
    }
  }

  return (
    <main class="sign-in">
      <h1>
        <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 8h6c3 0 3 8 6 8h4M4 12h4c3 0 3 4 6 4" />
        </svg>
        Sign in to Weir
      </h1>
      {failure && <Problem failure={failure} />}
      {!failure && hasEnded.value && (
        <p class="notice" role="status">
          Your session has ended. Sign in to continue where you left off.
        </p>
      )}
      {provider !== null && (
        <>
          <Button busy={busy === 'provider'} onClick={() => void run('provider', goToProvider)}>
            Sign in with {provider}
          </Button>
          <p class="sign-in-or">or with a password</p>
        </>
      )}
      <Form onSubmit={() => run('password', () => signIn(email, password))}>
        <TextField
          label="E-mail address"
          type="email"
          name="email"
          autocomplete="username"
          required
          value={email}
          onValue={setEmail}
          error={errorOf(failure, 'email')}
        />
        <TextField
          label="Password"
          type="password"
          name="password"
          autocomplete="current-password"
          required
          value={password}
          onValue={setPassword}
          error={errorOf(failure, 'password')}
        />
        <Button kind="primary" type="submit" busy={busy === 'password'}>
          Sign in
        </Button>
      </Form>
      <p class="muted">
        The server printed the administrator’s e-mail address and password when it was started for the first time.
        Administrators add all other users.
      </p>
    </main>
  )
}
