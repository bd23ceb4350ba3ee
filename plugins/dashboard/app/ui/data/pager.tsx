import { LinkButton } from '../button.tsx'
import { useAddress } from './address.ts'

interface PagerProps {
  next: string | null
  what: string
  /** What the beginning and what comes after are called, where the list does not begin with the newest. */
  words?: readonly [beginning: string, after: string]
}

/** Leads on in a list, and back to its beginning. The place is in the address, as `cursor`. */
export function Pager({ next, what, words = ['Newest', 'Older'] }: PagerProps) {
  const { query, of } = useAddress()
  if (next === null && !query.cursor) return null
  return (
    <nav class="actions pager" aria-label={`Pages of ${what}`}>
      {query.cursor && <LinkButton href={of({ cursor: null })}>{words[0]}</LinkButton>}
      {next !== null && <LinkButton href={of({ cursor: next })}>{words[1]}</LinkButton>}
    </nav>
  )
}
