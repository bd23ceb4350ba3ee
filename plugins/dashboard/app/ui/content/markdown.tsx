import { useEffect, useState } from 'preact/hooks'
import { Skeleton } from '../states.tsx'
import { Sandbox } from './sandbox.tsx'

/** The most characters that are rendered: more would block the page, and nobody reads it here. */
const MAX_LENGTH = 200_000

/** Markdown as it looks. It is rendered without any markup of its own, and shown in a sandbox all the same.
 * Relative links lead from `base`, where it is given. */
export function Markdown({ text, base, label }: { text: string; base?: string; label: string }) {
  const [markup, setMarkup] = useState<string>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    let isCurrent = true
    const render = async () => {
      // The renderer is loaded only with the first markdown.
      const { renderMarkdown } = await import('./render-markdown.ts')
      if (isCurrent) setMarkup(renderMarkdown(text.slice(0, MAX_LENGTH)))
    }
    render().catch(() => setFailed(true))
    return () => {
      isCurrent = false
    }
  }, [text])
  if (hasFailed)
    return <p class="notice">What renders it could not be loaded: load this page again, or read the raw text.</p>
  if (markup === undefined) return <Skeleton />
  return (
    <>
      {text.length > MAX_LENGTH && (
        <p class="notice">This shows the first 200,000 characters; the raw text is whole.</p>
      )}
      <Sandbox markup={markup} base={base} label={label} />
    </>
  )
}
