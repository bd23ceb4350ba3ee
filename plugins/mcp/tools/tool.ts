import type { Static, TObject } from 'weirjs'
import type { Api } from '../api.ts'
import type { KeptTexts } from '../text/kept-texts.ts'
import type { ToolResult } from './result.ts'

/** How far a call is. */
export interface Progress {
  /** `done` never falls; `total` where it is known. */
  report(done: number, total?: number, message?: string): void
}

/** What one call of a tool works with. */
export interface ToolContext {
  api: Api
  progress: Progress
  kept: KeptTexts
  /** Ends with the call. */
  signal: AbortSignal
}

/** One tool, whatever its arguments. */
export interface Tool<I extends TObject = TObject> {
  name: string
  title: string
  description: string
  input: I
  /** The permission that a key must hold; undefined: any. */
  permission?: string
  /** The plugin whose routes it asks. */
  plugin: string
  /** False where it begins what costs credits and goes on, or acts on pages. */
  readOnly: boolean
  /** Whether it goes out to the web. */
  openWorld: boolean
  /** Characters that a result may have at the most, where that is more than clients take by themselves. */
  mostCharacters?: number
  /** Throws ToolFailure for what cannot be done. */
  run(input: Static<I>, context: ToolContext): Promise<ToolResult>
}

/** Lets the compiler read the arguments of a tool from its schema. */
export const defineTool = <I extends TObject>(tool: Tool<I>): Tool => tool as unknown as Tool
