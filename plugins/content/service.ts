import { defineProviders, defineService, type EngineContext } from 'weirjs'
import type { ContentOptions, ParserName } from 'weirjs/schemas'
import type { Converted, Source } from './converted.ts'
import type { UnreadableReason } from './document-model.ts'
import type { WrittenConverted } from './read/written-converted.ts'
import type { ThreadTask } from './threads/task.ts'

export type { CaptionFile, Converted, ReadOnThread, Sniffed, Source } from './converted.ts'
export type { DocumentModel, Hints, ReadDocument, Sheet, UnreadableReason } from './document-model.ts'
export { firstSentences } from './formats/first-sentences.ts'
export { type ElementLink, headerLinks, linkOf } from './links/element-link.ts'
export { jsonLdLinks } from './links/json-ld-links.ts'
export { SiteFrame } from './main/site-frame/site-frame.ts'
export { saysNoText } from './read/warn-of-nothing.ts'
export { copyOf, type ThreadTask, threadTask } from './threads/task.ts'

/** For whom a page is converted: until when they wait, and whose turn it takes. */
export type ConvertContext = Partial<Pick<EngineContext, 'signal' | 'account' | 'priority' | 'yieldToEventLoop'>>

/**
 * Makes formats of a page or document. What is data (`dataFormats`) comes as JsonText, as an answer takes it.
 * Throws ApiError `invalid_options` for a selector that is not valid, `scraping_failed` for what cannot be read, with
 * `unsupported_type` as its reason where there is no reader, and the signal's reason where that is aborted.
 */
export type Convert = (source: Source, options: ContentOptions, context?: ConvertContext) => Promise<Converted>

/** What converts in place of Weir's own converter, or before and after it. */
export interface Converter {
  /** `next` is the converter that is asked after this one; at the end of the list, Weir's own. */
  convert(source: Source, options: ContentOptions, context: ConvertContext, next: Convert): Promise<Converted>
}

/** Converters of plugins; the first by their order is asked. */
export const converters = defineProviders<Converter>('content.converters')

/** What a reader takes. A type that it names goes before an extension, and that before a kind. */
interface Taken {
  /** Content types that bytes or servers say; lower case, without parameters. */
  types?: readonly string[]
  /** Of addresses, where bytes and server say no more than that it is text, or nothing; lower case, without dot. */
  extensions?: readonly string[]
  /** Kinds of which no reader names the type. */
  kinds?: readonly ParserName[]
}

/** What reads documents of some types. */
export type DocumentReader = Taken & {
  /** What `metadata.parserName` says; without it, the kind that the bytes were taken for. */
  parserName?: ParserName
} & (
    | {
        /** The file: URL of a module that exports `read`, a ReadDocument: it runs in a process of its own. */
        module: URL
        runs: 'in-process'
      }
    | {
        /** The same with a ReadOnThread, which runs beside pages: for what is read fast, whatever its bytes are. */
        module: URL
        runs: 'on-thread'
      }
    | {
        /** Known, and not read: why, in a sentence for the caller that says what would help. */
        refusal: { reason: UnreadableReason; message: string }
      }
  )

/** Readers of everything that is not HTML; of two that take the same, the first by their order reads it. */
export const documentReaders = defineProviders<DocumentReader>('content.readers')

/** A file of captions, and what its page and its server say of it. */
export interface Captions {
  body: Uint8Array
  type: string | null
  language: string | undefined
}

/** What an HTML page shows of itself before scripts ran. */
export interface PageInspection {
  /** Scripts would make the page, or more of it than is there. */
  needsScript: boolean
  /** It shows nothing at all: no text, no picture, no form. */
  isEmpty: boolean
  /** Where its markup leads at once, as it is written, where it shows hardly anything itself; else null. */
  leadsTo: string | null
}

/** Bytes to formats. */
export interface Content {
  convert: Convert
  /** Throws ApiError `invalid_options` for a selector that is not valid; `parameter` is where it stands. */
  checkSelectors(parameter: string, selectors: readonly string[]): void
  /** What an HTML page shows of itself, before scripts ran. */
  inspect(page: Uint8Array, context?: ConvertContext): Promise<PageInspection>
  /** A converted page with what is said in its video. */
  addCaptions(
    converted: Converted,
    captions: Captions,
    options: ContentOptions,
    context?: ConvertContext,
  ): Promise<{ converted: Converted; warnings: string[] }>
  /** Runs a function of a module on a thread. The task is made when its turn has come. */
  run<Gives>(make: () => ThreadTask<Gives>, context?: ConvertContext): Promise<Gives>
  /** The same for a function that makes formats, as `writeConverted` gives them. */
  runConversion(make: () => ThreadTask<WrittenConverted>, context?: ConvertContext): Promise<Converted>
}

/** The content that this server makes. */
export const content = defineService<Content>('content.content')
