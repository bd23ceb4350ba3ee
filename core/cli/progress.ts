import { durationInWords } from '../jobs/scheduling/durations.ts'

/** Where a bar is drawn: standard error, where a person looks at it. */
export interface Screen {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

/** How far something is. */
export interface Progress {
  /** Items that succeeded, and that failed. */
  completed: number
  failed: number
  total: number
  /** Milliseconds. */
  timeLeft: number | null
}

const WIDTH = 30
const CLEAR = '\r\u001b[K'

/** One line for how far something is, no longer than the screen is wide. */
export function drawProgress({ completed, failed, total, timeLeft }: Progress, columns = 80): string {
  const done = completed + failed
  const filled = total === 0 ? 0 : Math.round((done / total) * WIDTH)
  const parts = [
    `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}]`,
    `${done}/${total}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(timeLeft !== null && timeLeft > 0 && done > 0 ? [`${durationInWords(timeLeft)} left`] : []),
  ]
  return parts.join('  ').slice(0, Math.max(0, columns - 1))
}

/** A bar that is drawn over itself; nothing where nobody looks. */
export function createProgressBar(screen: Screen = process.stderr) {
  const draw = (text: string) => screen.isTTY && screen.write(CLEAR + text)
  return {
    // Some terminals say that they are 0 columns wide.
    show: (progress: Progress) => void draw(drawProgress(progress, screen.columns || 80)),
    /** Leaves the line clean. */
    end: () => void draw(''),
  }
}
