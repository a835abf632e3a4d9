import { useMediaQuery } from '@mantine/hooks'

/** With the first drawing, so that nothing is drawn for another screen first. */
const atOnce = { getInitialValueInEffect: false }

/** True where the layout is that of a phone. */
export function useNarrow(): boolean {
  return useMediaQuery('(width < 760px)', undefined, atOnce)
}

/** True where a finger is the main pointer, and the platform brings its own pickers. */
export function useTouch(): boolean {
  return useMediaQuery('(pointer: coarse)', undefined, atOnce)
}
