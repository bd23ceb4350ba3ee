import { readExport } from './exports.ts'
import type { OnlineService } from './online-page.ts'

/**
 * Links of Word (`w`), Excel (`x`), PowerPoint (`p`), PDF (`b`), text (`t`) and other (`u`) files, long and short.
 */
const sharedPath = /^\/:[wxpbtu]:\//
const shortPath = /^\/[wxpbtu]\/[^/]/
/** Links of personal accounts, which name the file in their parameters. */
const viewerPath = /^\/(?:embed|redir|edit\.aspx|view\.aspx|download)$/
const hosts = /(?:^|\.)sharepoint(?:-df)?\.(?:com|us|cn|de)$|^onedrive\.live\.com$/
const SHORT_HOST = '1drv.ms'

/** Documents shared by a link of Microsoft 365 or OneDrive, which returns the file itself on request. */
export function microsoft365(base: URL | undefined): OnlineService {
  return {
    name: 'microsoft_365',
    match(url) {
      const isBase = base !== undefined && url.host === base.host
      const isShort = (url.hostname === SHORT_HOST || isBase) && shortPath.test(url.pathname)
      const isHost = hosts.test(url.hostname) || isBase
      const isShared = isHost && sharedPath.test(url.pathname)
      const isViewed = isHost && viewerPath.test(url.pathname) && url.searchParams.has('resid')
      if (!isShort && !isShared && !isViewed) return undefined
      const path = isViewed ? '/download' : url.pathname
      const file = new URL(`${path}${url.search}`, base?.origin ?? url.origin)
      if (!isViewed) file.searchParams.set('download', '1')
      return (request) => readExport({ exports: [file] }, request)
    },
  }
}
