import type { Static, TObject } from 'weirjs'
import type { Api } from '../api.ts'
import type { KeptTexts } from '../text/kept-texts.ts'
import type { ToolResult } from './result.ts'

/** Reports the progress of a call. */
export interface Progress {
  /** `done` must never fall; `total` is optional. */
  report(done: number, total?: number, message?: string): void
}

/** What a tool uses during one call. */
export interface ToolContext {
  api: Api
  progress: Progress
  kept: KeptTexts
  /** Aborted when the call ends. */
  signal: AbortSignal
}

/** A tool, whatever its arguments. */
export interface Tool<I extends TObject = TObject> {
  name: string
  title: string
  description: string
  input: I
  /** The permission that the key needs; undefined: any. */
  permission?: string
  /** The plugin whose routes it uses. */
  plugin: string
  /** False if it starts something that goes on and costs credits, or acts on pages. */
  readOnly: boolean
  /** Whether it accesses the web. */
  openWorld: boolean
  /** The most characters of a result, if that is more than clients accept by default. */
  mostCharacters?: number
  /** Throws ToolFailure if it fails. */
  run(input: Static<I>, context: ToolContext): Promise<ToolResult>
}

/** Lets the compiler infer the arguments of a tool from its schema. */
export const defineTool = <I extends TObject>(tool: Tool<I>): Tool => tool as unknown as Tool
