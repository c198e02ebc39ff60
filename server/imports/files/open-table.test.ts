import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { pickByTestLength } from '../../testing/test-length'
import { FILE_LIMITS, type FileFaultCode } from './file-fault'
import { openTable } from './open-table'
import { readFault, readFixture, readTable, streamChunks, withFileLimit } from './table-fixture'

const FRENCH_HEADER = [
  'Prénom',
  'Nom',
  'Adresse électronique',
  'Téléphone',
  'Ville',
  'Client depuis',
  'Dernier achat (€)',
]
const FRENCH_FIRST_ROW = [
  'Éloïse',
  'Lefèvre',
  'eloise.lefevre@example.com',
  '06 12 34 56 78',
  'Orléans',
  '03/02/2021',
  '1 234,50',
]

describe('delimited files', () => {
  it.each([
    ['excel-windows-french.csv', 'windows-1252', ';'],
    ['excel-mac-2011-french.csv', 'macintosh', ';'],
    ['excel-macos-utf8.csv', 'utf-8', ';'],
    ['excel-unicode-text.txt', 'utf-16le', '\t'],
    ['utf16-big-endian.csv', 'utf-16be', '\t'],
  ] as const)('reads %s with its accents', async (name, encoding, delimiter) => {
    const table = await readFixture(name)
    expect(table).toMatchObject({ format: 'csv', encoding, delimiter, header: FRENCH_HEADER, headerPosition: 1 })
    expect(table.rows).toHaveLength(3)
    expect(table.rows[0]).toEqual(FRENCH_FIRST_ROW)
    expect(table.rows[2]?.[1]).toBe('Müller')
  })

  it('reads quotations with delimiters, quotation marks and line ends in them', async () => {
    expect(await readFixture('google-sheets.csv')).toMatchObject({
      delimiter: ',',
      rows: [
        ['Ada', 'Lovelace', 'ada@example.com', 'Pro, yearly', '2024-03-01'],
        ['Grace', 'Hopper "Amazing"', 'grace@example.com', 'Free', ''],
      ],
    })
    expect(await readFixture('libreoffice.csv')).toMatchObject({
      header: ['Name', 'E-mail', 'Note'],
      rows: [
        ['Ada Lovelace', 'ada@example.com', 'likes\ntwo lines'],
        ['Grace Hopper', 'grace@example.com', ''],
      ],
    })
  })

  it('takes the delimiter from a first line sep=;', async () => {
    const table = await readFixture('excel-sep-line.csv')
    expect(table).toMatchObject({ delimiter: ';', header: ['Email', 'First name'], rows: [['ada@example.com', 'Ada']] })
  })

  it('skips title lines, blank lines and empty columns, and keeps the numbers of the rows', async () => {
    expect(await readFixture('titles-above.csv')).toMatchObject({
      header: ['E-mail', 'First name', 'Company'],
      headerPosition: 4,
      rows: [
        ['ada@example.com', 'Ada', 'Analytical Engines'],
        ['grace@example.com', 'Grace', 'Navy'],
      ],
      typedRows: [{ position: 5 }, { position: 7 }],
    })
  })

  it('reads a file without headings from its first row', async () => {
    expect(await readFixture('no-header.csv')).toMatchObject({
      header: ['', '', ''],
      headerPosition: null,
      rows: [
        ['ada@example.com', 'Ada', 'Lovelace'],
        ['grace@example.com', 'Grace', 'Hopper'],
      ],
    })
  })

  it('reads cells that were pasted from a spreadsheet', async () => {
    expect(await readFixture('spreadsheet-paste.txt')).toMatchObject({
      delimiter: '\t',
      rows: [
        ['ada@example.com', 'Ada', 'one\ntwo'],
        ['grace@example.com', 'Grace', 'five, six; seven'],
      ],
    })
  })

  it('reads pipes, and a single column', async () => {
    expect(await readFixture('pipe.txt')).toMatchObject({ delimiter: '|', header: ['id', 'email', 'name'] })
    expect(await readFixture('one-column.csv')).toMatchObject({
      header: ['Adresse e-mail'],
      rows: [['ada@example.com'], ['grace@example.com']],
    })
  })

  it('follows what a person corrected', async () => {
    const file = () => streamChunks('a;b\nc;d\n')
    expect(await readTable(file(), { delimiter: ',', headerPosition: null })).toMatchObject({
      rows: [['a;b'], ['c;d']],
    })
    expect(await readTable(file(), { headerPosition: 2 })).toMatchObject({ header: ['c', 'd'], rows: [] })
    expect(await readTable(streamChunks(Buffer.from([0x41, 0x8e])), { encoding: 'macintosh' })).toMatchObject({
      header: ['Aé'],
    })
  })

  it('keeps values beyond the headings, and fills short rows', async () => {
    expect(await readTable(streamChunks('a,b\n1\n1,2,3,,\n'), { headerPosition: 1 })).toMatchObject({
      header: ['a', 'b', ''],
      rows: [
        ['1', '', ''],
        ['1', '2', '3'],
      ],
    })
  })

  it('gives rows from a position on', async () => {
    const table = await openTable(streamChunks('a\n1\n2\n3\n'))
    const positions: number[] = []
    for await (const { position } of table.rows(2)) positions.push(position)
    await table.close()
    expect(positions).toEqual([3, 4])
  })

  it('reads no further than its reader', async () => {
    const rows = pickByTestLength(20_000, 100_000)
    const table = await openTable(streamChunks(`a,b\n${'1,2\n'.repeat(rows)}3,"unclosed`))
    const reading = table.rows()
    for (let row = 0; row < 100; row += 1) expect((await reading.next()).done).toBe(false)
    await reading.return(undefined)
    // The end, which is broken, is only met by a reader who goes there.
    await expect(async () => {
      for await (const _ of table.rows()) continue
    }).rejects.toMatchObject({ code: 'unclosedQuote', details: { row: rows + 2 } })
    await table.close()
  })

  it('decodes characters that are split between two chunks', async () => {
    const bytes = Buffer.from('name\nZoë\n')
    const at = bytes.indexOf(0xc3) + 1
    expect(await readTable(streamChunks(bytes.subarray(0, at), bytes.subarray(at)))).toMatchObject({ rows: [['Zoë']] })
  })

  it('merges the second row of headings of a SurveyMonkey export', async () => {
    const file = streamChunks(
      'Respondent ID,Start Date,How likely are you to recommend us?,Contact information,,Why?\n',
      ',,,Name,Email Address,Open-Ended Response\n',
      '114000000001,05/24/2024 10:00:00 AM,9,Ada,ada@example.com,Fast\n',
    )
    expect(await readTable(file)).toMatchObject({
      header: [
        'Respondent ID',
        'Start Date',
        'How likely are you to recommend us?',
        'Contact information: Name',
        'Contact information: Email Address',
        'Why?',
      ],
      rows: [['114000000001', '05/24/2024 10:00:00 AM', '9', 'Ada', 'ada@example.com', 'Fast']],
    })
  })
})

