import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { formatCredits, formatDuration } from '../../ui/format.ts'
import { Problem } from '../../ui/problem.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import type { Operation } from './operations.ts'
import { Result } from './result/result.tsx'
import type { Run } from './use-run.ts'

/** The elapsed time in seconds. */
function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <>{Math.max(0, Math.round((now - since) / 1000))} s</>
}

/** The cost of a response, wherever it is stated. */
function creditsOf(body: Record<string, unknown>): number | undefined {
  const within = (value: unknown) =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const data = within(body.data)
  const found = [data, within(data.metadata), within(data.summary)].map(({ creditsUsed }) => creditsUsed)
  return found.find((value) => typeof value === 'number')
}

/** The outcome of a run. */
export function Outcome({ operation, run, onCancel }: { operation: Operation; run: Run; onCancel(): void }) {
  const { state, answer, failure, ms, began } = run
  if (state === 'idle')
    return (
      <EmptyState title="The response appears here">
        Fill in the form and press {operation.action}, or Ctrl+Enter in any field.
      </EmptyState>
    )
  if (state === 'running')
    return (
      <div class="outcome">
        <div class="result-status" role="status">
          <span class="spinner" aria-hidden="true" />
          <span>
            Running, <Elapsed since={began} />
          </span>
          <Button size="small" onClick={onCancel}>
            Cancel
          </Button>
        </div>
        <Skeleton lines={6} />
      </div>
    )
  if (state === 'cancelled')
    return <EmptyState title="Cancelled">The request was stopped. What was not done costs nothing.</EmptyState>
  if (failure) return <Problem failure={failure} />
  if (!answer) return null
  const { warnings = [] } = answer.body
  const credits = creditsOf(answer.body)
  return (
    <div class="outcome">
      <p class="result-status" role="status">
        <span>Answered in {formatDuration(ms)}</span>
        {credits !== undefined && <span class="muted">{formatCredits(credits)}</span>}
      </p>
      {warnings.map((warning) => (
        <p class="notice" key={warning}>
          {warning}
        </p>
      ))}
      <Result operation={operation} answer={answer} />
    </div>
  )
}
