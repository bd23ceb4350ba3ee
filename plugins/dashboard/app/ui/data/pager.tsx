import { LinkButton } from '../button.tsx'
import { useAddress } from './address.ts'

interface PagerProps {
  next: string | null
  what: string
  /** The names of the start and of the next page, if the list is not newest first. */
  words?: readonly [beginning: string, after: string]
}

/** Moves on in a list, and back to its start. The position is in the URL, as `cursor`. */
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
