/**
 * Starts the service and stops it during a request, by every signal to every process of the tree, and counts how
 * often the request is lost or something is left behind. Usage: bun tests/bench/start-stop.ts [times]
 */
import { commands, isFree, openSlowSite, port, startTree, underWay, until } from '../e2e/lifecycle/tree.ts'

/** How the service is stopped: which signal goes to which process. */
const ways = (['SIGTERM', 'SIGINT'] as const).flatMap((signal) =>
  (['top', 'service', 'all'] as const).map((to) => ({ signal, to })),
)

/** Repeatedly starts the service and stops it during a request; returns what went wrong. */
async function startAndStop(times: number): Promise<string[]> {
  const site = openSlowSite()
  const faults: string[] = []
  for (let time = 0; time < times; time++) {
    const { signal, to } = ways[time % ways.length]!
    const name = time % 2 === 0 ? 'npm' : 'boot'
    await using tree = await startTree(commands[name])
    await tree.answers()
    const { answer } = await underWay(tree, site)
    const [top] = tree.processes()
    tree.signal(signal, to === 'all' ? 'all' : to === 'top' ? top! : tree.service())
    await until('the stop to begin', () => tree.said().includes('stopping'))
    site.release()
    const how = `${time}: ${signal} to ${to} of ${name}`
    const status = await answer
    if (status !== 200) faults.push(`${how}: the request got ${status}`)
    await until(`all to end (${how})`, () => tree.processes().length === 0)
    if (!isFree(port(tree))) faults.push(`${how}: the port is taken`)
  }
  site.stop()
  return faults
}

const times = Number(process.argv[2] ?? 50)
const faults = await startAndStop(times)
for (const fault of faults) console.log(fault)
console.log(`${times} starts and stops, ${faults.length} faults`)
process.exit(faults.length > 0 ? 1 : 0)
