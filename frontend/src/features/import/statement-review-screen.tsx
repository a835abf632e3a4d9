import { useMemo, useState, type ComponentType } from 'react'
import type { BlockerFunction } from 'react-router-dom'
import { useOffline } from '../../data/connection'
import { acceptStatement } from '../../data/import-commands'
import { useCarriedBalance, useComparison, useImports } from '../../data/imports'
import type { RuleDraft } from '../../data/rule-commands'
import { useUsedCategories } from '../../data/used-categories'
import { useAccount } from '../../data/account'
import { changeWallet, openWallet } from '../../data/wallet-commands'
import { useWallets } from '../../data/wallets'
import { correctTransaction, type TransactionDraft } from '../../data/transaction-commands'
import { today } from '../../lib/dates'
import { newId } from '../../lib/new-id'
import { Button } from '../../ui/button'
import { Page } from '../../ui/page'
import { StatusLine } from '../../ui/status-line'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { BankNameOffer } from './bank-name-offer'
import { Foot } from './foot'
import { rememberWallet } from './remembered-wallets'
import { reviewWalletsOf, type StatementWallet } from './review-wallets'
import { ReviewGuard } from './review-guard'
import { draftFromUnreadLine } from './unread-line-draft'
import { StatementReviewList } from './statement-review-list'
import {
  acceptedStatement,
  canBeCategorized,
  correctedBills,
  groupOrder,
  findMissingLine,
  openedWallets,
  reviewLines,
  similarLines,
  proveStatement,
  sumLines,
  type LineChoices,
  type StatementDraft,
  type ReviewLine,
} from './statement-review'
import { ProofLedger } from './proof-ledger'
import { SumsAtLine } from './sums-at-line'
import { ruleOf, useSuggestions } from './use-suggestions'
import { lineCountText, describeRange, transactionCountText } from './import-texts'
import styles from './statement-review-screen.module.css'

const NewCardSheet = lazyPart(() => import('./new-card-sheet'), { what: 'o formulário' })

interface StatementReviewScreenProps {
  draft: StatementDraft
  /** The id of the refused import that this one replaces. */
  replaces: string | undefined
  /** The number of statements and files after this one. */
  remaining: number
  onChoose: (change: (choices: LineChoices) => LineChoices) => void
  onFlipSigns: () => void
  onNewCard: (card: StatementWallet) => void
  onTakeName: (takesName: boolean) => void
  onChangeWallet: () => void
  onAccepted: () => void
  isLeft: BlockerFunction
  /** Opens the form for an unread line, filled in from its text. */
  onEnterByHand: (draft: TransactionDraft) => void
  /** The form of a rule that a line suggests. */
  RuleForm: ComponentType<RuleFormProps>
}

export interface RuleFormProps {
  /** What the rule opens with; null while closed. */
  suggested: RuleDraft | null
  onClose: () => void
}

