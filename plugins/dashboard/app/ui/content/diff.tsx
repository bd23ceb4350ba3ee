import { useMemo, useState } from 'preact/hooks'
import { Button } from '../button.tsx'

interface Line {
  kind: 'same' | 'added' | 'removed' | 'place'
  text: string
  /** Number in the text before, and in the one after. */
  before?: number
  after?: number
}

/** Lines that are drawn before the rest is asked for. */
const AT_ONCE = 400

/** The lines of a unified diff, with their numbers. */
export function linesOf(unified: string): Line[] {
  const lines: Line[] = []
  let before = 0
  let after = 0
  for (const line of unified.split('\n')) {
    const place = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line)
    if (place) {
      before = Number(place[1])
      after = Number(place[2])
      lines.push({ kind: 'place', text: line })
    } else if (lines.length === 0 || line.startsWith('\\')) {
      // Names of the files above the first place, and that a text has no line end.
    } else if (line.startsWith('+')) lines.push({ kind: 'added', text: line.slice(1), after: after++ })
    else if (line.startsWith('-')) lines.push({ kind: 'removed', text: line.slice(1), before: before++ })
    else if (line.startsWith(' ')) lines.push({ kind: 'same', text: line.slice(1), before: before++, after: after++ })
  }
  return lines
}

const SIGNS = { same: ' ', added: '+', removed: '−', place: '' }

/** A unified diff to be read: what went, what came, and where. Text alone, whatever it holds. */
export function Diff({ unified, label }: { unified: string; label: string }) {
  const lines = useMemo(() => linesOf(unified), [unified])
  const [shown, setShown] = useState(AT_ONCE)
  if (lines.length === 0) return <p class="muted">Nothing differs.</p>
  return (
    <section class="diff-frame" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <div class="diff" tabIndex={0}>
        {lines.slice(0, shown).map(({ kind, text, before, after }) => (
          <div key={`${kind} ${before} ${after} ${text}`} class={`diff-line ${kind}`}>
            {kind === 'place' ? (
              <span class="diff-place">line {text.match(/\+(\d+)/)?.[1]}</span>
            ) : (
              <>
                <span class="diff-number" aria-hidden="true">
                  {before}
                </span>
                <span class="diff-number" aria-hidden="true">
                  {after}
                </span>
                <span class="diff-sign" aria-hidden="true">
                  {SIGNS[kind]}
                </span>
                {kind === 'added' ? (
                  <ins>{text || ' '}</ins>
                ) : kind === 'removed' ? (
                  <del>{text || ' '}</del>
                ) : (
                  <span>{text || ' '}</span>
                )}
              </>
            )}
          </div>
        ))}
      </div>
      {lines.length > shown && (
        <Button size="small" kind="quiet" onClick={() => setShown(shown + 4 * AT_ONCE)}>
          {lines.length - shown} more lines
        </Button>
      )}
    </section>
  )
}
