import { type EngineContext, type Engines, type FetchedPage, isApiError, needsOf, type PageRequest } from 'weirjs'
import { isScriptShell } from './is-script-shell.ts'

export interface FilledPage {
  page: FetchedPage
  /** Why the page is not what a browser would show. */
  warnings: string[]
}

/** What makes a browser do the work, so that scripts have run already. */
const runningScript = ['javascript', 'actions', 'screenshot', 'pdf'] as const
/** With less than this left of the request's time, in ms, a browser is not begun with. */
const LEAST_TIME = 1000

/**
 * Gets a page; where nobody named an engine and the page is but a shell that scripts fill, the first ready browser fills it.
 * Where none can, the page is given as it is, with a warning. Source: decisions 5.3.
 */
export async function fetchFilled(
  engines: Pick<Engines, 'fetch'>,
  request: PageRequest,
  context: EngineContext,
  engine: string | undefined,
): Promise<FilledPage> {
  const started = performance.now()
  const page = await engines.fetch(request, context, engine)
  const needs = needsOf(request)
  if (engine !== undefined || runningScript.some((need) => needs[need]) || !isShell(page)) return { page, warnings: [] }
  const timeout = request.timeout - (performance.now() - started)
  try {
    if (timeout < LEAST_TIME) return { page, warnings: [unfilled('no time was left for it')] }
    const filled = await engines.fetch({ ...request, javascript: true, timeout }, context)
    const shell = page.trace.map((attempt) => ({ ...attempt, reason: attempt.reason ?? 'script_shell' }))
    return { page: { ...filled, trace: [...shell, ...filled.trace] }, warnings: [] }
  } catch (error) {
    if (!isApiError(error) || context.signal.aborted) throw error
    return { page, warnings: [unfilled(error.message)] }
  }
}

const isShell = ({ status, headers, body }: FetchedPage) =>
  status < 500 && /html|^$/i.test(headers.get('content-type') ?? '') && isScriptShell(body)

const unfilled = (why: string) => `The page is filled by scripts, which did not run: ${why}`
