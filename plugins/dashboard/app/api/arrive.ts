import { signal } from '@preact/signals'
import { BEFORE } from '../service.ts'
import { TICKET } from './account.ts'
import { api } from './client.ts'
import { Failure, toFailure } from './failure.ts'
import { keepSession } from './session.ts'

/** The path for API requests; that of the page has the prefix before it. */
const SIGN_IN = '/dashboard/sign-in'
const PAGE = `${BEFORE}${SIGN_IN}`
const HOME = `${BEFORE}/dashboard`

/** Why a visitor who came by a link, or from the identity provider, is not signed in. */
export const arrivalFailure = signal<Failure | undefined>(undefined)

const post = (path: string, body: unknown) => api.post<{ token: string }>(path, body, { signsIn: true })

/** What the tab remembers of the sign-in that it started. */
function begun(): { ticket: string; path: string; closes?: boolean } {
  const kept = sessionStorage.getItem(TICKET)
  sessionStorage.removeItem(TICKET)
  if (kept === null)
    throw new Failure('This sign-in was not started in this tab; start again', { status: 0, code: 'no_ticket' })
  return JSON.parse(kept) as ReturnType<typeof begun>
}

/**
 * Signs in a visitor who comes by the link of a first start, or back from the identity provider, before anything is
 * drawn. The credentials are removed from the URL, so that neither a reload nor the history has them.
 */
export async function arrive(): Promise<void> {
  const { pathname, hash, search } = location
  if (pathname !== PAGE && pathname !== `${PAGE}/callback`) return
  history.replaceState(null, '', HOME)
  try {
    const code = new URLSearchParams(hash.slice(1)).get('code')
    if (pathname === PAGE) {
      if (code !== null) keepSession((await post(`${SIGN_IN}/code`, { code })).token)
      return
    }
    const { ticket, path, closes } = begun()
    keepSession((await post(`${SIGN_IN}/callback`, { answer: search.slice(1), ticket })).token)
    // The tab that waits has taken the session.
    if (closes) window.close()
    // Only to the dashboard's own pages, whatever was stored.
    if (path.startsWith(HOME) && !path.startsWith(PAGE)) history.replaceState(null, '', path)
  } catch (error) {
    arrivalFailure.value = toFailure(error)
  }
}
