import { toBody } from './body-chunks.ts'

/** The same answer. `ended` is called once: when all of it has been sent, or the client stops reading. */
export function whenSent(response: Response, ended: () => void, signal: AbortSignal): Response {
  const reader = response.body?.getReader()
  if (!reader || signal.aborted) {
    ended()
    return response
  }
  let done = false
  const end = () => {
    if (done) return
    done = true
    signal.removeEventListener('abort', end)
    ended()
  }
  signal.addEventListener('abort', end)
  const body = toBody({
    async next() {
      try {
        const read = await reader.read()
        if (read.done) end()
        return read as IteratorResult<Uint8Array, undefined>
      } catch (error) {
        end()
        throw error
      }
    },
    async end() {
      end()
      await reader.cancel()
    },
  })
  const { status, headers } = response
  return new Response(body, { status, headers })
}
