import { storeSharedFiles, takeSharedFiles } from './shared-files'

/** Files on their way to the import screen: dropped on another screen, shared by another app, or opened with this one. */

let handedOver: readonly File[] = []
const listeners = new Set<() => void>()

/** Queues files for the import screen, which consumes them now or once it is shown. */
export function handOverFiles(files: readonly File[]): void {
  handedOver = [...handedOver, ...files]
  for (const look of listeners) look()
}

/** Consumes queued files, now and whenever more arrive. @returns unsubscribes */
export function consumeFiles(onFiles: (files: readonly File[]) => void): () => void {
  const take = (): void => {
    const files = handedOver
    handedOver = []
    if (files.length > 0) onFiles(files)
  }
  listeners.add(take)
  take()
  return () => listeners.delete(take)
}

/** In the address after a share: its files wait on the device, or got lost. */
export const SHARED_PARAM = 'compartilhado'

/** The address of the import screen with shared files. */
export const SHARED_ADDRESS = `/dashboard/import?${SHARED_PARAM}=1`

/** Queues the files that another app shared. @returns whether there were any */
export async function handOverSharedFiles(): Promise<boolean> {
  const files = await takeSharedFiles()
  handOverFiles(files)
  return files.length > 0
}

/** `window.launchQueue` of browsers with file handlers. */
interface LaunchQueue {
  setConsumer: (consumer: (launch: FileLaunch) => void) => void
}

interface FileLaunch {
  files?: readonly { getFile: () => Promise<File> }[]
}

/** Queues the files that the installed app is opened with. */
export function handleLaunches(): void {
  launchQueue()?.setConsumer((launch) => void filesOf(launch).then(handOverFiles, () => undefined))
}

/** The browser reports a launch at once, and reports nothing if the page was not launched. */
const LAUNCH_MS = 500

/**
 * Stores the files that the installed app is opened with like shared ones: a person who has to sign in first leaves the page that
 * received them.
 * @returns how many were stored
 */
export async function storeLaunchedFiles(): Promise<number> {
  const queue = launchQueue()
  if (!queue) return 0
  const launched = new Promise<readonly File[]>((resolve) => {
    queue.setConsumer((launch) => void filesOf(launch).then(resolve, () => resolve([])))
    setTimeout(() => resolve([]), LAUNCH_MS)
  })
  const files = await launched
  if (files.length === 0) return 0
  return storeSharedFiles(files).then(
    () => files.length,
    // The device is full or stores nothing: the screen asks for the file.
    () => 0,
  )
}

function launchQueue(): LaunchQueue | undefined {
  return (window as { launchQueue?: LaunchQueue }).launchQueue
}

function filesOf({ files = [] }: FileLaunch): Promise<File[]> {
  return Promise.all(files.map((file) => file.getFile()))
}
