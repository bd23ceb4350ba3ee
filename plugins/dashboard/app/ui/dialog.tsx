import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from './button.tsx'
import { ancestorsOf, focusWithin } from './keyboard/keep-focus.ts'

interface DialogProps {
  title: string
  /** Its content is shown only once: clicking outside does not close it. */
  stays?: true
  onClose(): void
  children: ComponentChildren
}

/** Modal while it is rendered; Escape and a click outside close it. The focus returns to where it was, or near it. */
export function Dialog({ title, stays, onClose, children }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget | null>(null)
  // At once: what is typed next belongs to the dialog.
  useLayoutEffect(() => {
    const before = ancestorsOf(document.activeElement)
    const shown = dialog.current
    shown?.showModal()
    return () => {
      // While it is open, nothing outside takes the focus.
      shown?.close()
      const [opener] = before
      if (opener?.isConnected && opener instanceof HTMLElement) opener.focus()
      else if (opener) focusWithin(before)
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does what a click beside it does
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        pressed.current = event.target
      }}
      onClick={(event) => {
        // Selecting text and releasing the button outside the dialog is not a click there.
        if (!stays && event.target === dialog.current && pressed.current === dialog.current) onClose()
      }}
    >
      <div class="dialog-content">
        <header>
          <h2 id={id}>{title}</h2>
          <Button kind="quiet" size="small" onClick={onClose} aria-label="Close">
            ✕
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  )
}

interface ConfirmProps {
  title: string
  /** What will happen, and whether it can be undone. */
  children: ComponentChildren
  /** The button's label: the action, such as "Revoke key". */
  action: string
  busy?: boolean
  onConfirm(): void
  onClose(): void
}

/** Confirms what cannot be undone. */
export function Confirm({ title, children, action, busy, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="dialog-text">{children}</div>
      <footer class="actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </footer>
    </Dialog>
  )
}
