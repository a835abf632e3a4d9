#!/usr/bin/env node
/**
 * Judges an exported log by docs/event-chain.md alone: it needs nothing of the program, only Node.
 *
 *   node verify-export.mjs export.jsonl [--head <seq>:<hash>]
 *   … | node verify-export.mjs -
 *   node verify-export.mjs --month prova.json [export.jsonl]
 *
 * A month's proof is judged by itself: its hash follows from the event and the hash before it, and its figures are those of the
 * event. With an export, the log also has to hold that event.
 *
 * Exit code 0: the log is whole. 1: it is not, and the first wrong line is named. 2: the call was wrong.
 */
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'

const FORM = 'prumo-event-1'
const FIELDS = ['accountId', 'seq', 'entity', 'entityId', 'entityVersion', 'type', 'schemaVersion', 'recordedAt', 'meta', 'data', 'hash']
const isOfMonth = process.argv[2] === '--month'
const proof = isOfMonth ? readProof(process.argv[3]) : null
const [file, option, head] = proof ? [process.argv[4], '--head', proof.head] : process.argv.slice(2)
const known = /^(\d+):([0-9a-f]{64})$/.exec(head ?? '')
if ((isOfMonth && !proof) || (!proof && !file) || (option !== undefined && (option !== '--head' || !known))) {
  console.error('Usage: verify-export.mjs <file or -> [--head <seq>:<hash>]\n       verify-export.mjs --month <prova.json> [file or -]')
  process.exit(2)
}
if (proof) {
  const wrong = judgeMonth(proof)
  if (wrong) fail(wrong)
  console.log(`whole: ${proof.month} was closed at ${proof.head}`)
  if (!file) process.exit(0)
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

/** The proof of a month; null if there is no such file. */
function readProof(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** What is wrong with the proof of a month; null when it holds. */
function judgeMonth({ month, head: position, totals, previousHash, event }) {
  const hash = hashOf(Buffer.from(String(previousHash), 'hex'), event ?? {}).toString('hex')
  if (hash !== event?.hash) return 'its hash does not follow from the event and the hash before it'
  if (position !== `${event.seq}:${event.hash}`) return 'its head is not that of the event'
  const { after } = JSON.parse(event.data)
  if (event.type !== 'MonthClosed' || after.month !== month) return 'the event did not close this month'
  const centavos = { income: after.income, expense: after.expense, balance: after.income - after.expense }
  const differs = Object.entries(centavos).find(([name, value]) => Math.round(totals?.[name] * 100) !== value)
  if (differs) return `its ${differs[0]} is not that of the event`
  return totals.count === after.count ? null : 'its count is not that of the event'
}

function hashOf(before, event) {
  const parts = FIELDS.slice(0, -1).map((name) => String(event[name]))
  return createHash('sha256')
    .update(before)
    .update([FORM, ...parts].join('\n'), 'utf8')
    .digest()
}

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
  const hash = hashOf(previous, event)
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
