import { signal } from '@preact/signals'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The same key as in theme.ts beside main.tsx, which reads it before anything is drawn. */
const KEY = 'weir.theme'

const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value)
const drawn = document.documentElement.dataset.theme

export const theme = signal<Theme>(isTheme(drawn) ? drawn : 'system')

export function setTheme(value: Theme): void {
  theme.value = value
  if (value === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = value
  try {
    localStorage.setItem(KEY, value)
  } catch {
    // Storage is disabled: the choice holds for this page.
  }
}
