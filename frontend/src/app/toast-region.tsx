import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconX } from '@tabler/icons-react'
import { dismissToast, useToast, type ShownToast } from '../ui/overlay/toast'
import styles from './toast-region.module.css'

const VISIBLE_MS = 10_000

/** Where toasts appear. Always present: screen readers announce only changes of an existing region. */
export const ToastRegion = memo(function ToastRegion() {
  const toast = useToast()
  return (
    <div className={styles.region} role="status">
      {toast && <ToastBar key={toast.id} toast={toast} />}
    </div>
  )
})

function ToastBar({ toast }: { toast: ShownToast }) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isPaused = isPointedAt || isFocused
  const remaining = useRef(VISIBLE_MS)
  const bar = useRef<HTMLDivElement>(null)

  // Publishes the toast's height, so that content under it can be scrolled above it.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const measured = new ResizeObserver(() => {
      const height = `${bar.current?.offsetHeight ?? 0}px`
      // Every element inherits the variable, so a change restyles the whole page. It is kept for the next toast, which usually has
      // the same height.
      if (style.getPropertyValue('--toast-height') !== height) style.setProperty('--toast-height', height)
    })
    if (bar.current) measured.observe(bar.current)
    return () => measured.disconnect()
  }, [])

  useEffect(() => {
    if (isPaused || toast.tone === 'error') return
    const since = Date.now()
    const timer = setTimeout(() => dismissToast(toast.id), remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current -= Date.now() - since
    }
  }, [isPaused, toast])

  useEffect(() => {
    if (!toast.action?.isUndo) return
    function undoByKey(event: KeyboardEvent): void {
      const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea, select, [contenteditable]')
      if (typing || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      event.preventDefault()
      runAction(toast)
    }
    document.addEventListener('keydown', undoByKey)
    return () => document.removeEventListener('keydown', undoByKey)
  }, [toast])

  return (
    <div
      ref={bar}
      className={styles.toast}
      data-toast
      data-tone={toast.tone ?? 'neutral'}
      onMouseEnter={() => setPointedAt(true)}
      onMouseLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <span className={styles.text}>{toast.text}</span>
      {toast.action && (
        <button
          type="button"
          className={styles.action}
          aria-keyshortcuts={toast.action.isUndo ? 'Control+Z' : undefined}
          onClick={() => runAction(toast)}
        >
          {toast.action.label}
        </button>
      )}
      {(toast.tone === 'error' || !toast.action) && (
        <button type="button" className={styles.close} aria-label="Fechar aviso" onClick={() => close(toast)}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </button>
      )}
    </div>
  )
}

function close(toast: ShownToast): void {
  dismissToast(toast.id)
  toast.onClose?.()
}

function runAction(toast: ShownToast): void {
  dismissToast(toast.id)
  toast.action?.run()
}
