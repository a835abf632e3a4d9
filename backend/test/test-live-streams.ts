import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LiveChange } from '@prumo/shared/live'
import { Settings } from '@prumo/backend/platform/config/settings'
import { freePort } from '@prumo/backend/platform/free-port'
import type { TestApp } from './test-app.js'
import { until } from './test-queue.js'

const program = fileURLToPath(new URL('./dist/test-app-process.js', import.meta.url))

export interface OtherProcess {
  child: ChildProcess
  origin: string
}

/** Another API process on the same database. */
export async function startElsewhere(here: TestApp): Promise<OtherProcess> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { PATH, LD_LIBRARY_PATH } = process.env
  const settings = {
    PRUMO_DATA_DIR: here.dataDir,
    DATABASE_URL: here.app.get(Settings, { strict: false }).databaseUrl ?? '',
  }
  const env = { PATH, LD_LIBRARY_PATH, ...settings, RATE_LIMITS: 'off', LOG_LEVEL: 'silent', PORT: String(port) }
  const child = spawn(process.execPath, [program], { env, stdio: 'inherit' })
  await until(async () => (await fetch(`${origin}/api/health/live`).catch(() => null))?.ok === true)
  return { child, origin }
}

export interface SubscribedStream {
  answer: Response
  events: LiveChange[]
  ended: { hasEndEvent: boolean; closed: boolean }
  leave: () => void
}

/** Subscribes at the other process, as a browser would. */
export async function subscribeLive({ origin }: OtherProcess, token: string): Promise<SubscribedStream> {
  const leaving = new AbortController()
  const answer = await fetch(`${origin}/api/live`, { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal })
  const heard: SubscribedStream = { answer, events: [], ended: { hasEndEvent: false, closed: false }, leave: () => leaving.abort() }
  void (async () => {
    let text = ''
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? []
        text = text.slice(end + 2)
        if (event === 'changed') heard.events.push(JSON.parse(data ?? '') as LiveChange)
        if (event === 'end') heard.ended.hasEndEvent = true
      }
    }
  })()
    .catch(() => undefined)
    .finally(() => (heard.ended.closed = true))
  await until(() => heard.events.length > 0 || heard.ended.closed)
  return heard
}
