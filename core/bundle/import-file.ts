import { pathToFileURL } from 'node:url'

/**
 * Imports the module of a file. In a bundle, `make.ts` replaces this function by one that knows the built-in modules.
 */
export const importFile = (file: string): Promise<unknown> => import(pathToFileURL(file).href)
