import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { closeScreen, openScreen, press, type } from '../../../app/test-screens'
import { addAttachment } from '../../../data/attachment-commands'
import { TestApi } from '../../../data/test-api'
import { aTransaction } from '../../../data/test-fixtures'
import { Component as TransactionsPage } from '../transactions-page'

let api: TestApi

beforeEach(() => (api = new TestApi()))
afterEach(closeScreen)

const invoice = (name = 'NF-e 4471.xml', content = '<?xml version="1.0"?><nfeProc><b>186,40</b></nfeProc>') =>
  new File([content], name, { type: 'text/xml' })
const open = () => openScreen(api, '/dashboard/transactions?nova=1', TransactionsPage)
const form = () => screen.findByRole('dialog', { name: 'Nova Transação' })
const choose = async (...files: File[]) => {
  fireEvent.change(within(await form()).getByLabelText('Arquivos de comprovante'), { target: { files } })
}
async function enter(description = 'Embalagens Aurora'): Promise<HTMLElement> {
  const sheet = await form()
  type(sheet, 'Valor', '186,40')
  type(sheet, 'Descrição', description)
  return sheet
}
const sent = () => api.requests.filter((request) => request.startsWith('POST')).map((request) => request.replace(/[\da-f-]{36}/, 'ID'))

it('queues what was chosen behind its transaction, announced as one, and empties the form for the next', async () => {
  const { outbox } = await open()
  const announced: string[] = []
  outbox.listen({ enqueued: ({ name }) => announced.push(name) })
  await choose(invoice(), invoice('Recibo.xml'))
  const sheet = await enter()
  expect(await within(sheet).findByText('Recibo')).toBeVisible()
  press(sheet, 'Tirar NF-e 4471')
  expect(within(sheet).queryByText('NF-e 4471')).not.toBeInTheDocument()
  await choose(invoice('Nota 2.xml'))
  expect(await within(sheet).findByText('Nota 2')).toBeVisible()
  fireEvent.keyDown(within(sheet).getByLabelText('Valor'), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(api.attachments.map(({ name }) => name)).toEqual(['Recibo.xml', 'Nota 2.xml']))
  const [transaction] = api.transactions()
  expect(api.attachments.map(({ transactionId }) => transactionId)).toEqual([transaction!.id, transaction!.id])
  expect(sent()).toEqual(['POST /transactions', 'POST /transactions/ID/attachments', 'POST /transactions/ID/attachments'])
  expect(announced).toEqual(['transaction.record'])
  expect(within(sheet).queryByText('Nota 2')).not.toBeInTheDocument()
})

it('keeps them with a transaction that waits for a connection, and sends them after it', async () => {
  api.fail('POST', /^\/transactions/, { code: 'UNAVAILABLE' })
  const { outbox } = await open()
  await choose(invoice())
  const sheet = await enter()
  await within(sheet).findByText('NF-e 4471')
  press(sheet, 'Salvar')
  const row = (await screen.findByRole('cell', { name: /^Embalagens Aurora/ })).closest('tr')!
  expect(await within(row).findByText('1 comprovante')).toBeInTheDocument()
  expect(api.attachments).toEqual([])
  api.recover()
  outbox.wake()
  await waitFor(() => expect(api.attachments.map(({ name }) => name)).toEqual(['NF-e 4471.xml']))
})

it('refuses what is no receipt, what is too large, and what finds no room to wait, in words', async () => {
  const { outbox } = await open()
  await choose(new File(['hello'], 'lista.txt'), invoice('nota.xml', `<?xml ?>${' '.repeat(5_000_000)}`))
  const sheet = await form()
  expect(await within(sheet).findByText('lista.txt: Envie uma foto (JPEG, PNG ou WebP), um PDF ou o XML da nota.')).toBeVisible()
  expect(await within(sheet).findByText('nota.xml: O comprovante passa de 5 MB. Envie um arquivo menor.')).toBeVisible()

  api.fail('POST', /attachments$/, { code: 'UNAVAILABLE' })
  const full = { name: 'Cupom.jpg', type: 'image/jpeg', size: 50_000_000 } as const
  await act(() => outbox.enqueue(addAttachment(aTransaction({ id: 'x1' }), full), { file: new Blob(['x']) }))
  await choose(invoice())
  expect(await within(sheet).findByText(/^Já há 50 MB de comprovantes esperando envio neste aparelho/)).toBeVisible()
  expect(within(sheet).queryByText(/^lista.txt/)).not.toBeInTheDocument()
  expect(within(sheet).queryByRole('button', { name: /^Tirar/ })).not.toBeInTheDocument()
})

it('takes none of a transaction that repeats, and says where they go', async () => {
  await open()
  await choose(invoice())
  const sheet = await enter()
  await within(sheet).findByText('NF-e 4471')
  fireEvent.click(within(sheet).getByRole('radio', { name: 'Todo mês' }))
  expect(within(sheet).getByText(/^O que se repete não leva comprovante/)).toBeVisible()
  expect(within(sheet).queryByText('NF-e 4471')).not.toBeInTheDocument()
  fireEvent.click(within(sheet).getByRole('radio', { name: 'Não' }))
  expect(within(sheet).getByText('NF-e 4471')).toBeVisible()
})

it('says that the files of a kept draft have to be chosen again', async () => {
  await open()
  await choose(invoice())
  const sheet = await enter()
  await within(sheet).findByText('NF-e 4471')
  press(sheet, 'Fechar')
  await waitFor(() => expect(sheet).not.toBeInTheDocument())
  fireEvent.click(screen.getByRole('link', { name: 'Nova Transação' }))
  const again = await form()
  expect(within(again).queryByText(/não ficou guardado/)).not.toBeInTheDocument()
  press(again, 'Continuar de onde parou')
  expect(within(again).getByText('O comprovante não ficou guardado. Escolha de novo.')).toBeVisible()
  await choose(invoice())
  expect(await within(again).findByText('NF-e 4471')).toBeVisible()
  expect(within(again).queryByText(/não ficou guardado/)).not.toBeInTheDocument()
})
