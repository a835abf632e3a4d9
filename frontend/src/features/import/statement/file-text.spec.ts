import { fileText } from './file-text'

const utf8 = (text: string) => [...new TextEncoder().encode(text)]
const latin1 = (text: string) => Array.from(text, (letter) => letter.codePointAt(0) as number)
const utf16 = (text: string, mark: number[]) => [
  ...mark,
  ...Array.from(text, (letter) => letter.codePointAt(0) as number).flatMap((code) => [code & 255, code >> 8]),
]

it.each([
  ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, ...utf8('Pão')], 'Pão'],
  ['windows-1252', latin1('Pão'), 'Pão'],
  ['UTF-16 with its mark', utf16('Pão\nCafé', [0xff, 0xfe]), 'Pão\nCafé'],
  ['UTF-16 without its mark', utf16('Data;Valor', []), 'Data;Valor'],
  ['both, line by line', [...utf8('Pão\n'), ...latin1('Café\n'), ...utf8('Chá')], 'Pão\nCafé\nChá'],
  ['mixed ends of lines', utf8('a\r\nb\rc\nd'), 'a\nb\nc\nd'],
])('reads %s', (_, bytes, text) => expect(fileText(Uint8Array.from(bytes))).toBe(text))
