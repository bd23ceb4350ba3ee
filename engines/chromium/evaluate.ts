import type { CDPSession } from 'playwright-core'
import { ScriptFailed } from '../playwright/index.ts'

/** The protocol's response to an evaluation. */
export interface Evaluated {
  result: { value?: unknown }
  exceptionDetails?: { text: string; exception?: { description?: string } }
}

/** Runs code in the page's own world and awaits its promise. Throws ScriptFailed. */
export async function evaluate(session: CDPSession, expression: string): Promise<unknown> {
  const { result, exceptionDetails }: Evaluated = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
    userGesture: true,
  })
  if (exceptionDetails)
    throw new ScriptFailed(exceptionDetails.exception?.description?.split('\n', 1)[0] ?? exceptionDetails.text)
  return result.value
}
