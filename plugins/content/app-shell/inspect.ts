import { permitFor } from 'weirjs'
import type { Content } from '../service.ts'
import { threads } from '../threads/index.ts'
import { copyOf, threadTask } from '../threads/task.ts'
import type { inspectPage } from './is-script-shell.ts'

/** Loaded with the first page: it contains all named characters, which would slow down every start. */
const load = () => import('./is-script-shell.ts')
// Tasks on threads are named by their module's URL.
const module = new URL('./is-script-shell.ts', import.meta.url)

/** Inspects a page; on a thread if that takes more than a moment. */
export const inspect: Content['inspect'] = async (page, context = {}) => {
  const { inspectQuickly } = await load()
  return inspectQuickly(page) ?? threads.run(() => inspectTask(page), permitFor(context))
}

function inspectTask(page: Uint8Array) {
  const body = copyOf(page)
  return threadTask<typeof inspectPage>(module, 'inspectPage', body, [body])
}
