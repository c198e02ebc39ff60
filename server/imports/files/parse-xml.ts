import sax from 'sax'
import { FileFault } from './file-fault'

export type XmlAttributes = Readonly<Record<string, string>>

/** Names are without prefix. A long text comes in several parts. */
export type XmlHandler = {
  open: (name: string, attributes: XmlAttributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** A worksheet has 6 levels, and 20 attributes at most. */
const DEPTH_MAX = 64
const ATTRIBUTES_MAX = 256

/**
 * Parses XML and yields what the handler emits, chunk by chunk. Bounded whatever the document is: no document type and thus no entities, no
 * deep nesting, no text that is collected.
 * @throws {FileFault} `unsafeXml`, `malformed`
 */
export async function* parseXml<Item>(
  chunks: AsyncIterable<Buffer>,
  createHandler: (emit: (item: Item) => void) => XmlHandler,
): AsyncGenerator<Item> {
  let items: Item[] = []
  const parser = createParser(createHandler((item) => items.push(item)))
  let decoder: TextDecoder | null = null
  for await (const chunk of chunks) {
    decoder ??= createDecoder(chunk)
    feed(parser, decoder, chunk)
    yield* items
    items = []
  }
  if (decoder === null) throw new FileFault('malformed')
  feed(parser, decoder)
  yield* items
}

function createDecoder(start: Buffer): TextDecoder {
  const isUtf16 = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)
  if (!isUtf16) return new TextDecoder('utf-8', { fatal: true })
  return new TextDecoder(start[0] === 0xff ? 'utf-16le' : 'utf-16be', { fatal: true })
}

/** @param chunk nothing ends the document */
function feed(parser: sax.SAXParser, decoder: TextDecoder, chunk?: Buffer): void {
  try {
    if (chunk !== undefined) parser.write(decoder.decode(chunk, { stream: true }))
    else parser.write(decoder.decode()).close()
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault('malformed', {}, { cause: error })
  }
}

function createParser(handler: XmlHandler): sax.SAXParser {
  // Positions make it limit its buffers (64 KiB).
  const parser = sax.parser(true, { position: true })
  let depth = 0
  let attributes = 0
  const handlers: Partial<sax.SAXParser> = {
    onerror: (error) => {
      throw error
    },
    ondoctype: () => {
      throw new FileFault('unsafeXml')
    },
    onopentagstart: () => {
      attributes = 0
      depth += 1
      if (depth > DEPTH_MAX) throw new FileFault('unsafeXml')
    },
    onattribute: () => {
      attributes += 1
      if (attributes > ATTRIBUTES_MAX) throw new FileFault('unsafeXml')
    },
    onopentag: ({ name, attributes: values }) => handler.open(localName(name), values as XmlAttributes),
    onclosetag: (name) => {
      depth -= 1
      handler.close?.(localName(name))
    },
    ontext: (text) => handler.text?.(text),
    oncdata: (text) => handler.text?.(text),
  }
  return Object.assign(parser, handlers)
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
