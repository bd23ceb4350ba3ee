import { useState } from 'preact/hooks'
import { send } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/content/code.tsx'
import { toast } from '../../ui/toast.tsx'

/** A file of this server, whichever host its link names. */
const here = (url: string) => {
  const { pathname, search } = new URL(url, location.href)
  return `${pathname.slice(pathname.lastIndexOf('/v1/'))}${search}`
}

/** The content found by a run, as text. */
export function Snapshot({ url }: { url: string }) {
  const [text, setText] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const load = async () => {
    setBusy(true)
    try {
      setText(await (await send('GET', here(url))).text())
    } catch (error) {
      toast(toFailure(error).message, { kind: 'failed' })
    }
    setBusy(false)
  }
  if (text !== undefined) return <Code text={text} label="The content as it was" />
  return (
    <div class="actions">
      <Button size="small" busy={isBusy} onClick={() => void load()}>
        Show the content as it was
      </Button>
    </div>
  )
}
