import { useRef, type ReactNode } from 'react'

/** Where a receipt comes from. */
export type FileSource = 'camera' | 'gallery' | 'files'

const PHOTOS = 'image/jpeg,image/png,image/webp'
const DOCUMENTS = 'application/pdf,.pdf,application/xml,text/xml,.xml'

/** The browser's own choice of files. @returns its fields, to be rendered, and a function that opens one after a press */
export function useFilePicker(onFiles: (files: readonly File[]) => void): { fields: ReactNode; pick: (source: FileSource) => void } {
  const camera = useRef<HTMLInputElement>(null)
  const gallery = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const field = {
    type: 'file',
    hidden: true,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      onFiles([...(target.files ?? [])])
      // Allow the same file to be chosen again.
      target.value = ''
    },
  } as const
  return {
    fields: (
      <>
        <input {...field} ref={camera} accept="image/*" capture="environment" aria-label="Foto do comprovante" />
        <input {...field} ref={gallery} accept={PHOTOS} multiple aria-label="Fotos da galeria" />
        <input {...field} ref={files} accept={`${PHOTOS},${DOCUMENTS}`} multiple aria-label="Arquivos de comprovante" />
      </>
    ),
    pick: (source) => ({ camera, gallery, files })[source].current?.click(),
  }
}
