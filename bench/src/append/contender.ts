import 'reflect-metadata'
import { mix } from '../mix/writer.js'
import { emmett } from './emmett.js'
import type { OpenStore } from './opened.js'
import { prumo } from './prumo.js'
import { rawInsert } from './raw-insert.js'
import { typeOrmAudit, typeOrmSave } from './typeorm.js'

/** The program of one contender: receives a number of seconds, works for that long, sends its rate, and ends with its parent. */
const opens: Record<string, OpenStore> = { mix, prumo, raw: rawInsert, save: typeOrmSave, audit: typeOrmAudit, emmett }

const [kind = '', url = '', callers = ''] = process.argv.slice(2)
const concurrency = Number(callers)
const contender = await (opens[kind] as OpenStore)(url, concurrency, concurrency)
process.on('message', (seconds: number) => void contender.rate({ rounds: 1, seconds, concurrency }).then((rate) => process.send?.(rate)))
process.once('disconnect', () => void contender.close())
process.send?.(contender.name)
