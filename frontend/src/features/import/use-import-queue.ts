import { useCallback, useEffect, useState } from 'react'
import { rememberColumns, rememberedColumns } from './column-choices'
import type { LineChoices, StatementDraft } from './statement-review'
import { readStatementFile, type FileReadResult } from './read-statement-file'
import { useAccount } from '../../data/account'
import { today } from '../../lib/dates'
import { flippedDraft } from './flipped-draft'
import { draftInWallet } from './statement-wallet'
import type { StatementWallet } from './review-wallets'
import type { ColumnChoice } from './statement/column-choice'
import { currencyName } from './statement/currencies'
import type { UnmappedTable, ParsedStatement } from './parsed-statement'

/** A file whose columns the person has to name. */
export interface UnmappedFile {
  file: File
  table: UnmappedTable
}

interface ImportQueue {
  /** Not yet read, in order. */
  files: readonly File[]
  unmapped: UnmappedFile | null
  /** Read, and not yet reviewed. */
  drafts: readonly StatementDraft[]
  /** The failures of the files chosen last, in words. */
  problems: readonly string[]
}

const EMPTY: ImportQueue = { files: [], unmapped: null, drafts: [], problems: [] }

/** The queue of files and their statements. @param initial statements to resume */
export function useImportQueue(initial: readonly StatementDraft[]) {
  const [queue, setQueue] = useState<ImportQueue>({ ...EMPTY, drafts: initial })
  const { files, unmapped, drafts } = queue
  const next = unmapped === null && drafts.length === 0 ? files[0] : undefined
  const { id: accountId } = useAccount()

  useEffect(() => {
    if (!next) return
    let isOver = false
    const read = async (): Promise<void> => {
      const result = await readStatementFile(next, { accountId, today: today(), choices: rememberedColumns() })
      if (!isOver) setQueue((now) => withReadResult({ ...now, files: now.files.slice(1) }, next, result))
    }
    void read()
    return () => void (isOver = true)
  }, [next, accountId])

  return {
    ...queue,
    reading: next ?? null,
    add: useCallback((more: readonly File[]) => setQueue((now) => ({ ...now, files: [...now.files, ...more], problems: [] })), []),
    /** Names the columns of the unmapped table. */
    name: useCallback((statements: readonly ParsedStatement[], choice: ColumnChoice) => {
      setQueue((now) => {
        if (!now.unmapped) return now
        rememberColumns(now.unmapped.table.key, choice)
        return { ...now, unmapped: null, drafts: draftsOf(now.unmapped.file, statements) }
      })
    }, []),
    /** Changes the choices of the current statement. */
    choose: useCallback((change: (choices: LineChoices) => LineChoices) => {
      setQueue((now) => {
        const [draft, ...rest] = now.drafts
        return draft ? { ...now, drafts: [{ ...draft, choices: change(draft.choices) }, ...rest] } : now
      })
    }, []),
    /** Flips the signs of the current statement. */
    flip: useCallback(() => {
      setQueue((now) => {
        const [draft, ...rest] = now.drafts
        return draft ? { ...now, drafts: [flippedDraft(draft), ...rest] } : now
      })
    }, []),
    /** Says to which wallet the current statement belongs, and those of the same account after it. */
    belongTo: useCallback((wallet: StatementWallet) => {
      setQueue((now) => ({
        ...now,
        drafts: now.drafts.map((draft) => (isOfAccount(draft, now.drafts[0]) ? draftInWallet(draft, wallet) : draft)),
      }))
    }, []),
    /** Adds a card that the import of the current statement creates. */
    addCard: useCallback((card: StatementWallet) => {
      setQueue((now) => {
        const [draft, ...rest] = now.drafts
        return draft ? { ...now, drafts: [{ ...draft, newCards: [...draft.newCards, card] }, ...rest] } : now
      })
    }, []),
    /** Says whether the wallet takes the name of the current statement's bank. */
    takeName: useCallback((takesName: boolean) => {
      setQueue((now) => {
        const [draft, ...rest] = now.drafts
        return draft ? { ...now, drafts: [{ ...draft, takesName }, ...rest] } : now
      })
    }, []),
    /** Removes the current statement, which was accepted. */
    finish: useCallback(() => setQueue((now) => ({ ...now, drafts: now.drafts.slice(1) })), []),
  }
}

/** Portions of a long statement belong to one wallet, and so do statements of an account that a file names. */
function isOfAccount({ fileName, statement }: StatementDraft, first: StatementDraft | undefined): boolean {
  const isSame = statement.account === first?.statement.account && statement.isCard === first.statement.isCard
  return isSame && (statement.account !== '' || fileName === first.fileName)
}

function withReadResult(queue: ImportQueue, file: File, result: FileReadResult): ImportQueue {
  if (result.kind === 'statements') return { ...queue, drafts: draftsOf(file, result.statements) }
  if (result.kind === 'unknown-table') return { ...queue, unmapped: { file, table: result.table } }
  return { ...queue, problems: [...queue.problems, problemOf(file, result)] }
}

function draftsOf({ name }: File, statements: readonly ParsedStatement[]): StatementDraft[] {
  return statements.map((statement, index) => ({
    fileName: name.slice(0, LONGEST_NAME),
    statement,
    choices: {},
    wallet: null,
    newCards: [],
    takesName: false,
    part: { at: index + 1, of: statements.length },
  }))
}

/** The server's limit. */
const LONGEST_NAME = 200

/** Explains why a file has nothing to review, and what to do. */
function problemOf({ name }: File, result: Exclude<FileReadResult, { kind: 'statements' | 'unknown-table' }>): string {
  switch (result.kind) {
    case 'too-large':
      return `${name} tem mais de 10 MB. Exporte um período menor.`
    case 'unreadable':
      return `${name} não abriu. Escolha o arquivo de novo.`
    case 'empty':
      return `${name} é um extrato, mas não tem lançamentos. Exporte um período com movimento.`
    case 'foreign':
      return `${name} está em ${currencyName(result.currency)}. O Prumo só importa extratos em reais.`
    case 'no-statement':
      return `${name} ${kindTexts[result.found]}`
  }
}

const kindTexts = {
  pdf: 'é um PDF. No site do banco, exporte o extrato em OFX, CSV ou Excel.',
  'old-spreadsheet': 'é uma planilha antiga do Excel (.xls). Abra no Excel, salve como .xlsx ou .csv e escolha o novo arquivo.',
  'damaged-spreadsheet': 'é uma planilha que não abriu: está danificada ou tem mais de 50 MB. Exporte um período menor.',
  other: 'não é um extrato em OFX, CSV ou Excel. No site do banco, exporte em um desses formatos.',
} as const
