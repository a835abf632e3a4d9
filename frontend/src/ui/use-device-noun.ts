import type { DeviceNoun } from '../lib/sign-out-confirmation'
import { useNarrow, useTouch } from './media'

/** The word for this device: for the hand or for the desk. */
export function useDeviceNoun(): DeviceNoun {
  const narrow = useNarrow()
  const touch = useTouch()
  if (narrow) return 'celular'
  return touch ? 'aparelho' : 'computador'
}
