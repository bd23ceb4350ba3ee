import type { ComponentChildren } from 'preact'

export interface Figure {
  title: string
  value: ComponentChildren
  /** Smaller, below it: what it is compared with, or what it means. */
  note?: ComponentChildren
}

/** A few numbers side by side. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl class="figures">
    {figures.map(({ title, value, note }) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd class="figure-value">{value}</dd>
        {note && <dd class="figure-note">{note}</dd>}
      </div>
    ))}
  </dl>
)

/** Names and their values, one below the other. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
