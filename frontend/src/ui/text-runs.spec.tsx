import { render } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { Fragment, jsx, jsxs } from './text-runs'

const html = (element: ReactNode) => render(element).container.innerHTML

describe('text beside', () => {
  it('text is one text', () => {
    expect(html(jsxs('p', { children: ['Parcelas: ', 3, false, ' de 4'] }))).toBe('<p>Parcelas: 3 de 4</p>')
    expect(html(jsxs('p', { children: [null, false] }))).toBe('<p></p>')
  })

  it('an element has an element of its own', () => {
    expect(html(jsxs('p', { children: ['Ficou ', null, 3, jsx('b', { children: 'R$' }), '!'] }))).toBe(
      '<p><text-run>Ficou 3</text-run><b>R$</b><text-run>!</text-run></p>',
    )
  })

  it('whatever a fragment is put into has an element of its own', () => {
    expect(html(jsx(Fragment, { children: 'mensal' }))).toBe('<text-run>mensal</text-run>')
    expect(html(jsxs(Fragment, { children: ['a cada ', 2] }))).toBe('<text-run>a cada 2</text-run>')
  })

  it('a drawing stays as it is', () => {
    expect(html(jsx('svg', { children: jsxs('text', { children: ['R$ ', jsx('tspan', { children: '3' })] }) }))).toBe(
      '<svg><text>R$ <tspan>3</tspan></text></svg>',
    )
  })
})

it('elements beside a text that comes and goes keep their state', () => {
  function Count() {
    return jsx('i', { children: useState(() => Math.random())[0] })
  }
  const line = (text: ReactNode) => jsxs('p', { children: [text, jsx(Count, {}), 'fim'] })
  const { container, rerender } = render(line('antes'))
  const count = container.querySelector('i')!.textContent
  rerender(line(null))
  expect(container.querySelector('i')!.textContent).toBe(count)
  expect(container.querySelector('p')!.textContent).toBe(`${count}fim`)
})

/** What a translator does: each text node is replaced by elements with another one. */
function translate(root: Node): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Node[] = []
  while (texts.nextNode()) found.push(texts.currentNode)
  for (const text of found) {
    const inner = document.createElement('font')
    const outer = document.createElement('font')
    outer.append(inner)
    inner.textContent = text.textContent
    text.parentNode!.replaceChild(outer, text)
  }
}

it('texts and what is beside them change after a translation', () => {
  const line = (count: number, isOpen: boolean) =>
    jsxs('p', { children: [isOpen && jsx('b', { children: 'Aberta: ' }), count, isOpen && ' transações', jsx('i', { children: '.' })] })
  const { container, rerender } = render(line(1, false))
  translate(container)
  rerender(line(2, true))
  expect(container.textContent).toBe('Aberta: 2 transações.')
  translate(container)
  rerender(line(3, false))
  expect(container.textContent).toBe('3.')
})
