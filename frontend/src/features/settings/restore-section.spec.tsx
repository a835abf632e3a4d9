import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Restore } from '@prumo/shared/restore'
import { closeScreen, openScreen, refresh } from '../../app/test-screens'
import { bringAttachments } from '../../data/restored-attachments'
import { TestApi } from '../../data/test-api'
import { storageKeys, write } from '../../lib/device-storage'
import { Component as TransactionsPage } from '../transactions/transactions-page'
import { RestoreSection } from './restore-section'

afterEach(closeScreen)

it('shows the progress of a restore, where it stopped, and at its end what was left out', async () => {
  const id = '01900000-0000-7000-8000-000000000001'
  let restore: Restore = { id, state: 'running', total: 1200, done: 500, attachments: 0, problems: [] }
  const api = new TestApi()
  api.reads[`/data/restore/${id}`] = () => ({ restore })
  write('local', storageKeys.restore, id)
  const account = await openScreen(api, '/dashboard/settings', RestoreSection, { '/dashboard/transactions': TransactionsPage })
  const part = screen.getByRole('region', { name: 'Trazer uma cópia' })
  expect(await within(part).findByRole('progressbar', { name: 'Trazendo a cópia' })).toBeVisible()
  expect(part).toHaveTextContent('500 de 1.200 registros')

  restore = { ...restore, state: 'failed' }
  await refresh(account)
  const alert = await within(part).findByRole('alert')
  expect(alert).toHaveTextContent('Parou em 500 de 1.200 registros. O mesmo arquivo continua de onde parou')
  expect(within(part).getByRole('button', { name: 'Escolher o arquivo de novo' })).toBeVisible()

  const problems = [
    { at: 'transactions[131]', reason: 'Pix: Gás: Esta linha do extrato já voltou por outra importação.' },
    { at: 'balance', reason: 'Saldo do banco: O saldo não pode ser de amanhã.' },
  ]
  restore = { ...restore, state: 'done', done: 1200, problems }
  await refresh(account)
  await waitFor(() => expect(part).toHaveTextContent('1.198 de 1.200 registros'))
  expect(within(part).getByRole('alert')).toHaveTextContent('2 registros ficaram de fora')
  const [line, balance] = within(part).getAllByRole('listitem')
  expect(within(balance!).getByText('Saldo do banco')).toBeVisible()
  expect(within(balance!).getByText('O saldo não pode ser de amanhã.')).toBeVisible()
  expect(within(balance!).queryByRole('link')).toBeNull()
  expect(within(line!).getByText('Transação 132, Pix: Gás', { selector: 'b' })).toBeVisible()
  expect(within(line!).getByText('Esta linha do extrato já voltou por outra importação.')).toBeVisible()
  fireEvent.click(within(line!).getByRole('link', { name: /^Lançar à mão/ }))
  const sheet = await screen.findByRole('dialog', { name: 'Nova Transação' })
  expect(within(sheet).getByLabelText('Descrição')).toHaveValue('Pix: Gás')
})

it('tries the receipts behind refused ones too, and says how many were refused', async () => {
  const id = '01900000-0000-7000-8000-000000000001'
  const sent = new Set<string>()
  const missing = () => ['a', 'b', 'c', 'd'].filter((each) => !sent.has(each))
  const api = new TestApi()
  api.reads[`/data/restore/${id}`] = () => ({
    restore: { id, state: 'done', total: 9, done: 9, attachments: missing().length, problems: [] } satisfies Restore,
  })
  // Two at a time.
  api.reads[`/data/restore/${id}/attachments`] = ({ searchParams }) => ({
    missing: missing()
      .filter((each) => each > (searchParams.get('after') ?? ''))
      .slice(0, 2),
  })
  const file = (name: string) => ({
    type: 'image/png',
    size: 1,
    read: () => Promise.resolve((sent.add(name), new Blob(['x']))),
  })
  write('local', storageKeys.restore, id)
  const account = await openScreen(api, '/dashboard/settings', RestoreSection)
  await act(() => bringAttachments(account, id, new Map([['d', file('d')]])))
  expect(await screen.findByRole('alert')).toHaveTextContent('3 comprovantes não entraramFaltam no arquivo')
  expect(sent).toEqual(new Set(['d']))
})
