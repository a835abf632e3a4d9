import { tabAddress, typeOfAddress } from './kinds'

describe('the tab in the address', () => {
  it.each([
    ['', 'objective'],
    ['aba=objetivos', 'objective'],
    ['aba=problemas', 'problem'],
    ['aba=tarefas&nova=1', 'task'],
    ['aba=outra', 'objective'],
  ])('%s is %s', (address, type) => {
    expect(typeOfAddress(new URLSearchParams(address))).toBe(type)
  })

  it('leads there and back', () => {
    expect(tabAddress('problem')).toBe('/dashboard/tasks?aba=problemas')
    expect(typeOfAddress(new URLSearchParams(tabAddress('task').split('?')[1]))).toBe('task')
  })
})
