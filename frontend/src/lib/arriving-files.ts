import { storeSharedFiles, takeSharedFiles } from './shared-files'

/** Files on their way to the screen of import: dropped on another screen, shared by another app, or opened with this one. */

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

/** What the address says of a share: its files wait on the device, or they were lost on the way. */
export const SHARED_PARAM = 'compartilhado'

/** The address that opens it. */
export const SHARED_ADDRESS = `/dashboard/import?${SHARED_PARAM}=1`

/** Queues the files that another app shared. @returns whether there were any */
export async function handOverSharedFiles(): Promise<boolean> {
  const files = await takeSharedFiles()
  handOverFiles(files)
  return files.length > 0
}

/** What a browser with file handlers adds to the window. */
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

/** The browser tells of a launch at once; where the page was not launched it tells nothing. */
const LAUNCH_MS = 500

/**
 * Keeps the files that the installed app is opened with, as those of a share: whoever has to sign in first leaves the page
 * that was told of them.
 * @returns how many are kept
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
    // The device is full or keeps nothing: the screen asks for the file.
    () => 0,
  )
}

function launchQueue(): LaunchQueue | undefined {
  return (window as { launchQueue?: LaunchQueue }).launchQueue
}

function filesOf({ files = [] }: FileLaunch): Promise<File[]> {
  return Promise.all(files.map((file) => file.getFile()))
}
