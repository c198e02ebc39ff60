import type { Encoding } from './detect-encoding'
import { FileFault } from './file-fault'

/**
 * Decodes chunk by chunk, without a byte order mark.
 * @throws {FileFault} `undecodable` with the line; `truncated` if the file ends within a character
 */
export async function* decodeText(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let line = 1
  for await (const chunk of chunks) {
    const text = decodeChunk(decoder, chunk, line)
    line += text.match(/\r\n?|\n/g)?.length ?? 0
    yield text
  }
  yield decodeEnd(decoder)
}

function decodeChunk(decoder: TextDecoder, chunk: Buffer, line: number): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch (error) {
    throw new FileFault('undecodable', { line }, { cause: error })
  }
}

function decodeEnd(decoder: TextDecoder): string {
  try {
    return decoder.decode()
  } catch (error) {
    throw new FileFault('truncated', {}, { cause: error })
  }
}
