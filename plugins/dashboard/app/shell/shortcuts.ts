import { useEffect } from 'preact/hooks'
import { to } from '../ui/link.ts'
import { rootOf, visiblePages } from './pages.ts'

/** Milliseconds within which the second key of two must follow. */
const PATIENCE = 1500

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

interface Actions {
  route(path: string): void
  openPalette(): void
  openHelp(): void
}

/** `g` and a letter open a page, `/` or Ctrl-K the palette, `?` the list of shortcuts. */
export function useShortcuts({ route, openPalette, openHelp }: Actions): void {
  useEffect(() => {
    let goingUntil = 0
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
        event.preventDefault()
        openPalette()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('dialog[open]')) return
      if (event.timeStamp < goingUntil) {
        goingUntil = 0
        const page = visiblePages().find(({ key }) => key === event.key)
        if (page) {
          event.preventDefault()
          route(to(rootOf(page)))
          return
        }
      }
      if (event.key === 'g') goingUntil = event.timeStamp + PATIENCE
      else if (event.key === '/') {
        event.preventDefault()
        openPalette()
      } else if (event.key === '?') openHelp()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [route, openPalette, openHelp])
}