/** The review of a statement. Nothing is recorded before it is accepted. */
export function StatementReviewScreen({
  draft,
  replaces,
  remaining,
  onChoose,
  onFlipSigns,
  onNewCard,
  onTakeName,
  onChangeWallet,
  onAccepted,
  isLeft,
  onEnterByHand,
  RuleForm,
}: StatementReviewScreenProps) {
  const { statement, fileName, part } = draft
  const { outbox } = useAccount()
  const isOffline = useOffline()
  const { wallets, main } = useWallets()
  const { wallet, newCards, takesName } = draft
  const newName = takesName ? statement.bank : null
  const reviewed = useMemo(() => wallet && reviewWalletsOf(wallet, wallets, newCards, newName), [wallet, wallets, newCards, newName])
  const own = wallets.find(({ id }) => id === draft.wallet?.id)
  const hasOthers = reviewed !== null && reviewed.others.length > 0
  const [isStoring, setStoring] = useState(false)
  const [cardOf, setCardOf] = useState<ReviewLine | null>(null)
  usePrefetch(NewCardSheet)
  // The server does not know a wallet that the import creates, or whose creation waits on this device.
  const isNewWallet = draft.wallet !== null && (own ? own.version === 0 && !own.isMain : wallets.length > 0)
  const body = useMemo(() => previewOf(draft, isNewWallet), [draft, isNewWallet])
  const comparison = useComparison(`${fileName} ${part.at} ${statement.lines[0]?.key ?? ''}`, body, isNewWallet)
  const isCompared = comparison.data !== undefined
  const { suggestions, originOf, hasRule } = useSuggestions(isCompared ? null : statement.lines)
  const lines = useMemo(
    () => reviewLines(draft, comparison.data ?? null, reviewed, suggestions),
    [draft, comparison.data, reviewed, suggestions],
  )
  const [always, setAlways] = useState<RuleDraft | null>(null)
  const alwaysOf = (line: ReviewLine) =>
    line.isTicked && line.categoryOrigin === 'hand' && line.category !== null && canBeCategorized(line) && !hasRule(line)
      ? () => setAlways(ruleOf(line))
      : null
  const used = { income: useUsedCategories('income'), expense: useUsedCategories('expense') }
  const isOnlyBank = useIsOnlyBank(statement.bank, draft.wallet?.id ?? null)
  const carried = useCarriedBalance(own ?? main ?? undefined, isOnlyBank ? dayOfCarriedBalance(statement) : null)
  const proof = useMemo(() => proveStatement(statement, carried), [statement, carried])
  const ticked = useMemo(() => lines.filter(({ isTicked }) => isTicked), [lines])
  const tickedSums = sumLines(ticked)
  const count = ticked.length
  const missingLine = proof.missing ? findMissingLine(statement, proof.missing) : null

  async function accept(): Promise<void> {
    setStoring(true)
    const known = new Set(wallets.map(({ id }) => id))
    for (const { id, name, kind, opens } of openedWallets(draft, lines).filter((each) => !known.has(each.id)))
      void outbox.enqueue(openWallet({ name, kind, closingDay: null, dueDay: null, ...opens }, id))
    const renaming = draft.takesName && own && statement.bank !== null ? changeWallet(own, { name: statement.bank }) : null
    if (renaming) void outbox.enqueue(renaming)
    if (draft.wallet) rememberWallet(statement, draft.wallet.id)
    for (const { bill, centavos } of correctedBills(lines)) {
      const correction = correctTransaction(bill, { ...bill, centavos })
      if (correction) void outbox.enqueue(correction)
    }
    // The next statement is asked for only once the queue says that a wallet has statements.
    await outbox.enqueue(acceptStatement(acceptedStatement(draft, lines, isCompared, newId), draft), {
      replaces: replaces ?? null,
    })
    onAccepted()
  }

  const change = (key: string, choice: LineChoices[string]) => onChoose((now) => ({ ...now, [key]: { ...now[key], ...choice } }))
  const fileLike = (line: ReviewLine) => {
    const keys = similarLines(lines, line).map(({ key }) => key)
    onChoose((now) => ({ ...now, ...Object.fromEntries(keys.map((key) => [key, { ...now[key], category: line.category }])) }))
  }

  const range = proof.from === '' ? null : describeRange(proof.from, proof.to)
  const about = [hasOthers ? reviewed.own.name : statement.bank, range, lineCountText(statement.lines.length + statement.unread.length)]
    .filter((each) => each !== null)
    .join(', ')
  return (
    <Page
      title="Conferir extrato"
      step={`look ${fileName} ${part.at}`}
      beside={
        <p className={styles.about}>
          {about}
          {hasOthers && (
            <>
              .{' '}
              <button type="button" className={styles.change} onClick={onChangeWallet}>
                Trocar a conta
              </button>
            </>
          )}
        </p>
      }
      actions={<p className={styles.file}>{fileName}</p>}
    >
      <div className={styles.screen}>
        {part.of > 1 && (
          <p className={styles.part}>
            Este arquivo vira {part.of} importações, uma depois da outra. Esta é a {part.at}ª.
          </p>
        )}
        <CardNotice statement={statement} onFlipSigns={onFlipSigns} />
        {own && <BankNameOffer draft={draft} wallet={own} wallets={wallets} onTakeName={onTakeName} />}
        <ProofLedger
          proof={proof}
          ticked={tickedSums}
          missingLine={missingLine}
          isStated={isOnlyBank}
          walletName={hasOthers ? reviewed.own.name : null}
        />
        {comparison.isFailed && (
          <StatusLine
            tone={isOffline ? 'neutral' : 'danger'}
            action={
              <Button variant="line" size="sm" onClick={comparison.retry}>
                Comparar de novo
              </Button>
            }
          >
            {isOffline
              ? 'Sem internet, o extrato ainda não foi comparado com o que você já tem. Você pode importar agora: ele espera neste aparelho e é comparado antes de entrar.'
              : 'Não conseguimos comparar o extrato com o que você já tem. Se importar assim, ele é comparado antes de entrar.'}
          </StatusLine>
        )}
        <StatementReviewList
          statement={statement}
          lines={lines}
          wallets={reviewed}
          isComparing={comparison.isPending}
          isCompared={isCompared}
          unreadFirst={proof.missing !== null && proof.missing !== 0}
          missingLine={missingLine}
          used={used}
          originOf={originOf}
          alwaysOf={alwaysOf}
          onChange={change}
          onFileLike={fileLike}
          onNewCard={setCardOf}
          onEnterByHand={(line) => onEnterByHand(draftFromUnreadLine(line, line.line === missingLine ? proof.missing : null, today()))}
        />
      </div>
      <Foot figures={<SumsAtLine sums={tickedSums} />} note={leftOutText(lines, remaining)}>
        <Button variant="signal" size="lg" disabled={count === 0} busy={comparison.isPending || isStoring} onClick={() => void accept()}>
          {count === 0 ? 'Nada para importar' : `Importar ${transactionCountText(count)}`}
        </Button>
      </Foot>
      <ReviewGuard count={count} isLeft={isLeft} />
      <RuleForm suggested={always} onClose={() => setAlways(null)} />
      <NewCardSheet
        isRequested={cardOf !== null}
        onDismissFailure={() => setCardOf(null)}
        name={cardOf?.between?.newCard ?? null}
        wallets={reviewed ? [reviewed.own, ...reviewed.others, ...wallets] : wallets}
        onCreated={(card) => {
          onNewCard(card)
          setCardOf(null)
        }}
        onClose={() => setCardOf(null)}
      />
    </Page>
  )
}

