import type { HostilePdf } from './hostile-pdf.ts'
import { pdfContents } from './pdf-contents.ts'
import { pdfFiles } from './pdf-files.ts'

export const hostilePdfs: readonly HostilePdf[] = [...pdfFiles, ...pdfContents]
