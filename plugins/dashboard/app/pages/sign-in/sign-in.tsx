import { useEffect, useState } from 'preact/hooks'
import { signIn } from '../../api/account.ts'
import type { Failure } from '../../api/failure.ts'
import { toFailure } from '../../api/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { errorOf, TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'

export function SignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    document.title = 'Sign in · Weir'
  }, [])

  const submit = async (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await signIn(email, password)
    } catch (error) {
      setFailure(toFailure(error))
      setBusy(false)
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
      <form onSubmit={(event) => void submit(event)}>
        {failure && <Problem failure={failure} />}
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
        <Button kind="primary" type="submit" busy={isBusy}>
          Sign in
        </Button>
      </form>
      <p class="muted">
        The server printed the administrator’s address and password when it was started first. Further accounts come
        from an administrator.
      </p>
    </main>
  )
}
