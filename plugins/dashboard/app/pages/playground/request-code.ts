import type { Language } from '../../ui/content/code.tsx'

export interface RequestCode {
  id: string
  title: string
  language: Language
  text: string
}

const indent = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`)

/** A value in Python syntax. */
function python(value: unknown, depth = 0): string {
  const pad = ' '.repeat(4 * (depth + 1))
  const end = `\n${' '.repeat(4 * depth)}`
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value === null) return 'None'
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Array.isArray(value)
    ? value.map((one) => python(one, depth + 1))
    : Object.entries(value as object).map(([name, one]) => `${JSON.stringify(name)}: ${python(one, depth + 1)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return entries.length === 0 ? `${open}${close}` : `${open}\n${pad}${entries.join(`,\n${pad}`)},${end}${close}`
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The same request as code for a terminal and for programs; the key comes from the environment. */
export function requestCode(origin: string, path: string, body: unknown): RequestCode[] {
  const json = JSON.stringify(body, null, 2)
  return [
    {
      id: 'curl',
      title: 'curl',
      language: 'shell',
      text: `curl ${origin}${path} \\
  -H "Authorization: Bearer $WEIR_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d ${quoted(json)}`,
    },
    {
      id: 'typescript',
      title: 'TypeScript',
      language: 'typescript',
      text: `const response = await fetch('${origin}${path}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.WEIR_API_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${indent(json, 2)}),
})
const answer = await response.json()
if (!answer.success) throw new Error(answer.error.message)
console.log(answer)`,
    },
    {
      id: 'python',
      title: 'Python',
      language: 'python',
      text: `import os

import httpx

response = httpx.post(
    "${origin}${path}",
    headers={"Authorization": f"Bearer {os.environ['WEIR_API_KEY']}"},
    json=${python(body, 1)},
    timeout=150,
)
answer = response.json()
if not answer["success"]:
    raise RuntimeError(answer["error"]["message"])
print(answer)`,
    },
  ]
}
