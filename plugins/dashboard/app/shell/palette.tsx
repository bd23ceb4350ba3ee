import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { signOut } from '../api/account.ts'
import { BEFORE } from '../service.ts'
import { Dialog } from '../ui/dialog.tsx'
import { to } from '../ui/link.ts'
import { setTheme, themes } from '../ui/theme.ts'
import { rootOf, visiblePages } from './pages.ts'

interface Command {
  title: string
  hint?: string
  run(): void
}

function commands(route: (path: string) => void): Command[] {
  return [
    ...visiblePages()
      .filter(({ group }) => group)
      .map((page) => ({
        title: page.title,
        hint: page.key && `g ${page.key}`,
        run: () => route(to(rootOf(page))),
      })),
    ...themes.map((theme) => ({ title: `Theme: ${theme}`, run: () => setTheme(theme) })),
    { title: 'API documentation', run: () => void open(`${BEFORE}/docs`, '_blank', 'noopener') },
    { title: 'Sign out', run: () => void signOut() },
  ]
}

/** Opens a page or runs an action, found by a few letters of its name. */
export function Palette({ route, onClose }: { route: (path: string) => void; onClose(): void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  // A dialog focuses its first button.
  useLayoutEffect(() => field.current?.focus(), [])
  const words = text.toLowerCase().split(/\s+/)
  const found = commands(route).filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
  const chosen = Math.min(at, found.length - 1)
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        ref={field}
        class="input"
        type="text"
        role="combobox"
        aria-label="Page or command"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[chosen] && `${id}-${chosen}`}
        autocomplete="off"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') run(found[chosen])
          else if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, found.length - 1))
          else if (event.key === 'ArrowUp') setAt(Math.max(chosen - 1, 0))
          else return
          event.preventDefault()
        }}
      />
      <div class="palette-list" role="listbox" id={id} aria-label="Pages and commands">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={command.title}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => run(command)}
          >
            <span>{command.title}</span>
            {command.hint && <kbd>{command.hint}</kbd>}
          </div>
        ))}
        {found.length === 0 && <p class="muted">No page or command matches.</p>}
      </div>
    </Dialog>
  )
}

/** All shortcuts. */
export function ShortcutHelp({ onClose }: { onClose(): void }) {
  const rows = [
    ...visiblePages().flatMap(({ key, title }) => (key ? [[`g ${key}`, title] as const] : [])),
    ['/', 'Open a page or run a command by its name'] as const,
    ['Ctrl K', 'The same, from anywhere'] as const,
    ['j k', 'Next and previous entry of a list'] as const,
    ['?', 'This list of shortcuts'] as const,
  ]
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="shortcut-list">
        {rows.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
