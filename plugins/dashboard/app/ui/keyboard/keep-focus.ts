/** The elements around the focus, from the inside out. */
let around: readonly Element[] = []

export function ancestorsOf(element: Element | null): readonly Element[] {
  const found: Element[] = []
  for (let one = element; one && one !== document.body; one = one.parentElement) found.push(one)
  return found
}

/** Focuses the innermost of these elements that still exists, or the page's heading. */
export function focusWithin(elements: readonly Element[]): void {
  const place = elements.find((element) => element.isConnected)
  // The whole page is not a useful place for the focus.
  const near = place?.closest('main') && place.localName !== 'main' ? place : document.querySelector('h1')
  if (!(near instanceof HTMLElement)) return
  if (near.tabIndex < 0) near.tabIndex = -1
  near.focus({ preventScroll: true })
}

/**
 * If the focused element is removed or disabled, such as the pressed button, the focus moves to what was around it: a
 * browser would return to the start of the page, where screen reader users would be lost.
 */
export function keepFocus(root: Element): void {
  const isNowhere = () => document.activeElement === null || document.activeElement === document.body
  root.addEventListener('focusin', ({ target }) => {
    around = ancestorsOf(target as Element)
  })
  root.addEventListener('focusout', ({ target }) => {
    // If it still exists afterwards, the user has moved the focus away on purpose, by a click elsewhere.
    setTimeout(() => {
      if (isNowhere() && (target as Element).isConnected) around = []
    })
  })
  new MutationObserver(() => {
    const [held, ...beyond] = around
    if (!held) return
    if (!held.isConnected && isNowhere()) focusWithin(around)
    // It keeps the focus for a moment, and then nothing has it.
    else if (held.matches(':disabled')) focusWithin(beyond)
  }).observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}
