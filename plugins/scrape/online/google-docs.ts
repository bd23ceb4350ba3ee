import { readExport } from './exports.ts'
import type { OnlineService } from './online-page.ts'

/** The export formats of each kind, the most complete first. `xlsx` has all sheets, `csv` one. */
const formats = {
  document: ['docx', 'html'],
  spreadsheets: ['xlsx', 'csv'],
  presentation: ['pptx', 'txt'],
} as const
type Kind = keyof typeof formats

const docPath = /^\/(?:a\/[^/]+\/)?(document|spreadsheets|presentation)\/(?:u\/\d+\/)?d\/([\w-]+)(?:\/([^/]*))?/
/** Published documents (`/d/e/…`, `/pub`) are HTML already, and an export is the format that the caller wants. */
const asItIs = new Set(['export', 'pub', 'pubhtml', 'gviz'])

/** Google Docs, Sheets and Slides, read from their exports. */
export function googleDocs(base: URL): OnlineService {
  return {
    name: 'google_docs',
    match(url) {
      if (url.hostname !== 'docs.google.com' && url.host !== base.host) return undefined
      const [, kind, id, action = ''] = docPath.exec(url.pathname) ?? []
      if (kind === undefined || id === 'e' || asItIs.has(action)) return undefined
      const exports = formats[kind as Kind].map((format) => exportOf(url, { kind, id: id!, format }, base))
      return (request) => readExport({ exports, isNamed: true }, request)
    },
  }
}

function exportOf(
  page: URL,
  { kind, id, format }: { kind: string; id: string; format: string },
  { origin, pathname }: URL,
): URL {
  const url = new URL(`${pathname.replace(/\/$/, '')}/${kind}/d/${id}/export`, origin)
  url.searchParams.set('format', format)
  const given = new URLSearchParams([...new URLSearchParams(page.hash.slice(1)), ...page.searchParams])
  // The sheet, the tab, and the resource key of links from before 2021.
  for (const name of format === 'csv' ? ['gid', 'resourcekey'] : ['tab', 'resourcekey']) {
    const value = given.get(name)
    if (value !== null) url.searchParams.set(name, value)
  }
  return url
}

/** Older links use the host of documents. */
const driveHosts = new Set(['drive.google.com', 'docs.google.com'])
const filePath = /^\/file\/(?:u\/\d+\/)?d\/([\w-]+)/

/** Files of Google Drive, read from their download URL. */
export function googleDrive(base: URL): OnlineService {
  return {
    name: 'google_drive',
    match(url) {
      if (!driveHosts.has(url.hostname) && url.host !== base.host) return undefined
      const named = url.pathname === '/open' || url.pathname === '/uc' ? url.searchParams.get('id') : undefined
      const id = filePath.exec(url.pathname)?.[1] ?? named
      if (!id) return undefined
      const file = new URL(`${base.pathname.replace(/\/$/, '')}/uc`, base.origin)
      file.searchParams.set('export', 'download')
      file.searchParams.set('id', id)
      const key = url.searchParams.get('resourcekey')
      if (key !== null) file.searchParams.set('resourcekey', key)
      return (request) =>
        readExport(
          { exports: [file], leadsOn: async (page) => (await import('./confirm-download.ts')).confirmDownload(page) },
          request,
        )
    },
  }
}
