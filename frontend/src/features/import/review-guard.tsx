import { useEffect, useState } from 'react'
import type { BlockerFunction } from 'react-router-dom'
import { holdReload } from '../../lib/reload-holds'
import { LeavingDialog } from '../../ui/overlay/leaving-dialog'
import { NavigationGuard } from '../../ui/overlay/navigation-guard'
import { transactionCountText } from './import-texts'

interface ReviewGuardProps {
  /** The number of reviewed transactions. */
  count: number
  isLeft: BlockerFunction
}

/** Asks before the review is left, because nothing has been recorded yet. On a reload the browser asks, with its own text. */
export function ReviewGuard({ count, isLeft }: ReviewGuardProps) {
  const [asked, setAsked] = useState<{ leave: () => void; stay: () => void } | null>(null)
  const reviewed =
    count === 1 ? '1 transação conferida ainda não foi gravada' : `${transactionCountText(count)} conferidas ainda não foram gravadas`

  useEffect(() => {
    window.addEventListener('beforeunload', askBeforeUnload)
    const release = holdReload('lost')
    return () => {
      window.removeEventListener('beforeunload', askBeforeUnload)
      release()
    }
  }, [])

  function answer(choice: 'leave' | 'stay'): void {
    setAsked(null)
    asked?.[choice]()
  }

  return (
    <>
      <NavigationGuard isGuarded={isLeft} onNavigation={(leave, stay) => setAsked({ leave, stay })} />
      <LeavingDialog
        open={asked !== null}
        title="Sair sem importar?"
        text={`${reviewed}. O que você mudou aqui se perde; o arquivo continua com você.`}
        stay="Continuar conferindo"
        leave="Sair sem importar"
        onStay={() => answer('stay')}
        onLeave={() => answer('leave')}
      />
    </>
  )
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