interface CardNoticeProps {
  statement: StatementDraft['statement']
  onFlipSigns: () => void
}

/** Reports the bill of a card, or asks whether it is one if every line is income. A button flips the signs. */
function CardNotice({ statement: { isCard, format, lines, opening, closing }, onFlipSigns }: CardNoticeProps) {
  const isAsked = format === 'csv' && opening === null && closing === null && lines.every(({ centavos }) => centavos > 0)
  if (!isCard && !isAsked) return null
  return (
    <StatusLine
      action={
        <Button variant="line" size="sm" onClick={onFlipSigns}>
          Inverter entradas e saídas
        </Button>
      }
    >
      {isCard
        ? 'Esta é uma fatura de cartão: as compras saem, e o pagamento da fatura fica de fora.'
        : 'Tudo aqui entrou. É uma fatura de cartão?'}
    </StatusLine>
  )
}

function previewOf({ statement: { format, bank, accountHash, lines }, wallet }: StatementDraft, isNewWallet: boolean) {
  return {
    format,
    bank,
    account: accountHash,
    ...(wallet && !isNewWallet && { walletId: wallet.id }),
    rows: lines.map(({ key, date, centavos, description, statementText }) => ({
      key,
      date,
      amount: Math.abs(centavos),
      type: centavos > 0 ? ('income' as const) : ('expense' as const),
      description,
      ...(statementText !== null && { statementText }),
    })),
  }
}

/** Whether no other bank has imports in this wallet. The stated balance could otherwise include its money. False while loading. */
function useIsOnlyBank(bank: string | null, walletId: string | null): boolean {
  const { data: imports } = useImports()
  const own = imports?.filter((each) => walletId === null || each.walletId === walletId)
  return own?.every((each) => each.undoneAt !== null || each.bank === bank) ?? false
}

/**
 * The first day of the statement, to which the stated balance is carried forward. Null unless the file has a closing balance and no
 * opening one.
 */
function dayOfCarriedBalance({ opening, closing, lines }: StatementDraft['statement']): string | null {
  if (opening !== null || closing === null || lines.length === 0) return null
  return lines.reduce((first, { date }) => (date < first ? date : first), lines[0]?.date ?? '')
}

/** `3 são entre contas. Parecidas e já importadas ficam de fora`, and the number of statements that follow. */
function leftOutText(lines: readonly ReviewLine[], remaining: number): string {
  const names = { new: 'Novas', expected: 'Já previstas', other_side: 'Entre contas', similar: 'Parecidas', known: 'Já importadas' }
  const left = groupOrder.filter(
    (state) => lines.some((line) => line.state === state) && !lines.some((line) => line.state === state && line.isTicked),
  )
  const [first, ...rest] = left.map((state) => names[state])
  const last = rest.pop()?.toLowerCase()
  const list = first && [[first, ...rest.map((name) => name.toLowerCase())].join(', '), last].filter(Boolean).join(' e ')
  const out = list ? `${list} ficam de fora` : ''
  const more = remaining === 0 ? '' : remaining === 1 ? 'Depois deste, mais 1 extrato' : `Depois deste, mais ${remaining} extratos`
  const moved = lines.filter(({ isTicked, between }) => isTicked && between?.wallet).length
  const between = moved === 0 ? '' : moved === 1 ? '1 é entre contas' : `${moved} são entre contas`
  return [between, out, more].filter(Boolean).join('. ')
}
