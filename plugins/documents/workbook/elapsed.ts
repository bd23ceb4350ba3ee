/** Whether a format is for elapsed time, which may exceed 24 hours. Source: ISO/IEC 29500-1, section 18.8.31. */
export const isElapsed = (format: string): boolean => /\[(?:h+|m+|s+)\]/i.test(format)

const DAY = 86_400

/** Days as hours, minutes and seconds, such as `36:00:00`. */
export const elapsedTime = (days: number): string => {
  const total = Math.round(Math.abs(days) * DAY)
  const parts = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  return (days < 0 && total > 0 ? '-' : '') + parts.map((part) => String(part).padStart(2, '0')).join(':')
}
