/**
 * Measures reading PDFs, in CPU ms of this process after a warm-up, as medians of the rounds: ours, with headings,
 * lists, tables, links and metadata, against unpdf's plain text. Then measures the process in which a document is
 * read, from its start to its end: CPU ms, elapsed ms and peak memory.
 * Usage: bun tests/bench/pdf.ts [rounds] [files.pdf ...]
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { extractText, getDocumentProxy } from 'unpdf'
import { read as extract } from '../../plugins/documents/pdf/index.ts'
import { median, table } from './figures.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const [rounds = '5', ...given] = process.argv.slice(2)
const files =
  given.length > 0
    ? given
    : ['tagged', 'untagged', 'columns', 'long', 'book'].map((name) =>
        here(`../plugins/documents/pdf/files/${name}.pdf`),
      )
const hints = { mime: 'application/pdf', url: 'https://bench.example/a.pdf' }

/** CPU ms of this process. */
const cpuOf = async (run: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Reads one document in a separate process. */
async function byProcess(bytes: Uint8Array): Promise<{ cpu: number; wall: number; memory: number }> {
  const started = performance.now()
  const program = here('../../plugins/content/sandbox/child.ts')
  const reader = new URL('../../plugins/documents/pdf/index.ts', import.meta.url)
  const child = Bun.spawn([process.execPath, program, reader.href], {
    stdin: new Blob([`${JSON.stringify(hints)}\n`, new Uint8Array(bytes)]),
    stdout: 'pipe',
    env: {},
  })
  await new Response(child.stdout).text()
  await child.exited
  const use = child.resourceUsage()!
  return { cpu: Number(use.cpuTime.total) / 1000, wall: performance.now() - started, memory: use.maxRSS }
}

const rows: (string | number)[][] = []
for (const file of files) {
  const bytes = new Uint8Array(readFileSync(file))
  const { pageCount } = await extract(bytes, hints)
  const [ours, peer, own]: [number[], number[], Awaited<ReturnType<typeof byProcess>>[]] = [[], [], []]
  for (let i = 0; i < Number(rounds) + 2; i++) {
    const pair = [
      await cpuOf(() => extract(bytes, hints)),
      await cpuOf(async () => extractText(await getDocumentProxy(new Uint8Array(bytes)))),
    ]
    if (i < 2) continue
    ours.push(pair[0]!)
    peer.push(pair[1]!)
    own.push(await byProcess(bytes))
  }
  const of = (name: 'cpu' | 'wall' | 'memory') => median(own.map((each) => each[name]))
  rows.push([
    file.split('/').at(-1)!,
    pageCount!,
    median(ours).toFixed(1),
    median(peer).toFixed(1),
    of('cpu').toFixed(0),
    of('wall').toFixed(0),
    `${(of('memory') / 2 ** 20).toFixed(0)} MB`,
  ])
}
console.log(
  table(['file', 'pages', 'ours, CPU ms', 'unpdf text, CPU ms', 'process, CPU ms', 'wall ms', 'most memory'], rows),
)
