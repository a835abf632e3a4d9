import { useRef, useState } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { Grant } from '@prumo/shared/guests'
import { MAX_GRANTS } from '@prumo/shared/limits'
import { endAccess, useGrants } from '../../../data/access'
import { useAccount } from '../../../data/account'
import { useActivity } from '../../../data/activity'
import { useOffline } from '../../../data/connection'
import { refusalOf } from '../../../data/refusal'
import { formatDate } from '../../../lib/dates'
import { formatMoment } from '../../../lib/moments'
import { useToday } from '../../../lib/use-today'
import { Button } from '../../../ui/button'
import { lazyPart } from '../../../ui/lazy-part'
import { LoadFailure } from '../../../ui/load-failure'
import { OutdatedNote } from '../../../ui/outdated-note'
import { Dialog } from '../../../ui/overlay/dialog'
import { Loading, Skeleton } from '../../../ui/skeleton'
import { StatusLine } from '../../../ui/status-line'
import { useLastShown } from '../../../ui/use-last-shown'
import { useConfirmation } from '../use-confirmation'
import styles from './access.module.css'
import { entryDetail, formerGuests, initialsOf, termText } from './access-texts'

const InvitationSheet = lazyPart(() => import('./invitation-sheet'), { what: 'o convite' })

const ENTRIES = { entity: 'guest' } as const
const HISTORY = '/dashboard/activity?que=acesso'
const LETS_IN = 'Você vai deixar outra pessoa ver suas contas. Por segurança, confirme com sua senha. Vale por 5 minutos neste aparelho.'

/** Who may look into the account, and when they entered. */
export default function AccessTab() {
  const isOffline = useOffline()
  const { data: grants, isFailed, isOutdated, fetchedAt, retry } = useGrants()
  const { confirmed, question } = useConfirmation(LETS_IN)
  // The person to invite again; without a name for another one.
  const [invited, setInvited] = useState<{ name: string } | null>(null)
  const { last, opening } = useLastShown(invited)
  const [ended, setEnded] = useState<Grant | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isFull = (grants ?? []).length >= MAX_GRANTS

  function invite(name: string): void {
    setDone(null)
    setInvited({ name })
  }

  return (
    <div className={styles.access}>
      <section aria-labelledby="access-people">
        <div className={styles.head}>
          <div>
            <h2 id="access-people" ref={heading} tabIndex={-1}>
              Quem pode ver suas contas
            </h2>
            <p>Quem cuida da sua contabilidade entra por um link, só para ver. Você encerra quando quiser, na hora e em todo lugar.</p>
          </div>
          <Button
            variant="signal"
            className={styles.invite}
            icon={<IconPlus size={20} stroke={1.75} aria-hidden />}
            disabled={isOffline || isFull}
            onClick={() => invite('')}
          >
            Convidar
          </Button>
        </div>
        {isFull && <p className={styles.note}>Já são {MAX_GRANTS} pessoas. Encerre um acesso para convidar outra.</p>}
        {done && <StatusLine tone="success">{done}</StatusLine>}
        {!grants && isOffline ? (
          <p className={styles.note}>Precisa de internet para ver quem tem acesso.</p>
        ) : isFailed ? (
          <LoadFailure what="os acessos" onRetry={retry} />
        ) : !grants ? (
          <PeopleSkeleton />
        ) : (
          <>
            {isOutdated && !isOffline && <OutdatedNote at={fetchedAt} onRetry={retry} />}
            <People grants={grants} onEnd={(grant) => (setDone(null), setEnded(grant))} onInvite={invite} />
          </>
        )}
      </section>
      <Entries />
      {last !== null && (
        <InvitationSheet
          key={opening}
          isRequested={invited !== null}
          onDismissFailure={() => setInvited(null)}
          open={invited !== null}
          name={last.name}
          others={grants ?? []}
          confirmed={confirmed}
          onClose={() => setInvited(null)}
          onInvited={(email) => {
            setInvited(null)
            setDone(`Convite enviado a ${email}.`)
          }}
        />
      )}
      <EndDialog
        grant={ended}
        onClose={() => setEnded(null)}
        onEnded={(name) => {
          setEnded(null)
          setDone(`${name} não vê mais suas contas.`)
          // The row with the button is gone.
          heading.current?.focus()
        }}
      />
      {question}
    </div>
  )
}

interface PeopleProps {
  grants: readonly Grant[]
  onEnd: (grant: Grant) => void
  /** Invites someone again. */
  onInvite: (name: string) => void
}

