/** A timed part of a transcript. */
export interface Segment {
  /** In seconds from the beginning. */
  start: number
  /** In seconds. */
  duration: number
  text: string
}

/** The transcript of a video, and what is known of the video. */
export interface Transcript {
  title: string | null
  author: string | null
  description: string | null
  keywords: string | null
  /** ISO 8601; only a date if no time is known. */
  date: string | null
  /** The language of the speech, as BCP 47. */
  language: string | null
  /** The length of the whole video in seconds. */
  duration: number | null
  /** Whether a program created it. */
  isAutomatic: boolean
  /** In order; null if the video has no captions. */
  segments: readonly Segment[] | null
}

/** A transcript without metadata. */
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

/** A position in a video as `mm:ss`, or as `hh:mm:ss` from one hour on. */
export function stampOf(seconds: number): string {
  const whole = Math.floor(seconds)
  const parts = [Math.floor(whole / 60) % 60, whole % 60]
  if (whole >= 3600) parts.unshift(Math.floor(whole / 3600))
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
