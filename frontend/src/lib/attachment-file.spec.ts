import fc from 'fast-check'
import { attachmentTexts } from '@prumo/shared/attachment-rules'
import { fittedSize, prepareAttachment } from './attachment-file'
import { formatBytes } from './format-bytes'

const side = fc.integer({ min: 1, max: 20_000 })

it('fits every photo into 1,600 pixels, without making one larger or thinner than a pixel', () => {
  fc.assert(
    fc.property(side, side, (width, height) => {
      const fitted = fittedSize({ width, height })
      expect(Math.max(fitted.width, fitted.height)).toBe(Math.min(1600, Math.max(width, height)))
      expect(Math.min(fitted.width, fitted.height)).toBeGreaterThanOrEqual(1)
      // The proportion changes by less than a pixel of the shorter side.
      const scale = Math.min(1, 1600 / Math.max(width, height))
      expect(Math.abs(fitted.width - width * scale)).toBeLessThan(1)
      expect(Math.abs(fitted.height - height * scale)).toBeLessThan(1)
    }),
  )
})

describe('a document', () => {
  const prepare = (content: string, name: string) => prepareAttachment(new File([content], name))

  it('stays as it is, with the type of its first bytes whatever it is called', async () => {
    const prepared = await prepare('%PDF-1.7 conteúdo', 'nota.jpg')
    if ('problem' in prepared) throw new Error(prepared.problem)
    expect([prepared.name, prepared.type, prepared.content.type]).toEqual(['nota.jpg', 'application/pdf', 'application/pdf'])
    expect(await prepared.content.text()).toBe('%PDF-1.7 conteúdo')
  })

  it('keeps 200 characters of its name, and gets one where it has none', async () => {
    expect(await prepare('%PDF-', `${'n'.repeat(300)}.pdf`)).toMatchObject({ name: 'n'.repeat(200) })
    expect(await prepare('%PDF-', ' ')).toMatchObject({ name: 'Comprovante' })
  })

  it.each(['<html><script>alert(1)</script>', '<svg/>', 'PK', ''])('is none with the content %s', async (content) => {
    expect(await prepare(content, 'nota.xml')).toEqual({ problem: attachmentTexts.unknownType })
  })
})

it.each([
  [1, '1 kB'],
  [212_400, '212 kB'],
  [999_400, '999 kB'],
  [999_600, '1 MB'],
  [1_240_000, '1,2 MB'],
  [50_000_000, '50 MB'],
])('writes %s bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
