/** One question to a worker of its own, and its answer. */

/** In the worker: answers what the page asks. */
export function serveRequests(answer: (asked: never) => Promise<unknown>): void {
  const page = self as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>
  const tell = async (asked: unknown) => page.postMessage(await answer(asked as never), [])
  page.addEventListener('message', ({ data }: MessageEvent<unknown>) => void tell(data).catch(rethrowUncaught))
}

/** Thrown again outside of any promise, the page hears of it as an error of the worker. */
function rethrowUncaught(failure: unknown): void {
  setTimeout(() => {
    throw failure
  })
}

/**
 * In the page: asks a worker that was started for this, and ends it.
 * @param given what is handed over instead of copied
 * @throws where it does not start, as without a connection on a device that never made one, or fails
 */
export function requestFromWorker<Answer>(worker: Worker, asked: unknown, given: Transferable[] = []): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data))
    worker.addEventListener('error', () => reject(new Error('The worker failed')))
    worker.postMessage(asked, given)
  }).finally(() => worker.terminate())
}
