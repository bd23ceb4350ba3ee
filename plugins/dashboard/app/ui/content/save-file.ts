import { send } from '../../api/client.ts'

/** Passes a file to the browser for saving under this name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has started to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const fileName = (disposition: string | null) => /filename="([^"]+)"/.exec(disposition ?? '')?.[1]

interface SaveOptions {
  signal?: AbortSignal
  /** Called with the progress. */
  onBytes?(bytes: number): void
}

/** Downloads a file as the current user, and saves it. Throws Failure, or the signal's reason. */
export async function saveFrom(path: string, name: string, { signal, onBytes }: SaveOptions = {}): Promise<void> {
  const response = await send('GET', path, { signal })
  let bytes = 0
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        onBytes?.(bytes)
        controller.enqueue(chunk)
      },
    }),
  )
  // Whatever it is: the browser saves it, and opens nothing.
  const blob = await new Response(counted, { headers: { 'content-type': 'application/octet-stream' } }).blob()
  saveBlob(blob, fileName(response.headers.get('content-disposition')) ?? name)
}
