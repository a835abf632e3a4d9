import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { hasSingleKeys } from '../lib/single-keys-preference'
import { openOverlay } from './overlays'
import { isTypingTarget } from '../lib/typing-target'
import { useRepeatLast } from './use-repeat-last'
import { intentOf, newItemAddress, type SingleKeyIntent } from './single-keys'

/** How long after `G` the second key is accepted. */
const GO_WAITS_MS = 1500

/** Ctrl or ⌘ K anywhere; Ctrl or ⌘ Shift Enter and single keys where `isTypingTarget` is false. */
export function useShortcuts(): void {
  const navigate = useNavigate()
  const repeatLast = useRepeatLast()
  const goPressedAt = useRef(-Infinity)

  useEffect(() => {
    function follow(intent: SingleKeyIntent): void {
      if (intent.kind === 'new') void navigate(newItemAddress(window.location))
      else if (intent.kind === 'visit') void navigate(intent.path)
      else if (intent.kind === 'help') openOverlay('shortcuts')
      else if (intent.kind === 'search') searchHere()
    }

    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        openOverlay('palette')
        return
      }
      if ((event.ctrlKey || event.metaKey) && event.shiftKey && event.key === 'Enter' && !isTypingTarget(event.target)) {
        event.preventDefault()
        repeatLast()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || !hasSingleKeys() || isTypingTarget(event.target)) return
      const intent = intentOf(event.key, event.timeStamp - goPressedAt.current < GO_WAITS_MS)
      goPressedAt.current = intent?.kind === 'go' ? event.timeStamp : -Infinity
      if (!intent) return
      event.preventDefault()
      follow(intent)
    }

    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate, repeatLast])
}

/** Focuses the screen's own search field, or opens the palette. */
function searchHere(): void {
  const field = document.querySelector<HTMLElement>('main input[type="search"]')
  if (field) field.focus()
  else openOverlay('palette')
}
