import { fireEvent, render, screen } from '@testing-library/react'
import { SearchField } from './search-field'

it('cuts the text at the maximum length, counting an emoji as one character', () => {
  render(<SearchField search="" onSearch={() => undefined} />)
  const field = screen.getByRole('searchbox')
  fireEvent.change(field, { target: { value: '🍰'.repeat(201) } })
  expect(field).toHaveValue('🍰'.repeat(200))
  expect(field).not.toHaveAttribute('maxlength')
})
