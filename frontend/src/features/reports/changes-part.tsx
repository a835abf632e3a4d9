import { Link } from 'react-router-dom'
import type { Report } from '@prumo/shared/reports'
import { ReportPart } from './report-part'
import { rowsOfCategory } from './report-rows'
import { changeTexts, comparedText, comparisonNote, oneOffAlone, oneOffWithin, placeOneOffs } from './report-texts'
import styles from './changes-part.module.css'

/** What changed most against the period before, and what came only once; nothing where there is neither. */
export function ChangesPart({ report }: { report: Report }) {
  const { comparison, oneOffs } = report
  const { within, others } = placeOneOffs(report)
  if (!comparison && oneOffs.length === 0) return null
  const compared = comparison && comparedText(comparison, report)
  return (
    <ReportPart title="O que mudou" note={comparison && comparisonNote(comparison)} isLead>
      {comparison?.changes.length === 0 && <p className={styles.none}>Nada mudou em nenhuma categoria.</p>}
      {comparison && comparison.changes.length > 0 && (
        <ol className={styles.changes}>
          {comparison.changes.map((change, index) => {
            const { difference, amounts } = changeTexts(change)
            const oneOff = within.get(change)
            return (
              <li key={`${change.type} ${change.category}`}>
                <p className={styles.change}>
                  <Link to={rowsOfCategory(change, report)}>{change.category}</Link>: <b>{difference}</b>
                  {index === 0 && ` que em ${compared}`}
                </p>
                <p className={styles.detail}>
                  {amounts} {oneOff && oneOffWithin(oneOff)}
                </p>
              </li>
            )
          })}
        </ol>
      )}
      {others.length > 0 && (
        <div className={styles.others}>
          <h3>Aconteceu uma vez só</h3>
          <ul>
            {others.map((one) => (
              <li key={`${one.date} ${one.description} ${one.amount}`}>{oneOffAlone(one)}</li>
            ))}
          </ul>
        </div>
      )}
    </ReportPart>
  )
}
