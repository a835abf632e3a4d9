import { useCallback, useLayoutEffect, useRef } from 'react'
import { useSearchParams, type SetURLSearchParams } from 'react-router-dom'

/**
 * The parameters of the address, and a way to change them. It stays the same function, where the router's own is another
 * one at each address: whatever is handed it would be drawn anew whenever a form opens or closes.
 */
export function useAddress(): [URLSearchParams, SetURLSearchParams] {
  const [address, setAddress] = useSearchParams()
  const latest = useRef(setAddress)
  useLayoutEffect(() => void (latest.current = setAddress))
  return [address, useCallback<SetURLSearchParams>((...change) => latest.current(...change), [])]
}
