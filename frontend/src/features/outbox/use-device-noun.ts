import type { DeviceNoun } from '../../lib/sign-out-confirmation'
import { useNarrow, useTouch } from '../../ui/media'

/** What to call the device in the person's hands, or in front of them. */
export function useDeviceNoun(): DeviceNoun {
  const narrow = useNarrow()
  const touch = useTouch()
  if (narrow) return 'celular'
  return touch ? 'aparelho' : 'computador'
}
