import { CHUNK_BYTES, type ImportRecords } from '@/server/imports/contacts/constants'
import { trpc } from '../trpc'

type FileToSend = { content: Blob; fileName: string | null; records: ImportRecords }

const ATTEMPTS = 3

/**
 * Sends a file in parts, each again if it gets lost.
 * @param onProgress with the share that was sent, 0 to 1
 * @returns the id of its import
 */
export async function sendFile({ content, fileName, records }: FileToSend, onProgress: (share: number) => void) {
  const { data: started } = await trpc.contactImports.start.mutate({ records, fileName, fileBytes: content.size })
  const { id } = started
  for (let index = 0; index * CHUNK_BYTES < content.size; index += 1) {
    const part = content.slice(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES)
    const base64 = await toBase64(part)
    await withAttempts(() => trpc.contactImports.uploadChunk.mutate({ id, index, base64 }))
    onProgress(Math.min(1, ((index + 1) * CHUNK_BYTES) / content.size))
  }
  await trpc.contactImports.completeUpload.mutate({ id })
  return id
}

async function withAttempts<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await send()
    } catch (error) {
      if (attempt >= ATTEMPTS) throw error
    }
}

function toBase64(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? (reader.result.split(',', 2)[1] ?? '') : ''),
    )
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file could not be read')))
    reader.readAsDataURL(part)
  })
}
