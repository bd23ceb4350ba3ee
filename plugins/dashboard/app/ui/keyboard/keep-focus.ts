/** What the focus is in, from the inside out. */
let around: readonly Element[] = []

export function ancestorsOf(element: Element | null): readonly Element[] {
  const found: Element[] = []
  for (let one = element; one && one !== document.body; one = one.parentElement) found.push(one)
  return found
}

/** Gives the focus to the innermost of these elements that is there still, or to the page's heading. */
export function focusWithin(elements: readonly Element[]): void {
  const place = elements.find((element) => element.isConnected)
  // All of a page is not what one was at.
  const near = place?.closest('main') && place.localName !== 'main' ? place : document.querySelector('h1')
  if (!(near instanceof HTMLElement)) return
  if (near.tabIndex < 0) near.tabIndex = -1
  near.focus({ preventScroll: true })
}

/**
 * Where what has the focus goes away or is disabled, such as the button that was pressed, the focus goes to what
 * stood around it: a browser would go back to the beginning of the page, and whoever does not see it would be lost.
 */
export function keepFocus(root: Element): void {
  const isNowhere = () => document.activeElement === null || document.activeElement === document.body
  root.addEventListener('focusin', ({ target }) => {
    around = ancestorsOf(target as Element)
  })
  root.addEventListener('focusout', ({ target }) => {
    // Somebody has taken it away on purpose, by a click beside it, when it is there still afterwards.
    setTimeout(() => {
      if (isNowhere() && (target as Element).isConnected) around = []
    })
  })
  new MutationObserver(() => {
    const [held, ...beyond] = around
    if (!held) return
    if (!held.isConnected && isNowhere()) focusWithin(around)
    // It has the focus for a moment still, and then nothing has.
    else if (held.matches(':disabled')) focusWithin(beyond)
  }).observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}
