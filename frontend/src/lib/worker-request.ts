/** One request to a dedicated worker, and its answer. */

/** In the worker: answers the page's requests. */
export function serveRequests(answer: (request: never) => Promise<unknown>): void {
  const page = self as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>
  const reply = async (request: unknown) => page.postMessage(await answer(request as never), [])
  page.addEventListener('message', ({ data }: MessageEvent<unknown>) => void reply(data).catch(rethrowUncaught))
}

/** Throws outside of any promise, so that the page receives an error event of the worker. */
function rethrowUncaught(failure: unknown): void {
  setTimeout(() => {
    throw failure
  })
}

/**
 * In the page: sends a request to a worker started for it, and terminates the worker.
 * @param transfer objects to transfer instead of copying
 * @throws if the worker fails or does not start, as offline on a device that never loaded it
 */
export function requestFromWorker<Answer>(worker: Worker, request: unknown, transfer: Transferable[] = []): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data))
    worker.addEventListener('error', () => reject(new Error('The worker failed')))
    worker.postMessage(request, transfer)
  }).finally(() => worker.terminate())
}
