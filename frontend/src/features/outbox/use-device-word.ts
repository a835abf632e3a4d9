import type { DeviceWord } from '../../lib/leaving-words'
import { useNarrow, useTouch } from '../../ui/media'

/** What to call the device in the person's hands, or in front of them. */
export function useDeviceWord(): DeviceWord {
  const narrow = useNarrow()
  const touch = useTouch()
  if (narrow) return 'celular'
  return touch ? 'aparelho' : 'computador'
}
