import { describe, expect, it } from 'vitest'
import { readFault, readTable, streamChunks } from './table-fixture'
import type { Cell } from './table-row'
import type { WrittenTable } from './table-writer'
import { writeCsv } from './write-csv'
import { writeXlsx } from './write-xlsx'

const COLUMNS = ['Name', 'Phone', 'Amount', 'Since', 'Seen', 'Active']
const ROWS: Cell[][] = [
  [
    'Éloïse "Élo"; <Lefèvre> & Co',
    '+33612345678',
    -1234.5,
    { isoDate: '2021-02-03' },
    { isoDate: '2024-03-01T14:30:00' },
    true,
  ],
  ['=HYPERLINK("http://example.com")', '', 0, '', '', false],
  ['two\r\nlines\u0007_x0041_', '007', 12, { isoDate: '1899-01-01' }, '', ''],
]

async function* rows() {
  yield* ROWS
}

async function readText(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}

describe('writeCsv', () => {
  it('writes French numbers, dates and booleans, and escapes formulas', async () => {
    const text = await readText(writeCsv('fr', () => ({ columns: COLUMNS, rows: rows() })))
    expect(text.split('\r\n').slice(0, 3)).toEqual([
      '\uFEFFName;Phone;Amount;Since;Seen;Active',
      `"Éloïse ""Élo""; <Lefèvre> & Co";'+33612345678;-1234,5;03/02/2021;01/03/2024 14:30:00;VRAI`,
      `"'=HYPERLINK(""http://example.com"")";;0;;;FAUX`,
    ])
  })

  it('writes English numbers, dates and booleans', async () => {
    const text = await readText(writeCsv('en', () => ({ columns: COLUMNS, rows: rows() })))
    expect(text.split('\r\n')[1]).toBe(
      `"Éloïse ""Élo""; <Lefèvre> & Co",'+33612345678,-1234.5,2021-02-03,2024-03-01 14:30:00,TRUE`,
    )
  })

  it.each(['a\nb', '=1+1\n=1+1', 'a\rb', "'=x", '＝y'])('reads back %j in one cell', async (cell) => {
    async function* oneRow() {
      yield ['ada@example.com', cell]
    }
    const text = await readText(writeCsv('en', () => ({ columns: ['Email', 'Note'], rows: oneRow() })))
    expect((await readTable(streamChunks(text))).rows).toEqual([['ada@example.com', cell]])
  })

  it('reads back as it was, without the escape of formulas', async () => {
    const text = await readText(writeCsv('fr', () => ({ columns: COLUMNS, rows: rows() })))
    const table = await readTable(streamChunks(text))
    expect(table.header).toEqual(COLUMNS)
    expect(table.rows[0]?.slice(0, 2)).toEqual(['Éloïse "Élo"; <Lefèvre> & Co', '+33612345678'])
    expect(table.rows[1]?.[0]).toBe('=HYPERLINK("http://example.com")')
  })
})

describe('writeXlsx', () => {
  it('reads back with the types it was written with', async () => {
    const table = await readTable(writeXlsx('People: [all]', () => ({ columns: COLUMNS, rows: rows() })))
    expect(table).toMatchObject({ sheet: 'People   all', header: COLUMNS, headerPosition: 1 })
    expect(table.typedRows.map(({ cells }) => cells)).toEqual([
      ROWS[0],
      ROWS[1],
      ['two\r\nlines\u0007_x0041_', '007', 12, '1899-01-01', '', ''],
    ])
  })

  it('writes values by key, and none as empty cells', async () => {
    async function* records() {
      yield { email: 'ada@example.com', score: 9 }
      yield { email: 'grace@example.com', score: null }
    }
    const columns = [
      { key: 'score', header: 'Score' },
      { key: 'email', header: 'E-mail' },
    ]
    const table = await readTable(writeXlsx('One', () => ({ columns, rows: records() })))
    expect(table.typedRows.map(({ cells }) => cells)).toEqual([
      [9, 'ada@example.com'],
      ['', 'grace@example.com'],
    ])
  })

  it('passes on the error of its rows', async () => {
    async function* failing(): WrittenTable['rows'] extends AsyncIterable<infer Row> ? AsyncGenerator<Row> : never {
      yield ['a']
      throw new Error('connection lost')
    }
    expect(await readFault(writeXlsx('One', () => ({ columns: ['a'], rows: failing() })))).toMatchObject({
      message: 'connection lost',
    })
  })

  it('reads no more rows than its reader, and stops with it', async () => {
    const progress = { rows: 0 }
    let isStopped = false
    async function* endless() {
      try {
        for (;;) {
          progress.rows += 1
          yield [String(progress.rows), Math.random().toString()]
        }
      } finally {
        isStopped = true
      }
    }
    const parts = writeXlsx('One', () => ({ columns: ['a', 'b'], rows: endless() }))
    while (progress.rows === 0) await parts.next()
    await parts.return(undefined)
    await expect.poll(() => isStopped).toBe(true)
    expect(progress.rows).toBeLessThan(20_000)
  })
})
