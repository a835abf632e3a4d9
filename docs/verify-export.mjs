#!/usr/bin/env node
/**
 * Judges an exported log by docs/event-chain.md alone: it needs nothing of the program, only Node.
 *
 *   node verify-export.mjs export.jsonl [--head <seq>:<hash>]
 *   … | node verify-export.mjs -
 *
 * Exit code 0: the log is whole. 1: it is not, and the first wrong line is named. 2: the call was wrong.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

const FORM = 'prumo-event-1'
const FIELDS = ['accountId', 'seq', 'entity', 'entityId', 'entityVersion', 'type', 'schemaVersion', 'recordedAt', 'meta', 'data', 'hash']
const [file, option, head] = process.argv.slice(2)
const known = /^(\d+):([0-9a-f]{64})$/.exec(head ?? '')
if (!file || (option !== undefined && (option !== '--head' || !known))) {
  console.error('Usage: verify-export.mjs <file or -> [--head <seq>:<hash>]')
  process.exit(2)
}

let previous = Buffer.alloc(32)
let seq = 0
let accountId = null
let recordedAt = ''
let metKnown = false
const versions = new Map()
/** The first event of the command that the line before is of. */
let lead = null

let number = 0
for await (const line of linesOf(file === '-' ? process.stdin : createReadStream(file))) {
  number++
  const wrong = judge(line)
  if (wrong) fail(`line ${number}: ${wrong}`)
}
if (seq === 0) fail('it holds no event')
if (known && !metKnown) fail(`the log ends at ${seq}; ${known[1]} is known from elsewhere`)
console.log(`whole: ${seq} events of account ${accountId}, head ${seq}:${previous.toString('hex')}`)

/** The lines of a stream. Only a line feed ends one: what else may count as an end can stand within a text. */
async function* linesOf(stream) {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    const parts = `${rest}${chunk}`.split('\n')
    rest = parts.pop()
    yield* parts
  }
  if (rest !== '') yield rest
}

/** What is wrong with the next line; null when it continues the chain. */
function judge(line) {
  let event
  try {
    event = JSON.parse(line)
  } catch {
    return 'it is not JSON'
  }
  const missing = FIELDS.find((name) => !(name in event))
  if (missing) return `it has no ${missing}`
  if (event.accountId !== (accountId ?? event.accountId)) return 'it is of another account'
  if (event.seq !== seq + 1) return `its seq is ${event.seq}, ${seq + 1} was due`
  const parts = FIELDS.slice(0, -1).map((name) => String(event[name]))
  const hash = createHash('sha256')
    .update(previous)
    .update([FORM, ...parts].join('\n'), 'utf8')
    .digest()
  if (hash.toString('hex') !== event.hash) return 'its hash does not follow from its content and the line before'
  if (event.recordedAt < recordedAt) return 'it was recorded before the line in front of it'
  const wrong = judgeVersion(event) ?? judgePart(event)
  if (wrong) return wrong
  if (known && Number(known[1]) === event.seq) {
    if (event.hash !== known[2]) return 'its hash is not the one known from elsewhere'
    metKnown = true
  }
  ;({ accountId, seq, recordedAt } = event)
  previous = hash
  return null
}

function judgeVersion({ entity, entityId, entityVersion, meta }) {
  const { commandId } = JSON.parse(meta)
  const name = `${entity} ${entityId}`
  const before = versions.get(name) ?? { version: 0, commandId: null }
  const sameCommand = before.version === entityVersion && before.commandId === commandId
  if (!sameCommand && entityVersion !== before.version + 1) return `its entity version is ${entityVersion}, ${before.version + 1} was due`
  versions.set(name, { version: entityVersion, commandId })
  return null
}

function judgePart({ seq: at, meta }) {
  const { commandId, partOf } = JSON.parse(meta)
  if (partOf === undefined && commandId !== lead?.commandId) lead = { seq: at, commandId }
  if (partOf !== undefined && (partOf !== lead?.seq || commandId !== lead.commandId)) return 'it is no part of the command that it names'
  return null
}

function fail(message) {
  console.log(`broken: ${message}`)
  process.exit(1)
}
