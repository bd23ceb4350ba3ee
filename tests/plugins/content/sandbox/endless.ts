/** A reader that never ends: it uses all of its time, and no memory. */
export const read = () => {
  for (;;);
}
