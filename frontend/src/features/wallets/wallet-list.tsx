import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import type { CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { Wallet } from '@prumo/shared/wallets'
import { walletAddress } from '../../data/screens'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { Bob } from '../../ui/bob'
import { lazyPart } from '../../ui/lazy-part'
import { partsOfAmount, widthInEms } from '../../ui/money-format'
import { MenuButton } from '../../ui/overlay/menu-button'
import { SyncMark } from '../../ui/sync-mark'
import { WalletIcon } from './wallet-icon'
import type { WalletActions } from './wallet-menu'
import { cardDaysOf, kindText, openBillText, shortBillText, sourceText } from './wallet-texts'
import styles from './wallet-list.module.css'

const WalletMenu = lazyPart(() => import('./wallet-menu'), { place: <MenuButton label="Ações" /> })

interface WalletListProps {
  /** Those that are not archived, in their order. */
  wallets: readonly Wallet[]
  marks: ReadonlyMap<string, SyncMarkKind>
  now: CalendarDate
  actions: WalletActions
  onCorrect: (wallet: Wallet) => void
}

/** One ledger on the line: what banks and cash hold right of it, what is owed on cards left of it, the sums at its foot. */
export function WalletList({ wallets, marks, now, actions, onCorrect }: WalletListProps) {
  const cards = wallets.filter(({ kind }) => kind === 'card')
  const others = wallets.filter(({ kind }) => kind !== 'card')
  const rows = (of: readonly Wallet[]) =>
    of.map((wallet) => (
      <WalletRow
        key={wallet.id}
        wallet={wallet}
        mark={marks.get(wallet.id)}
        hasOthers={wallets.length > 1}
        now={now}
        actions={actions}
        onCorrect={onCorrect}
      />
    ))
  return (
    <div className={styles.list} style={{ '--owed-ems': longestOf(cards), '--held-ems': longestOf(others) } as CSSProperties}>
      <p className={styles.head} aria-hidden="true">
        <span className={styles.source}>De onde vem o saldo</span>
        <span className={styles.owed}>{cards.length > 0 && 'Nos cartões'}</span>
        <span className={styles.held}>Na conta</span>
      </p>
      <Group name="Bancos e dinheiro">{rows(others)}</Group>
      {cards.length > 0 && <Group name="Cartões">{rows(cards)}</Group>}
      {wallets.length > 1 && <Foot held={sumOf(others)} owed={cards.length > 0 ? sumOf(cards) : null} cards={cards.length} />}
    </div>
  )
}

function Group({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <section aria-label={name}>
      <h2 className={styles.group}>
        <span>{name}</span>
        <i className={styles.held} />
      </h2>
      <ul>{children}</ul>
    </section>
  )
}

interface WalletRowProps {
  wallet: Wallet
  mark: SyncMarkKind | undefined
  hasOthers: boolean
  now: CalendarDate
  actions: WalletActions
  onCorrect: (wallet: Wallet) => void
}

function WalletRow({ wallet, mark, hasOthers, now, actions, onCorrect }: WalletRowProps) {
  const { id, name, kind, isMain, balance } = wallet
  const days = cardDaysOf(wallet)
  const source = days ? openBillText(days, now) : sourceText(wallet, now)
  const amount = <Amount centavos={balance.amount} isCard={days !== null} />
  return (
    <li className={styles.row} data-row={id}>
      <span className={styles.icon}>
        <WalletIcon kind={kind} />
      </span>
      <div className={styles.what}>
        <Link to={walletAddress(id)} className={styles.name}>
          {name}
        </Link>
        {isMain && hasOthers && <em className={styles.tag}>principal</em>}
        <small className={styles.kind}>{mark ? <SyncMark mark={mark} /> : kindText(wallet)}</small>
        <small className={styles.short}>
          {mark ? <SyncMark mark={mark} /> : <ShortText wallet={wallet} hasOthers={hasOthers} now={now} />}
        </small>
      </div>
      <div className={styles.source}>
        <span>{source}</span>
        {days ? (
          <Link to={walletAddress(id)} className={styles.action}>
            Ver a fatura<span className="visually-hidden"> de {name}</span>
          </Link>
        ) : (
          <button type="button" className={styles.action} onClick={() => onCorrect(wallet)}>
            Corrigir saldo<span className="visually-hidden"> de {name}</span>
          </button>
        )}
      </div>
      <span className={styles.owed}>{days && amount}</span>
      <span className={styles.held}>{!days && amount}</span>
      <span className={styles.menu}>
        <WalletMenu wallet={wallet} hasOthers={hasOthers} {...actions} />
      </span>
    </li>
  )
}

/** Under the name on a phone, in two lines. */
function ShortText({ wallet, hasOthers, now }: { wallet: Wallet; hasOthers: boolean; now: CalendarDate }) {
  const days = cardDaysOf(wallet)
  if (days) {
    const [closes, due] = shortBillText(days, now)
    return (
      <>
        {closes} <span>{due}</span>
      </>
    )
  }
  const source = sourceText(wallet, now)
  return <>{wallet.isMain && hasOthers ? `Principal, ${source.toLowerCase()}` : source}</>
}

/** A balance without its currency, and in words for screen readers. */
function Amount({ centavos, isCard }: { centavos: number; isCard: boolean }) {
  const { whole, cents } = partsOfAmount(centavos)
  return (
    <span className={`money ${styles.amount}`} data-short={centavos < 0 || undefined}>
      <span className="visually-hidden">{spokenBalance(centavos, isCard)}</span>
      <span aria-hidden="true">
        {whole}
        {cents}
      </span>
    </span>
  )
}

function spokenBalance(centavos: number, isCard: boolean): string {
  if (!isCard) return `Na conta ${formatCentavos(centavos)}`
  return centavos > 0 ? `${formatCentavos(centavos)} a seu favor no cartão` : `No cartão, a pagar ${formatCentavos(Math.abs(centavos))}`
}

interface FootProps {
  held: number
  /** Of all cards, negative while something is owed; null without a card. */
  owed: number | null
  cards: number
}

function Foot({ held, owed, cards }: FootProps) {
  const after = held + (owed ?? 0)
  const paying =
    owed !== null && owed < 0 ? (
      <>
        Pagando {cards === 1 ? 'o cartão' : 'os cartões'}, {after < 0 ? 'faltam' : 'ficam'}{' '}
        <b className="money">{formatCentavos(Math.abs(after))}</b>
      </>
    ) : null
  return (
    <section aria-label="Somas" className={styles.sums}>
      <div className={styles.foot}>
        <span className={styles.words}>
          <span className={styles.wide}>{paying}</span>
          <span className={styles.narrow}>Somas</span>
        </span>
        <span className={styles.owed}>{owed !== null && <Amount centavos={owed} isCard />}</span>
        <span className={styles.held}>
          <svg viewBox="0 0 32 32" className={styles.bob} aria-hidden="true" focusable="false">
            <Bob />
          </svg>
          <Amount centavos={held} isCard={false} />
        </span>
      </div>
      {paying && <p className={styles.paying}>{paying}.</p>}
    </section>
  )
}

/** The width of the longest of the balances and of their sum, in ems. */
function longestOf(wallets: readonly Wallet[]): number {
  const amounts = [...wallets.map(({ balance }) => balance.amount), sumOf(wallets)]
  return Math.max(...amounts.map((centavos) => widthInEms(Object.values(partsOfAmount(centavos)).join(''))))
}

function sumOf(wallets: readonly Wallet[]): number {
  return wallets.reduce((sum, { balance }) => sum + balance.amount, 0)
}
