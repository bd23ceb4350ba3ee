import { getResolvedPDFJS } from 'unpdf'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { Unreadable } from '../untrusted/extracted.ts'
import { CmapFactory } from './cmaps.ts'

/** Opens a PDF. Throws Unreadable: `encrypted` where it needs a password, `damaged` where it has no pages that can be found. */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const { getDocument } = await getResolvedPDFJS()
  const options = {
    // It is handed over, and may be detached.
    data: new Uint8Array(bytes),
    // Without a name for it no table of characters is asked for.
    cMapUrl: 'cmaps/',
    cMapPacked: true,
    BinaryDataFactory: CmapFactory,
    useWorkerFetch: false,
    useSystemFonts: true,
    disableFontFace: true,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    // Nobody looks at the pictures, so none is decoded.
    maxImageSize: 1,
    verbosity: 0,
  }
  try {
    return await getDocument(options).promise
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): Unreadable {
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException') {
    return new Unreadable('encrypted', 'The PDF can only be opened with a password', { cause: error })
  }
  return new Unreadable('damaged', 'The PDF is damaged: it has no pages that can be found', { cause: error })
}
