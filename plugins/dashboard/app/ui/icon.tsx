/** Lines in a field of 24 by 24. */
const paths = {
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5',
  play: 'M7 5l12 7-12 7z',
  jobs: 'M4 6h16M4 12h16M4 18h10',
  monitor: 'M3 12h4l3-8 4 16 3-8h4',
  webhook: 'M4 12a8 8 0 0 1 13.7-5.6M20 12a8 8 0 0 1-13.7 5.6M17 2v5h-5M7 22v-5h5',
  key: 'M12 12a4 4 0 1 0-8 0 4 4 0 0 0 8 0zM12 12h9v4M17 12v3',
  chart: 'M4 20V10M10 20V4M16 20v-8M22 20H2',
  card: 'M3 6h18v12H3zM3 10h18M7 15h4',
  users: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21a7 7 0 0 1 14 0M16 3.500a4 4 0 0 1 0 7M18 14.500a7 7 0 0 1 4 6.500',
  queue: 'M4 5h16v4H4zM4 11h16v4H4zM4 17h16v3H4z',
  engine: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 2v4M12 18v4M2 12h4M18 12h4M5 5l3 3M16 16l3 3M19 5l-3 3M8 16l-3 3',
  check: 'M4 12l5 6L20 6',
  audit: 'M6 3h9l4 4v14H6zM9 12h7M9 16h7M9 8h3',
  menu: 'M3 6h18M3 12h18M3 18h18',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500L19 19M19 5l-1.500 1.500M6.500 17.500L5 19',
  book: 'M4 5a2 2 0 0 1 2-2h14v16H6a2 2 0 0 0-2 2zM4 19V5M9 7h7',
} as const

export type IconName = keyof typeof paths

/** An icon next to a word, hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
