/**
 * The one string of these characters that the engine has for names in code: comparing it with such a name is
 * comparing pointers. It holds a copy, and so keeps nothing alive of the page that it was cut from.
 */
export const intern = (name: string): string => Object.keys({ [Array.from(name).join('')]: 0 })[0]!
