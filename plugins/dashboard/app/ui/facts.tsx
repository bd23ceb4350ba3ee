import type { ComponentChildren } from 'preact'

/** A few facts about one thing, each with its name. */
export const Facts = ({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }) => (
  <dl class="facts">
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
