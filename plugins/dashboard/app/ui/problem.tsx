import type { ComponentChildren } from 'preact'
import type { Failure } from '../api/failure.ts'
import { Button } from './button.tsx'
import { formatAgo } from './format.ts'

/** When a request that is refused for now may be repeated. */
function whenAgain({ details: { retryAfter } }: Failure): string | undefined {
  if (typeof retryAfter !== 'number') return undefined
  return `Try again ${formatAgo(new Date(Date.now() + retryAfter * 1000).toISOString())}.`
}

/** What went wrong, what to do about it, and its id in the log. */
export function Problem({
  failure,
  retry,
  children,
}: {
  failure: Failure
  retry?: () => void
  children?: ComponentChildren
}) {
  const { message, requestId, code, status } = failure
  const remedy = failure.remedy ?? whenAgain(failure)
  return (
    <div class="problem" role="alert">
      <p class="problem-message">{message}</p>
      {remedy && <p>{remedy}</p>}
      {children}
      <p class="problem-about">
        <code>{code}</code>
        {status >= 500 && requestId && (
          <>
            {' '}
            request <code>{requestId}</code>
          </>
        )}
      </p>
      {retry && (
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}
