import { useState } from 'react'
import { fireEvent, render, screen } from '@testing-library/react'
import { focusFilters, OpenFilters, SetFilter } from './filter-controls'

function Bar() {
  const [isSet, setSet] = useState(true)
  const [isEmpty, setEmpty] = useState(true)
  return (
    <>
      <div role="search">
        <OpenFilters onOpen={() => undefined} />
        {isSet && <SetFilter text="Vendas" onRemove={() => setSet(false)} />}
      </div>
      {isEmpty && (
        <button type="button" onClick={() => (setEmpty(false), focusFilters())}>
          Limpar filtros
        </button>
      )}
    </>
  )
}

it.each([/Vendas/, 'Limpar filtros'])('moves the focus to the filters when %s disappears', (name) => {
  render(<Bar />)
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
  expect(button).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Filtros' })).toHaveFocus()
})