describe('faults', () => {
  it.each<[string, string | Uint8Array, FileFaultCode, object]>([
    ['an empty file', '', 'empty', {}],
    ['blank lines only', '\n \n;;\n', 'empty', {}],
    ['a PDF', '%PDF-1.7\n', 'notATable', { format: 'pdf' }],
    ['an image', Buffer.from('89504e470d0a1a0a00', 'hex'), 'notATable', { format: 'image' }],
    ['HTML named .xls', '\ufeff \n<html xmlns:x="urn"><table>', 'notATable', { format: 'html' }],
    ['JSON', '[\n {"email": "ada@example.com"}]', 'notATable', { format: 'json' }],
    ['XML of Excel 2003', '<?xml version="1.0"?><Workbook>', 'notATable', { format: 'xml' }],
    [
      'an old workbook',
      Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'),
      'notATable',
      { format: 'legacyWorkbook' },
    ],
    [
      'a program',
      Buffer.from('7f454c4602010100616263646566676869'.padEnd(60, '61'), 'hex'),
      'notATable',
      { format: 'binary' },
    ],
    [
      'a workbook with a password',
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(5000),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
      'encrypted',
      {},
    ],
    ['a quotation that never ends', 'a,b\n1,2\n3,"4\n5,6\n', 'unclosedQuote', { row: 3 }],
    ['a file that ends within a character', Buffer.from('name\nZoé').subarray(0, -1), 'truncated', {}],
    ['UTF-16 that ends within a character', Buffer.from('fffe410042', 'hex'), 'truncated', {}],
    ['bytes that no encoding has', Buffer.from('6e616d650a610a4181420a', 'hex'), 'undecodable', { line: 3 }],
    ['a line of more than 1 MiB', `a,b\n${'x'.repeat(FILE_LIMITS.rowBytes + 10)}\n1,2`, 'rowTooLong', { row: 2 }],
    ['a cell that is too long', `a,b\n1,${'x'.repeat(32_768)}`, 'cellTooLong', { row: 2, column: 2 }],
    ['a million columns', `a\n${','.repeat(999_999)}x`, 'tooManyColumns', { row: 2, limit: 500 }],
  ])('refuses %s', async (_, bytes, code, details) => {
    const fault = await readFault(streamChunks(bytes))
    expect({ code: fault?.code, details: fault?.details }).toMatchObject({ code, details })
  })

  it('names the line at which the encoding changes', async () => {
    const fault = await readFault(
      streamChunks(await readFile(path.join(import.meta.dirname, 'fixtures', 'mixed-encodings.csv'))),
    )
    expect(fault).toMatchObject({ code: 'mixedEncodings', details: { line: 3 } })
  })

  it('takes a capital letter before a no-break space for windows-1252, not for UTF-8', async () => {
    const text = Buffer.from('note\nQUALITÉ\u00a0! très bien, été\n', 'latin1')
    expect(await readTable(streamChunks(text))).toMatchObject({
      encoding: 'windows-1252',
      rows: [['QUALITÉ\u00a0! très bien, été']],
    })
  })

  it('refuses the row after the last one that a file may have', async () => {
    async function* rows(count: number) {
      yield Buffer.from('email\n')
      for (let row = 0; row < count; row += 1000) yield Buffer.from('a@example.com\n'.repeat(1000))
    }
    expect(FILE_LIMITS.rows).toBe(200_000)
    const limit = pickByTestLength(2000, 200_000)
    await withFileLimit('rows', limit, async () => {
      const table = await openTable(rows(limit + 1000))
      let read = 0
      const reading = (async () => {
        for await (const _ of table.rows()) read += 1
      })()
      await expect(reading).rejects.toMatchObject({ code: 'tooManyRows', details: { row: limit + 2, limit } })
      await table.close()
      expect(read).toBe(limit)
    })
  })

  it('stops copying a file at its largest size', async () => {
    let sent = 0
    async function* endless() {
      for (;;) {
        sent += 1
        yield Buffer.alloc(1024 * 1024, 'a')
      }
    }
    expect(await readFault(endless())).toMatchObject({ code: 'fileTooLarge' })
    expect(sent).toBe(101)
  })
})
