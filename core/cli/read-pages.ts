import type { CommandOutput } from '../contracts/command.ts'

/**
 * Reads all pages of a list: of each response to a GET of `path`, the entries under `name` in its `data`. Throws like
 * `request`.
 */
export async function readPages<T>(
  { request }: Pick<CommandOutput, 'request'>,
  path: string,
  name: string,
): Promise<T[]> {
  const all: T[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ limit: '100', ...(cursor === '' ? {} : { cursor }) })
    const { data } = (await request('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`)) as {
      data: Record<string, unknown>
    }
    all.push(...(data[name] as T[]))
    cursor = data.nextCursor as string | null
  }
  return all
}
