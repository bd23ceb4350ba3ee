import { type Millicredits, type Static, t, toMillicredits } from 'weirjs'
import { jsonBytes } from './fill/cap-output.ts'

/** Base tokens of any extraction, bytes of output per further token, and tokens per credit. Source: decisions 3.4. */
const BASE = 300
const BYTES_PER_TOKEN = 0.5
const TOKENS_PER_CREDIT = 1000
const FORMULA = 'tokens = 300 + ceil(outputSizeBytes / 0.5) + thinking; credits = ceil(tokens / 1000)'

/** The credits held for an extraction; costs beyond that are taken from the balance. */
export const HELD: Millicredits = toMillicredits(3)

const count = (description: string) => t.Integer({ minimum: 0, description })

/** Source: spec section 2.9. */
export const TokenUsage = t.Object(
  {
    base: count('Tokens of any extraction'),
    output: count('`outputSizeBytes` / 0.5, rounded up'),
    thinking: count('Reasoning tokens of the model; 0 without one'),
    total: count('The sum'),
    formula: t.String(),
  },
  { title: 'TokenUsage' },
)
export const Billing = t.Object(
  {
    method: t.String({ description: 'Always `tokens`' }),
    formula: t.String(),
    outputSizeBytes: count('Bytes of `extractedData` as JSON, in UTF-8'),
    creditsPerToken: t.Number(),
  },
  { title: 'ExtractionBilling' },
)

export interface Bill {
  millicredits: Millicredits
  tokenUsage: Static<typeof TokenUsage>
  billing: Static<typeof Billing>
}

/** The cost of an output, and of the thinking that led to it. */
export function billFor(output: unknown, thinking: number): Bill {
  const outputSizeBytes = jsonBytes(output)
  const tokens = { base: BASE, output: Math.ceil(outputSizeBytes / BYTES_PER_TOKEN), thinking }
  const total = tokens.base + tokens.output + tokens.thinking
  return {
    millicredits: toMillicredits(Math.ceil(total / TOKENS_PER_CREDIT)),
    tokenUsage: { ...tokens, total, formula: FORMULA },
    billing: { method: 'tokens', formula: FORMULA, outputSizeBytes, creditsPerToken: 1 / TOKENS_PER_CREDIT },
  }
}
