/** What Swagger UI lacks in accessibility: colours with enough contrast, and labels of fields. */

/** Its own colours, darkened to a contrast of at least 4.5:1. */
export const styles = `
.swagger-ui .info .title small { background: #5b6270 }
.swagger-ui .info .title small.version-stamp { background: #4d6b00 }
.swagger-ui .info a, .swagger-ui .info .url { color: #2563a8 }
.swagger-ui .btn.authorize { border-color: #1a7546; color: #1a7546 }
.swagger-ui .btn.authorize svg { fill: #1a7546 }
.swagger-ui .btn.cancel { border-color: #c62828; color: #c62828 }
.swagger-ui .btn.execute { background: #2563a8; border-color: #2563a8 }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d66ad }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1a7546 }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #9a5200 }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0f6f66 }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #c62828 }
.swagger-ui .opblock.opblock-deprecated { opacity: 1 }
.swagger-ui .opblock.opblock-deprecated .opblock-summary-method { background: #595959 }
.swagger-ui .parameter__in { color: #595959 }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { color: #6b00c9 }
.swagger-ui .highlight-code .language-json span[style*="211, 99, 99"] { color: #ff9d9d !important }
`

/**
 * Labels the fields that are shown now or later. Its source runs in the browser, so it may use nothing from outside.
 */
export function nameFields(root: Element) {
  const names = {
    '#servers': 'Server',
    '.examples-select-element': 'Example',
    '.body-param__text': 'Request body',
    '.content-type': 'Content type',
    '.close-modal': 'Close',
  }
  const name = () => {
    for (const [selector, label] of Object.entries(names))
      for (const field of root.querySelectorAll(`${selector}:not([aria-label])`))
        field.setAttribute('aria-label', label)
    // Scrollable blocks must be reachable by keyboard.
    for (const block of root.querySelectorAll('pre.microlight:not([tabindex])')) block.setAttribute('tabindex', '0')
  }
  new MutationObserver(name).observe(root, { childList: true, subtree: true })
}
