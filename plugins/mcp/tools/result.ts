/** A piece of a result, as the protocol has it. */
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
  /** The same as JSON, where the result is data and no page: some clients show the model this alone. */
  structuredContent?: Record<string, unknown>
}

/** Data, as text for clients that read that and in its structure for those that read this. */
export const showData = (data: Record<string, unknown>, more: readonly Content[] = []): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(data) }, ...more],
  structuredContent: data,
})

/** Of a page that `read` gives by its id. */
const STORED = /^weir:/

/** The same for clients whose revision has no links: to files as texts; what is listed with its id needs none. */
export const withoutLinks = (result: ToolResult): ToolResult => ({
  ...result,
  content: result.content.flatMap((piece): Content[] => {
    if (piece.type !== 'resource_link') return [piece]
    return STORED.test(piece.uri) ? [] : [{ type: 'text', text: `${piece.name}: ${piece.uri}` }]
  }),
})
