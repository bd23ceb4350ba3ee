/**
 * The engine's internalized string of these characters, as used for names in code, so that comparing it with such a
 * name compares pointers. It is a copy, and keeps no page alive that it was cut from.
 */
export const intern = (name: string): string => Object.keys({ [Array.from(name).join('')]: 0 })[0]!
