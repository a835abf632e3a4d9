import { tableRows } from './table'

const cells = (text: string, delimiter: ';' | ',' = ';') => tableRows(text, delimiter).map((row) => row.cells)

it('takes a lone quotation mark for a letter, so that it costs no other line', () => {
  expect(cells('a;b;c\n1;"Bar do Zé;2\n3;"LOJA 7" TELAS;4\n5;"Padaria";6')).toEqual([
    ['a', 'b', 'c'],
    ['1', '"Bar do Zé', '2'],
    ['3', '"LOJA 7" TELAS', '4'],
    ['5', 'Padaria', '6'],
  ])
})

it('reads quoted cells with delimiters, marks and ends of lines in them', () => {
  expect(cells('1,"a, ""b""",2\n3,"c\nd",4', ',')).toEqual([
    ['1', 'a, "b"', '2'],
    ['3', 'c\nd', '4'],
  ])
})

it('says on which line each row begins', () => {
  expect(tableRows('a;b\n\n"c\nd";e\nf;g', ';').map(({ line }) => line)).toEqual([1, 3, 5])
})

it('reads the text of a cell that a spreadsheet was kept from counting with', () => {
  expect(cells('="05/09/2026";="-50,00"')).toEqual([['05/09/2026', '-50,00']])
})
