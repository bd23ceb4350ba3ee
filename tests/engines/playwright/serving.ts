import { loadEngine } from '../load-engine.ts'
import { openEngine } from './open-engine.ts'

/** A separate process that keeps a browser open until it is killed: `serving.ts ENGINE URL`. */
const [name = '', url = ''] = process.argv.slice(2)
const { get } = await openEngine(await loadEngine(name), { allow: '127.0.0.0/8' })
await get(url)
process.stdout.write('READY\n')
setInterval(() => {}, 60_000)
