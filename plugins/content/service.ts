import { defineProviders, defineService, type EngineContext } from 'weirjs'
import type { ContentOptions, ParserName } from 'weirjs/schemas'
import type { Converted, Source } from './converted.ts'
import type { UnreadableReason } from './document-model.ts'
import type { WrittenConverted } from './read/written-converted.ts'
import type { ThreadTask } from './threads/task.ts'

export type { CaptionFile, Converted, ReadOnThread, Sniffed, Source } from './converted.ts'
export type { DocumentModel, Hints, ReadDocument, Sheet, UnreadableReason } from './document-model.ts'
export { firstSentences } from './formats/first-sentences.ts'
export { SiteFrame } from './main/site-frame/site-frame.ts'
export { saysNoText } from './read/warn-of-nothing.ts'
export { fileNameOf } from './sniff/file-name.ts'
export { copyOf, type ThreadTask, threadTask } from './threads/task.ts'

/** The context of a conversion: how long the caller waits, and whose share of the threads it uses. */
export type ConvertContext = Partial<Pick<EngineContext, 'signal' | 'account' | 'priority' | 'yieldToEventLoop'>>

/**
 * Converts a page or document to formats. Data formats (`dataFormats`) are returned as JsonText, ready for a
 * response. Throws ApiError `invalid_options` for an invalid selector, `scraping_failed` for a source that cannot be
 * read (reason `unsupported_type` if it has no reader), and the signal's reason if that is aborted.
 */
export type Convert = (source: Source, options: ContentOptions, context?: ConvertContext) => Promise<Converted>

/** A converter that replaces Weir's own or runs before and after it. */
export interface Converter {
  /** `next` is the converter after this one; at the end of the list, Weir's own. */
  convert(source: Source, options: ContentOptions, context: ConvertContext, next: Convert): Promise<Converted>
}

/** The converters of plugins; the first in their order is called. */
export const converters = defineProviders<Converter>('content.converters')

/** What a reader accepts. A match by type takes precedence over one by extension, and that over one by kind. */
interface Taken {
  /** Content types, of the bytes or by the server; lower case, without parameters. */
  types?: readonly string[]
  /** Extensions of files, used if bytes and server tell nothing, or only that it is text; lower case, without dot. */
  extensions?: readonly string[]
  /** Kinds; used if no reader names the type. */
  kinds?: readonly ParserName[]
}

/** A reader of documents of some types. */
export type DocumentReader = Taken & {
  /** The value of `metadata.parserName`; default: the kind that was detected from the bytes. */
  parserName?: ParserName
} & (
    | {
        /** The file: URL of a module that exports `read`, a ReadDocument; it runs in a process of its own. */
        module: URL
        runs: 'in-process'
      }
    | {
        /**
         * The same for a ReadOnThread, which runs beside pages: for formats that are read fast, whatever the bytes.
         */
        module: URL
        runs: 'on-thread'
      }
    | {
        /** A known type that is not read; the message tells the caller why and what would help. */
        refusal: { reason: UnreadableReason; message: string }
      }
  )

/** Readers of everything except HTML; if two accept the same, the first in their order reads it. */
export const documentReaders = defineProviders<DocumentReader>('content.readers')

/** A caption file, and what its page and its server say of it. */
export interface Captions {
  body: Uint8Array
  type: string | null
  language: string | undefined
}

/** What an HTML page shows before its scripts run. */
export interface PageInspection {
  /** Whether scripts would make the page, or more of it than is there. */
  needsScript: boolean
  /** Whether it shows nothing at all: no text, no picture, no form. */
  isEmpty: boolean
  /**
   * The target of an immediate redirect in its markup, as written, if the page shows hardly anything itself; else
   * null.
   */
  leadsTo: string | null
}

/** Converts bytes to formats. */
export interface Content {
  convert: Convert
  /** Throws ApiError `invalid_options` for an invalid selector; `parameter` names the field of the request. */
  checkSelectors(parameter: string, selectors: readonly string[]): void
  /** Reads what an HTML page shows before its scripts run. */
  inspect(page: Uint8Array, context?: ConvertContext): Promise<PageInspection>
  /** Adds the captions of its video to a converted page. */
  addCaptions(
    converted: Converted,
    captions: Captions,
    options: ContentOptions,
    context?: ConvertContext,
  ): Promise<{ converted: Converted; warnings: string[] }>
  /** Runs a function of a module on a thread. `make` is called when a thread is free. */
  run<Gives>(make: () => ThreadTask<Gives>, context?: ConvertContext): Promise<Gives>
  /** The same for a function that makes formats and returns what `writeConverted` returns. */
  runConversion(make: () => ThreadTask<WrittenConverted>, context?: ConvertContext): Promise<Converted>
}

/** The content service of this server. */
export const content = defineService<Content>('content.content')
