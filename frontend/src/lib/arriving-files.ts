import { takeShared } from './shared-files'

/** Files on their way to the screen of import: dropped on another screen, shared by another app, or opened with this one. */

let handed: readonly File[] = []
const readers = new Set<() => void>()

/** Hands files over; whoever shows the screen takes them, now or once it is there. */
export function handFiles(files: readonly File[]): void {
  handed = [...handed, ...files]
  for (const look of readers) look()
}

/** Takes what was handed over, now and whenever more is. @returns a way to stop */
export function takeFiles(onFiles: (files: readonly File[]) => void): () => void {
  const take = (): void => {
    const files = handed
    handed = []
    if (files.length > 0) onFiles(files)
  }
  readers.add(take)
  take()
  return () => readers.delete(take)
}

/** What the address says of a share: its files wait on the device, or they were lost on the way. */
export const SHARED_PARAM = 'compartilhado'

/** Hands over what another app shared. @returns whether there was anything */
export async function takeSharedFiles(): Promise<boolean> {
  const files = await takeShared()
  handFiles(files)
  return files.length > 0
}

/** What a browser with file handlers adds to the window. */
interface LaunchQueue {
  setConsumer: (consumer: (launch: { files?: readonly { getFile: () => Promise<File> }[] }) => void) => void
}

/** Hears of the files that the installed app is opened with. */
export function followLaunches(): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ files = [] }) => void Promise.all(files.map((file) => file.getFile())).then(handFiles, () => undefined))
}
