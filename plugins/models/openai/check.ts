import { type Check, type GuardedFetch, isApiError, isObject, parseJson, type Ready } from 'weirjs'
import type { ModelsConfig } from '../config.ts'
import { type ChatAnswer, createChat } from './chat.ts'
import { type FailureReason, ModelFailure } from './failure.ts'
import { failureOf } from './read-refusal.ts'

/** The most bytes of a list of models. */
const MAX_LIST = 4 * 1024 * 1024

const remedies: Partial<Record<FailureReason, string>> = {
  unauthorized: 'See WEIR_LLM_API_KEY',
  not_found: 'See WEIR_LLM_URL and WEIR_LLM_MODEL',
}

/**
 * Checks whether the server lists the model. If it does not, or if there is a key, which lists do not always require,
 * the model is asked for one word.
 */
export const modelCheck: Check<ModelsConfig> = {
  name: 'models.models openai',
  async run({ config: { url, apiKey, model }, clock, operatorFetch }, signal) {
    if (url === undefined || model === undefined) {
      const configured = url !== undefined || model !== undefined
      return {
        ready: false,
        configured,
        reason: 'It needs both settings',
        remedy: 'Set WEIR_LLM_URL and WEIR_LLM_MODEL',
      }
    }
    const fetch = operatorFetch(url)
    if (apiKey === undefined && (await isListed(fetch, { url, model, signal })))
      return { ready: true, detail: `the model ${model}` }
    try {
      const messages = [{ role: 'user', content: 'Answer with the one word: yes' }] as const
      const answer = await createChat({ url, apiKey }, fetch)({ model, messages }, signal)
      return answer.status === 200 ? readinessOf(answer, model) : refused(failureOf(answer, clock))
    } catch (error) {
      if (error instanceof ModelFailure) return refused(error)
      throw error
    }
  },
}

/** Whether the server lists the model. A server without a list may have the model nevertheless. */
async function isListed(
  fetch: GuardedFetch,
  { url, model, signal }: { url: string; model: string; signal: AbortSignal },
): Promise<boolean> {
  try {
    const answer = await fetch(`${url.replace(/\/+$/, '')}/models`, { signal, maxRedirects: 0, maxBytes: MAX_LIST })
    const body = parseJson(await answer.text())
    const list = isObject(body) && Array.isArray(body.data) ? body.data : []
    return answer.ok && list.some((entry) => isObject(entry) && entry.id === model)
  } catch (error) {
    if (isApiError(error)) return false
    throw error
  }
}

const readinessOf = ({ body }: ChatAnswer, model: string): Ready =>
  isObject(body) && Array.isArray(body.choices)
    ? { ready: true, detail: `the model ${model}` }
    : {
        ready: false,
        reason: 'The server at WEIR_LLM_URL does not speak the protocol of chat completions',
        remedy: 'It must be the base URL of the server, which ends in /v1',
      }

function refused({ reason, message, cause }: ModelFailure): Ready {
  const why = cause instanceof Error ? ` (${cause.message})` : ''
  return { ready: false, reason: `${message}${why}`, remedy: remedies[reason] ?? 'See WEIR_LLM_URL' }
}
