import { NO_CATEGORY } from '@prumo/shared/transaction-rules'
import type { TableForm } from './table-form'
import { plainText } from './statement'
import { creditOrDebit } from './written-amounts'

/** The table that Prumo exports. Unsettled transactions become planned lines. */
export const prumoExport: TableForm = {
  bank: null,
  columns: ['data', 'descricao', 'categoria', 'situacao', 'saiu (r$)', 'entrou (r$)'],
  decimals: ',',
  read: (cell) => {
    const category = unescapeFormula(cell('categoria'))
    return {
      date: cell('data'),
      amount: creditOrDebit(cell('entrou (r$)'), cell('saiu (r$)')),
      category: category === NO_CATEGORY ? '' : category,
      description: unescapeFormula(cell('descricao')),
      isPlanned: plainText(cell('situacao')) !== 'realizada',
    }
  },
}

/** Removes the escape that kept a text from being run as a formula. */
function unescapeFormula(text: string): string {
  return text.replace(/^'(?=[=+\-@＝＋－＠])/, '')
}
