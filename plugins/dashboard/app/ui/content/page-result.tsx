import { useState } from 'preact/hooks'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../button.tsx'
import { formatBytes, formatNumber } from '../format.ts'
import { type Tab, Tabs } from '../tabs.tsx'
import { toastFailure } from '../toast.tsx'
import { Code } from './code.tsx'
import { Json } from './json.tsx'
import { Markdown } from './markdown.tsx'
import { Picture } from './picture.tsx'
import { saveFrom } from './save-file.ts'
import { filesOf, type StoredFile } from './stored-files.ts'

/** The most links that are rendered; the JSON has all of them. */
const MAX_LINKS = 500

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const isWeb = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url)

/** A link's URL, which is clickable only if it is http or https. */
function Links({ links }: { links: readonly unknown[] }) {
  const shown = links.slice(0, MAX_LINKS).map((link) => {
    const { url, text: label } = (typeof link === 'object' && link !== null ? link : { url: link }) as {
      url?: unknown
      text?: unknown
    }
    return { url: text(url) ?? '', label: text(label) ?? '' }
  })
  if (shown.length === 0) return <p class="muted">The page has no links.</p>
  return (
    <>
      <ul class="link-list">
        {shown.map(({ url, label }, at) => (
          <li key={at}>
            {isWeb(url) ? (
              <a href={url} target="_blank" rel="noopener noreferrer nofollow">
                {url}
              </a>
            ) : (
              <span>{url}</span>
            )}
            {label && label !== url && <span class="muted"> {label}</span>}
          </li>
        ))}
      </ul>
      {links.length > MAX_LINKS && <p class="muted">{formatNumber(links.length - MAX_LINKS)} more are in the JSON.</p>}
    </>
  )
}

function FileButton({ file }: { file: StoredFile }) {
  const { isBusy, run } = useAction(toastFailure)
  const save = () => run(() => saveFrom(`/v1/files/${encodeURIComponent(file.id)}`, file.id))
  return (
    <Button size="small" busy={isBusy} onClick={() => void save()}>
      Download {file.type}
      {file.size !== undefined && ` (${formatBytes(file.size)})`}
    </Button>
  )
}

function tabsOf(result: Record<string, unknown>): Tab[] {
  const markdown = text(result.markdown)
  const html = text(result.html)
  const rawHtml = text(result.rawHtml)
  const plain = text(result.text)
  const { links, json, structured, extract, extracted = extract, metadata, images, attributes, changeTracking } = result
  const base = text((metadata as { url?: unknown } | null | undefined)?.url)
  const pictures = filesOf(result).filter(({ mediaType }) => mediaType.startsWith('image/'))
  const value = (id: string, title: string, it: unknown): Tab[] =>
    it === undefined || it === null ? [] : [{ id, title, content: () => <Json value={it} label={title} /> }]
  const code = (id: string, title: string, it: string | undefined): Tab[] =>
    it === undefined ? [] : [{ id, title, content: () => <Code text={it} label={title} /> }]
  return [
    ...(markdown === undefined
      ? []
      : [
          {
            id: 'rendered',
            title: 'Rendered',
            content: () => <Markdown text={markdown} base={base} label="The page, rendered from markdown" />,
          },
          { id: 'markdown', title: 'Markdown', content: () => <Code text={markdown} label="Markdown" /> },
        ]),
    ...code('text', 'Text', plain),
    ...code('summary', 'Summary', text(result.summary)),
    ...pictures.map((file, at) => ({
      id: `picture-${at}`,
      title: pictures.length === 1 ? 'Screenshot' : `Screenshot ${at + 1}`,
      content: () => <Picture fileId={file.id} label="The page as the browser drew it" />,
    })),
    ...value('extracted', 'Extracted', extracted),
    ...value('changes', 'Changes', changeTracking),
    ...value('attributes', 'Attributes', attributes),
    ...value('json', 'Outline', json),
    ...value('structured', 'Structured data', structured),
    ...code('html', 'HTML', html),
    ...code('raw-html', 'Raw HTML', rawHtml),
    ...(Array.isArray(links)
      ? [{ id: 'links', title: `Links (${links.length})`, content: () => <Links links={links} /> }]
      : []),
    ...value('images', 'Images', images),
    ...value('metadata', 'Metadata', metadata),
    { id: 'all', title: 'JSON', content: () => <Json value={result} label="The whole result" /> },
  ]
}

/** The status of a page that responded with an error, whose content this then is. */
export function errorStatusOf({ metadata }: Record<string, unknown>): number | undefined {
  const status = (metadata as { statusCode?: unknown } | null | undefined)?.statusCode
  return typeof status === 'number' && status >= 400 ? status : undefined
}

/**
 * The result of one page: each format in a tab, the first one open. All of it is displayed, none of it is executed.
 */
export function PageResult({ result }: { result: Record<string, unknown> }) {
  const [chosen, setChosen] = useState('')
  const tabs = tabsOf(result)
  const files = filesOf(result)
  const status = errorStatusOf(result)
  return (
    <div class="page-result">
      {status !== undefined && <p class="notice">The page answered with status {status}. This is its content.</p>}
      <Tabs label="Formats" tabs={tabs} chosen={chosen || tabs[0]!.id} onChoose={setChosen} />
      {files.length > 0 && (
        <div class="actions">
          {files.map((file) => (
            <FileButton key={file.id} file={file} />
          ))}
        </div>
      )}
    </div>
  )
}
