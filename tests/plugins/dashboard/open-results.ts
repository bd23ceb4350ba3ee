/** The texts of a result in its tabs, and what was wrong with it. */
export interface Shown {
  url: string
  /** The text of each tab with text, by its title. */
  texts: Record<string, string>
  faults: string[]
}

/**
 * Opens each result of the page with all of its tabs, or with only the first one. Runs in the page without other
 * scope.
 */
export async function openResults(which: 'all' | 'first'): Promise<Shown[]> {
  const until = async <T>(get: () => T | null | undefined | false): Promise<T> => {
    for (;;) {
      const found = get()
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const turn = () => new Promise((resolve) => setTimeout(resolve))

  /** The parts of a frame that could do something; there must be none. */
  const faultsOf = (frame: HTMLIFrameElement) => {
    const inside = new DOMParser().parseFromString(frame.srcdoc, 'text/html')
    const active = [
      ...inside.querySelectorAll('script, iframe, object, embed, form, svg, math, base, img, style, template'),
    ]
    const attributes = [...inside.body.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].filter(
        ({ name, value }) =>
          /^(?:on|src|style|srcdoc|action|formaction|data|xlink)/.test(name) ||
          (name === 'href' && !/^https?:/.test(value)),
      ),
    )
    return [
      ...active.map(({ outerHTML }) => outerHTML),
      ...attributes.map(({ name, value }) => `${name}=${value}`),
      ...(/scripts|same-origin|top-navigation|forms|modals/.test(frame.sandbox.value) ? [frame.sandbox.value] : []),
    ]
  }

  const all: Shown[] = []
  for (const result of document.querySelectorAll<HTMLDetailsElement>('.result')) {
    const shown: Shown = { url: result.querySelector('.result-url')?.textContent ?? '', texts: {}, faults: [] }
    all.push(shown)
    if (!result.open) result.querySelector('summary')?.click()
    await until(() => result.querySelector('[role=tab]'))
    const tabs = [...result.querySelectorAll<HTMLElement>('[role=tab]')]
    for (const tab of which === 'all' ? tabs : tabs.slice(0, 1)) {
      tab.click()
      await until(() => tab.ariaSelected === 'true' || tab.getAttribute('aria-selected') === 'true')
      await turn()
      if (tab.textContent === 'Rendered')
        shown.faults.push(...faultsOf(await until(() => result.querySelector<HTMLIFrameElement>('iframe.sandbox'))))
      const code = result.querySelector('[role=tabpanel] pre code')
      if (code) shown.texts[tab.textContent ?? ''] = code.textContent ?? ''
    }
    // The frame stays while the next result is opened, so that it has time to load.
    tabs[0]!.click()
    await turn()
  }
  return all
}
