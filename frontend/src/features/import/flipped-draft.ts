import type { LineChoices, StatementDraft } from './statement-review'
import { paysBill } from '@prumo/shared/bill-payments'
import { rowKeys } from './statement/row-keys'

/** Flips every sign of a draft, for the bill of a card. The choices of a line move to its new key, without the tick. */
export function flippedDraft({ statement, choices, ...draft }: StatementDraft): StatementDraft {
  const flippedLines = statement.lines.map((line) => ({
    ...line,
    centavos: -line.centavos,
    paysBill: paysBill(line.memo, -line.centavos, true),
  }))
  const keys = rowKeys({ account: statement.keyAccount, lines: flippedLines }, statement.keyAccount)
  const lines = flippedLines.map((line, index) => ({ ...line, key: keys[index] as string }))
  const moved = statement.lines.flatMap(({ key }, index): [string, LineChoices[string]][] => {
    const { isTicked: _isTicked, ...choice } = choices[key] ?? {}
    return key in choices ? [[lines[index]?.key as string, choice]] : []
  })
  return { ...draft, choices: Object.fromEntries(moved), statement: { ...statement, isCard: true, opening: null, closing: null, lines } }
}