/** Those with access, then those whose access has ended. */
function People({ grants, onEnd, onInvite }: PeopleProps) {
  const isOffline = useOffline()
  const { data: entries = [] } = useActivity(ENTRIES)
  const former = formerGuests(
    entries,
    grants.map(({ name }) => name),
  )
  if (grants.length + former.length === 0)
    return <p className={styles.note}>Ninguém além de você. Quem você convidar aparece aqui, com cada vez que entrou.</p>
  return (
    <ul className={styles.people}>
      {grants.map((grant) => (
        <li key={grant.id}>
          <Initials name={grant.name} />
          <p>
            <b>{grant.name}</b>
            <small>{grant.email}</small>
          </p>
          <span className={styles.scope}>Transações, relatórios, comprovantes, MEI</span>
          <span className={styles.term}>{termText(grant.until)}</span>
          <button
            type="button"
            className={styles.end}
            disabled={isOffline}
            aria-label={`Encerrar o acesso de ${grant.name}`}
            onClick={() => onEnd(grant)}
          >
            Encerrar
          </button>
        </li>
      ))}
      {former.map(({ grantId, name, endedOn }) => (
        <li key={grantId} data-former>
          <Initials name={name} />
          <p>
            <span>{name}</span>
            <small>Encerrado em {formatDate(endedOn)}</small>
          </p>
          <button
            type="button"
            className={styles.again}
            disabled={isOffline}
            aria-label={`Convidar ${name} de novo`}
            onClick={() => onInvite(name)}
          >
            Convidar de novo
          </button>
        </li>
      ))}
    </ul>
  )
}

function Initials({ name }: { name: string }) {
  return (
    <span className={styles.initials} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** What happened with the access of others, newest first. */
function Entries() {
  const now = useToday()
  const { data: entries, isFailed, isPending, hasMore, isLoadingMore, loadMore, retry } = useActivity(ENTRIES)
  const isOffline = useOffline()
  if (!entries && isOffline) return null
  if (entries?.length === 0) return null
  return (
    <section aria-labelledby="access-entries" className={styles.entries}>
      <h2 id="access-entries">Entradas</h2>
      {isFailed ? (
        <LoadFailure what="as entradas" onRetry={retry} />
      ) : isPending || !entries ? (
        <PeopleSkeleton />
      ) : (
        <>
          <ul>
            {entries.map((entry) => (
              <li key={entry.position}>
                <time dateTime={entry.at}>{formatMoment(Date.parse(entry.at), now)}</time>
                <p>
                  <b>{entry.summary}</b>
                  {entryDetail(entry) && <small>{entryDetail(entry)}</small>}
                </p>
              </li>
            ))}
          </ul>
          {hasMore && (
            <Button variant="plain" busy={isLoadingMore} onClick={loadMore}>
              Ver mais antigas
            </Button>
          )}
          <p className={styles.foot}>
            As entradas também ficam no <Link to={HISTORY}>Histórico</Link>.
          </p>
        </>
      )}
    </section>
  )
}

interface EndDialogProps {
  grant: Grant | null
  onClose: () => void
  onEnded: (name: string) => void
}

/** Asks once before an access ends. */
function EndDialog({ grant, onClose, onEnded }: EndDialogProps) {
  const account = useAccount()
  const { last } = useLastShown(grant)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  function close(): void {
    setFailure(null)
    onClose()
  }

  async function end(): Promise<void> {
    if (!grant) return
    setBusy(true)
    setFailure(null)
    try {
      await endAccess(account, grant.id)
      onEnded(grant.name)
    } catch (refused) {
      setFailure(refusalOf(refused).text)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={grant !== null}
      onClose={close}
      title={`Encerrar o acesso de ${last?.name ?? ''}?`}
      actions={
        <>
          <Button data-autofocus onClick={close}>
            Manter o acesso
          </Button>
          <Button variant="losing" busy={isBusy} onClick={() => void end()}>
            {isBusy ? 'Encerrando…' : 'Encerrar o acesso'}
          </Button>
        </>
      }
    >
      <p>
        Vale na hora: se as suas contas estiverem abertas em algum aparelho de {last?.name}, fecham. O link que ainda não foi usado deixa de
        valer.
      </p>
      {failure && <StatusLine tone="danger">{failure}</StatusLine>}
    </Dialog>
  )
}

function PeopleSkeleton() {
  return (
    <Loading what="os acessos">
      {[0, 1].map((row) => (
        <Skeleton key={row} height="64px" />
      ))}
    </Loading>
  )
}
