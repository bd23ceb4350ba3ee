import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Somebody has gone from one page to another; on the first one the browser itself sees to the focus. */
export const hasNavigated = signal(false)

interface PageProps {
  title: string
  /** One sentence: what is to be found here. */
  intro?: ComponentChildren
  actions?: ComponentChildren
  children: ComponentChildren
}

/** A page's heading, which takes the focus when somebody comes from another page, and what stands below it. */
export function Page({ title, intro, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Together with the heading, as a reader of screens says both.
  useLayoutEffect(() => {
    document.title = `${title} · Weir`
  }, [title])
  // At once: whoever goes on to a field in the same moment stays there.
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

/** A part of a page, with its heading. */
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
