import { CHUNK_BYTES, type ImportRecords } from '@/server/imports/contacts/constants'
import { trpc } from '../trpc'

/** `started` is set by `uploadImportFile`, so that it goes on there when it is called again after a failure. */
export type Upload = {
  content: Blob
  fileName: string | null
  records: ImportRecords
  started: { id: string; uploadedChunks: number } | null
}

/** Pauses before a part is sent again. */
const RETRY_DELAYS_MS = [1000, 4000]

/**
 * Sends a file in parts, each again if it gets lost. Goes on after the parts that arrived before, also in an earlier visit: the service
 * recognizes the file by its hash.
 * @param onProgress with the share that was sent, 0 to 1
 * @returns the id of its import
 */
export async function uploadImportFile(upload: Upload, onProgress: (share: number) => void): Promise<string> {
  const { content, fileName, records } = upload
  if (upload.started === null) {
    const file = { records, fileName, fileBytes: content.size, sha256: await computeSha256(content) }
    upload.started = (await trpc.contactImports.start.mutate(file)).data
  }
  const { started } = upload
  for (let index = started.uploadedChunks; index * CHUNK_BYTES < content.size; index += 1) {
    onProgress((index * CHUNK_BYTES) / content.size)
    const base64 = await toBase64(content.slice(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES))
    await withRetries(() => trpc.contactImports.uploadChunk.mutate({ id: started.id, index, base64 }))
    started.uploadedChunks = index + 1
  }
  onProgress(1)
  await trpc.contactImports.completeUpload.mutate({ id: started.id })
  return started.id
}

/** Null where the browser has no cryptography: without HTTPS. */
async function computeSha256(content: Blob): Promise<string | null> {
  if (!globalThis.isSecureContext) return null
  const hash = await crypto.subtle.digest('SHA-256', await content.arrayBuffer())
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function withRetries<T>(send: () => Promise<T>): Promise<T> {
  for (const delay of RETRY_DELAYS_MS)
    try {
      return await send()
    } catch {
      // The last attempt reports its error.
      await new Promise((resolve) => {
        setTimeout(resolve, delay)
      })
    }
  return send()
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
