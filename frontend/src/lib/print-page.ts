/** A request to print the list on the screen, which first reads and renders all of it. */
export const PRINT_LIST = 'prumo:print-list'

/** Prints after the present render, so that a dialog that closes with it is not on the paper. */
export function printNext(print: () => void = () => window.print()): void {
  requestAnimationFrame(() => requestAnimationFrame(print))
}
