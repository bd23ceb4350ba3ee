import { signal } from '@preact/signals'
import { send } from '../../api/client.ts'
import { toast, toastFailure } from '../toast.tsx'

/** Milliseconds in which a deletion can be undone: as long as its toast stays. */
const PATIENCE = 10_000

/** Paths of entries that count as deleted: lists leave them out. */
export const leaving = signal<ReadonlySet<string>>(new Set())
const timers = new Map<string, ReturnType<typeof setTimeout>>()

function forget(path: string) {
  clearTimeout(timers.get(path))
  timers.delete(path)
  leaving.value = new Set([...leaving.value].filter((one) => one !== path))
}

async function run(path: string) {
  clearTimeout(timers.get(path))
  timers.delete(path)
  await send('DELETE', path, { keepalive: true }).catch((error: unknown) => {
    toastFailure(error)
    forget(path)
  })
}

/** Deletes what is at this path of the API after a delay in which it can be undone, or when the page is left. */
export function deleteLater(path: string, text: string): void {
  leaving.value = new Set([...leaving.value, path])
  timers.set(
    path,
    setTimeout(() => void run(path), PATIENCE),
  )
  toast(text, { undo: () => forget(path) })
}

/** Runs pending deletions at once: they must not run as the next user. */
export const deleteNow = () => Promise.all([...timers.keys()].map(run))

addEventListener('pagehide', () => void deleteNow())
