/**
 * For what has the focus while Escape means something smaller than the sheet around it: the sheet listens to the window,
 * before anything in it is told.
 */
export const escapeHandledInside = { 'data-mantine-stop-propagation': 'true' } as const
