import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Whether the user has navigated; on the first page the browser sets the focus itself. */
export const hasNavigated = signal(false)

interface PageProps {
  title: string
  /** One sentence: what the page is for. */
  intro?: ComponentChildren
  actions?: ComponentChildren
  children: ComponentChildren
}

/** A page's heading, which takes the focus on navigation, and its content. */
export function Page({ title, intro, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Together with the heading, so that screen readers announce both.
  useLayoutEffect(() => {
    document.title = `${title} · Weir`
  }, [title])
  // At once: a user who moves on to a field immediately stays there.
  useLayoutEffect(() => {
    if (hasNavigated.value) heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return (
    <>
      <header class="page-header">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {intro && <p class="intro">{intro}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}

/** A section of a page, with its heading. */
export function Section({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <section class="section">
      <header class="section-header">
        <h2>{title}</h2>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </section>
  )
}
