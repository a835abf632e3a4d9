import { useCallback, useLayoutEffect, useRef } from 'react'
import { useSearchParams, type SetURLSearchParams } from 'react-router-dom'

/**
 * The search parameters of the address, and a setter. Unlike the router's setter, this one is stable across addresses, so
 * components that receive it do not render again whenever a form opens or closes.
 */
export function useAddress(): [URLSearchParams, SetURLSearchParams] {
  const [address, setAddress] = useSearchParams()
  const latest = useRef(setAddress)
  useLayoutEffect(() => void (latest.current = setAddress))
  return [address, useCallback<SetURLSearchParams>((...change) => latest.current(...change), [])]
}
