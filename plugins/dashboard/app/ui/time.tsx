import { formatAgo, formatTime } from './format.ts'

/** How long ago; the exact time on request. */
export const Time = ({ at, none = '–' }: { at: string | null; none?: string }) =>
  at === null ? (
    <span class="muted">{none}</span>
  ) : (
    <time dateTime={at} title={formatTime(at)}>
      {formatAgo(at)}
    </time>
  )
