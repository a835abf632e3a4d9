import { useEffect, useRef, useState } from 'react'
import type { SessionAnswer } from '@prumo/shared/identity'
import { requestPasskey, PasskeyError, hasPasskeyAutofill, cancelPasskeyRequest } from '../../lib/passkeys'
import { logInByPasskey, passkeyRequest } from './identity.api'

/** A challenge is good for five minutes, and a page stays open for longer. */
const ASKED_AGAIN_MS = 4 * 60_000

interface PasskeySignInOptions {
  rememberMe: boolean
  onEntered: (answer: SessionAnswer) => void
  onRefused: (failure: unknown) => void
}

/** Coming in with a passkey: by the button, or by what the browser offers where the e-mail is typed. */
export function usePasskeySignIn({ rememberMe, onEntered, onRefused }: PasskeySignInOptions): { isEntering: boolean; enter: () => void } {
  const [isEntering, setEntering] = useState(false)
  /** How often the browser was asked to offer them: once more, and it is asked again. */
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
    // Nobody asked for it: without it there are the button and the form.
    offer().catch(() => undefined)
    const timer = setInterval(() => {
      // Asking quietly would take the place of the question that the person is about to answer.
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
      if (!(failure instanceof PasskeyError && failure.why === 'given-up')) onRefused(failure)
      // This question took the place of the quiet one.
      setRound((before) => before + 1)
    }
  }

  return { isEntering, enter: () => void enter() }
}
