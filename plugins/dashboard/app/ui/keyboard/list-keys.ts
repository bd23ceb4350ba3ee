import { useEffect } from 'preact/hooks'

/** The rows' main links, in document order. */
const ENTRIES = '.table td.main a, [data-list-entry]'

const isTaken = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  document.querySelector('dialog[open]') !== null ||
  (target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** `j` and `k` move to the next and the previous entry of a page's list; Enter opens the focused one. */
export function useListKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key]
      if (step === undefined || isTaken(event)) return
      const entries = [...document.querySelectorAll<HTMLElement>(ENTRIES)]
      const at = entries.indexOf(document.activeElement as HTMLElement)
      const next = at === -1 ? entries[step === 1 ? 0 : entries.length - 1] : entries[at + step]
      if (!next) return
      event.preventDefault()
      next.focus()
      next.scrollIntoView({ block: 'nearest' })
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
