import { signOut } from '../api/account.ts'
import { profile } from '../api/session.ts'
import { BEFORE } from '../service.ts'
import { formatNumber } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { setTheme, theme, themes } from '../ui/theme.ts'

/** The current user, the remaining credits of the month, the theme, and signing out. */
export function AccountMenu() {
  const who = profile.value
  if (!who) return null
  const { monthly, remaining } = who.credits
  return (
    <details class="account">
      <summary>
        <span class="account-name">{who.fullName || who.email}</span>
        <span class="account-plan">
          {who.plan} · {formatNumber(remaining)} of {formatNumber(monthly)} credits left
        </span>
        <meter class="meter" min={0} max={monthly || 1} value={remaining} aria-label="Credits left" />
      </summary>
      <div class="account-menu">
        <p class="muted">{who.email}</p>
        <fieldset class="theme-choice">
          <legend>Theme</legend>
          {themes.map((one) => (
            <label key={one}>
              <input type="radio" name="theme" checked={theme.value === one} onChange={() => setTheme(one)} />
              {one}
            </label>
          ))}
        </fieldset>
        <a href={`${BEFORE}/docs`} target="_blank" rel="noopener">
          <Icon name="book" />
          API documentation
        </a>
        <button type="button" onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
    </details>
  )
}
