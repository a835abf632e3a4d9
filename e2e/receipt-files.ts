import type { Page } from '@playwright/test'

/** A file as a file chooser takes it. */
export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** What a camera writes into a photo, as the tests look for it. */
export const CAMERA_MARK = 'GPS -23.5613 -46.6565'

/** A photo of 2400 × 1800 pixels with what a camera adds to it. */
export async function cameraPhoto(page: Page, name = 'IMG_2041.JPG'): Promise<ChosenFile> {
  const pixels = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2400, 1800)
    const context = canvas.getContext('2d')!
    context.fillStyle = '#fcfbf8'
    context.fillRect(0, 0, 2400, 1800)
    context.fillStyle = '#1e1a16'
    context.font = '160px sans-serif'
    context.fillText('AURORA', 200, 300)
    for (let line = 0; line < 12; line += 1) context.fillRect(200, 420 + line * 90, 900 + ((line * 311) % 700), 26)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
    return [...new Uint8Array(await blob.arrayBuffer())]
  })
  const jpeg = Buffer.from(pixels)
  const content = Buffer.from(`Exif\0\0${CAMERA_MARK}`)
  const head = Buffer.from([0xff, 0xe1, 0, content.length + 2])
  // After the start of the image.
  return { name, mimeType: 'image/jpeg', buffer: Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]) }
}

/** A one-page PDF. */
export function pdfFile(name = 'boleto-aurora.pdf'): ChosenFile {
  const text = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text) }
}

/** The XML of an invoice, with markup that must stay text. */
export function xmlFile(name = 'NF-e 4471.xml'): ChosenFile {
  const text = '<?xml version="1.0" encoding="UTF-8"?><nfeProc><script>document.title = "run"</script><vNF>186.40</vNF></nfeProc>'
  return { name, mimeType: 'text/xml', buffer: Buffer.from(text) }
}

/** Width and height of a JPEG, from the header of its frame. */
export function sizeOfJpeg(bytes: Buffer): { width: number; height: number } {
  let at = 2
  while (bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (marker >= 0xc0 && marker <= 0xc3) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  throw new Error('The JPEG has no frame')
}
