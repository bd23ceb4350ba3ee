import type { Destination } from './state.ts'

/** Groups that are known, by the word they begin with, and where their text goes. */
export const destinations: Readonly<Record<string, Destination>> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  listtable: 'lists',
  listoverridetable: 'overrides',
  info: 'info',
  fldinst: 'instruction',
  sn: 'property name',
  sv: 'property value',
  colortbl: 'skip',
  pict: 'skip',
  objdata: 'skip',
  header: 'skip',
  headerl: 'skip',
  headerr: 'skip',
  headerf: 'skip',
  footer: 'skip',
  footerl: 'skip',
  footerr: 'skip',
  footerf: 'skip',
  ftnsep: 'skip',
  ftnsepc: 'skip',
  listtext: 'skip',
  pntext: 'skip',
  nonshppict: 'skip',
  filetbl: 'skip',
  revtbl: 'skip',
  xe: 'skip',
  tc: 'skip',
  atnid: 'skip',
  annotation: 'skip',
  mmathPict: 'skip',
}

/** Groups that say of themselves that who does not know them may skip them, and that are read. */
export const optional = new Set([
  'shppict',
  'shpinst',
  'shptxt',
  'picprop',
  'ud',
  'moMath',
  'moMathPara',
  'footnote',
  'pn',
  'background',
])

/** Words that stand for a character. */
export const characters: Readonly<Record<string, string>> = {
  tab: '\t',
  emdash: '—',
  endash: '–',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  zwj: '\u200d',
  zwnj: '\u200c',
  nestcell: '\t',
}
