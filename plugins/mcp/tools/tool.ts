import type { Static, TObject } from 'weirjs'
import type { Api } from '../api.ts'
import type { KeptTexts } from '../text/kept-texts.ts'
import type { ToolResult } from './result.ts'

/** The progress of a call. */
export interface Progress {
  /** `done` never falls; `total` if known. */
  report(done: number, total?: number, message?: string): void
}

/** What a call of a tool works with. */
export interface ToolContext {
  api: Api
  progress: Progress
  kept: KeptTexts
  /** Ends with the call. */
  signal: AbortSignal
}

/** A tool, whatever its arguments. */
export interface Tool<I extends TObject = TObject> {
  name: string
  title: string
  description: string
  input: I
  /** The permission that a key must have; undefined: any. */
  permission?: string
  /** The plugin whose routes it calls. */
  plugin: string
  /** False if it starts something that costs credits and continues, or acts on pages. */
  readOnly: boolean
  /** Whether it accesses the web. */
  openWorld: boolean
  /** The most characters of a result, if more than clients accept by default. */
  mostCharacters?: number
  /** Throws ToolFailure for failures. */
  run(input: Static<I>, context: ToolContext): Promise<ToolResult>
}

/** Lets the compiler infer a tool's arguments from its schema. */
export const defineTool = <I extends TObject>(tool: Tool<I>): Tool => tool as unknown as Tool
