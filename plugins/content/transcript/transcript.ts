/** What is said at one place of a video. */
export interface Segment {
  /** Seconds from the beginning. */
  start: number
  /** Seconds. */
  duration: number
  text: string
}

/** What is said in a video, and what is known of the video. */
export interface Transcript {
  title: string | null
  author: string | null
  description: string | null
  keywords: string | null
  /** ISO; a day alone where no time is known. */
  date: string | null
  /** BCP 47, of what is said. */
  language: string | null
  /** Seconds of the whole video. */
  duration: number | null
  /** Whether a program wrote it down. */
  isAutomatic: boolean
  /** In order; null where the video has no captions. */
  segments: readonly Segment[] | null
}

/** The transcript of what says nothing about itself. */
export const bareTranscript = (segments: readonly Segment[] | null, language: string | null = null): Transcript => ({
  title: null,
  author: null,
  description: null,
  keywords: null,
  date: null,
  language,
  duration: null,
  isAutomatic: false,
  segments,
})

/** A place in a video as `mm:ss`, from an hour on as `hh:mm:ss`. */
export function stampOf(seconds: number): string {
  const whole = Math.floor(seconds)
  const parts = [Math.floor(whole / 60) % 60, whole % 60]
  if (whole >= 3600) parts.unshift(Math.floor(whole / 3600))
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
