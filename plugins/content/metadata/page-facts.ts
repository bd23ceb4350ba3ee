import type { JsonObject } from 'weirjs/toolkit'
import type { Item } from '../structured/item.ts'
import { readJsonLd } from '../structured/json-ld.ts'
import { MicrodataReader } from '../structured/microdata.ts'
import { RdfaReader } from '../structured/rdfa.ts'
import { Things } from '../structured/things.ts'
import { baseOf, resolver, type Tree } from '../tree/index.ts'
import { isForum } from './page-types.ts'
import { Surroundings } from './surroundings.ts'
import { type Survey, survey } from './survey.ts'
import { declaredText } from './text/declared-text.ts'

/** The facts of a page from which its metadata is determined. */
export interface PageFacts {
  tree: Tree
  url: URL
  /** The base of relative URLs. */
  base: URL
  survey: Survey
  jsonLd: JsonObject[]
  microdata: Item[]
  rdfa: Item[]
  things: Things
  /** Whether it is a forum thread, or a question with answers. */
  forum: boolean
  surroundings: Surroundings
  /** Makes a URL of the page absolute; null if it is empty, invalid, or not http or https. */
  absolute(address: string | null): string | null
  /** The first value of a `<meta>`, cleaned; the first of the names with a text counts. */
  meta(...names: readonly string[]): string | null
  /** All values of a `<meta>` with a text, cleaned. */
  metas(name: string): readonly string[]
}

/** Reads the facts of a page: in one pass over its nodes, and one over the parts with structured data. */
export function readPageFacts(tree: Tree, url: URL): PageFacts {
  const base = baseOf(tree, url)
  const resolve = resolver(base)
  const found = survey(tree)
  const jsonLd = readJsonLd(found.jsonLd)
  const microdata = found.scopes.length > 0 ? new MicrodataReader(tree, base).read(found.scopes) : []
  const rdfa = found.typed.length > 0 ? new RdfaReader(tree, base).read(found.typed) : []
  const things = new Things(jsonLd, microdata, rdfa)
  return {
    tree,
    url,
    base,
    survey: found,
    jsonLd,
    microdata,
    rdfa,
    things,
    forum: isForum({ url, things }),
    surroundings: new Surroundings(),
    absolute: (address) => {
      const trimmed = address?.trim()
      return trimmed ? resolve(trimmed) : null
    },
    meta: (...names) => {
      for (const name of names) {
        const value = declaredText(found.metas.get(name)?.[0] ?? '')
        if (value !== '') return value
      }
      return null
    },
    metas: (name) => found.metas.get(name)?.map(declaredText).filter(Boolean) ?? [],
  }
}
