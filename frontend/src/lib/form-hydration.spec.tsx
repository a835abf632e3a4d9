import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server.edge'
import { Button } from '../ui/button'
import { TextField } from '../ui/field/text-field'
import { useForm } from './form'

function Page({ onSend }: { onSend: (email: string) => void }) {
  const form = useForm({ email: '' }, {})
  return (
    <form onSubmit={(event) => void form.submit(({ email }) => onSend(email))(event)}>
      <TextField field={form.field('email')} label="Email" />
      <Button type="submit">Enviar</Button>
    </form>
  )
}

/** A page as prerendered, before hydration. */
function rendered(page: React.ReactElement) {
  const root = document.createElement('div')
  root.innerHTML = renderToString(page)
  document.body.replaceChildren(root)
  return { root, field: root.querySelector('input')!, button: root.querySelector('button')! }
}

it('a form is sent only by its script, and keeps input from before hydration', async () => {
  const sent: string[] = []
  const page = <Page onSend={(email) => void sent.push(email)} />
  const { root, field, button } = rendered(page)
  expect(button).toBeDisabled()
  field.value = 'rita@exemplo.com.br'
  await act(async () => void hydrateRoot(root, page))
  expect(button).toBeEnabled()
  expect(field).toHaveValue('rita@exemplo.com.br')
  await act(async () => button.click())
  expect(sent).toEqual(['rita@exemplo.com.br'])
})
