import { LinkButton } from '../button.tsx'
import { useAddress } from './address.ts'

/** Leads on in a list, and back to its beginning. The place is in the address, as `cursor`. */
export function Pager({ next, what }: { next: string | null; what: string }) {
  const { query, of } = useAddress()
  if (next === null && !query.cursor) return null
  return (
    <nav class="actions pager" aria-label={`Pages of ${what}`}>
      {query.cursor && <LinkButton href={of({ cursor: null })}>Newest</LinkButton>}
      {next !== null && <LinkButton href={of({ cursor: next })}>Older</LinkButton>}
    </nav>
  )
}
