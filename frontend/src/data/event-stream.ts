/** An event of a `text/event-stream`. */
export interface StreamEvent {
  event: string
  data: string
}

/** Parses the events of a stream, however its text is split. Comments, which only keep the connection open, are skipped. */
export async function* parseEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      const blocks = rest.split(/\r?\n\r?\n/)
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function parseEvent(block: string): StreamEvent | null {
  const found: StreamEvent = { event: 'message', data: '' }
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const [, field = '', value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? []
    if (field === 'event') found.event = value
    if (field === 'data') data.push(value)
  }
  return data.length > 0 ? { ...found, data: data.join('\n') } : null
}
