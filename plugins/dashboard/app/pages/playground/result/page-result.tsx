import { useState } from 'preact/hooks'
import { Code } from '../../../ui/content/code.tsx'
import { Json } from '../../../ui/content/json.tsx'
import { Markdown } from '../../../ui/content/markdown.tsx'
import { type Tab, Tabs } from '../../../ui/tabs.tsx'

const isText = (value: unknown): value is string => typeof value === 'string'

/** A file of this server, wherever its link says that the server is. */
const here = (url: string) => {
  const { pathname, search } = new URL(url, location.href)
  return `${pathname}${search}`
}

/** Addresses as text: who wants to go there sees where. */
function Links({ links }: { links: readonly unknown[] }) {
  return (
    <ul class="link-list">
      {links.filter(isText).map((link) => (
        <li key={link}>
          {/^https?:\/\//.test(link) ? (
            <a href={link} target="_blank" rel="noopener noreferrer nofollow">
              {link}
            </a>
          ) : (
            link
          )}
        </li>
      ))}
    </ul>
  )
}

function tabsOf(page: Record<string, unknown>): Tab[] {
  const { markdown, html, rawHtml, text, links, screenshot, pdf, extracted, metadata } = page
  const base = (metadata as { url?: string } | undefined)?.url
  const tabs: Tab[] = []
  if (isText(markdown)) {
    tabs.push({
      id: 'rendered',
      title: 'Rendered',
      content: () => <Markdown text={markdown} base={base} label="The page, rendered" />,
    })
    tabs.push({ id: 'markdown', title: 'Markdown', content: () => <Code text={markdown} label="markdown" /> })
  }
  if (extracted !== undefined)
    tabs.push({
      id: 'extracted',
      title: 'Extracted',
      content: () => <Json value={extracted} label="What was extracted" />,
    })
  if (isText(screenshot))
    tabs.push({
      id: 'screenshot',
      title: 'Screenshot',
      content: () => (
        <a href={here(screenshot)} target="_blank" rel="noopener">
          <img class="screenshot" src={here(screenshot)} alt="The page as a browser shows it" />
        </a>
      ),
    })
  if (isText(text)) tabs.push({ id: 'text', title: 'Text', content: () => <Code text={text} label="text" /> })
  if (isText(html)) tabs.push({ id: 'html', title: 'HTML', content: () => <Code text={html} label="HTML" /> })
  if (isText(rawHtml))
    tabs.push({ id: 'raw', title: 'Raw HTML', content: () => <Code text={rawHtml} label="raw HTML" /> })
  if (Array.isArray(links))
    tabs.push({ id: 'links', title: `Links (${links.length})`, content: () => <Links links={links} /> })
  if (isText(pdf))
    tabs.push({
      id: 'pdf',
      title: 'PDF',
      content: () => (
        <a class="button" href={here(pdf)} download>
          Download the PDF
        </a>
      ),
    })
  tabs.push({ id: 'json', title: 'JSON', content: () => <Json value={page} label="All of it as JSON" /> })
  return tabs
}

/** What was made of one page. */
export function PageResult({ page }: { page: Record<string, unknown> }) {
  const [chosen, setChosen] = useState('')
  const tabs = tabsOf(page)
  return <Tabs label="Formats" tabs={tabs} chosen={chosen || tabs[0]!.id} onChoose={setChosen} />
}
