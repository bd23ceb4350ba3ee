import { formatAgo, formatTime } from './format.ts'

/** A relative time, with the exact one on request. */
export const Time = ({ at, none = '–' }: { at: string | null; none?: string }) =>
  at === null ? (
    <span class="muted">{none}</span>
  ) : (
    <time dateTime={at} title={formatTime(at)}>
      {formatAgo(at)}
    </time>
  )
