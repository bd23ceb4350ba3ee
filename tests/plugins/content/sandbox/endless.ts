/** A reader that never has enough of its document: it takes all the time that it is given, and no memory. */
export const read = () => {
  for (;;);
}
