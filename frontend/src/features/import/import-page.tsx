import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation, useNavigate, type BlockerFunction } from 'react-router-dom'
import { useAddress } from '../../lib/address'
import { formAddress, requestedForm, type FormLocationState } from '../../lib/form-address'
import { readDraft, useStoredDraft } from '../../lib/expired-session-drafts'
import { useLeavingGuard } from '../../ui/overlay/use-leaving-guard'
import { Page } from '../../ui/page'
import { SHARED_PARAM, handleLaunches, consumeFiles, handOverSharedFiles } from '../../lib/arriving-files'
import { ChooseScreen } from './choose-screen'
import { ColumnsScreen } from './columns-screen'
import { StatementReviewScreen } from './statement-review-screen'
import type { StatementDraft } from './statement-review'
import { useImportQueue } from './use-import-queue'
import styles from './import-page.module.css'
import { IMPORT_SCREEN, TRANSACTIONS_SCREEN } from '../../data/screens'

/**
 * From a file to transactions: choosing it, naming its columns where nobody knows them, looking it through.
 * @param byHand the form for a line that was not understood, which the address opens
 */
export default function ImportPage({ byHand }: { byHand: ReactNode }) {
  const { drafts: begun, instead } = useResumedImport()
  const queue = useImportQueue(begun)
  const { add, finish, unmapped, reading } = queue
  const [draft] = queue.drafts
  useStoredDraft(KEPT_AS, draft ? ({ drafts: queue.drafts, instead } satisfies ResumedImport) : null)
  const isShareLost = useSharedFiles(add)
  const navigate = useNavigate()
  // Once all is accepted nothing is lost, which the guard hears only with the next drawing.
  const isOver = useRef(false)
  const isLeft: BlockerFunction = ({ nextLocation }) => !isOver.current && nextLocation.pathname !== IMPORT_SCREEN
  const { guarded } = useLeavingGuard(true, () => undefined, 'Conferir extrato', { isLeft })

  const isLast = queue.drafts.length <= 1 && queue.files.length === 0

  function accepted(): void {
    finish()
    if (!isLast) return
    isOver.current = true
    void navigate(TRANSACTIONS_SCREEN)
  }

  return guarded(
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
      ) : draft ? (
        <StatementReviewScreen
          key={`${draft.fileName} ${draft.part.at} ${queue.files.length}`}
          draft={draft}
          instead={draft.fileName === begun[0]?.fileName ? instead : undefined}
          waiting={queue.drafts.length - 1 + queue.files.length}
          onChoose={queue.choose}
          onFlip={queue.flip}
          onAccepted={accepted}
          onByHand={(byHandDraft) =>
            void navigate(formAddress(IMPORT_SCREEN), { state: { draft: byHandDraft } satisfies FormLocationState })
          }
        />
      ) : (
        <Page title="Importar extrato" step="choose" beside={<p className={styles.slogan}>O mês em ordem em menos de um minuto</p>}>
          <ChooseScreen onFiles={add} problems={queue.problems} reading={reading?.name ?? null} isShareLost={isShareLost} />
        </Page>
      )}
      {byHand}
    </div>,
  )
}

/** What is looked through again, and the refused import that the first of it takes the place of. */
interface ResumedImport {
  drafts: readonly StatementDraft[]
  instead: string | undefined
}

const KEPT_AS = 'import'

/** An import that was refused, or what was open when the session ended by itself, with every choice. */
function useResumedImport(): ResumedImport {
  const { state, search } = useLocation()
  // With a form open, the draft is that of the form.
  const [begun] = useState(() => (requestedForm(search) === null && (state as FormLocationState | null)) || {})
  const [kept] = useState(() => readDraft(KEPT_AS) as Partial<ResumedImport>)
  if (begun.draft) return { drafts: [begun.draft as StatementDraft], instead: begun.instead }
  return { drafts: kept.drafts ?? NONE, instead: kept.instead }
}

const NONE: readonly StatementDraft[] = []

/** Takes the files that come from elsewhere. @returns whether a share came without them */
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
