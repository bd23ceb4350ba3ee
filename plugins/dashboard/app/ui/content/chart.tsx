import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { formatCompact } from '../format.ts'

export interface Point {
  /** The label below it, such as a day. */
  label: string
  value: number | null
  /** The value to compare with, such as that of the previous week; left out if there is none. */
  before?: number | null
}

interface ChartProps {
  /** What is counted, such as "Credits used". */
  title: string
  points: readonly Point[]
  kind?: 'bars' | 'line'
  /** Formats a full value. */
  format?: (value: number) => string
  /** Formats a value next to a grid line. */
  formatShort?: (value: number) => string
  /** What `before` of the points is, such as "The 7 days before". */
  beforeTitle?: string
}

/** Until its width is known. */
const FIRST_WIDTH = 640
const HEIGHT = 200
const LEFT = 50
const BOTTOM = 22
const TOP = 8
const plotHeight = HEIGHT - BOTTOM - TOP

/** Grid lines: at most five, at round numbers. */
function scaleOf(most: number): { top: number; lines: number[] } {
  if (most <= 0) return { top: 1, lines: [0] }
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const count = Math.ceil(most / step)
  return { top: count * step, lines: Array.from({ length: count + 1 }, (_, line) => line * step) }
}

/** The points, split at gaps. */
function runs(points: readonly Point[], at: (index: number, value: number) => string): string[] {
  const found: string[][] = [[]]
  points.forEach(({ value }, index) => {
    if (value === null) found.push([])
    else found.at(-1)!.push(at(index, value))
  })
  return found.filter((run) => run.length > 0).map((run) => `M${run.join('L')}`)
}

/** The width of an element, as it changes: in a scaled drawing, text would be too small on a phone. */
function useWidth() {
  const element = useRef<SVGSVGElement>(null)
  const [width, setWidth] = useState(FIRST_WIDTH)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(200, entry?.contentRect.width ?? FIRST_WIDTH)))
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return { element, width }
}

/** The same as a table, for screen readers and for exact values. */
function ChartTable({ title, points, format, beforeTitle }: ChartProps & { format: (value: number) => string }) {
  const show = (value: number | null | undefined) => (value === null || value === undefined ? '–' : format(value))
  return (
    <details class="chart-table">
      <summary>
        As a table<span class="visually-hidden">: {title}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <div class="chart-rows" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">{title}</th>
              {beforeTitle && <th scope="col">{beforeTitle}</th>}
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value, before }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{show(value)}</td>
                {beforeTitle && <td>{show(before)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** Bars or a line over time, the comparison as a thin line, and the same as a table. */
export function Chart({ title, points, kind = 'bars', beforeTitle, ...rest }: ChartProps) {
  const { format = formatCompact, formatShort = formatCompact } = rest
  const id = useId()
  const [over, setOver] = useState<number | null>(null)
  const { top, lines } = scaleOf(Math.max(0, ...points.flatMap(({ value, before }) => [value ?? 0, before ?? 0])))
  const { element, width } = useWidth()
  const slot = (width - LEFT) / Math.max(1, points.length)
  const x = (index: number) => LEFT + slot * (index + 0.5)
  const y = (value: number) => TOP + plotHeight * (1 - value / top)
  const every = Math.ceil(points.length / Math.max(2, Math.floor(width / 90)))
  // A line needs more than one point.
  const isAlone = (index: number) => [index - 1, index + 1].every((at) => (points[at]?.value ?? null) === null)
  const shown = over === null ? undefined : points[over]
  // The whole height reacts to the pointer, not only the bars.
  const choose = ({ offsetX }: MouseEvent) => {
    const index = Math.floor((offsetX - LEFT) / slot)
    setOver(index >= 0 && index < points.length ? index : null)
  }
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption id={id}>
        {title}
        <span class="chart-value" aria-hidden="true">
          {shown && `${shown.label}: ${shown.value === null ? 'nothing' : format(shown.value)}`}
          {typeof shown?.before === 'number' && ` (before: ${format(shown.before)})`}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        height={HEIGHT}
        aria-hidden="true"
        ref={element}
        onMouseMove={choose}
        onMouseLeave={() => setOver(null)}
      >
        {lines.map((line) => (
          <g key={line} class="chart-grid">
            <line x1={LEFT} x2={width} y1={y(line)} y2={y(line)} />
            <text x={LEFT - 8} y={y(line) + 4} text-anchor="end">
              {formatShort(line)}
            </text>
          </g>
        ))}
        {kind === 'line' &&
          runs(points, (index, value) => `${x(index)} ${y(value)}`).map((path) => (
            <path key={path} class="chart-line" d={path} />
          ))}
        {points.map(({ label, value }, index) => (
          <g key={label} class={index === over ? 'chart-over' : undefined}>
            {kind === 'bars' && value !== null && value > 0 && (
              <rect
                class="chart-bar"
                x={x(index) - slot * 0.36}
                width={slot * 0.72}
                y={Math.min(y(value), TOP + plotHeight - 1)}
                height={Math.max(1, TOP + plotHeight - y(value))}
                rx={Math.min(2, slot * 0.2)}
              />
            )}
            {kind === 'line' && value !== null && (index === over || isAlone(index)) && (
              <circle class="chart-dot" cx={x(index)} cy={y(value)} r={4} />
            )}
            {index % every === 0 && (
              <text class="chart-label" x={x(index)} y={HEIGHT - 5} text-anchor="middle">
                {label}
              </text>
            )}
          </g>
        ))}
        {beforeTitle &&
          runs(
            points.map(({ label, before = null }) => ({ label, value: before })),
            (index, value) => `${x(index)} ${y(value)}`,
          ).map((path) => <path key={path} class="chart-before" d={path} />)}
      </svg>
      <ChartTable title={title} points={points} format={format} beforeTitle={beforeTitle} />
    </figure>
  )
}
