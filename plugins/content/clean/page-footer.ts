import type { Element } from '../tree/index.ts'

/** Whether an element is a footer, but not that of a quotation or figure, which names its source. */
export const isPageFooter = ({ name, parent }: Element): boolean =>
  name === 'footer' && parent?.name !== 'blockquote' && parent?.name !== 'figure'
