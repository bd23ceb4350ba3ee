import { ToolFailure } from '../api.ts'
import type { ToolContext } from '../tools/tool.ts'

/** The progress in a job's event stream. */
interface Told {
  completed?: number
  failed?: number
  total?: number
}

/**
 * Waits for the end of a job, up to a number of seconds, and reports its progress. The job continues in any case.
 * Throws if the call of the tool is cancelled.
 */
export async function follow(
  jobId: string,
  seconds: number,
  { api, progress, signal }: Pick<ToolContext, 'api' | 'progress' | 'signal'>,
): Promise<void> {
  if (seconds === 0) return
  const end = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)])
  try {
    const { body } = await api.open(`/v1/jobs/${jobId}/stream`, end)
    for await (const { completed = 0, failed = 0, total } of progressOf(body, end))
      progress.report(completed + failed, total, `${completed + failed} of ${total} pages`)
  } catch (error) {
    // A job that cannot be followed still exists.
    if (!end.aborted && !(error instanceof ToolFailure)) throw error
  }
  signal.throwIfAborted()
}

/** The data of `progress` events, until the stream or the signal ends. */
async function* progressOf(body: ReadableStream<Uint8Array> | null, end: AbortSignal): AsyncGenerator<Told> {
  if (!body) return
  const reader = body.getReader()
  // The stream of a server in this process does not know the signal.
  const leave = () => void reader.cancel().catch(() => {})
  end.addEventListener('abort', leave, { once: true })
  try {
    const decoder = new TextDecoder()
    let text = ''
    for (let read = await reader.read(); !read.done && !end.aborted; read = await reader.read()) {
      text += decoder.decode(read.value, { stream: true })
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        const data = /^data: ?(.*)$/m.exec(frame)?.[1]
        if (data !== undefined && /^event: ?progress$/m.test(frame)) yield JSON.parse(data) as Told
      }
    }
  } finally {
    end.removeEventListener('abort', leave)
    leave()
  }
}
