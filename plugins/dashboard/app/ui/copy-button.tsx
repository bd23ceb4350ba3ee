import { useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { toastFailure } from './toast.tsx'

/** Without the clipboard API (plain http from another host), the browser's older way is used. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'visually-hidden'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (!done) throw new Error('the browser refuses')
}

/** Copies the text. `label` says what it is, for screen readers. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [isDone, setDone] = useState(false)
  const run = async () => {
    try {
      await copy(text)
      setDone(true)
      setTimeout(() => setDone(false), 2000)
    } catch {
      toastFailure(new Error('This browser does not let the page copy text; select it and copy it yourself'))
    }
  }
  return (
    <Button size="small" kind="quiet" aria-label={isDone ? 'Copied' : label} onClick={() => void run()}>
      {isDone ? 'Copied' : 'Copy'}
    </Button>
  )
}
