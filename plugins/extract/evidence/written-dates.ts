const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)(?=$|[T ])/

/** How an ISO 8601 date or time may be written in a language; empty if it is neither. */
export const writtenDates = (value: string, language: string): string[] => {
  const found = ISO_DAY.exec(value)
  if (!found) return []
  const [, year, month, day] = found as unknown as [string, string, string, string]
  const [d, m] = [String(Number(day)), String(Number(month))]
  const names = [language, 'en'].flatMap((each) => monthNames(each, Number(month)))
  const worded = [...new Set(names)].flatMap((name) => [
    `${d} ${name} ${year}`,
    `${day} ${name} ${year}`,
    `${d}. ${name} ${year}`,
    `${d} de ${name} de ${year}`,
    `${name} ${d}, ${year}`,
    `${name} ${day}, ${year}`,
    `${name} ${d} ${year}`,
    `${name}. ${d}, ${year}`,
    `${d}er ${name} ${year}`,
    `${year}. ${name} ${d}`,
    ...['th', 'st', 'nd', 'rd'].flatMap((end) => [`${name} ${d}${end}, ${year}`, `${d}${end} ${name} ${year}`]),
  ])
  const figures = [
    `${year}-${month}-${day}`,
    `${year}/${month}/${day}`,
    `${day}.${month}.${year}`,
    `${d}.${m}.${year}`,
    `${day}/${month}/${year}`,
    `${month}/${day}/${year}`,
    `${m}/${d}/${year}`,
    `${d}/${m}/${year}`,
    `${day}-${month}-${year}`,
    `${year}/${m}/${d}`,
    `${year}.${month}.${day}`,
    `${year}. ${m}. ${d}`,
    `${year}年${m}月${d}日`,
    `${year}年${month}月${day}日`,
    `${year}년 ${m}월 ${d}일`,
  ]
  return [value, ...figures, ...worded]
}

const monthNames = (language: string, month: number): string[] => {
  const at = new Date(Date.UTC(2000, month - 1, 15))
  try {
    // Beside a day, many languages inflect the name: март, but 1 марта.
    return (['long', 'short'] as const).flatMap((month) =>
      [{ month }, { month, day: 'numeric' } as const].flatMap((form) =>
        new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' })
          .formatToParts(at)
          .flatMap(({ type, value }) => (type === 'month' ? value.replace(/\.$/, '') : [])),
      ),
    )
  } catch {
    // The page may name a language that does not exist.
    return []
  }
}
