import { speakFlow, partsOfAmount } from '../../../ui/money-format'
import type { UsedCategoryFigures } from '../../../data/categories'
import styles from './categories-page.module.css'

/** The sum of the year at the line: out left of it, in right. */
export function CategorySum({ figures: { type, total } }: { figures: Pick<UsedCategoryFigures, 'type' | 'total'> }) {
  const { whole, cents } = partsOfAmount(type === 'income' ? total : -total, true)
  return (
    <span className={styles.sum} data-type={type}>
      {total !== 0 && (
        <>
          <span className="visually-hidden">{speakFlow(Math.abs(total), type)}</span>
          <span aria-hidden="true" data-figure>
            {whole}
            {cents}
          </span>
        </>
      )}
    </span>
  )
}
