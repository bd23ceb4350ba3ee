import { actions } from './actions.ts'
import { chatGptFetch, chatGptSearch } from './chatgpt.ts'
import { crawl } from './crawl.ts'
import { extract } from './extract.ts'
import { map } from './map.ts'
import { screenshot } from './picture.ts'
import { read } from './read.ts'
import { scrape } from './scrape.ts'
import { search } from './search.ts'
import type { Tool } from './tool.ts'

const usual = [search, scrape, map, crawl, extract, read]

/** The tools that a client may call, in the order in which they are listed. */
export const toolSets = {
  usual,
  all: [...usual, screenshot, actions],
  chatgpt: [chatGptSearch, chatGptFetch],
} as const satisfies Record<string, readonly Tool[]>
export type ToolSet = keyof typeof toolSets

/** What the caller may use of the server, as far as that is known. */
export interface Reach {
  permissions?: readonly string[]
  /** The plugins of the server. */
  plugins?: readonly string[]
}

/** The tools of a set that the caller can use. */
export const toolsWithin = (set: ToolSet, { permissions, plugins }: Reach): readonly Tool[] =>
  toolSets[set].filter((tool) => (plugins?.includes(tool.plugin) ?? true) && mayUse(tool, permissions))

/** Whether these permissions, if known, are enough for a tool. */
export const mayUse = ({ permission }: Tool, permissions: readonly string[] = ['*']) =>
  permissions.includes('*') || (permission === undefined ? permissions.length > 0 : permissions.includes(permission))
