import { tableRows } from './table'

const cells = (text: string, delimiter: ';' | ',' = ';') => tableRows(text, delimiter).map((row) => row.cells)

it('treats a lone quotation mark as text, so that no other line is lost', () => {
  expect(cells('a;b;c\n1;"Bar do Zé;2\n3;"LOJA 7" TELAS;4\n5;"Padaria";6')).toEqual([
    ['a', 'b', 'c'],
    ['1', '"Bar do Zé', '2'],
    ['3', '"LOJA 7" TELAS', '4'],
    ['5', 'Padaria', '6'],
  ])
})

it('reads quoted cells with delimiters, quotation marks and line breaks', () => {
  expect(cells('1,"a, ""b""",2\n3,"c\nd",4', ',')).toEqual([
    ['1', 'a, "b"', '2'],
    ['3', 'c\nd', '4'],
  ])
})

it('reports the first line of each row', () => {
  expect(tableRows('a;b\n\n"c\nd";e\nf;g', ';').map(({ line }) => line)).toEqual([1, 3, 5])
})

it('unwraps a cell that is protected from conversion by a spreadsheet', () => {
  expect(cells('="05/09/2026";="-50,00"')).toEqual([['05/09/2026', '-50,00']])
})
