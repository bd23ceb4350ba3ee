import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentChildren } from 'preact'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'size'> {
  /** `primary` once per page: its main action. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  type?: 'button' | 'submit'
  size?: 'small'
  /** It is busy: the button stays in place and cannot be pressed again. */
  busy?: boolean
  disabled?: boolean
  children: ComponentChildren
}

export function Button({ kind = 'secondary', type = 'button', size, busy = false, disabled, ...rest }: ButtonProps) {
  const { children, onClick, class: extra, ...attributes } = rest
  return (
    <button
      {...attributes}
      type={type}
      class={`button ${kind} ${size ?? ''} ${extra ?? ''}`}
      disabled={disabled}
      // Not disabled: that would lose the focus while it is busy.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <span class="spinner" aria-hidden="true" />}
      {children}
    </button>
  )
}

/** A link that looks like a button, because it leads to another page. */
export function LinkButton({
  kind = 'secondary',
  size,
  ...rest
}: {
  kind?: ButtonProps['kind']
  size?: 'small'
  href: string
  children: ComponentChildren
} & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a {...rest} class={`button ${kind} ${size ?? ''}`} />
}
