import { CopyButton } from '../copy-button.tsx'
import { highlight } from './highlight.ts'

export type Language = 'json' | 'shell' | 'typescript' | 'python' | 'text'

interface CodeProps {
  text: string
  language?: Language
  /** What it is, for screen readers. */
  label: string
}

/** Longer text is not coloured: that would block the page. */
const MAX_COLOURED = 50_000

/** Verbatim text with simple highlighting and a button that copies it. It is never interpreted as markup. */
export function Code({ text, language = 'text', label }: CodeProps) {
  const parts = text.length <= MAX_COLOURED ? highlight(text, language) : [{ kind: '', text }]
  return (
    <section class="code-frame" aria-label={label}>
      <div class="code-copy">
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <pre class="code" tabIndex={0}>
        <code>
          {parts.map((part, at) =>
            part.kind === '' ? (
              part.text
            ) : (
              <span key={at} class={`code-${part.kind}`}>
                {part.text}
              </span>
            ),
          )}
        </code>
      </pre>
    </section>
  )
}
