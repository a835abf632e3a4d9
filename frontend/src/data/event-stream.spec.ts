import { ReadableStream } from 'node:stream/web'
import { parseEvents, type StreamEvent } from './event-stream'

async function read(...pieces: string[]): Promise<StreamEvent[]> {
  const encoder = new TextEncoder()
  const body = ReadableStream.from(pieces.map((piece) => encoder.encode(piece)))
  const found: StreamEvent[] = []
  for await (const event of parseEvents(body as never)) found.push(event)
  return found
}

it('finds events however the stream is split, and skips comments', async () => {
  expect(await read(': hel', 'lo\n\nevent: cha', 'nged\ndata: {"seq":', '1}\n\n:\n\nevent: end\r\ndata: x\r\n\r\n', 'event: cut')).toEqual([
    { event: 'changed', data: '{"seq":1}' },
    { event: 'end', data: 'x' },
  ])
})
