import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useLocation, useNavigate, type BlockerFunction } from 'react-router-dom'
import { useAccount } from '../../data/account'
import { useAddress } from '../../lib/address'
import { formAddress, requestedForm, type FormLocationState } from '../../lib/form-address'
import { Page } from '../../ui/page'
import { SHARED_PARAM, handleLaunches, consumeFiles, handOverSharedFiles } from '../../lib/arriving-files'
import { ChooseScreen } from './choose-screen'
import { ColumnsScreen } from './columns-screen'
import { StatementReviewScreen, type RuleFormProps } from './statement-review-screen'
import type { StatementDraft } from './statement-review'
import { useImportQueue } from './use-import-queue'
import { useStatementWallet } from './use-statement-wallet'
import { useWallets } from '../../data/wallets'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { Loading, Skeleton } from '../../ui/skeleton'
import styles from './import-page.module.css'
import { IMPORT_SCREEN, TRANSACTIONS_SCREEN } from '../../data/screens'

const WalletQuestion = lazyPart(() => import('./wallet-question'), { what: 'a pergunta' })

interface ImportPageProps {
  /** The form for a line that could not be read; the URL opens it. */
  byHand: ReactNode
  RuleForm: ComponentType<RuleFormProps>
}

/** The import in steps: choose a file, name unknown columns, review the statement. */
export default function ImportPage({ byHand, RuleForm }: ImportPageProps) {
  const { drafts: resumed, replaces } = useResumedImport()
  const queue = useImportQueue(resumed)
  const { add, finish, unmapped, reading } = queue
  const [draft] = queue.drafts
  const { drafts } = useAccount()
  const { wallets } = useWallets()
  const known = useStatementWallet(draft, queue.belongTo)
  const [isChanging, setChanging] = useState(false)
  usePrefetch(WalletQuestion)
  useEffect(() => {
    const resumable = draft ? ({ drafts: queue.drafts, replaces } satisfies ResumedImport) : {}
    drafts.holdForExpiry(DRAFT_NAME, resumable)
    return () => drafts.holdForExpiry(DRAFT_NAME, {})
  }, [drafts, draft, queue.drafts, replaces])
  const isShareLost = useSharedFiles(add)
  const navigate = useNavigate()
  // Set before the last statement is accepted, because the guard sees the new state only after the next render.
  const isOver = useRef(false)
  const isLeft: BlockerFunction = ({ nextLocation }) => !isOver.current && nextLocation.pathname !== IMPORT_SCREEN

  const isLast = queue.drafts.length <= 1 && queue.files.length === 0

  function finishCurrent(): void {
    finish()
    if (!isLast) return
    isOver.current = true
    void navigate(TRANSACTIONS_SCREEN)
  }

  const isAsked = draft !== undefined && (known === 'asked' || isChanging)

  /** Without an answer to the first question the statement is left out. */
  function closeQuestion(): void {
    setChanging(false)
    if (draft?.wallet === null) finish()
  }

  return (
    <div className={styles.page} data-step={unmapped ? 'columns' : draft ? 'look' : 'choose'}>
      {unmapped ? (
        <Page
          title="Qual coluna é qual?"
          step="columns"
          beside={
            <p className={styles.beside}>
              {unmapped.file.name}, {unmapped.table.count} linhas
            </p>
          }
        >
          <ColumnsScreen key={unmapped.table.key} unmapped={unmapped} onNamed={queue.name} />
        </Page>
      ) : draft && (known === 'loading' || known === 'asked') ? (
        <Page title="Conferir extrato" step="look">
          {known === 'loading' && (
            <Loading what="as suas contas">
              <Skeleton height="8rem" />
            </Loading>
          )}
        </Page>
      ) : draft ? (
        <StatementReviewScreen
          key={`${draft.fileName} ${draft.part.at} ${queue.files.length}`}
          draft={draft}
          replaces={draft.fileName === resumed[0]?.fileName ? replaces : undefined}
          remaining={queue.drafts.length - 1 + queue.files.length}
          onChoose={queue.choose}
          onFlipSigns={queue.flip}
          onNewCard={queue.addCard}
          onTakeName={queue.takeName}
          onChangeWallet={() => setChanging(true)}
          onAccepted={finishCurrent}
          isLeft={isLeft}
          RuleForm={RuleForm}
          onEnterByHand={(byHandDraft) =>
            void navigate(formAddress(IMPORT_SCREEN), { state: { draft: byHandDraft } satisfies FormLocationState })
          }
        />
      ) : (
        <Page title="Importar extrato" step="choose" beside={<p className={styles.slogan}>O mês em ordem em menos de um minuto</p>}>
          <ChooseScreen onFiles={add} problems={queue.problems} reading={reading?.name ?? null} isShareLost={isShareLost} />
        </Page>
      )}
      <WalletQuestion
        isRequested={isAsked}
        onDismissFailure={closeQuestion}
        draft={isAsked ? draft : null}
        wallets={wallets}
        onAnswered={(wallet) => {
          setChanging(false)
          queue.belongTo(wallet)
        }}
        onClose={closeQuestion}
      />
      {byHand}
    </div>
  )
}

/** The statements to review again, and the id of the refused import that the first one replaces. */
interface ResumedImport {
  drafts: readonly StatementDraft[]
  replaces: string | undefined
}

const DRAFT_NAME = 'import'

/** Restores a refused import, or the review that was open when the session expired, with all choices. */
function useResumedImport(): ResumedImport {
  const { state, search } = useLocation()
  // With an open form, the draft of the navigation state belongs to that form.
  const [resumed] = useState(() => (requestedForm(search) === null && (state as FormLocationState | null)) || {})
  const { drafts } = useAccount()
  const [storedDraft] = useState<Partial<ResumedImport>>(() => drafts.read(DRAFT_NAME) ?? {})
  useEffect(() => drafts.remove(DRAFT_NAME), [drafts])
  if (resumed.draft) return { drafts: [resumed.draft as StatementDraft], replaces: resumed.replaces }
  return { drafts: storedDraft.drafts ?? NONE, replaces: storedDraft.replaces }
}

const NONE: readonly StatementDraft[] = []

/** Takes files that were shared or opened with the app. @returns whether a share arrived without its files */
function useSharedFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [address, setAddress] = useAddress()
  const isShared = address.has(SHARED_PARAM)
  const [isLost, setLost] = useState(false)
  useEffect(() => consumeFiles(onFiles), [onFiles])
  useEffect(handleLaunches, [])
  useEffect(() => {
    if (!isShared) return
    void handOverSharedFiles().then((found) => setLost(!found))
    setAddress({}, { replace: true })
  }, [isShared, setAddress])
  return isLost
}
