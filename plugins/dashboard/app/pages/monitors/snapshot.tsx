import { useState } from 'preact/hooks'
import { send } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/content/code.tsx'
import { toastFailure } from '../../ui/toast.tsx'

/** A file of this server, whichever host its link names. */
const here = (url: string) => {
  const { pathname, search } = new URL(url, location.href)
  return `${pathname.slice(pathname.lastIndexOf('/v1/'))}${search}`
}

/** The content found by a run, as text. */
export function Snapshot({ url }: { url: string }) {
  const [text, setText] = useState<string>()
  const { isBusy, run } = useAction(toastFailure)
  const load = () => run(async () => setText(await (await send('GET', here(url))).text()))
  if (text !== undefined) return <Code text={text} label="The content as it was" />
  return (
    <div class="actions">
      <Button size="small" busy={isBusy} onClick={() => void load()}>
        Show the content as it was
      </Button>
    </div>
  )
}
