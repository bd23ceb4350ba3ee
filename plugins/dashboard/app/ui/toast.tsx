import { signal } from '@preact/signals'
import { toFailure } from '../api/failure.ts'
import { Button } from './button.tsx'

interface Shown {
  id: number
  text: string
  kind: 'done' | 'failed'
  undo?: () => void
}

const shown = signal<readonly Shown[]>([])
/** Milliseconds that a toast stays; one with a button stays longer. */
const STAYS = 5000
const STAYS_WITH_UNDO = 10_000
let last = 0

const dismiss = (id: number) => {
  shown.value = shown.value.filter((toast) => toast.id !== id)
}

function show(toast: Omit<Shown, 'id'>): void {
  const id = ++last
  shown.value = [...shown.value.slice(-2), { id, ...toast }]
  setTimeout(() => dismiss(id), toast.undo ? STAYS_WITH_UNDO : STAYS)
}

/** Confirms in a corner, and to screen readers, that something was done; `undo` offers to revert it. */
export const toast = (text: string, { undo }: { undo?: () => void } = {}): void => show({ text, kind: 'done', undo })

/** Shows there why something was not done. */
export const toastFailure = (error: unknown): void => show({ text: toFailure(error).message, kind: 'failed' })

/** Removes all toasts: they are for the user who acted, and nothing can be undone after they have left. */
export const dismissAll = () => {
  shown.value = []
}

/** Where toasts appear; rendered once, by the shell. */
export function Toasts() {
  return (
    <section class="toasts" aria-live="polite" aria-label="Notices">
      {shown.value.map(({ id, text, kind, undo }) => (
        <div key={id} class={`toast ${kind}`}>
          <span>{text}</span>
          {undo && (
            <Button
              size="small"
              onClick={() => {
                dismiss(id)
                undo()
              }}
            >
              Undo
            </Button>
          )}
          <Button kind="quiet" size="small" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ✕
          </Button>
        </div>
      ))}
    </section>
  )
}
