import type { PropsWithChildren } from 'react'
import { act, renderHook } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { formAddress, useFormAddress } from './form-address'

function at(address: string, state?: unknown) {
  const [pathname = '', search = ''] = address.split('?')
  const entry = { pathname, search: search && `?${search}`, state }
  const wrapper = ({ children }: PropsWithChildren) => <MemoryRouter initialEntries={[entry]}>{children}</MemoryRouter>
  const { result } = renderHook(() => ({ ...useFormAddress<string>(), location: useLocation() }), { wrapper })
  return result
}

it('a form has an address, beside what else the screen says', () => {
  expect(formAddress('/dashboard/goals')).toBe('/dashboard/goals?nova=1')
  expect(formAddress('/dashboard/tasks?aba=tarefas', 'a b')).toBe('/dashboard/tasks?aba=tarefas&editar=a%20b')
})

describe('the form of an address', () => {
  it.each([
    ['/tasks', null],
    ['/tasks?aba=tarefas&nova=1', { id: null, draft: undefined }],
    ['/tasks?editar=7', { id: '7', draft: undefined }],
  ])('%s', (address, form) => {
    expect(at(address).current.form).toEqual(form)
  })

  it('brings the draft that travels with it', () => {
    expect(at('/tasks?nova=1', { draft: 'Pagar DAS' }).current.form).toEqual({ id: null, draft: 'Pagar DAS' })
  })

  it('opens and closes, and leaves the rest of the address', () => {
    const result = at('/tasks?aba=tarefas', { draft: 'old' })
    act(() => result.current.open())
    expect(result.current.location).toMatchObject({ search: '?aba=tarefas&nova=1', state: null })
    act(() => result.current.edit({ id: '7' }))
    expect(result.current.location.search).toBe('?aba=tarefas&editar=7')
    act(() => result.current.close())
    expect(result.current.location.search).toBe('?aba=tarefas')
  })

  it('leaves no entry of itself, however many forms were opened in a row', () => {
    const result = at('/tasks?aba=tarefas')
    const { key } = result.current.location
    act(() => result.current.open())
    act(() => result.current.edit({ id: '7' }))
    act(() => {
      result.current.close()
      result.current.close()
    })
    expect(result.current.location).toMatchObject({ key, search: '?aba=tarefas' })
  })

  it('closes in place where it was opened from elsewhere', () => {
    const result = at('/tasks?aba=tarefas&nova=1')
    act(() => result.current.close())
    expect(result.current.location).toMatchObject({ pathname: '/tasks', search: '?aba=tarefas' })
  })

  it('closes at another address of the screen', () => {
    const result = at('/tasks?aba=tarefas')
    act(() => result.current.open())
    act(() => result.current.closeAt('/tasks?aba=objetivos'))
    expect(result.current.location.search).toBe('?aba=objetivos')
    act(() => result.current.open())
    const { key } = result.current.location
    act(() => result.current.closeAt('/tasks?aba=objetivos'))
    expect(result.current.location.key).not.toBe(key)
    expect(result.current.location.search).toBe('?aba=objetivos')
  })
})
