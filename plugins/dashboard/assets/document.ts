import type { EntryFiles } from './build.ts'

/** Weir's logo: water running over a step. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect width='24' height='24' rx='6' fill='%230f766e'/%3E%3Cpath d='M4 8h6c3 0 3 8 6 8h4M4 12h4c3 0 3 4 6 4' stroke='%23fff' stroke-width='2' fill='none' stroke-linecap='round'/%3E%3C/svg%3E"

/**
 * The document: it refers to the app's files, and has neither scripts nor styles of its own. `before` is the path
 * prefix that a proxy adds to the whole service, such as `/weir`.
 */
export function documentOf({ script, preload, theme, style, sandbox }: EntryFiles, before: string): string {
  const at = (name: string) => `${before}/dashboard/assets/${name}`
  return `<!doctype html>
<html lang="en" data-before="${before}" data-sandbox-style="${at(sandbox)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Weir</title>
<link rel="icon" href="${ICON}">
<script src="${at(theme)}"></script>
<link rel="stylesheet" href="${at(style)}">
${preload.map((name) => `<link rel="modulepreload" href="${at(name)}">\n`).join('')}<script type="module" src="${at(script)}"></script>
</head>
<body>
<div id="app"></div>
<noscript>The dashboard needs JavaScript. The API works without it: see <a href="${before}/docs">its documentation</a>.</noscript>
</body>
</html>
`
}
