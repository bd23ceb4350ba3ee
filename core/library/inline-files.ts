import type { Weir } from '../client/index.ts'

interface File {
  url: string
  mediaType: string
}
interface WithFiles {
  files?: File[]
  screenshot?: string
  pdf?: string
}

/** Replaces links to files in a page by `data:` URLs: the service that the links lead to ends with the call. */
export async function inlineFiles<Page extends object>(weir: Weir, page: Page): Promise<Page> {
  const { files, ...rest } = page as WithFiles
  if (!files?.length) return page
  const inlined = await Promise.all(files.map(async (file) => ({ ...file, url: await read(weir, file) })))
  const urls = new Map(files.map(({ url }, index) => [url, inlined[index]!.url]))
  const links = (['screenshot', 'pdf'] as const).flatMap((name) => {
    const url = rest[name]
    return url === undefined ? [] : [[name, urls.get(url) ?? url]]
  })
  return { ...page, ...Object.fromEntries(links), files: inlined }
}

async function read(weir: Weir, { url, mediaType }: File): Promise<string> {
  // The URL is a signed link, whose path ends with the id.
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const answer = await weir.jobs.file(pathname.split('/').at(-1)!, Object.fromEntries(searchParams))
  return `data:${mediaType};base64,${Buffer.from(await answer.arrayBuffer()).toString('base64')}`
}
