import { type Static, t } from 'weirjs'
import { PageInput } from '../pages/input.ts'

export const DomainInput = t.Composite([
  PageInput,
  t.Object({
    domain: t.String(),
    maxPages: t.Integer(),
    includePatterns: t.Optional(t.Array(t.String())),
    excludePatterns: t.Optional(t.Array(t.String())),
  }),
])
export type DomainInput = Static<typeof DomainInput>
