import { useEffect, useRef, useState } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import type { Wallet } from '@prumo/shared/wallets'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/field/checkbox'
import { escapeHandledInside } from '../../ui/overlay/escape-handled-inside'
import styles from './wallet-filter.module.css'

interface WalletFilterProps {
  wallets: readonly Wallet[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Chooses any number of wallets from a list that opens below the button. A choice applies at once. */
export function WalletFilter({ wallets, chosen, onChange }: WalletFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const leave = (event: Event): void => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen])

  function close(): void {
    setOpen(false)
    button.current?.focus()
  }

  const escape = isOpen
    ? {
        ...escapeHandledInside,
        onKeyDown: (event: React.KeyboardEvent) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          close()
        },
      }
    : {}

  return (
    <div ref={frame} className={styles.frame} {...escape}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-active={chosen.length > 0}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {chosen.length > 0 && <span className="visually-hidden">Conta: </span>}
        {walletsText(chosen, wallets) ?? 'Conta'}
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </button>
      {isOpen && (
        <div className={styles.panel} role="group" aria-label="Contas">
          {wallets.map(({ id, name }) => (
            <Checkbox
              key={id}
              name={`wallet-${id}`}
              label={name}
              checked={chosen.includes(id)}
              onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id))}
            />
          ))}
          <div className={styles.foot}>
            <Button variant="quiet" size="sm" onClick={() => onChange([])}>
              Todas
            </Button>
            <Button size="sm" onClick={close}>
              Pronto
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

/** `Inter`, `2 contas`; null for all. */
export function walletsText(chosen: readonly string[], wallets: readonly Pick<Wallet, 'id' | 'name'>[]): string | null {
  if (chosen.length === 0) return null
  if (chosen.length > 1) return `${chosen.length} contas`
  return wallets.find(({ id }) => id === chosen[0])?.name ?? '1 conta'
}
