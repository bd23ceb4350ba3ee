import { type EngineContext, type GuardedFetch, httpUrl, type PageRequest, type Static, t } from 'weirjs'
import type { ContentOptions } from 'weirjs/schemas'
import type { Content } from '../../content/service.ts'
import { createOnlineSession } from './ask.ts'
import { googleDocs, googleDrive } from './google-docs.ts'
import { microsoft365 } from './microsoft-365.ts'
import type { OnlineService, ReadPage } from './online-page.ts'
import { youtube } from './youtube/index.ts'

export type { ReadPage } from './online-page.ts'

const base = (env: string, description: string, fallback?: string) =>
  httpUrl({ env, description, ...(fallback && { default: fallback }) })

/** The base URLs of services that are read by their own protocols. URLs below them are read this way. */
export const onlineSettings = {
  youtube: base('WEIR_YOUTUBE_URL', 'YouTube', 'https://www.youtube.com'),
  googleDocs: base('WEIR_GOOGLE_DOCS_URL', 'Google Docs, Sheets and Slides', 'https://docs.google.com'),
  googleDrive: base('WEIR_GOOGLE_DRIVE_URL', 'Google Drive', 'https://drive.google.com'),
  microsoft365: t.Optional(
    base(
      'WEIR_MICROSOFT_365_URL',
      'Share links of Microsoft 365 and OneDrive; default: the URL that each link leads to',
    ),
  ),
}
const settings = t.Object(onlineSettings)
export type OnlineSettings = Static<typeof settings>

/** Reads a page by its service's own protocol, in the formats of the options. */
export type ReadOnline = (page: PageRequest, content: ContentOptions, context: EngineContext) => Promise<ReadPage>

/** Returns a function that finds how a page of such a service is read; undefined for all other pages. */
export function createOnline(
  settings: OnlineSettings,
  { fetch, converter }: { fetch: GuardedFetch; converter: Content },
): (url: URL) => ReadOnline | undefined {
  const services: OnlineService[] = [
    youtube(new URL(settings.youtube)),
    googleDocs(new URL(settings.googleDocs)),
    googleDrive(new URL(settings.googleDrive)),
    microsoft365(settings.microsoft365 === undefined ? undefined : new URL(settings.microsoft365)),
  ]
  return (url) => {
    for (const service of services) {
      const read = service.match(url)
      if (read)
        return (page, content, context) => readAs(service.name, read, { page, content, context, fetch, converter })
    }
    return undefined
  }
}

async function readAs(
  service: string,
  read: NonNullable<ReturnType<OnlineService['match']>>,
  {
    page,
    content,
    context,
    fetch,
    converter,
  }: {
    page: PageRequest
    content: ContentOptions
    context: EngineContext
    fetch: GuardedFetch
    converter: Content
  },
): Promise<ReadPage> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(page.timeout)])
  const { ask, trace, redirectHeaders, exchanges } = createOnlineSession({ fetch, page, signal, service })
  const found = await read({ page, content, ask, context, converter })
  return { ...found, url: page.url, engine: service, trace, redirectHeaders, exchanges }
}
