import { useNarrow, useTouch } from '../../ui/media'
import type { DeviceWord } from './outbox-words'

/** What to call the device in the person's hands, or in front of them. */
export function useDeviceWord(): DeviceWord {
  const narrow = useNarrow()
  const touch = useTouch()
  if (narrow) return 'celular'
  return touch ? 'aparelho' : 'computador'
}
