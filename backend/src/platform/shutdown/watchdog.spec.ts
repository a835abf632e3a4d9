import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { BlockedLoop } from './blocked-loop.js'

/** The results of ticks at these times with these heartbeat counts. */
function blockedMs(...ticks: [at: number, heartbeats: number][]): number[] {
  const loop = new BlockedLoop(500, 0)
  return ticks.map(([at, heartbeats]) => loop.tick(at, heartbeats))
}

describe('a blocked event loop', () => {
  it('is counted from its last heartbeat, until it runs again', () => {
    expect(blockedMs([500, 1], [1_000, 2], [1_500, 2], [2_100, 2], [2_600, 3], [3_100, 3])).toEqual([0, 0, 500, 1_100, 0, 500])
  })

  it('is not counted over a gap in which the observer did not run', () => {
    expect(blockedMs([500, 1], [3_600_000, 1], [3_600_500, 1], [3_601_000, 2])).toEqual([0, 0, 500, 0])
    expect(blockedMs([500, 0], [1_000, 0], [60_000, 0], [60_500, 0])).toEqual([500, 1_000, 1_000, 1_500])
  })
})

describe('the watchdog', () => {
  const LIMIT_MS = 600
  const watchdog = new URL('../../../dist/platform/shutdown/watchdog.js', import.meta.url).href
  const start = (script: string) =>
    spawn(
      process.execPath,
      ['--input-type=module', '-e', `import { watchEventLoop } from '${watchdog}'\nwatchEventLoop(${LIMIT_MS})\n${script}`],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    )

  it('spares a process that was stopped, and ends one that blocks, with one log line', async () => {
    const child = start(
      `process.stdin.on('data', (text) => { console.log('running'); if (String(text) === 'block') for (;;); })\nconsole.log('ready')`,
    )
    let said = ''
    const says = async (text: string) => {
      while (!said.includes(text)) said += String((await once(child.stdout, 'data'))[0])
      said = said.slice(said.indexOf(text) + text.length)
    }
    await says('ready')
    child.kill('SIGSTOP')
    await pause(1.5 * LIMIT_MS)
    child.kill('SIGCONT')
    await pause(LIMIT_MS / 2)
    child.stdin.write('are you there?')
    await says('running')
    const exited = once(child, 'exit')
    child.stdin.write('block')
    await says('running')
    child.stdout.on('data', (bytes: Buffer) => (said += String(bytes)))
    expect(await exited).toEqual([null, 'SIGKILL'])
    expect(
      said
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      expect.objectContaining({
        level: 60,
        context: 'watchdog',
        pid: child.pid,
        msg: 'The event loop is blocked: this process ends itself',
      }),
    ])
  })

  it('does not keep a process alive', async () => {
    expect(await once(start(''), 'exit')).toEqual([0, null])
  })
})
