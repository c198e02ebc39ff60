import { describe, expect, it } from 'vitest'
import { pickByTestLength } from '../../testing/test-length'
import { FILE_LIMITS, type FileFaultCode } from './file-fault'
import { classifyFormatCode } from './number-formats'
import { openTable } from './open-table'
import {
  buildWorkbook,
  readFault,
  readFixture,
  readTable,
  streamChunks,
  withFileLimit,
  zipParts,
} from './table-fixture'

describe('workbooks', () => {
  it('reads what Excel for Windows in French writes: dates, leading zeros, rich text, formulas and errors', async () => {
    const table = await readFixture('excel-windows-french.xlsx')
    expect(table).toMatchObject({
      format: 'xlsx',
      sheets: ['Feuil1', 'Clients'],
      sheet: 'Clients',
      headerPosition: 3,
      header: [
        'Prénom',
        'Adresse électronique',
        'Client depuis',
        'Code postal',
        'Dernier achat',
        'Actif',
        'Vu le',
        'Total',
      ],
    })
    expect(table.typedRows).toEqual([
      {
        position: 4,
        cells: [
          'Éloïse',
          'eloise.lefevre@example.com',
          { isoDate: '2021-02-03' },
          '01000',
          1234.5,
          true,
          { isoDate: '2024-03-01T14:30:00' },
          2469,
        ],
      },
      {
        position: 5,
        cells: [
          'François',
          'francois@example.com',
          { isoDate: '2019-12-28' },
          '01 23',
          12,
          false,
          '14:30:00',
          { error: '#DIV/0!' },
        ],
      },
    ])
  })

  it('reads what LibreOffice writes', async () => {
    const table = await readFixture('libreoffice.xlsx')
    expect(table.header).toEqual(['Prénom', 'E-mail', 'Client depuis', 'Code postal', 'Montant', 'Vu'])
    expect(table.typedRows[0]?.cells).toEqual([
      'Éloïse',
      'eloise@example.com',
      { isoDate: '2021-02-03' },
      '01000',
      1234.5,
      { isoDate: '2024-03-01T14:30:00' },
    ])
  })

  it('reads dates that count from 1904, as Excel for Mac wrote them', async () => {
    const table = await readFixture('excel-mac-1904.xlsx')
    expect(table.typedRows[0]?.cells).toEqual(['ada@example.com', { isoDate: '2024-03-01' }])
  })

  it('reads what Google Sheets writes: formatted empty cells, and texts that a formula gave', async () => {
    const table = await readFixture('google-sheets.xlsx')
    expect(table.header).toEqual(['Email', 'Renewal'])
    expect(table.typedRows.map(({ cells }) => cells)).toEqual([
      ['ada@example.com', { isoDate: '2024-03-01' }],
      ['ada@example.com', true],
    ])
  })

  it('reads prefixed elements, inline texts, escaped characters and rows without numbers', async () => {
    const table = await readFixture('open-xml-sdk.xlsx')
    expect(table.header).toEqual(['Email', 'First name', ''])
    expect(table.typedRows).toEqual([
      { position: 3, cells: ['ada@example.com', 'Ada \r\n& Co é', { isoDate: '2024-03-01' }] },
    ])
  })

  it('reads the sheet that was chosen, and refuses one that does not exist', async () => {
    expect(await readFixture('excel-mac-1904.xlsx', { sheet: 'Sheet1' })).toMatchObject({ sheet: 'Sheet1' })
    await expect(readFixture('excel-mac-1904.xlsx', { sheet: 'Sheet9' })).rejects.toMatchObject({
      code: 'unknownSheet',
    })
  })

  it('finds shared strings far apart that do not fit in memory together', async () => {
    // Twice as much as is kept in memory.
    const count = pickByTestLength(9000, 30_000)
    const text = (index: number) => `${index} ${'x'.repeat(1000)}`
    const strings = Array.from({ length: count }, (_, index) => `<si><t>${text(index)}</t></si>`).join('')
    const order = Array.from({ length: 300 }, (_, row) => (row * 7919) % count)
    const rows = order.map((index) => `<row><c t="s"><v>${index}</v></c></row>`).join('')
    const file = await buildWorkbook(rows, { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` })
    const table = await readTable(streamChunks(file), { headerPosition: null })
    expect(table.rows.flat()).toEqual(order.map(text))
  })

  it('reads no further than its reader', async () => {
    const rows = Array.from(
      { length: pickByTestLength(10_000, 50_000) },
      (_, row) => `<row><c><v>${row}</v></c></row>`,
    ).join('')
    const table = await openTable(streamChunks(await buildWorkbook(`${rows}<row><c><f>`)))
    const reading = table.rows()
    for (let row = 0; row < 100; row += 1) expect((await reading.next()).done).toBe(false)
    await reading.return(undefined)
    // The end, which is broken, is only met by a reader who goes there.
    await expect(async () => {
      for await (const _ of table.rows()) continue
    }).rejects.toMatchObject({ code: 'malformed' })
    await table.close()
  })
})

describe('number formats', () => {
  it.each([
    ['yyyy-mm-dd', 'date'],
    ['[$-40C]d\\ mmmm\\ yyyy;@', 'date'],
    ['jj/mm/aaaa', 'date'],
    ['mmm', 'date'],
    ['dd/mm/yyyy hh:mm', 'date'],
    ['h:mm AM/PM', 'time'],
    ['mm:ss', 'time'],
    ['[h]:mm:ss', 'number'],
    ['General', 'number'],
    ['#,##0.00 "days"', 'number'],
    ['0.00\\d', 'number'],
    ['[Red]0.0', 'number'],
    ['00000', 'padded'],
  ])('classifies %s', (code, kind) => {
    expect(classifyFormatCode(code).kind).toBe(kind)
  })
})

describe('faults of workbooks', () => {
  const sheet = (content: string) => buildWorkbook('', { 'xl/worksheets/sheet1.xml': content })
  const text = (reference: string, value: string) =>
    `<row r="${reference.replace(/\D/g, '')}"><c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c></row>`

  it.each<[string, () => Promise<Buffer>, FileFaultCode, object]>([
    [
      'an OpenDocument spreadsheet',
      () => zipParts({ mimetype: '', 'content.xml': '' }),
      'notATable',
      { format: 'openDocument' },
    ],
    ['a binary workbook', () => zipParts({ 'xl/workbook.bin': '' }), 'notATable', { format: 'binaryWorkbook' }],
    ['a Numbers document', () => zipParts({ 'Index/Document.iwa': '' }), 'notATable', { format: 'numbers' }],
    ['another archive', () => zipParts({ 'a.csv': 'a,b' }), 'notATable', { format: 'archive' }],
    ['a truncated workbook', async () => (await buildWorkbook(text('A1', 'a'))).subarray(0, 400), 'truncated', {}],
    ['broken XML', () => sheet('<worksheet><sheetData><row></sheetData>'), 'malformed', {}],
    ['an unfinished sheet', () => sheet('<worksheet><sheetData><row r="1">'), 'malformed', {}],
    ['no sheet with a value', () => buildWorkbook('<row r="1"><c r="A1" s="1"/></row>'), 'empty', {}],
    [
      'entities that multiply',
      () => sheet('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>'),
      'unsafeXml',
      {},
    ],
    ['an unknown entity', () => buildWorkbook(text('A1', '&bomb;')), 'malformed', {}],
    ['deep nesting', () => sheet('<a>'.repeat(100)), 'unsafeXml', {}],
    [
      'an element of many attributes',
      () => sheet(`<a ${Array.from({ length: 300 }, (_, index) => `a${index}="1"`).join(' ')}/>`),
      'unsafeXml',
      {},
    ],
    ['an endless name', () => sheet(`<${'a'.repeat(200_000)}/>`), 'malformed', {}],
    [
      'a part that unpacks to three hundred times its size',
      () => buildWorkbook('', { 'xl/media/zero.bin': Buffer.alloc(8 * 1024 * 1024) }),
      'unsafeArchive',
      { limit: FILE_LIMITS.compressionRatio },
    ],
    ['a value in column 501', () => buildWorkbook(text('SG7', 'a')), 'tooManyColumns', { row: 7, limit: 500 }],
    ['a long cell', () => buildWorkbook(text('B3', 'x'.repeat(32_768))), 'cellTooLong', { row: 3, column: 2 }],
    [
      'a long shared string',
      () =>
        buildWorkbook('<row r="2"><c r="A2" t="s"><v>0</v></c></row>', {
          'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(100_000)}</t></si></sst>`,
        }),
      'cellTooLong',
      { row: 2, column: 1 },
    ],
    [
      'a row of more than 1 MiB',
      () =>
        buildWorkbook(`<row r="4">${`<c t="inlineStr"><is><t>${'x'.repeat(32_000)}</t></is></c>`.repeat(40)}</row>`),
      'rowTooLong',
      { row: 4 },
    ],
    ['rows that go back', () => buildWorkbook(text('A2', 'a') + text('A1', 'b')), 'malformed', { row: 3 }],
  ])('refuses %s', async (_, build, code, details) => {
    const fault = await readFault(streamChunks(await build()))
    expect({ code: fault?.code, details: fault?.details }).toMatchObject({ code, details })
  })

  it('refuses too many parts', async () => {
    expect(FILE_LIMITS.archiveEntries).toBe(10_000)
    const limit = pickByTestLength(100, 10_000)
    await withFileLimit('archiveEntries', limit, async () => {
      const parts = Array.from({ length: limit + 1 }, (_, index) => [`${index}`, ''] as const)
      const fault = await readFault(streamChunks(await zipParts(Object.fromEntries(parts))))
      expect(fault).toMatchObject({ code: 'unsafeArchive', details: { limit } })
    })
  })

  it('refuses a workbook of Excel 97', async () => {
    await expect(readFixture('excel-97.xls')).rejects.toMatchObject({
      code: 'notATable',
      details: { format: 'legacyWorkbook' },
    })
  })

  it('refuses a part that unpacks to more than the directory says', async () => {
    const file = await buildWorkbook(text('A1', 'x'.repeat(1000)))
    const size = Buffer.alloc(4)
    size.writeUInt32LE(
      Buffer.byteLength(`<worksheet><sheetData>${text('A1', 'x'.repeat(1000))}</sheetData></worksheet>`),
    )
    const forged = Buffer.from(file)
    for (let at = forged.indexOf(size); at >= 0; at = forged.indexOf(size, at + 1)) forged.writeUInt32LE(10, at)
    expect(await readFault(streamChunks(forged))).toMatchObject({ code: 'malformed' })
  })

  it('reads whole rows of formatted cells without a value', async () => {
    const limit = pickByTestLength(1000, FILE_LIMITS.rows)
    const formatted = Array.from(
      { length: limit + 500 },
      (_, row) => `<row r="${row + 3}"><c r="XFD${row + 3}" s="0"/></row>`,
    )
    const file = await buildWorkbook(`${text('A1', 'Email')}${text('A2', 'ada@example.com')}${formatted.join('')}`)
    await withFileLimit('rows', limit, async () => {
      expect(await readTable(streamChunks(file))).toMatchObject({ header: ['Email'], rows: [['ada@example.com']] })
    })
  })
})
