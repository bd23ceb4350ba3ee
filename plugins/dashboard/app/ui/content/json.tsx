import { useState } from 'preact/hooks'
import { Button } from '../button.tsx'

/** Entries of one array or object that are rendered before the rest is expanded. */
const AT_ONCE = 50
/** Levels that are open initially. */
const OPEN = 2

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null

function Leaf({ value }: { value: unknown }) {
  const kind = typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'word'
  return <span class={`code-${kind}`}>{JSON.stringify(value) ?? 'undefined'}</span>
}

function Entry({ name, value, depth }: { name: string | null; value: unknown; depth: number }) {
  const [isOpen, setOpen] = useState(depth < OPEN)
  const [shown, setShown] = useState(AT_ONCE)
  const label = name !== null && <span class="code-name">{name}: </span>
  if (!isBranch(value))
    return (
      <div class="json-leaf">
        {label}
        <Leaf value={value} />
      </div>
    )
  const entries = Object.entries(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (entries.length === 0)
    return (
      <div class="json-leaf">
        {label}
        {open}
        {close}
      </div>
    )
  return (
    <details class="json-branch" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        {open}
        <span class="muted">
          {isOpen ? '' : ` ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'} ${close}`}
        </span>
      </summary>
      {isOpen && (
        <div class="json-entries">
          {entries.slice(0, shown).map(([key, one]) => (
            <Entry key={key} name={Array.isArray(value) ? null : key} value={one} depth={depth + 1} />
          ))}
          {entries.length > shown && (
            <Button size="small" kind="quiet" onClick={() => setShown(shown * 4)}>
              {entries.length - shown} more
            </Button>
          )}
        </div>
      )}
    </details>
  )
}

/** A JSON value as a collapsible tree; only open branches are rendered. */
export function Json({ value, label }: { value: unknown; label: string }) {
  return (
    <section class="json" aria-label={label}>
      <Entry name={null} value={value} depth={0} />
    </section>
  )
}
