import { openUnnamedFile, readFully } from './spool-file'

const BLOCK_STRINGS = 64
const CACHE_BYTES = 8 * 1024 * 1024
/** Of V8, for each string. */
const STRING_OVERHEAD_BYTES = 40

/** Strings by index, on disk, with the latest blocks in memory. */
export type StringStore = {
  /** Undefined if its block is not in memory. */
  peek: (index: number) => string | undefined
  load: (index: number) => Promise<string | undefined>
  close: () => Promise<void>
}

/** Stores the shared strings of a workbook, of which there may be as many as cells. */
export async function storeStrings(strings: AsyncIterable<string>): Promise<StringStore> {
  const handle = await openUnnamedFile()
  try {
    const ends = [0]
    const append = async (block: string[]) => {
      const bytes = Buffer.from(JSON.stringify(block))
      await handle.appendFile(bytes)
      ends.push((ends.at(-1) ?? 0) + bytes.length)
    }
    let block: string[] = []
    for await (const string of strings) {
      block.push(string)
      if (block.length < BLOCK_STRINGS) continue
      await append(block)
      block = []
    }
    await append(block)
    const readBlock = async (number: number): Promise<string[]> => {
      const [start, end] = [ends[number], ends[number + 1]]
      if (start === undefined || end === undefined) return []
      return JSON.parse((await readFully(handle, start, end - start)).toString()) as string[]
    }
    return createCachedStore(readBlock, () => handle.close())
  } catch (error) {
    await handle.close()
    throw error
  }
}

function createCachedStore(readBlock: (number: number) => Promise<string[]>, close: () => Promise<void>): StringStore {
  const blocks = new Map<number, string[]>()
  let cachedBytes = 0
  const peek = (index: number) => blocks.get(Math.floor(index / BLOCK_STRINGS))?.[index % BLOCK_STRINGS]
  return {
    peek,
    load: async (index) => {
      const number = Math.floor(index / BLOCK_STRINGS)
      if (!blocks.has(number)) {
        const block = await readBlock(number)
        blocks.set(number, block)
        cachedBytes += measure(block)
        for (const [oldest, strings] of blocks) {
          if (cachedBytes <= CACHE_BYTES || oldest === number) break
          blocks.delete(oldest)
          cachedBytes -= measure(strings)
        }
      }
      return peek(index)
    },
    close,
  }
}

function measure(block: string[]): number {
  return block.reduce((sum, { length }) => sum + 2 * length + STRING_OVERHEAD_BYTES, 0)
}
