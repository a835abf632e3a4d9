import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { Sheet } from './sheet'

function sheet(open: boolean, text: string) {
  return (
    <MantineProvider>
      <Sheet isHistoryEntry open={open} onClose={() => undefined} title="Novo item">
        <p>{text}</p>
      </Sheet>
    </MantineProvider>
  )
}

it('renders changes while it is open, and keeps its content while it closes', async () => {
  const { rerender } = render(sheet(true, 'Aluguel'))
  expect(await screen.findByText('Aluguel')).toBeInTheDocument()
  rerender(sheet(true, 'Luz'))
  expect(await screen.findByText('Luz')).toBeInTheDocument()
  rerender(sheet(false, 'Luz'))
  rerender(sheet(false, 'Água'))
  expect(screen.queryByText('Água')).toBeNull()
  rerender(sheet(true, 'Água'))
  expect(await screen.findByText('Água')).toBeInTheDocument()
})
