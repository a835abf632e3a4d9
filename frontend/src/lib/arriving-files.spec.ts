import 'fake-indexeddb/auto'
import { storeLaunchedFiles } from './arriving-files'
import { countSharedFiles, takeSharedFiles } from './shared-files'

type Consumer = (launch: { files?: readonly { getFile: () => Promise<File> }[] }) => void

function launchedWith(tell: (consumer: Consumer) => void): void {
  Object.assign(window, { launchQueue: { setConsumer: tell } })
}

afterEach(async () => {
  Reflect.deleteProperty(window, 'launchQueue')
  await takeSharedFiles()
})

it('keeps the files that the app is opened with until the person has signed in', async () => {
  const file = new File(['a;b'], 'extrato.csv', { type: 'text/csv' })
  Object.assign(file, { arrayBuffer: () => Promise.resolve(new TextEncoder().encode('a;b').buffer) })
  launchedWith((consumer) => setTimeout(() => consumer({ files: [{ getFile: () => Promise.resolve(file) }] })))
  expect(await storeLaunchedFiles()).toBe(1)
  expect(await countSharedFiles()).toBe(1)
  expect((await takeSharedFiles()).map(({ name }) => name)).toEqual(['extrato.csv'])
})

it.each([
  ['no file', (consumer: Consumer) => consumer({ files: [] })],
  ['nothing at all', () => undefined],
  ['a file that is gone', (consumer: Consumer) => consumer({ files: [{ getFile: () => Promise.reject(new Error('gone')) }] })],
])('keeps nothing of a launch with %s, and leaves a waiting share', async (_, tell) => {
  launchedWith(tell)
  expect(await storeLaunchedFiles()).toBe(0)
})

it('keeps nothing where the browser opens no files with an app', async () => {
  expect(await storeLaunchedFiles()).toBe(0)
})
