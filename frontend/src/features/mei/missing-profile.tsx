import { MEI_SCREEN } from '../../data/screens'
import { useIsGuest } from '../../lib/session'
import { ButtonLink } from '../../ui/button'
import { RuledPaper } from '../../ui/chart/ruled-paper'
import { EmptyState } from '../../ui/empty-state'
import { Page } from '../../ui/page'

/** Leads to the questions without which there are no sheets. */
export function MissingProfile({ title }: { title: string }) {
  const isGuest = useIsGuest()
  return (
    <Page title={title}>
      <EmptyState
        drawing={<RuledPaper />}
        title="Falta dizer quando o MEI foi aberto"
        reason="Com isso e o que você faz, a folha se preenche com o que você já lança."
        action={!isGuest && <ButtonLink to={MEI_SCREEN}>Ir para MEI em dia</ButtonLink>}
      />
    </Page>
  )
}
