/** A part of a result, as the protocol defines it. */
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

/** Data, both as text and in structured form, for clients that read either. */
export const showData = (data: Record<string, unknown>, more: readonly Content[] = []): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(data) }, ...more],
  structuredContent: data,
})

/** For a page that `read` returns by its id. */
const STORED = /^weir:/

/** The same for clients whose revision has no links: files become text; what is listed with its id needs none. */
export const withoutLinks = (result: ToolResult): ToolResult => ({
  ...result,
  content: result.content.flatMap((piece): Content[] => {
    if (piece.type !== 'resource_link') return [piece]
    return STORED.test(piece.uri) ? [] : [{ type: 'text', text: `${piece.name}: ${piece.uri}` }]
  }),
})
