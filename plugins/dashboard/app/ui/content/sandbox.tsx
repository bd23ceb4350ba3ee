import { useMemo } from 'preact/hooks'
import { serviceAddress } from '../../service.ts'
import { theme } from '../theme.ts'

/**
 * What the frame itself may load: the dashboard's style sheet, which is in its head, and nothing else. It also
 * inherits the document's policy. The frame has no origin, so 'self' would match nothing.
 */
const POLICY = `default-src 'none'; style-src ${serviceAddress}/dashboard/assets/`

/** Elements that load, link or send something; their text stays. */
const DROPPED =
  'script, style, link, meta, base, iframe, frame, object, embed, portal, form, input, button, textarea, select, template, noscript, svg, math, audio, video, source, track, canvas, dialog, title'
/** Attributes that may stay on an element. All others are removed: handlers, styles, URLs, names. */
const KEPT = new Set(['colspan', 'rowspan', 'align', 'start', 'lang', 'dir', 'title', 'class'])

/** Pictures are not loaded, as that would reveal the user to their host: their descriptions take their place. */
function replacePicture(picture: Element) {
  const mark = picture.ownerDocument.createElement('span')
  mark.className = 'picture'
  mark.textContent = picture.getAttribute('alt') || 'picture'
  picture.replaceWith(mark)
}

function makeInert(element: Element, base?: string) {
  const href = element.localName === 'a' ? URL.parse(element.getAttribute('href') ?? '', base) : null
  for (const { name } of [...element.attributes]) if (!KEPT.has(name)) element.removeAttribute(name)
  if (!href || !/^https?:$/.test(href.protocol)) return
  element.setAttribute('href', href.href)
  element.setAttribute('target', '_blank')
  element.setAttribute('rel', 'noopener noreferrer nofollow')
  element.setAttribute('title', href.href)
}

/** A document that shows this markup, and can do nothing. */
function inertDocument(markup: string, base?: string): string {
  // A document parsed this way loads and runs nothing.
  const parsed = new DOMParser().parseFromString(markup, 'text/html')
  for (const element of parsed.querySelectorAll(DROPPED)) element.remove()
  for (const picture of parsed.querySelectorAll('img, picture')) replacePicture(picture)
  for (const element of parsed.body.querySelectorAll('*')) makeInert(element, base)
  const { theme: chosen, sandboxStyle = '' } = document.documentElement.dataset
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><link rel="stylesheet" href="${sandboxStyle}">`
  return `<!doctype html><html lang="en" data-theme="${chosen ?? ''}"><head>${head}<title>Content</title></head><body><main>${parsed.body.innerHTML}</main></body></html>`
}

/**
 * Foreign markup in a frame with its own origin, which runs no scripts, loads nothing and sends nothing. Links open
 * in a new tab.
 */
export function Sandbox({ markup, base, label }: { markup: string; base?: string; label: string }) {
  const drawn = theme.value
  // The theme is part of the document.
  const document = useMemo(() => inertDocument(markup, base), [markup, base, drawn])
  return (
    <iframe
      class="sandbox"
      title={label}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerpolicy="no-referrer"
      srcdoc={document}
    />
  )
}
