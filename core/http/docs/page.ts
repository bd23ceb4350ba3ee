import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createFixed, type Fixed } from '../own/fixed.ts'
import { nameFields, styles } from './legible.ts'
import { resolveSubtree } from './resolve-subtree.ts'

/** The files of Swagger UI, with their media types. The package is never imported, as that takes 280 ms. */
const assets: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Weir API</title>
<link rel="icon" href="./docs/favicon-32x32.png">
<link rel="stylesheet" href="./docs/swagger-ui.css">
<style>${styles}</style>
</head>
<body>
<div id="api"></div>
<script src="./docs/swagger-ui-bundle.js"></script>
<script src="./docs/start.js"></script>
</body>
</html>
`
/** The functions get their names here, as a bundler may have renamed them. */
const start = `const resolveSubtree = ${resolveSubtree}
const nameFields = ${nameFields}
nameFields(document.getElementById('api'))
const resolving = { fn: { resolveSubtree: async (...given) => ({ spec: resolveSubtree(...given), errors: [] }) } }
SwaggerUIBundle({ url: './openapi.json', dom_id: '#api', deepLinking: true, persistAuthorization: true, tryItOutEnabled: true, validatorUrl: null, displayRequestDuration: true, docExpansion: 'list', defaultModelsExpandDepth: -1, plugins: [() => resolving] })
`

/**
 * Allows nothing from other origins, and no script but the files above. Swagger UI needs inline styles and data:
 * images.
 */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const headersOf = (type: string, cache = 'no-cache') => ({
  'content-type': type,
  'cache-control': cache,
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
})
const answer = (body: string, type: string) => new Response(body, { headers: headersOf(type) })

const loaded = new Map<string, Fixed>()
/** A file of Swagger UI, loaded once. */
function fileOf(name: string): Fixed {
  let file = loaded.get(name)
  if (!file) {
    const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
    file = createFixed(() => readFile(join(folder, name)))
    loaded.set(name, file)
  }
  return file
}

/** Serves `/docs` and everything below it; undefined for any other path. */
export async function docsPage(pathname: string, request: Request): Promise<Response | undefined> {
  if (pathname === '/docs') return answer(page, 'text/html; charset=utf-8')
  if (pathname === '/docs/') return new Response(null, { status: 308, headers: { location: '../docs' } })
  if (pathname === '/docs/start.js') return answer(start, 'text/javascript; charset=utf-8')
  const name = pathname.slice('/docs/'.length)
  const type = pathname.startsWith('/docs/') && Object.hasOwn(assets, name) ? assets[name] : undefined
  return type ? fileOf(name)(request, headersOf(type, 'public, max-age=86400')) : undefined
}
