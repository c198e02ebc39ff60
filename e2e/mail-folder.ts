import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseReceivedMail, type ReceivedMail } from '@/server/testing/servers/mailbox'
import { SERVICE } from './service-config'

/*
 * Emails of the shared service, in one folder per recipient: the mail server runs beside the service (service.ts), and tests in any process
 * read by address.
 */

const POLL_MS = 50
const folderOf = (address: string) => path.join(SERVICE.mailFolder, encodeURIComponent(address.toLowerCase()))

export function clearMailFolder(): void {
  rmSync(SERVICE.mailFolder, { recursive: true, force: true })
}

let storedCount = 0

export function storeMail({ to, raw }: ReceivedMail): void {
  const folder = folderOf(to)
  mkdirSync(folder, { recursive: true })
  storedCount += 1
  const file = path.join(folder, `${String(storedCount).padStart(8, '0')}.eml`)
  // Atomic rename: readers never see a partial file.
  writeFileSync(`${file}.part`, raw)
  renameSync(`${file}.part`, file)
}

export async function readMails(address: string): Promise<ReceivedMail[]> {
  const folder = folderOf(address)
  let names: string[]
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return Promise.all(
    names.sort().map((name) => parseReceivedMail(address, readFileSync(path.join(folder, name), 'utf8'))),
  )
}

/** Resolves when `count` emails to the address have arrived. @throws {Error} on timeout */
export async function waitForMails(address: string, count = 1, timeoutMs = 60_000): Promise<ReceivedMail[]> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const mails = await readMails(address)
    if (mails.length >= count) return mails
    if (Date.now() > until) throw new Error(`${mails.length} of ${count} mails to ${address} after ${timeoutMs} ms`)
    await sleep(POLL_MS)
  }
}
