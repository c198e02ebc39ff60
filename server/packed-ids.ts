const BYTES_PER_ID = 16

/** The ids of many rows, as 16 bytes each: half a million take 8 MB. */
export type PackedIds = { count: number; slice: (from: number, to: number) => string[] }

export function packIds(ids: readonly string[]): PackedIds {
  return wrapPackedIds(Buffer.from(ids.map((id) => id.replaceAll('-', '')).join(''), 'hex'))
}

/** @param packed the bytes of the ids (`uuid_send`), one after the other */
export function wrapPackedIds(packed: Uint8Array | null | undefined): PackedIds {
  const bytes = Buffer.from(packed ?? [])
  const count = bytes.length / BYTES_PER_ID
  const idAt = (index: number) =>
    bytes
      .toString('hex', index * BYTES_PER_ID, (index + 1) * BYTES_PER_ID)
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return {
    count,
    slice: (from, to) =>
      Array.from({ length: Math.max(Math.min(to, count) - from, 0) }, (_, offset) => idAt(from + offset)),
  }
}
