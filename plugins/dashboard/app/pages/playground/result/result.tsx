import { useState } from 'preact/hooks'
import type { Answer } from '../../../api/client.ts'
import { Json } from '../../../ui/content/json.tsx'
import { PageResult } from '../../../ui/content/page-result.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { type Tab, Tabs } from '../../../ui/tabs.tsx'
import type { Operation } from '../operations.ts'
import { JobProgress } from './job-progress.tsx'

interface FoundUrl {
  url: string
  title?: string | null
  depth: number
  statusCode?: number | null
}
/** A search result. If its page was scraped too, it has `url` and `description` instead of `link` and `snippet`. */
interface Hit {
  position: number
  title: string
  link?: string
  snippet?: string
  url?: string
  description?: string | null
  error?: { message: string }
  [field: string]: unknown
}

const Address = ({ url }: { url: string }) =>
  /^https?:\/\//.test(url) ? (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {url}
    </a>
  ) : (
    <span>{url}</span>
  )

/** One view, with the response as JSON next to it. */
function WithJson({ view, answer }: { view: Tab; answer: unknown }) {
  const [chosen, setChosen] = useState(view.id)
  const json: Tab = { id: 'json', title: 'JSON', content: () => <Json value={answer} label="The answer as JSON" /> }
  return <Tabs label="Views of the answer" tabs={[view, json]} chosen={chosen} onChoose={setChosen} />
}

function MapResult({ urls }: { urls: readonly FoundUrl[] }) {
  if (urls.length === 0)
    return <EmptyState title="No pages found">Increase the depth, or start from another page.</EmptyState>
  return (
    <Table
      caption="Pages that were found"
      rows={urls}
      keyOf={({ url }) => url}
      columns={[
        { title: 'URL', main: true, cell: ({ url }) => <Address url={url} /> },
        { title: 'Title', cell: ({ title }) => title ?? '' },
        { title: 'Status', numeric: true, cell: ({ statusCode }) => statusCode ?? 'none' },
        { title: 'Depth', numeric: true, cell: ({ depth }) => depth },
      ]}
    />
  )
}

function SearchResult({ results }: { results: readonly Hit[] }) {
  if (results.length === 0)
    return (
      <EmptyState title="No results">
        Without a search engine, the server searches only the pages that this account has scraped: scrape a page first,
        or set WEIR_SEARXNG_URL.
      </EmptyState>
    )
  return (
    <ol class="hits">
      {results.map((hit) => (
        <li key={hit.position}>
          <h3>{hit.title}</h3>
          <Address url={hit.link ?? hit.url ?? ''} />
          <p>{hit.snippet ?? hit.description}</p>
          {hit.error && <p>The page could not be scraped: {hit.error.message}</p>}
          {typeof hit.markdown === 'string' && (
            <details>
              <summary>Page content</summary>
              <PageResult result={hit} />
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}

/** The response of an operation, in a suitable view. */
export function Result({ operation, answer: { body } }: { operation: Operation; answer: Answer }) {
  const data = (body.data ?? {}) as Record<string, unknown>
  const jobId = body.processingMode === 'async' ? (body.jobId ?? data.jobId) : undefined
  if (typeof jobId === 'string') return <JobProgress key={jobId} jobId={jobId} answer={body} />
  if (operation.id === 'scrape') return <PageResult result={data} />
  if (operation.id === 'map')
    return (
      <WithJson
        answer={body}
        view={{ id: 'pages', title: 'Pages', content: () => <MapResult urls={(data.urls ?? []) as FoundUrl[]} /> }}
      />
    )
  if (operation.id === 'search')
    return (
      <WithJson
        answer={body}
        view={{ id: 'hits', title: 'Results', content: () => <SearchResult results={(data.results ?? []) as Hit[]} /> }}
      />
    )
  return (
    <WithJson
      answer={body}
      view={{
        id: 'extracted',
        title: 'Extracted',
        content: () => <Json value={data.extractedData ?? data} label="What was extracted" />,
      }}
    />
  )
}
