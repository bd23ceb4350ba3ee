import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { Route, Router, useLocation } from 'preact-iso/router'
import { Icon } from '../ui/icon.tsx'
import { to } from '../ui/link.ts'
import { hasNavigated } from '../ui/page.tsx'
import { AdministratorsOnly } from './administrators-only.tsx'
import { Navigation } from './navigation.tsx'
import { NotFound } from './not-found.tsx'
import { PageGuard } from './page-guard.tsx'
import { forbiddenPages, visiblePages } from './pages.ts'
import { Palette, ShortcutHelp } from './palette.tsx'
import { useShortcuts } from './shortcuts.ts'

/** Whether a path can be decoded: the router would throw at an invalid escape such as `%E0%A4%A`. */
function isReadable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

/** The frame around each page for signed-in users; hidden while its user is away. */
export function Shell({ isAway }: { isAway: boolean }) {
  const { route, path } = useLocation()
  const firstPath = useRef(path)
  // Known before the next page is drawn, which takes the focus on arrival.
  if (path !== firstPath.current) hasNavigated.value = true
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const [dialog, setDialog] = useState<'palette' | 'help' | null>(null)
  const openPalette = useCallback(() => {
    // A modal dialog that is hidden would block the sign-in.
    if (!isAway) setDialog('palette')
  }, [isAway])
  const openHelp = useCallback(() => setDialog('help'), [])
  useShortcuts({ route, openPalette, openHelp })
  // Navigating closes the menu.
  useEffect(() => setMenuOpen(false), [path])
  const menuButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isMenuOpen) return
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return
      setMenuOpen(false)
      menuButton.current?.focus()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [isMenuOpen])

  return (
    <div class="shell" hidden={isAway}>
      <a class="skip-link" href="#main">
        Skip to the content
      </a>
      <header class="top-bar">
        <button
          type="button"
          class="menu-button"
          aria-expanded={isMenuOpen}
          aria-controls="navigation"
          ref={menuButton}
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <Icon name="menu" />
          <span class="visually-hidden">Menu</span>
        </button>
        <a class="brand" href={to('/')}>
          Weir
        </a>
      </header>
      <Navigation isOpen={isMenuOpen} onPalette={openPalette} onChosen={() => setMenuOpen(false)} />
      <main id="main" tabIndex={-1} aria-busy={isLoading}>
        {isLoading && <div class="loading-bar" aria-hidden="true" />}
        <PageGuard path={path} onFailure={() => setLoading(false)}>
          {isReadable(path) ? (
            <Router onLoadStart={() => setLoading(true)} onLoadEnd={() => setLoading(false)}>
              {[
                ...visiblePages().map(({ path, component }) => (
                  <Route key={path} path={to(path)} component={component} />
                )),
                ...forbiddenPages().map(({ path }) => (
                  <Route key={path} path={to(path)} component={AdministratorsOnly} />
                )),
                <Route key="none" default component={NotFound} />,
              ]}
            </Router>
          ) : (
            <NotFound />
          )}
        </PageGuard>
      </main>
      {dialog === 'palette' && <Palette route={route} onClose={() => setDialog(null)} />}
      {dialog === 'help' && <ShortcutHelp onClose={() => setDialog(null)} />}
    </div>
  )
}
