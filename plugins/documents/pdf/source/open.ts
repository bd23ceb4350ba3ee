import { getResolvedPDFJS } from 'unpdf'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { Unreadable } from '../../../content/sandbox-toolkit.ts'
import { CmapFactory } from './cmaps.ts'

/**
 * Opens a PDF. Throws Unreadable: `encrypted` if it needs a password, `damaged` if no pages can be found.
 */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const { getDocument } = await getResolvedPDFJS()
  const options = {
    // A copy, as pdf.js may detach the buffer.
    data: new Uint8Array(bytes),
    // Required by pdf.js, or it would not ask for tables at all.
    cMapUrl: 'cmaps/',
    cMapPacked: true,
    BinaryDataFactory: CmapFactory,
    useWorkerFetch: false,
    useSystemFonts: true,
    disableFontFace: true,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    // Images are not needed, so none is decoded.
    maxImageSize: 1,
    verbosity: 0,
  }
  let document: PDFDocumentProxy
  try {
    document = await getDocument(options).promise
  } catch (error) {
    throw refusalOf(error)
  }
  if (!(document.numPages > 0)) throw new Unreadable('damaged', 'The PDF has no pages')
  return document
}

function refusalOf(error: unknown): Unreadable {
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException') {
    return new Unreadable('encrypted', 'The PDF can only be opened with a password', { cause: error })
  }
  if (/encrypt/i.test(String(error))) {
    return new Unreadable('encrypted', 'The PDF is encrypted in a way that cannot be read', { cause: error })
  }
  return new Unreadable('damaged', 'The PDF is damaged: it has no pages that can be found', { cause: error })
}
