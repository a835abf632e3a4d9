import { useState } from 'react'
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react'
import type { OpenSession } from '@prumo/shared/identity'
import { useAccount } from '../../data/account'
import { useOffline } from '../../data/connection'
import { disconnect, disconnectOthers, useDevices } from '../../data/devices'
import { refusalOf } from '../../data/refusal'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { LoadFailure } from '../../ui/load-failure'
import { Dialog } from '../../ui/overlay/dialog'
import { Loading, Skeleton } from '../../ui/skeleton'
import { StatusLine } from '../../ui/status-line'
import styles from './rows.module.css'
import { Section } from './section'
import { openSinceText, othersText, seenText } from './settings-texts'

/** The devices with an open session, this one first. The others can be disconnected, one by one or all. */
export function Devices() {
  return (
    <Section title="Onde a conta está aberta">
      <DeviceList />
    </Section>
  )
}

/** One of the other devices, or all of them. */
type DisconnectTarget = OpenSession | 'others'

function DeviceList() {
  const now = useToday()
  const { data: devices, isFailed, isOutdated, retry } = useDevices()
  const isOffline = useOffline()
  const [target, setTarget] = useState<DisconnectTarget | null>(null)
  const [done, setDone] = useState<string | null>(null)

  if (!devices && isOffline) return <p>Precisa de internet para ver onde a conta está aberta.</p>
  if (isFailed) return <LoadFailure what="os aparelhos" onRetry={retry} />
  if (!devices) return <ListSkeleton />
  const others = devices.filter(({ current }) => !current)
  return (
    <>
      <ul className={styles.rows}>
        {devices.map((device) => (
          <li key={device.id}>
            <DeviceIcon device={device.device} />
            <p>
              <b>{device.device}</b>
              {device.current ? (
                <span>
                  <strong>Este aparelho</strong>, {openSinceText(device.createdAt, now)}
                </span>
              ) : (
                <span>{seenText(device.lastSeenAt, device.address, now)}</span>
              )}
            </p>
            {!device.current && (
              <Button
                variant="quiet"
                size="sm"
                disabled={isOffline}
                aria-label={`Desconectar ${device.device}`}
                onClick={() => setTarget(device)}
              >
                Desconectar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length === 0 && <p>Só aqui. Quando você entrar em outro aparelho, ele aparece nesta lista.</p>}
      {isOutdated && <StatusLine tone="danger">Não conseguimos atualizar a lista.</StatusLine>}
      {done && <StatusLine tone="success">{done}</StatusLine>}
      {others.length > 1 && (
        <Button variant="line" className={styles.others} disabled={isOffline} onClick={() => setTarget('others')}>
          {othersText(others.length)}
        </Button>
      )}
      <DisconnectDialog target={target} count={others.length} onClose={() => setTarget(null)} onDone={setDone} />
    </>
  )
}

interface DisconnectDialogProps {
  target: DisconnectTarget | null
  count: number
  onClose: () => void
  onDone: (text: string) => void
}

function DisconnectDialog({ target, count, onClose, onDone }: DisconnectDialogProps) {
  const account = useAccount()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isOne = target !== null && target !== 'others'

  function close(): void {
    setFailure(null)
    onClose()
  }

  async function end(): Promise<void> {
    if (target === null) return
    setBusy(true)
    setFailure(null)
    try {
      await (target === 'others' ? disconnectOthers(account) : disconnect(account, target.id))
      close()
      onDone(target === 'others' ? 'Os outros aparelhos foram desconectados.' : `${target.device}: desconectado.`)
    } catch (refused) {
      setFailure(refusalOf(refused).text)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={target !== null}
      onClose={close}
      title={isOne ? `Desconectar ${target.device}?` : `${othersText(count)}?`}
      actions={
        <>
          <Button variant="losing" busy={isBusy} onClick={() => void end()}>
            {isBusy ? 'Desconectando…' : 'Desconectar'}
          </Button>
          <Button data-autofocus onClick={close}>
            {isOne ? 'Continuar conectado' : 'Continuar conectados'}
          </Button>
        </>
      }
    >
      <p>
        {isOne
          ? 'Aquele aparelho pede a senha de novo. O que ainda não enviou fica nele até alguém entrar.'
          : 'Aqueles aparelhos pedem a senha de novo. O que ainda não enviaram fica neles até alguém entrar.'}
      </p>
      {failure && <StatusLine tone="danger">{failure}</StatusLine>}
    </Dialog>
  )
}

function DeviceIcon({ device }: { device: string }) {
  const Icon = /(Android|iPhone|iPad)$/.test(device) ? IconDeviceMobile : IconDeviceLaptop
  return <Icon size={22} stroke={1.75} aria-hidden />
}

function ListSkeleton() {
  return (
    <Loading what="os aparelhos">
      {[0, 1].map((row) => (
        <Skeleton key={row} height="56px" />
      ))}
    </Loading>
  )
}
