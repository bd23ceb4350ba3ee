import { durationInWords } from '../jobs/scheduling/durations.ts'

/** Where a bar is drawn: standard error, if it is a terminal. */
export interface Screen {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

/** The progress of something. */
export interface Progress {
  /** Numbers of items that succeeded and that failed. */
  completed: number
  failed: number
  total: number
  /** In milliseconds. */
  timeLeft: number | null
}

const WIDTH = 30
const CLEAR = '\r\u001b[K'

/** One line about the progress, no longer than the screen is wide. */
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

/** A bar that redraws itself; nothing if there is no terminal. */
export function createProgressBar(screen: Screen = process.stderr) {
  const draw = (text: string) => screen.isTTY && screen.write(CLEAR + text)
  return {
    // Some terminals report 0 columns.
    show: (progress: Progress) => void draw(drawProgress(progress, screen.columns || 80)),
    /** Clears the line. */
    end: () => void draw(''),
  }
}
