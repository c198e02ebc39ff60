import { expect } from 'vitest'
import { db } from '../db'
import type { RestResponse } from './rest-client'

type Call = (line: string) => Promise<RestResponse>
type SyncedRecord = { id: string; updatedAt: string; deleted?: true; deletedAt?: string }

/** A client that keeps a copy of a list as the guide describes: it reads to the end, and next time from there. */
export class SyncedCopy {
  readonly records = new Map<string, SyncedRecord>()
  updatedSince = '1970-01-01'

  readonly #call: Call
  readonly #list: string

  /** @param query of every request, such as filters */
  constructor(call: Call, path: string, query = 'limit=100') {
    this.#call = call
    this.#list = `GET ${path}?deleted=true&${query}`
  }

  /**
   * Reads the changes to the end.
   * @param afterPage runs after each answer, with what was read so far
   * @returns what the answers contained, in order
   */
  async sync(afterPage: (read: readonly SyncedRecord[]) => Promise<void> = async () => {}): Promise<SyncedRecord[]> {
    const read: SyncedRecord[] = []
    for (let position = `updated_since=${encodeURIComponent(this.updatedSince)}`; ; ) {
      const { status, body } = await this.#call(`${this.#list}&${position}`)
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      for (const record of body.data as SyncedRecord[]) {
        read.push(record)
        if (record.deleted) this.records.delete(record.id)
        else this.records.set(record.id, record)
      }
      await afterPage(read)
      if (body.meta.nextCursor === null) {
        this.updatedSince = body.meta.nextUpdatedSince
        return read
      }
      position = `cursor=${body.meta.nextCursor}`
    }
  }

  /** Syncs until everything that was committed before the call is in the copy. @returns what the answers contained */
  syncAll(): Promise<SyncedRecord[]> {
    return syncUntilNow(this)
  }
}

async function syncUntilNow(copy: SyncedCopy): Promise<SyncedRecord[]> {
  const read: SyncedRecord[] = []
  const until = await databaseTime()
  const sync = async () => {
    read.push(...(await copy.sync()))
    return new Date(copy.updatedSince)
  }
  await expect.poll(sync, { timeout: 30_000, interval: 500 }).toSatisfy((synced: Date) => synced > until)
  return read
}

export async function databaseTime(): Promise<Date> {
  const [row] = await db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`
  if (!row) throw new Error('no row')
  return row.at
}
