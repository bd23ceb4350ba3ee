import { promises as dns } from 'node:dns'
import { access, constants, mkdir, statfs } from 'node:fs/promises'
import { loadEngines, loadPlugins } from '../load.ts'
import { createLog } from '../log.ts'
import { LITTLE_ROOM } from '../metrics/health.ts'
import { createEgress } from '../net/egress.ts'
import { runtime } from '../runtime/index.ts'
import { lockDataDir } from '../store/lock.ts'
import { createEngineRegistry } from '../weir.ts'
import type { Command } from './context.ts'

interface Finding {
  what: string
  works: boolean
  detail: string
}
const works = (what: string, detail: string): Finding => ({ what, works: true, detail })
const fails = (what: string, detail: string): Finding => ({ what, works: false, detail })

async function dataDir(folder: string): Promise<Finding> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  } catch {
    return fails('data directory', `${folder} cannot be written: change its owner, or set WEIR_DATA_DIR`)
  }
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const room = `${(free / 1024 ** 3).toFixed(1)} GiB free`
  return free < LITTLE_ROOM
    ? fails('data directory', `${folder}, only ${room}: make room`)
    : works('data directory', `${folder}, ${room}`)
}

async function server(folder: string): Promise<Finding> {
  const lock = await lockDataDir(folder)
  if (!lock.held) return works('server', `runs at ${lock.holder?.address ?? 'an address not known yet'}`)
  lock.release()
  return works('server', 'does not run; start it with `weir serve`')
}

async function names(): Promise<Finding> {
  const servers = new dns.Resolver().getServers()
  return servers.length > 0
    ? works('name server', servers.join(', '))
    : fails('name server', 'none is set: pages cannot be found by name; see /etc/resolv.conf')
}

export const doctor: Command = {
  usage: 'doctor',
  summary: 'Says what works on this machine, and what to do about the rest',
  async run(_, { config, say }) {
    const folder = config.settings.WEIR_DATA_DIR
    const plugins = await loadPlugins(config)
    const engines = createEngineRegistry(await loadEngines(config), config, {
      egress: createEgress({ allow: config.settings.WEIR_EGRESS_ALLOW }),
      log: createLog('text', () => {}),
    })
    const data = await dataDir(folder)
    const findings = [
      works('runtime', `${runtime.name} ${runtime.version}`),
      data,
      ...(data.works ? [await server(folder)] : []),
      await names(),
      works('plugins', plugins.map(({ name }) => name).join(', ')),
      ...(await engines.list()).map(({ name, state }) =>
        state.ready
          ? works(`engine ${name}`, state.detail ?? 'ready')
          : fails(`engine ${name}`, `${state.reason}. ${state.remedy}`),
      ),
    ]
    await engines.close()
    for (const { what, works: good, detail } of findings) say(`${good ? 'ok  ' : 'FAIL'}  ${what.padEnd(20)}${detail}`)
  },
}
