/**
 * For an element in which Escape closes something smaller than the sheet around it. The sheet's listener is on the window and runs
 * first.
 */
export const escapeHandledInside = { 'data-mantine-stop-propagation': 'true' } as const
