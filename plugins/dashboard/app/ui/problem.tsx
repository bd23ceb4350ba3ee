import type { ComponentChildren } from 'preact'
import type { Failure } from '../api/failure.ts'
import { Button } from './button.tsx'

/** What went wrong, what to do about it, and by which id the log has it. */
export function Problem({
  failure,
  retry,
  children,
}: {
  failure: Failure
  retry?: () => void
  children?: ComponentChildren
}) {
  const { message, remedy, requestId, code, status } = failure
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
