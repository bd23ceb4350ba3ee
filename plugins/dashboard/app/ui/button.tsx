import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentChildren } from 'preact'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'size'> {
  /** `primary` once on a page: what one came to do. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  type?: 'button' | 'submit'
  size?: 'small'
  /** It works: the button stays where it is and cannot be pressed again. */
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
      // Not disabled: the focus would be lost while it works.
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

/** A link that looks like a button: it leads somewhere. */
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
