import { pathToFileURL } from 'node:url'

/** The module of a file. A bundle has those in itself that are built in: `make.ts` puts that here. */
export const importFile = (file: string): Promise<unknown> => import(pathToFileURL(file).href)
