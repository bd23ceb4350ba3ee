import { useEffect, useState } from 'preact/hooks'
import { send } from '../../api/client.ts'
import { type Failure, toFailure } from '../../api/failure.ts'
import { Problem } from '../problem.tsx'
import { Skeleton } from '../states.tsx'

/** Screenshots are shown only as images, whatever the file claims to be. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/webp'])

/** A stored picture, such as a screenshot. It is loaded as the current user: its signed link expires after a day. */
export function Picture({ fileId, label }: { fileId: string; label: string }) {
  const [url, setUrl] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    const abort = new AbortController()
    let made: string | undefined
    const load = async () => {
      const response = await send('GET', `/v1/files/${encodeURIComponent(fileId)}`, { signal: abort.signal })
      const blob = await response.blob()
      if (abort.signal.aborted) return
      if (!SHOWN.has(blob.type))
        throw new Error(`This file is ${blob.type || 'of an unknown type'} and cannot be shown; download it`)
      made = URL.createObjectURL(blob)
      setUrl(made)
    }
    load().catch((error: unknown) => {
      if (!abort.signal.aborted) setFailure(toFailure(error))
    })
    return () => {
      abort.abort()
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [fileId])
  if (failure) return <Problem failure={failure} />
  if (url === undefined) return <Skeleton lines={6} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <div class="picture-frame" tabIndex={0}>
      <img src={url} alt={label} />
    </div>
  )
}
