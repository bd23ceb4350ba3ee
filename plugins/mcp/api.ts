import { readAnswer } from './read-answer.ts'

/** Calls Weir's own API with a path such as `/v1/scrape`, as the user of the tools. */
export type AskApi = (path: string, init?: RequestInit) => Promise<Response>

/** Why a tool failed, in a sentence and with the remedy: shown to the model as the tool's result. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
}

/** A successful response, whose fields are in `data` or next to it. */
export interface ApiAnswer<T> {
  data: T
  warnings?: string[]
}

/** Where a response has pages: the number of arrays and objects around their content. */
export interface AnswerShape {
  pageDepth: number
}

/** The API as tools use it. Everything throws ToolFailure for a refusal, and ends with the call of the tool. */
export interface Api {
  get<T>(path: string, shape?: AnswerShape): Promise<T>
  post<T>(path: string, body: object, shape?: AnswerShape): Promise<T>
  /** The response, unread. */
  open(path: string, signal?: AbortSignal): Promise<Response>
}

/** The API for one call of a tool, which `signal` ends. */
export function createApi(ask: AskApi, signal: AbortSignal): Api {
  const open = async (path: string, init: RequestInit): Promise<Response> => {
    const answer = await ask(path, init).catch((error: unknown) => {
      if (init.signal?.aborted) throw error
      throw new ToolFailure('The Weir server does not answer. Start it, or check its address in the settings.')
    })
    if (!answer.ok) throw new ToolFailure(await refusalOf(answer))
    return answer
  }
  const json = async <T>(path: string, init: RequestInit, shape?: AnswerShape) =>
    (await readAnswer(await open(path, { signal, ...init }), shape?.pageDepth)) as T
  return {
    get: (path, shape) => json(path, {}, shape),
    post(path, body, shape) {
      const headers = { 'content-type': 'application/json' }
      return json(path, { method: 'POST', headers, body: JSON.stringify(body) }, shape)
    },
    open: (path, until = signal) => open(path, { signal: until }),
  }
}

/** A refusal in the API's format. */
export interface Refusal {
  code?: string
  message?: string
  details?: Record<string, unknown>
}

/** Remedies for refusals whose message has none. */
const remedies: Readonly<Record<string, string>> = {
  insufficient_permissions: 'Use a key that may do this.',
  insufficient_credits: 'Ask for fewer pages, or have credits added to the account.',
  key_revoked: 'Set another key in the settings of this MCP server.',
  key_expired: 'Set another key in the settings of this MCP server.',
  unauthorized: 'Set a valid key in the settings of this MCP server.',
  timeout: 'Try again later, or use another page.',
  scraping_failed: 'Check the address, or use another page.',
  search_failed: 'Try again later.',
}

async function refusalOf(answer: Response): Promise<string> {
  const content = (await answer.json().catch(() => undefined)) as { error?: Refusal } | undefined
  return refusalInWords(content?.error, answer.status)
}

/** A refusal in a sentence, with its remedy. */
export function refusalInWords({ code = '', message, details = {} }: Refusal = {}, status?: number): string {
  if (message === undefined) return `Weir answered ${status}. Try again later.`
  const { retryAfter, remedy = remedies[code] } = details
  const what = /[.!?]$/.test(message) ? message : `${message}.`
  if (typeof retryAfter === 'number') return `${what} Try again in ${retryAfter} s.`
  return typeof remedy === 'string' ? `${what} ${/[.!?]$/.test(remedy) ? remedy : `${remedy}.`}` : what
}
