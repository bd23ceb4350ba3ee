import { parentPort } from 'node:worker_threads'
import { read } from '../read.ts'
import { type Answer, answerOf, type PackedTask, unpack } from './task.ts'

/** The thread's own side: reads one task after the other. */
parentPort!.on('message', async (task: PackedTask) => {
  parentPort!.postMessage(await answerTo(task))
})

async function answerTo(task: PackedTask): Promise<Answer> {
  try {
    const { source, options, written } = unpack(task)
    return { converted: await read(source, options, written) }
  } catch (error) {
    return answerOf(error)
  }
}
