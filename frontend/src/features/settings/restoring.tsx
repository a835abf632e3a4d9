import { useRef, useState } from 'react'
import { IconFileImport } from '@tabler/icons-react'
import type { Restore } from '@prumo/shared/restore'
import { useOffline } from '../../data/connection'
import { useRestore } from '../../data/restore'
import { Button } from '../../ui/button'
import { lazyPart } from '../../ui/lazy-part'
import { ProgressBar } from '../../ui/progress-bar'
import { StatusLine } from '../../ui/status-line'
import styles from './restoring.module.css'
import { Section } from './section'
import { counted } from './words'

const RestoreDialog = lazyPart(() => import('./restore-dialog'), { what: 'a leitura do arquivo' })

/** Brings back what an export took along: a file is chosen, looked through, and told of until it is there. */
export function Restoring() {
  const { restore, forget } = useRestore()
  const isOffline = useOffline()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const isRunning = restore?.state === 'running'
  const choose = () => input.current?.click()
  return (
    <Section title="Trazer uma cópia">
      <p>
        O arquivo que “Exportar backup” salvou volta inteiro, para uma conta que ainda não tem nada. Antes de entrar, você vê o que há nele.
      </p>
      {restore && <Standing restore={restore} />}
      {!isRunning && (
        <div className={styles.choice}>
          {restore?.state !== 'done' && (
            <Button variant="line" icon={<IconFileImport size={20} stroke={1.75} aria-hidden />} disabled={isOffline} onClick={choose}>
              {restore ? 'Escolher o arquivo de novo' : 'Escolher arquivo'}
            </Button>
          )}
          {restore && (
            <Button variant={restore.state === 'done' ? 'line' : 'quiet'} onClick={forget}>
              Entendi
            </Button>
          )}
          {isOffline && <span>Precisa de internet: a cópia vai para a conta.</span>}
          <input
            ref={input}
            type="file"
            hidden
            accept="application/json,.json"
            aria-label="Cópia do Prumo"
            onChange={({ target }) => {
              setChosen(target.files?.[0] ?? null)
              // The same file may be chosen again.
              target.value = ''
            }}
          />
        </div>
      )}
      <RestoreDialog isWanted={chosen !== null} onUnwanted={() => setChosen(null)} chosen={chosen} onClose={() => setChosen(null)} />
    </Section>
  )
}

/** How far it came, and what did not fit. */
function Standing({ restore: { state, total, done, problems } }: { restore: Restore }) {
  if (state === 'running') return <Running total={total} done={done} />
  const brought = counted(done - problems.filter(({ at }) => at !== '').length, 'item', 'itens') ?? 'nenhum item'
  const reasons = problems.map(({ reason }) => reason)
  if (state === 'failed') {
    return (
      <StatusLine tone="danger" title="A cópia não entrou inteira">
        {reasons.length > 0 ? reasons.join(' ') : `Parou em ${done.toLocaleString('pt-BR')} de ${total.toLocaleString('pt-BR')} itens.`} O
        mesmo arquivo continua de onde parou; para trazer outro, apague antes todos os dados.
      </StatusLine>
    )
  }
  if (reasons.length === 0) return <StatusLine tone="success">A cópia está na conta: {brought}.</StatusLine>
  return (
    <>
      <StatusLine tone="warning" title={reasons.length === 1 ? '1 item não coube' : `${reasons.length} itens não couberam`}>
        O resto da cópia está na conta: {brought}.
      </StatusLine>
      <ul className={styles.problems}>
        {problems.map(({ at, reason }) => (
          <li key={at}>{reason}</li>
        ))}
      </ul>
    </>
  )
}

function Running({ total, done }: Pick<Restore, 'total' | 'done'>) {
  const text = `${done.toLocaleString('pt-BR')} de ${total.toLocaleString('pt-BR')} itens`
  const percent = total === 0 ? 100 : Math.floor((done * 100) / total)
  return (
    <div className={styles.running}>
      <p role="status">Trazendo a cópia. Você pode sair desta tela: ela continua na conta.</p>
      <ProgressBar label="Trazendo a cópia" percent={percent} text={text} />
      <span>{text}</span>
    </div>
  )
}
