import 'fake-indexeddb/auto'
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beginSession } from '../../lib/session'
import type { User } from '@prumo/shared/identity'
import { Account, AccountProvider } from '../../data/account'
import { addTask } from '../../data/task-commands'
import { Component } from './review-page'

const ana = { id: 'ana', name: 'Ana', email: 'ana@example.com' } as User
const task = addTask({ title: 'Pagar DAS', type: 'task', priority: 'high', costCentavos: 0, date: '2026-11-20' })

it('discards what was typed only after a confirmation', async () => {
  beginSession('token', ana, false)
  global.fetch = jest.fn(async () => Response.json({ error: 'Dados inválidos' }, { status: 400 })) as never
  const account = await Account.open(ana.id)
  account.start()
  const { id } = await account.outbox.enqueue(task)
  await account.outbox.settled(id)
  render(
    <AccountProvider value={account}>
      <QueryClientProvider client={account.client}>
        <MantineProvider env="test">
          <RouterProvider router={createMemoryRouter([{ path: '/', element: <Component /> }])} />
        </MantineProvider>
      </QueryClientProvider>
    </AccountProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Descartar Pagar DAS' }))
  const dialog = await screen.findByRole('dialog', { name: 'Descartar Pagar DAS' })
  expect(dialog).toHaveTextContent('Não dá para desfazer.')
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(account.outbox.state().queue).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Descartar Pagar DAS' }))
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Descartar' })))
  await waitFor(() => expect(account.outbox.state().queue).toHaveLength(0))
  account.close()
})
