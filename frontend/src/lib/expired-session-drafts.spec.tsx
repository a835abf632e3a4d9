import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TextField } from '../ui/field/text-field'
import { useForm } from './form'
import { beginSession, endSession } from './session'

const ana = { id: 'ana', name: 'Ana', email: 'ana@exemplo.com.br' } as Parameters<typeof beginSession>[1]
const bia = { ...ana, id: 'bia' }

function Sample({ keptAs }: { keptAs?: string }) {
  const form = useForm({ title: 'Forno', category: 'Equipamentos' }, {}, undefined, keptAs)
  return (
    <form onSubmit={(event) => void form.submit(() => form.reset(form.values))(event)}>
      <TextField field={form.field('title')} label="Título" />
      <button type="submit">Salvar</button>
    </form>
  )
}

const title = () => screen.getByLabelText('Título')
const type = () => userEvent.type(title(), ' de lastro')

beforeEach(() => beginSession('token', ana, false))
afterEach(() => {
  cleanup()
  endSession('signed-out')
})

/** Ends the session, which unmounts the screens, and opens the form again in the next session. */
function signInAgain(user: typeof ana, keptAs: string | undefined, end: 'expired' | 'signed-out' = 'expired'): void {
  endSession(end)
  cleanup()
  beginSession('another', user, false)
  render(<Sample {...(keptAs !== undefined && { keptAs })} />)
}

describe('input that was unsaved when the session expired', () => {
  it('is restored for the same person, and gone once it is saved', async () => {
    render(<Sample keptAs="goal" />)
    await type()
    signInAgain(ana, 'goal')
    expect(title()).toHaveValue('Forno de lastro')
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    signInAgain(ana, 'goal')
    expect(title()).toHaveValue('Forno')
  })

  it('outlives a second end of the session before it was saved', async () => {
    render(<Sample keptAs="goal" />)
    await type()
    signInAgain(ana, 'goal')
    signInAgain(ana, 'goal')
    expect(title()).toHaveValue('Forno de lastro')
  })

  it.each([
    ['another person', bia, 'goal', 'expired'],
    ['another form', ana, 'task', 'expired'],
    ['whoever signed out', ana, 'goal', 'signed-out'],
  ] as const)('is not restored for %s', async (_whom, user, keptAs, end) => {
    render(<Sample keptAs="goal" />)
    await type()
    signInAgain(user, keptAs, end)
    expect(title()).toHaveValue('Forno')
  })

  it('is not kept for a form without a name, nor for a discarded one', async () => {
    render(<Sample />)
    await type()
    cleanup()
    render(<Sample keptAs="goal" />)
    await type()
    cleanup()
    endSession('expired')
    expect([sessionStorage, localStorage].map((area) => JSON.stringify(area)).join('')).not.toContain('lastro')
  })
})
