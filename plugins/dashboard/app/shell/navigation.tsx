import { useLocation } from 'preact-iso/router'
import { Icon } from '../ui/icon.tsx'
import { to } from '../ui/link.ts'
import { AccountMenu } from './account-menu.tsx'
import { groups, rootOf, visiblePages } from './pages.ts'

const isCurrent = (root: string, path: string) =>
  path.replace(/\/$/, '') === to(root) || (root !== '/' && path.startsWith(`${to(root)}/`))

interface NavigationProps {
  isOpen: boolean
  onPalette(): void
  /** Called when a page is selected, possibly the current one. */
  onChosen(): void
}

export function Navigation({ isOpen, onPalette, onChosen }: NavigationProps) {
  const { path } = useLocation()
  const visible = visiblePages()
  return (
    <nav class={`navigation ${isOpen ? 'open' : ''}`} id="navigation" aria-label="Main">
      <a class="brand" href={to('/')}>
        <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 8h6c3 0 3 8 6 8h4M4 12h4c3 0 3 4 6 4" />
        </svg>
        Weir
      </a>
      <button type="button" class="palette-button" onClick={onPalette}>
        <Icon name="search" />
        <span>Go to…</span>
        <kbd>/</kbd>
      </button>
      <div class="navigation-groups">
        {groups.map((group) => {
          const entries = visible.filter((page) => page.group === group)
          if (entries.length === 0) return null
          return (
            <section key={group} aria-label={group}>
              {group !== 'Start' && <h2>{group}</h2>}
              <ul>
                {entries.map((page) => (
                  <li key={page.path}>
                    <a
                      href={to(rootOf(page))}
                      aria-current={isCurrent(rootOf(page), path) ? 'page' : undefined}
                      onClick={onChosen}
                    >
                      {page.icon && <Icon name={page.icon} />}
                      {page.title}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </div>
      <AccountMenu />
    </nav>
  )
}
