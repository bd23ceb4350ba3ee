import { readPlayerAnswer } from '../../scrape/online/youtube/read-player.ts'
import { readVideo } from '../../scrape/online/youtube/read-video.ts'
import { readWatchPage } from '../../scrape/online/youtube/read-watch-page.ts'
import { lookAt } from '../app-shell/is-script-shell.ts'
import { read } from '../read/read.ts'
import { readCaptionFile } from '../transcript/said.ts'
import { type Answer, answerOf, type TaskMessage, type Tasks, unpackReading, writeReading } from './task.ts'

/** Does a task, on a thread. */
export async function answerTo(task: TaskMessage): Promise<Answer> {
  try {
    return { given: await does[task.name](task.given as never) }
  } catch (error) {
    return answerOf(error)
  }
}

const does: { [N in keyof Tasks]: (given: Tasks[N]['given']) => Tasks[N]['gives'] | Promise<Tasks[N]['gives']> } = {
  async read(given) {
    const { source, options, written } = unpackReading(given)
    return writeReading(await read(source, options, written))
  },
  look: ({ body }) => lookAt(body),
  captions: ({ body, type, language }) => readCaptionFile(body, type, language),
  watchPage: ({ body }) => readWatchPage(body),
  player: ({ body }) => readPlayerAnswer(body),
  video: (answers) => writeReading(readVideo(answers)),
}
