import { useEffect, useRef, useState } from 'react'
import type { SessionAnswer } from '@prumo/shared/identity'
import { requestPasskey, PasskeyError, hasPasskeyAutofill, cancelPasskeyRequest } from '../../lib/passkeys'
import { logInByPasskey, passkeyRequest } from './identity.api'

/** A challenge expires after five minutes; the page can stay open longer. */
const ASKED_AGAIN_MS = 4 * 60_000

interface PasskeySignInOptions {
  rememberMe: boolean
  onEntered: (answer: SessionAnswer) => void
  onRefused: (failure: unknown) => void
}

/** Signs in with a passkey, by the button or by the browser's autofill in the email field. */
export function usePasskeySignIn({ rememberMe, onEntered, onRefused }: PasskeySignInOptions): { isEntering: boolean; enter: () => void } {
  const [isEntering, setEntering] = useState(false)
  /** Counts the autofill requests. An increment starts a new one. */
  const [round, setRound] = useState(0)
  const present = useRef({ rememberMe, onEntered, onRefused, isEntering })
  useEffect(() => void (present.current = { rememberMe, onEntered, onRefused, isEntering }))

  useEffect(() => {
    let isOver = false
    async function offer(): Promise<void> {
      if (!(await hasPasskeyAutofill())) return
      const answer = await requestPasskey(await passkeyRequest(), { quietly: true })
      if (isOver) return
      setEntering(true)
      try {
        present.current.onEntered(await logInByPasskey(answer, present.current.rememberMe))
      } catch (failure) {
        present.current.onRefused(failure)
        setEntering(false)
        setRound((before) => before + 1)
      }
    }
    // Autofill is optional: ignore failures, because the button and the form remain.
    offer().catch(() => undefined)
    const timer = setInterval(() => {
      // A new autofill request would cancel the one that the person is answering.
      if (!present.current.isEntering) setRound((before) => before + 1)
    }, ASKED_AGAIN_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [round])

  useEffect(
    () => () => {
      void hasPasskeyAutofill().then((does) => (does ? cancelPasskeyRequest() : undefined))
    },
    [],
  )

  async function enter(): Promise<void> {
    if (isEntering) return
    setEntering(true)
    try {
      const answer = await requestPasskey(await passkeyRequest())
      onEntered(await logInByPasskey(answer, rememberMe))
    } catch (failure) {
      setEntering(false)
      if (!(failure instanceof PasskeyError && failure.why === 'replaced')) onRefused(failure)
      // The button's request cancelled the one for autofill.
      setRound((before) => before + 1)
    }
  }

  return { isEntering, enter: () => void enter() }
}
