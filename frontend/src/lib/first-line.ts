/**
 * What the overview promises before the first transaction: that with it the line begins to move. Whoever records it is led
 * back there, and sees it move once.
 */
let stage: 'none' | 'promised' | 'due' = 'none'

export function promiseLine(): void {
  stage = 'promised'
}

/** The first transaction is there. @returns whether someone waits to see it on the overview */
export function isLineAwaited(): boolean {
  if (stage === 'promised') stage = 'due'
  return stage === 'due'
}

/** Whether the line is to move now; asked once. */
export function takeLine(): boolean {
  const isDue = stage === 'due'
  if (isDue) stage = 'none'
  return isDue
}
