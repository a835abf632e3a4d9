import type { MeiProfileEntity } from '../../data/mei-commands'
import { lazyPart } from '../../ui/lazy-part'
import { useLastShown } from '../../ui/use-last-shown'
import type { ShownFigure } from './rows-sheet'

const RowsSheet = lazyPart(() => import('./rows-sheet'), { what: 'as transações' })

interface FigureRowsProps {
  /** Null while closed. */
  asked: ShownFigure | null
  profile: MeiProfileEntity
  onClose: () => void
}

/** The rows of a figure beside the page; their code loads with the first figure that is opened. */
export function FigureRows({ asked, profile, onClose }: FigureRowsProps) {
  const { last } = useLastShown(asked)
  return (
    last && (
      <RowsSheet
        isRequested={asked !== null}
        onDismissFailure={onClose}
        open={asked !== null}
        shown={last}
        profile={profile}
        onClose={onClose}
      />
    )
  )
}
