import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FILE_LIMITS, FileFault } from './file-fault'

const CHUNK_BYTES = 64 * 1024

export type SpooledFile = {
  size: number
  read: (start: number, length: number) => Promise<Buffer>
  /** All of it, or a range, each time it is called. */
  chunks: (start?: number, end?: number) => AsyncGenerator<Buffer>
  close: () => Promise<void>
}

/**
 * Copies a file to disk: a workbook is read from its end, and a text file twice (the encoding is known after the last byte). The name is
 * removed at once, so that a killed process leaves nothing behind.
 * @throws {FileFault} `fileTooLarge`
 */
export async function spoolFile(bytes: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
  const handle = await openUnnamedFile()
  try {
    let size = 0
    for await (const chunk of bytes) {
      size += chunk.length
      if (size > FILE_LIMITS.fileBytes) throw new FileFault('fileTooLarge', { limit: FILE_LIMITS.fileBytes })
      await writeFully(handle, chunk)
    }
    return presentSpooledFile(handle, size)
  } catch (error) {
    await handle.close()
    throw error
  }
}

export async function openUnnamedFile(): Promise<FileHandle> {
  const name = path.join(tmpdir(), `import-${randomUUID()}`)
  const handle = await open(name, 'wx+', 0o600)
  await unlink(name)
  return handle
}

async function writeFully(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, written)
    written += bytesWritten
  }
}

function presentSpooledFile(handle: FileHandle, size: number): SpooledFile {
  const read = (start: number, length: number) => readFully(handle, start, Math.min(length, Math.max(size - start, 0)))
  return {
    size,
    read,
    chunks: async function* (start = 0, end = size) {
      for (let at = start; at < end; at += CHUNK_BYTES) yield await read(at, Math.min(CHUNK_BYTES, end - at))
    },
    close: () => handle.close(),
  }
}

export async function readFully(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await handle.read(buffer, read, length - read, start + read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return buffer.subarray(0, read)
}
