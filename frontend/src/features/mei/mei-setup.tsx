import { isCalendarDate } from '@prumo/shared/calendar'
import { limitOf, yearOf } from '@prumo/shared/mei-rules'
import { meiSources, MICRO_TRADER_REVENUE } from '@prumo/shared/mei-tables'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { useNarrow } from '../../ui/media'
import { Measure } from './measure'
import { ClosingField, FirstFields } from './mei-fields'
import { beginsText, formatWhole, sourceText } from './mei-texts'
import { useMeiForm, useMeiReview } from './use-mei-form'
import styles from './mei-setup.module.css'

/** Asks for what the limit depends on, beside an empty measure. */
export function MeiSetup() {
  const { review, end } = useMeiReview()
  const { form, typed, save } = useMeiForm(null, review, end)
  const now = useToday()
  const narrow = useNarrow()
  const { openedOn, isCargoDriver } = form.values
  const year = yearOf(now)
  const known = isCalendarDate(openedOn) && openedOn <= now ? openedOn : `${year - 1}-01-01`
  return (
    <div className={styles.setup}>
      {!narrow && (
        <Measure
          isEmpty
          begins={beginsText(known, year)}
          limit={limitOf({ openedOn: known, isCargoDriver }, year)}
          revenue={0}
          projection={null}
          months={[]}
        />
      )}
      <form noValidate className={styles.form} onSubmit={(event) => void form.submit(save)(event)}>
        <p className={styles.lead}>
          <b>Quanto falta para o limite,</b> o que vence e as folhas que a lei pede. Tudo sai do que você já lança.
        </p>
        <DraftOffer offer={typed.offer} />
        <FirstFields field={form.field} values={form.values} />
        <ClosingField field={form.field} values={form.values} />
        <p className={styles.others}>
          Quem não tem MEI e vende menos de {formatWhole(MICRO_TRADER_REVENUE)} por ano pode ser nanoempreendedor (
          {sourceText(meiSources.microTrader.source)}), e não precisa desta página.
        </p>
        <div className={styles.foot}>
          <Button type="submit" variant={narrow ? 'signal' : 'action'} size={narrow ? 'lg' : 'md'} block={narrow}>
            Ver meu limite
          </Button>
        </div>
      </form>
    </div>
  )
}
