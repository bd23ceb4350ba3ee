import { permitFor } from 'weirjs'
import type { Captions, Content } from '../service.ts'
import { threads } from '../threads/index.ts'
import { copyOf, threadTask } from '../threads/task.ts'
import { addTranscript } from './add-transcript.ts'
import type { readCaptionFile } from './written-transcript.ts'

/** Adds a caption file, which is read on a thread, to a converted page. */
export const addCaptions: Content['addCaptions'] = async (converted, captions, options, context = {}) => {
  const transcript = await threads.run(() => captionsTask(captions), permitFor(context))
  if (transcript.isTimed)
    return { converted: addTranscript(converted, transcript, options), warnings: transcript.warnings }
  return { converted: { ...converted, transcriptAvailable: false }, warnings: [] }
}

// Named by its URL: the server's own thread needs little of what it loads.
const module = new URL('./written-transcript.ts', import.meta.url)

function captionsTask(captions: Captions) {
  const body = copyOf(captions.body)
  return threadTask<typeof readCaptionFile>(module, 'readCaptionFile', { ...captions, body }, [body])
}
