import { useCallback, useEffect, useState } from 'react'
import { rememberColumns, rememberedColumns } from './column-choices'
import type { LineChoices, StatementDraft } from './statement-review'
import { readStatementFile, type FileReadResult } from './read-statement-file'
import type { ColumnChoice } from './statement/mapped-table'
import type { UnmappedTable, ParsedStatement } from './parsed-statement'

/** A file whose columns the person has to name. */
export interface UnmappedFile {
  file: File
  table: UnmappedTable
}

interface ImportQueue {
  /** Still to be read, in order. */
  files: readonly File[]
  unmapped: UnmappedFile | null
  /** Read, and still to be looked through. */
  drafts: readonly StatementDraft[]
  /** Of the files that were chosen last, in words. */
  problems: readonly string[]
}

const EMPTY: ImportQueue = { files: [], unmapped: null, drafts: [], problems: [] }

/** Files and their statements, one after the other. @param begun statements to go on with */
export function useImportQueue(begun: readonly StatementDraft[]) {
  const [queue, setQueue] = useState<ImportQueue>({ ...EMPTY, drafts: begun })
  const { files, unmapped, drafts } = queue
  const next = unmapped === null && drafts.length === 0 ? files[0] : undefined

  useEffect(() => {
    if (!next) return
    let isOver = false
    const read = async (): Promise<void> => {
      const reading = await readStatementFile(next, rememberedColumns())
      if (!isOver) setQueue((now) => withReadResult({ ...now, files: now.files.slice(1) }, next, reading))
    }
    void read()
    return () => void (isOver = true)
  }, [next])

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
    /** What was chosen of the statement that is looked through. */
    choose: useCallback((change: (choices: LineChoices) => LineChoices) => {
      setQueue((now) => {
        const [draft, ...rest] = now.drafts
        return draft ? { ...now, drafts: [{ ...draft, choices: change(draft.choices) }, ...rest] } : now
      })
    }, []),
    /** The statement that is looked through is accepted. */
    finish: useCallback(() => setQueue((now) => ({ ...now, drafts: now.drafts.slice(1) })), []),
  }
}

function withReadResult(queue: ImportQueue, file: File, reading: FileReadResult): ImportQueue {
  if (reading.kind === 'statements') return { ...queue, drafts: draftsOf(file, reading.statements) }
  if (reading.kind === 'unknown-table') return { ...queue, unmapped: { file, table: reading.table } }
  return { ...queue, problems: [...queue.problems, problemOf(file, reading.kind)] }
}

function draftsOf({ name }: File, statements: readonly ParsedStatement[]): StatementDraft[] {
  return statements.map((statement, index) => ({
    fileName: name.slice(0, LONGEST_NAME),
    statement,
    choices: {},
    part: { at: index + 1, of: statements.length },
  }))
}

/** The server takes no longer one. */
const LONGEST_NAME = 200

function problemOf({ name }: File, kind: 'too-large' | 'unreadable' | 'no-statement'): string {
  if (kind === 'too-large') return `${name} tem mais de 10 MB. Exporte um período menor.`
  if (kind === 'unreadable') return `${name} não abriu. Escolha o arquivo de novo.`
  return `${name} não é um extrato em OFX ou CSV. No site do banco, exporte em um desses formatos.`
}
