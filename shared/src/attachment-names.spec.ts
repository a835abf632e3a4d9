import { attachmentFileName } from './attachment-names.js'

describe('attachmentFileName', () => {
  it.each([
    ['Nota da farinha.PDF', 'application/pdf', 'Nota da farinha.PDF'],
    ['IMG_2041.jpeg', 'image/jpeg', 'IMG_2041.jpeg'],
    ['recibo', 'image/png', 'recibo.png'],
    ['nota.html', 'application/pdf', 'nota.html.pdf'],
    ['nota.pdf.bat', 'application/pdf', 'nota.pdf.bat.pdf'],
    ['nfe.hta', 'application/xml', 'nfe.hta.xml'],
    ['.pdf', 'image/webp', '.pdf.webp'],
  ] as const)('saves %s of type %s as %s', (name, type, saved) => {
    expect(attachmentFileName({ name, type })).toBe(saved)
  })
})
