import { useEffect, useMemo, useState } from 'preact/hooks'
import { Button } from '../button.tsx'
import { type Line, linesOf, partsOf, rowsOf } from './diff-lines.ts'

/** Lines that are rendered before the rest is expanded. */
const AT_ONCE = 400
/** The width that two columns of text need. */
const WIDE = '(width >= 70rem)'

const SIGNS = { same: ' ', added: '+', removed: '−', place: '' }

/** Whether there is room for two columns, also when the window is resized. */
function useWide(): boolean {
  const media = useMemo(() => matchMedia(WIDE), [])
  const [isWide, setWide] = useState(media.matches)
  useEffect(() => {
    const update = () => setWide(media.matches)
    media.addEventListener('change', update)
    return () => media.removeEventListener('change', update)
  }, [media])
  return isWide
}

const Number = ({ value }: { value: number | undefined }) => (
  <span class="diff-number" aria-hidden="true">
    {value}
  </span>
)

/** A line's text, with the words marked that its partner does not have. */
function Text({ line }: { line: Line }) {
  const parts = partsOf(line).map(({ text, isOther }, at) =>
    isOther ? (
      <mark key={at} class="diff-word">
        {text}
      </mark>
    ) : (
      text
    ),
  )
  const shown = line.text === '' ? ' ' : parts
  if (line.kind === 'added') return <ins>{shown}</ins>
  if (line.kind === 'removed') return <del>{shown}</del>
  return <span>{shown}</span>
}

const Place = ({ line }: { line: Line }) => (
  <div class="diff-line place">
    <span class="diff-place">line {line.text.match(/\+(\d+)/)?.[1]}</span>
  </div>
)

const Sign = ({ line }: { line: Line }) => (
  <span class="diff-sign" aria-hidden="true">
    {SIGNS[line.kind]}
  </span>
)

/** One below the other. */
const Unified = ({ lines }: { lines: readonly Line[] }) => (
  <>
    {lines.map((line, at) =>
      line.kind === 'place' ? (
        <Place key={at} line={line} />
      ) : (
        <div key={at} class={`diff-line ${line.kind}`}>
          <Number value={line.before} />
          <Number value={line.after} />
          <Sign line={line} />
          <Text line={line} />
        </div>
      ),
    )}
  </>
)

function Half({ line, number }: { line: Line | undefined; number: number | undefined }) {
  if (!line) return <div class="diff-half none" />
  return (
    <div class={`diff-half ${line.kind}`}>
      <Number value={number} />
      <Sign line={line} />
      <Text line={line} />
    </div>
  )
}

/** Old and new side by side. */
const SideBySide = ({ lines }: { lines: readonly Line[] }) => (
  <>
    {rowsOf(lines).map(({ place, left, right }, at) =>
      place ? (
        <Place key={at} line={place} />
      ) : (
        <div key={at} class="diff-row">
          <Half line={left} number={left?.before} />
          <Half line={right} number={right?.after} />
        </div>
      ),
    )}
  </>
)

/** A readable unified diff: what was removed, what was added, and where. Its content is only ever text. */
export function Diff({ unified, label }: { unified: string; label: string }) {
  const lines = useMemo(() => linesOf(unified), [unified])
  const [shown, setShown] = useState(AT_ONCE)
  const isWide = useWide()
  if (lines.length === 0) return <p class="muted">No differences.</p>
  const some = lines.slice(0, shown)
  return (
    <section class="diff-frame" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <div class="diff" tabIndex={0}>
        {isWide ? <SideBySide lines={some} /> : <Unified lines={some} />}
      </div>
      {lines.length > shown && (
        <Button size="small" kind="quiet" onClick={() => setShown(shown + 4 * AT_ONCE)}>
          {lines.length - shown} more lines
        </Button>
      )}
    </section>
  )
}
