import { type Caller, type FileEntry, isId, type Kit, notFound, type PluginApp } from 'weirjs'
import { FileParams, FileQuery } from './schema.ts'

/** Headers that keep browsers from executing a file that may come from a foreign page. Source: threats T39. */
export const harmless = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'application/pdf': '.pdf',
  'text/html': '.html',
  'text/markdown': '.md',
  'text/plain': '.txt',
  'application/json': '.json',
}

/** The name of a stored file for downloads. */
export const fileName = ({ id, mediaType }: Pick<FileEntry, 'id' | 'mediaType'>) =>
  id + (extensions[mediaType.replace(/;.*/, '')] ?? '')

/** Serves stored files: by a signed link, or with a key of their account. Source: decisions 5.2. */
export function fileRoutes(app: PluginApp, { files }: Kit) {
  app.get(
    '/files/:fileId',
    async ({ params: { fileId }, query: { expires = '', signature = '' }, caller }) => {
      const by: Caller | undefined = caller
      const entry = isId('file', fileId) ? await files.find(fileId) : undefined
      const may = entry && (files.verify(fileId, expires, signature) || by?.account.id === entry.account)
      const found = may ? await files.open(fileId) : undefined
      if (!found) throw notFound('file', fileId)
      const { mediaType, size } = found.entry
      return new Response(found.body, {
        headers: {
          ...harmless,
          'content-type': mediaType,
          'content-length': String(size),
          'content-disposition': `attachment; filename="${fileName(found.entry)}"`,
        },
      })
    },
    {
      access: { as: 'optional', permission: 'any' },
      params: FileParams,
      query: FileQuery,
      detail: {
        operationId: 'getFile',
        summary: 'Get a stored file',
        description:
          'Returns a screenshot, PDF or snapshot. Use its signed URL, which works for 24 h without a key, or the key of the account that owns it. Any other request gets 404.',
        responses: {
          200: {
            description: 'The contents of the file',
            content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
    },
  )
}
