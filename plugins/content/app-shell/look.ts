import { permitFor } from 'weirjs'
import type { Content } from '../service.ts'
import { threads } from '../threads/index.ts'
import { copyOf, threadTask } from '../threads/task.ts'
import type { lookAt } from './is-script-shell.ts'

/** Loaded with the first page: it knows all characters that have names, which would hold up each start. */
const load = () => import('./is-script-shell.ts')
// What threads run is named by its address.
const module = new URL('./is-script-shell.ts', import.meta.url)

/** A page's look, on a thread where that takes more than a moment. */
export const look: Content['look'] = async (page, context = {}) => {
  const { glanceAt } = await load()
  return glanceAt(page) ?? threads.run(() => lookTask(page), permitFor(context))
}

function lookTask(page: Uint8Array) {
  const body = copyOf(page)
  return threadTask<typeof lookAt>(module, 'lookAt', body, [body])
}
