import { durationInWords } from '../jobs/scheduling/durations.ts'

/** The output of a progress bar: standard error, if it is a terminal. */
export interface Screen {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

/** The progress of a job. */
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

/** The progress as one line, no longer than the width of the terminal. */
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

/** A progress bar that overwrites itself. Draws nothing without a terminal. */
export function createProgressBar(screen: Screen = process.stderr) {
  const draw = (text: string) => screen.isTTY && screen.write(CLEAR + text)
  return {
    // Some terminals report a width of 0 columns.
    show: (progress: Progress) => void draw(drawProgress(progress, screen.columns || 80)),
    /** Clears the line. */
    end: () => void draw(''),
  }
}
