/** One event of a stream. */
export interface StreamedEvent {
  /** What to resume after, as `lastEventId`. */
  id: string
  /** `message` if the stream does not name its events. */
  event: string
  data: unknown
}

/** Parses the events of a body. Source: the HTML standard, section 9.2.6. */
export async function* readEvents(body: ReadableStream<Uint8Array> | null): AsyncGenerator<StreamedEvent> {
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  let id = ''
  let event = ''
  let data: string[] = []
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      // A carriage return at the end may be followed by a line feed.
      const lines = (rest + value).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [, field, text = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
        if (field === 'data') data.push(text)
        else if (field === 'event') event = text
        else if (field === 'id') id = text
        if (line !== '') continue
        if (data.length > 0) yield { id, event: event || 'message', data: parse(data.join('\n')) }
        event = ''
        data = []
      }
    }
  } finally {
    // A consumer that stops releases the connection.
    await reader.cancel().catch(() => {})
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
