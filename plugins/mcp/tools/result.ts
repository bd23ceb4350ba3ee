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
