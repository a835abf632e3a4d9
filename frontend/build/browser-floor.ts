import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformWithOxc, type Plugin } from 'vite'

/** The oldest supported browsers, as in README: scripts and styles are compiled for them. */
export const browserFloor = ['safari16.4', 'ios16.4', 'chrome131', 'firefox132']

/** Not compiled: they must be written for these browsers. */
const PLAIN = ['first-paint.js', 'document.js', 'device-copy.js']

/**
 * Features that the oldest browsers lack and that compiling does not replace. Features that only enhance a screen, or are detected
 * before use, are allowed and not listed: `text-wrap`, `field-sizing`, `@view-transition`, `scrollend`, `startViewTransition`,
 * `requestIdleCallback`.
 */
const MISSING: Readonly<Record<'js' | 'css', readonly RegExp[]>> = {
  js: [
    /\bAbortSignal\.any\b/,
    /\bPromise\.(withResolvers|try)\b/,
    /\b(Array\.fromAsync|Iterator\.from|(Object|Map)\.groupBy|URL\.(canParse|parse)|Response\.json|RegExp\.escape|Error\.isError|Math\.sumPrecise)\b/,
    /\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
    /\.(values|keys|entries)\(\)\.(map|filter|some|every|find|toArray|reduce|flatMap|take|drop|forEach)\(/,
    /\.(checkVisibility|(show|hide|toggle)Popover|requestClose|moveBefore|setHTMLUnsafe|caretPositionFromPoint|(to|from)(Base64|Hex))\(/,
    /\b(Symbol\.(asyncD|d)ispose|CloseWatcher|Float16Array|DurationFormat|scheduler\.(yield|postTask))\b/,
  ],
  css: [
    /\blight-dark\(/,
    /@scope\b/,
    /\banchor(-size)?\(/,
    /\bposition-(area|anchor|try)\b/,
    /\bcalc-size\(/,
    /\(from /,
    /\blinear\(/,
    /\bstyle\(/,
    /:(popover-open|open|state|user-valid|user-invalid)\b/,
    /::details-content/,
    /[{};]\s*&/,
  ],
}

/** Fails the build if a delivered file needs a newer browser, dependencies and service worker included. */
export function enforceBrowserFloor(): Plugin {
  let folder: string | null = null
  return {
    name: 'prumo:floor',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      folder = dir
    },
    // After the service worker is written.
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (!folder) return
        const broken = [...missingIn(folder), ...(await newerSyntaxIn(folder))]
        if (broken.length > 0) throw new Error(`Newer than ${browserFloor.join(', ')}: ${broken.join('; ')}`)
      },
    },
  }
}

function missingIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const kind = /\.(js|css)$/.exec(name)?.[1] as 'js' | 'css' | undefined
    if (!kind) return []
    const text = readFileSync(join(folder, name), 'utf8')
    return MISSING[kind].flatMap((pattern) => pattern.exec(text)?.[0] ?? []).map((found) => `${name} has ${found}`)
  })
}

/** The files whose syntax a compiler would have to lower for the oldest browsers. */
async function newerSyntaxIn(folder: string): Promise<string[]> {
  const compiled = async (text: string, target: string | string[]) =>
    (await transformWithOxc(text, 'plain.js', { target, sourcemap: false })).code
  const newer = await Promise.all(
    PLAIN.map(async (name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return (await compiled(text, browserFloor)) === (await compiled(text, 'esnext')) ? [] : [`${name} has newer syntax`]
    }),
  )
  return newer.flat()
}
