import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toText } from '../../plugins/content/formats/text.ts'
import { parse } from '../../plugins/content/tree/index.ts'
import { viewOf } from '../../plugins/content/view/view.ts'
import { evenly } from '../bench/pages.ts'

/** A page of a site whose template marks the content. */
export interface SitePage {
  /** The path relative to the site's folder. */
  file: string
  url: URL
  html: string
  /** The content by the selectors, as text. */
  text: string
}

/**
 * A number of the HTML files of one site, evenly spread, such as the documentation in a package of a distribution.
 * `keep` selects the content, and `drop` the parts of it that are not content.
 */
export const readSitePages = (folder: string, keep: string, drop: readonly string[], most: number): SitePage[] => {
  const files = [...new Bun.Glob('**/*.html').scanSync(folder)].sort()
  const options = { onlyMainContent: false, removeAds: false, includeTags: [keep], excludeTags: drop }
  return evenly(files, Math.min(most, files.length)).map((file) => {
    const html = readFileSync(join(folder, file), 'utf8')
    const url = new URL(file, 'https://site.example/')
    return { file, url, html, text: toText(viewOf(parse(html), url, options)) }
  })
}
