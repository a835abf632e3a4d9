/** `212 kB`, `1,2 MB`; a kilobyte is 1.000 bytes, as the limits say. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000)).toLocaleString('pt-BR')} kB`.replace('1.000 kB', '1 MB')
  return `${(bytes / 1_000_000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`
}
