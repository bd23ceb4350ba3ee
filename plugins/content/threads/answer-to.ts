import * as own from './on-thread.ts'
import { type Answer, answerOf, type TaskMessage } from './task.ts'

type Module = Readonly<Record<string, (given: unknown) => unknown>>

/**
 * Content's own functions are there from the beginning; those of other plugins come when they are first asked for.
 */
const modules = new Map<string, Module>([[own.module.href, own as unknown as Module]])

async function moduleOf(href: string): Promise<Module> {
  const known = modules.get(href) ?? ((await import(href)) as Module)
  modules.set(href, known)
  return known
}

/** Does a task, on a thread. */
export async function answerTo({ module, name, given }: TaskMessage): Promise<Answer> {
  try {
    const { [name]: run } = await moduleOf(module)
    if (run === undefined) throw new Error(`${module} exports no ${name}`)
    return { given: await run(given) }
  } catch (error) {
    return answerOf(error)
  }
}
