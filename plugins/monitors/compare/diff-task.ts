import { threadTask } from '../../content/service.ts'
import type { diffTexts } from './on-thread.ts'

const module = new URL('./on-thread.ts', import.meta.url)

/** The task that compares two texts, for `run` of the content service. Its result is a TextDifference as JSON. */
export function diffTask(before: string, now: string) {
  const encoder = new TextEncoder()
  const given = { before: encoder.encode(before), now: encoder.encode(now) }
  return threadTask<typeof diffTexts>(module, 'diffTexts', given, [given.before, given.now])
}
