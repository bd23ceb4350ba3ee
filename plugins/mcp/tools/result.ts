/** A piece of a result, in the protocol's form. */
export type Content =
  | {
      type: 'text'
      text: string
      annotations?: { audience: ('assistant' | 'user')[] }
      _meta?: Record<string, unknown>
    }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType?: string; description?: string }

export interface ToolResult {
  [field: string]: unknown
  content: Content[]
  /** The same as JSON, if the result is data and not a page: some clients show the model only this. */
  structuredContent?: Record<string, unknown>
}

/** Data as text and as structured content, for clients that read only one of them. */
export const showData = (data: Record<string, unknown>, more: readonly Content[] = []): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(data) }, ...more],
  structuredContent: data,
})

/** A page that the tool `read` returns by its id. */
const STORED = /^weir:/

/**
 * Converts links to text, for clients whose revision has no links. Links to listed pages are dropped, as the list has
 * their ids.
 */
export const withoutLinks = (result: ToolResult): ToolResult => ({
  ...result,
  content: result.content.flatMap((piece): Content[] => {
    if (piece.type !== 'resource_link') return [piece]
    return STORED.test(piece.uri) ? [] : [{ type: 'text', text: `${piece.name}: ${piece.uri}` }]
  }),
})
