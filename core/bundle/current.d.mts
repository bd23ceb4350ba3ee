/** The folder of the project. */
export const root: string
/** What a bundle depends on besides files; `version` is that of Bun. */
export function environment(version: string): string
/** The modification time in milliseconds of a file, by its path below the root; `undefined` as text without it. */
export function timeOf(name: string): string
/** The folder of a bundle. */
export function folderOf(bundle: number | string): string
/** The file that lists what a bundle was made of. */
export function inputsOf(bundle: number | string): string
/** The names in the folder of bundles: their numbers, and what interrupted attempts left behind. */
export function folders(): string[]
/** The numbers of the bundles, in order. */
export function made(): number[]
/** The executable in the newest bundle of the current sources and this version of Bun, if there is one. */
export function currentExecutable(version: string): string | undefined
