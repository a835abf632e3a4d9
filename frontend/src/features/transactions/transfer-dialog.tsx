import { useState } from 'react'
import type { Transaction } from '@prumo/shared/transactions'
import type { NewCommand } from '../../data/sync/command'
import { turnIntoFlow, turnIntoTransfer } from '../../data/transaction-commands'
import { useWallets } from '../../data/wallets'
import { Button } from '../../ui/button'
import { ChoiceChips } from '../../ui/field/choice-chips'
import { formatFlow } from '../../ui/money-format'
import { Dialog } from '../../ui/overlay/dialog'

interface TransferDialogProps {
  open: boolean
  transaction: Transaction
  onAnswer: (command: NewCommand) => void
  onClose: () => void
}

/** Turns an income or expense into a transfer, and a transfer into an income or expense of one of its wallets. */
export function TransferDialog({ open, transaction, onAnswer, onClose }: TransferDialogProps) {
  const choices = useChoices(transaction)
  const [chosen, setChosen] = useState<string | null>(null)
  const { title, question, answer } = textsOf(transaction)
  const choice = choices.find(({ label }) => label === chosen) ?? choices[0]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button data-autofocus disabled={!choice} onClick={() => choice && onAnswer(choice.command)}>
            {answer}
          </Button>
        </>
      }
    >
      <p>
        {transaction.description}, <span className="money">{formatFlow(transaction.amount, transaction.type)}</span>
      </p>
      <ChoiceChips
        legend={question}
        name="other-wallet"
        choose="one"
        options={choices.map(({ label }) => label)}
        chosen={choice ? [choice.label] : []}
        onChange={([label]) => label !== undefined && setChosen(label)}
      />
    </Dialog>
  )
}

function textsOf({ type }: Transaction): { title: string; question: string; answer: string } {
  if (type === 'transfer') return { title: 'Não é uma transferência', question: 'O que é?', answer: 'Mudar' }
  const question = type === 'expense' ? 'Para onde foi o dinheiro?' : 'De onde veio o dinheiro?'
  return { title: 'É uma transferência', question, answer: 'É uma transferência' }
}

/** The commands that the dialog offers, by their words. */
function useChoices(seen: Transaction): { label: string; command: NewCommand }[] {
  const { open, walletName } = useWallets()
  const { type, walletId, toWalletId } = seen
  if (type === 'transfer') {
    return [
      { label: `Despesa em ${walletName(walletId)}`, command: turnIntoFlow(seen, 'expense', walletId) },
      ...(toWalletId === null
        ? []
        : [{ label: `Receita em ${walletName(toWalletId)}`, command: turnIntoFlow(seen, 'income', toWalletId) }]),
    ]
  }
  return open
    .filter(({ id }) => id !== walletId)
    .map(({ id, name }) => ({
      label: name,
      command: type === 'expense' ? turnIntoTransfer(seen, walletId, id) : turnIntoTransfer(seen, id, walletId),
    }))
}
