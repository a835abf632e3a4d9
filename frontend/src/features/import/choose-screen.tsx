import { useRef } from 'react'
import { IconDeviceMobileShare, IconFileImport, IconLock, IconShare2 } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { useImports } from '../../data/imports'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { formatDayOfMonth } from '../../lib/dates'
import { isInstalled } from '../../lib/installed'
import { Bob } from '../../ui/bob'
import { Button } from '../../ui/button'
import { useNarrow } from '../../ui/media'
import { StatusLine } from '../../ui/status-line'
import { ACCEPTED_FILES } from './file-limits'
import { useFileDrop } from '../../ui/use-file-drop'
import { transactionCountText } from './import-texts'
import styles from './choose-screen.module.css'
import { IMPORTS_SCREEN } from '../../data/screens'

interface ChooseScreenProps {
  onFiles: (files: readonly File[]) => void
  /** The reasons why files could not be read. */
  problems: readonly string[]
  /** The name of the file being read; null when idle. */
  reading: string | null
  /** A share arrived without its files. */
  isShareLost: boolean
}

/** Takes statements that are dropped, chosen, or shared by the bank's app. */
export function ChooseScreen({ onFiles, problems, reading, isShareLost }: ChooseScreenProps) {
  const isOver = useFileDrop(onFiles)
  const input = useRef<HTMLInputElement>(null)
  const isNarrow = useNarrow()
  return (
    <div className={styles.room}>
      <div className={styles.screen}>
        <div className={styles.place}>
          {isShareLost && (
            <div className={styles.notice} role="status">
              <IconShare2 size={22} stroke={1.75} aria-hidden />
              <p>
                <b>Escolha o arquivo aqui</b>
                <span>Desta vez o extrato não chegou com o Compartilhar. Da próxima ele abre direto.</span>
              </p>
            </div>
          )}
          {problems.map((problem) => (
            <StatusLine key={problem} tone="danger">
              {problem}
            </StatusLine>
          ))}
          <div className={styles.paper} data-over={isOver} aria-busy={reading !== null}>
            <h2 className={styles.title}>{isNarrow ? 'Escolha o extrato' : 'Solte o extrato aqui'}</h2>
            <p className={styles.ruled}>OFX, CSV ou Excel, até 10 MB. Vários de uma vez também.</p>
            <div className={styles.action}>
              <Button
                icon={<IconFileImport size={20} stroke={1.75} aria-hidden />}
                busy={reading !== null}
                onClick={() => input.current?.click()}
              >
                Escolher arquivo
              </Button>
              <input
                ref={input}
                type="file"
                multiple
                hidden
                accept={ACCEPTED_FILES}
                onChange={({ target }) => {
                  onFiles([...(target.files ?? [])])
                  // Allow the same file to be chosen again.
                  target.value = ''
                }}
              />
            </div>
            <p className={styles.ruled} role="status">
              {reading !== null && `Lendo ${reading}…`}
            </p>
            <div className={styles.ruled} data-spare />
            <div className={styles.ruled} data-spare />
            <svg className={styles.bob} width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
              <Bob />
            </svg>
          </div>
          <p className={styles.fine}>
            <IconLock size={16} stroke={1.75} aria-hidden /> O arquivo é lido neste aparelho. Nada é gravado antes de você conferir e
            aceitar.
          </p>
        </div>
        <section className={styles.ways} aria-labelledby="do-banco">
          <h2 id="do-banco" className="section-title">
            Do banco até aqui
          </h2>
          <ul>
            <li>
              <IconShare2 size={22} stroke={1.75} aria-hidden />
              <p>
                <small>No app do banco</small>Extrato, “Compartilhar”, Prumo.
              </p>
            </li>
            <li>
              <IconFileImport size={22} stroke={1.75} aria-hidden />
              <p>
                <small>No site do banco</small>Extrato, “Exportar”, OFX, CSV ou Excel.
              </p>
            </li>
          </ul>
          {!isInstalled() && (
            <p className={styles.fine}>
              <IconDeviceMobileShare size={16} stroke={1.75} aria-hidden /> “Compartilhar” precisa do Prumo instalado.{' '}
              <Link to="/dashboard/settings?aba=instalacao">Instalar</Link>
            </p>
          )}
          <LastImport />
        </section>
      </div>
    </div>
  )
}

/** The number of imports, and the latest one. */
function LastImport() {
  const { data: imports, hasMore } = useImports()
  const [last] = imports ?? []
  if (!imports || !last) return null
  const many = hasMore ? `Mais de ${imports.length} importações` : imports.length === 1 ? '1 importação' : `${imports.length} importações`
  return (
    <p className={styles.last}>
      {many}. A última em {formatDayOfMonth(dateInSaoPaulo(new Date(last.createdAt)))}, {transactionCountText(last.count)}.{' '}
      <Link to={IMPORTS_SCREEN}>Ver importações</Link>
    </p>
  )
}
