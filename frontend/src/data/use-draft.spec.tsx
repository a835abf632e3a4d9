import 'fake-indexeddb/auto'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from '../lib/form'
import { Account, AccountProvider } from './account'
import { useDraft } from './use-draft'

const blank = { title: '', place: '' }

function Sample({ initial }: { initial: typeof blank }) {
  const form = useForm(initial, {})
  const { offer, remove } = useDraft('sample', form)
  const [title, place] = [form.field('title'), form.field('place')]
  /** Empties one field and leaves the other. */
  function save(): void {
    remove({ place: '' })
    place.onChange('')
  }
  return (
    <>
      {offer && <button onClick={offer.resume}>Continuar de onde parou</button>}
      {offer && <button onClick={offer.discard}>Começar de novo</button>}
      <input aria-label="Título" value={title.value} onChange={(event) => title.onChange(event.target.value)} />
      <input aria-label="Lugar" value={place.value} onChange={(event) => place.onChange(event.target.value)} />
      <button onClick={() => void form.submit(save)()}>Salvar</button>
    </>
  )
}

let account: Account

beforeEach(async () => {
  account = await Account.open(crypto.randomUUID())
})
afterEach(() => account.close())

/** Opens the form, as after the former one was closed in whatever way. */
function openForm(initial = blank): void {
  cleanup()
  render(
    <AccountProvider value={account}>
      <Sample initial={initial} />
    </AccountProvider>,
  )
}

const title = () => screen.getByLabelText('Título')
const place = () => screen.getByLabelText('Lugar')
const offer = () => screen.queryByRole('button', { name: 'Continuar de onde parou' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('offers what was typed when the form is opened again, and continues with it', async () => {
  openForm()
  expect(offer()).toBeNull()
  await userEvent.type(title(), 'Forno')
  openForm()
  expect(offer()).toBeInTheDocument()
  expect(title()).toHaveValue('')
  await press('Continuar de onde parou')
  expect(offer()).toBeNull()
  expect(title()).toHaveValue('Forno')
})

it('deletes the draft where the person begins again, saves, or restores the initial values', async () => {
  openForm()
  await userEvent.type(title(), 'Forno')
  openForm()
  await press('Começar de novo')
  openForm()
  expect(offer()).toBeNull()

  await userEvent.type(title(), 'Forno')
  await userEvent.type(place(), 'Loja')
  await press('Salvar')
  // The form still shows the saved values while it closes.
  expect(title()).toHaveValue('Forno')
  openForm()
  expect(offer()).toBeNull()

  await userEvent.type(title(), 'Forno')
  await userEvent.clear(title())
  openForm()
  expect(offer()).toBeNull()
})

it('keeps the fields of both where the person types before answering', async () => {
  openForm()
  await userEvent.type(title(), 'Forno')
  await userEvent.type(place(), 'Loja')
  openForm()
  await userEvent.type(place(), 'Casa')
  openForm()
  await press('Continuar de onde parou')
  expect([title(), place()].map((field) => (field as HTMLInputElement).value)).toEqual(['Forno', 'Casa'])
})

it('continues an edit with the typed fields alone, and drops a draft that the entity has caught up with', async () => {
  openForm({ title: 'Forno', place: 'Loja' })
  await userEvent.type(title(), ' novo')
  openForm({ title: 'Forno', place: 'Casa' })
  await press('Continuar de onde parou')
  expect([title(), place()].map((field) => (field as HTMLInputElement).value)).toEqual(['Forno novo', 'Casa'])
  openForm({ title: 'Forno novo', place: 'Casa' })
  expect(offer()).toBeNull()
  expect(account.drafts.read('sample')).toBeNull()
})

it('ignores fields that the form no longer has', async () => {
  await act(async () => account.drafts.write('sample', { colour: 'azul' }))
  openForm()
  expect(offer()).toBeNull()
})
