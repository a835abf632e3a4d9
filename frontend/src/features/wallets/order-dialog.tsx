import { useState } from 'react'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Wallet } from '@prumo/shared/wallets'
import { useAccount } from '../../data/account'
import { changeWallet } from '../../data/wallet-commands'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { Dialog } from '../../ui/overlay/dialog'
import { WalletIcon } from './wallet-icon'
import styles from './order-dialog.module.css'

interface OrderDialogProps {
  open: boolean
  /** Those that are not archived, in their order. */
  wallets: readonly Wallet[]
  onClose: () => void
}

/** Moves wallets up and down in their list. */
export default function OrderDialog({ open, wallets, onClose }: OrderDialogProps) {
  const { outbox } = useAccount()
  const [ids, setIds] = useState(() => wallets.map(({ id }) => id))
  const [status, setStatus] = useState('')
  const byId = new Map(wallets.map((wallet) => [wallet.id, wallet]))
  const shown = ids.flatMap((id) => byId.get(id) ?? [])

  function move({ id, name }: Wallet, by: 1 | -1): void {
    const at = ids.indexOf(id)
    const next = ids.toSpliced(at, 1).toSpliced(at + by, 0, id)
    setIds(next)
    setStatus(`${name}: lugar ${at + by + 1} de ${ids.length}`)
  }

  function save(): void {
    for (const [place, wallet] of placesOf(shown)) void outbox.enqueue(changeWallet(wallet, { order: place }))
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="A ordem das contas"
      actions={
        <>
          <Button variant="line" data-autofocus onClick={onClose}>
            Cancelar
          </Button>
          <Button onClick={save}>Salvar a ordem</Button>
        </>
      }
    >
      <ol className={styles.list}>
        {shown.map((wallet, index) => (
          <li key={wallet.id}>
            <WalletIcon kind={wallet.kind} />
            <span>{wallet.name}</span>
            <IconButton
              label={`Subir ${wallet.name}`}
              icon={<IconArrowUp size={20} stroke={1.75} aria-hidden />}
              disabled={index === 0}
              onClick={() => move(wallet, -1)}
            />
            <IconButton
              label={`Descer ${wallet.name}`}
              icon={<IconArrowDown size={20} stroke={1.75} aria-hidden />}
              disabled={index === shown.length - 1}
              onClick={() => move(wallet, 1)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {status}
      </p>
    </Dialog>
  )
}

/** The places of the wallets that have another one than their order says. */
export function placesOf(wallets: readonly Wallet[]): [place: number, wallet: Wallet][] {
  return wallets.map((wallet, place): [number, Wallet] => [place, wallet]).filter(([place, { order }]) => place !== order)
}
