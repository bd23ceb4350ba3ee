import { permitFor } from 'weirjs'
import type { Captions, Content } from '../service.ts'
import { threads } from '../threads/index.ts'
import { copyOf, threadTask } from '../threads/task.ts'
import { addTranscript } from './add-transcript.ts'
import type { readCaptionFile } from './said.ts'

/** A converted page with what a file of captions says, which is read on a thread. */
export const addCaptions: Content['addCaptions'] = async (converted, captions, options, context = {}) => {
  const said = await threads.run(() => captionsTask(captions), permitFor(context))
  if (said.isTimed) return { converted: addTranscript(converted, said, options), warnings: said.warnings }
  return { converted: { ...converted, transcriptAvailable: false }, warnings: [] }
}

// Named by its address: most of what it loads the server's own thread has no use for.
const module = new URL('./said.ts', import.meta.url)

function captionsTask(captions: Captions) {
  const body = copyOf(captions.body)
  return threadTask<typeof readCaptionFile>(module, 'readCaptionFile', { ...captions, body }, [body])
}
