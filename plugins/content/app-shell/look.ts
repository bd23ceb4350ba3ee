import { permitFor } from 'weirjs'
import type { Content } from '../service.ts'
import { threads } from '../threads/index.ts'
import { copyOf, threadTask } from '../threads/task.ts'
import { lookAt, MAX_BYTES, SHOWN } from './is-script-shell.ts'
import { FIRST_BYTES, showsText } from './survey-page.ts'

/** A page's look, on a thread where that takes more than a moment. */
export const look: Content['look'] = async (page, context = {}) => {
  // What is too long for a shell is not looked at.
  if (page.byteLength <= FIRST_BYTES || page.byteLength > MAX_BYTES) return lookAt(page)
  return showsText(page) ? SHOWN : threads.run(() => lookTask(page), permitFor(context))
}

// What threads run is named by its address.
const module = new URL('./is-script-shell.ts', import.meta.url)

function lookTask(page: Uint8Array) {
  const body = copyOf(page)
  return threadTask<typeof lookAt>(module, 'lookAt', body, [body])
}
