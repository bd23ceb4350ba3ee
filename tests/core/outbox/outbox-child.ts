import { appendFileSync } from 'node:fs'
import { createLog } from '../../../core/log.ts'
import { createOutbox } from '../../../core/outbox/outbox.ts'
import { openStore } from '../../store.ts'

/**
 * A process that delivers until it is killed, and writes each delivery as a line of a file. Usage: bun
 * outbox-child.ts DATA_DIR FILE PUT
 */
const [dataDir, file, put] = process.argv.slice(2)
const store = await openStore({ dataDir: dataDir! })
const clock = { now: () => Date.now() }
const outbox = createOutbox({
  store,
  clock,
  log: createLog('text', () => {}),
  workerId: crypto.randomUUID(),
  alone: true,
})
outbox.consume<number>('test', {
  delays: [0, 10, 10, 10],
  async deliver({ id }) {
    await Bun.sleep(Math.random() * 4)
    appendFileSync(file!, `${id}\n`)
  },
})
process.stdout.write('ready\n')
for (let i = 0; i < Number(put); i++) {
  const id = await store.write((tx) => outbox.put(tx, 'test', i))
  process.stdout.write(`put ${id}\n`)
}
setInterval(() => {}, 1000)
