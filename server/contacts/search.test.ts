import { array, assert, asyncProperty, constantFrom, nat, string, stringMatching } from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { holding } from '../testing/database/locks'
import { aLocation, anOrganization } from '../testing/factories/basics'
import { byLength } from '../testing/length'
import { updateContact } from './contacts'
import { createContact } from './create'
import { deleteContact } from './delete'
import { listContacts } from './list'
import { BROAD_FROM, gramLookups, readSearch, type Search, totalOfSearch } from './search-queries'

/** Contacts with `word` in the last name, enough for a broad search. */
async function fill(organizationId: string, count: number, word = 'Quorra'): Promise<void> {
  await db.$executeRaw`
    INSERT INTO contact (id, organization_id, email, first_name, last_name, created_at, updated_at)
    SELECT uuid_v7(), ${organizationId}::uuid, 'p' || i || '@example.com', 'Sam', ${word} || i, now() - i * interval '1 second', now()
    FROM generate_series(1, ${count}::int) i`
}

const page = async (organizationId: string, search: string, more: object = {}) => {
  const { data, meta } = await listContacts(organizationId, { page: 1, limit: 50, search, ...more })
  return { data: data.parse(), meta }
}

async function asked(organizationId: string, search: string): Promise<Search> {
  const read = await readSearch(organizationId, search)
  if (read === null) throw new Error('nothing is asked')
  return read
}

const keptTotal = async (organizationId: string, search: string) => (await asked(organizationId, search)).kept

/** An older open transaction in the database delays the storage of the total. */
async function untilKept(organizationId: string, search: string): Promise<void> {
  const kept = async () => {
    const whole = {
      organizationId,
      sql: 'c.organization_id = $1::uuid',
      values: [organizationId],
      total: '0',
      list: null,
      isWhole: true,
    }
    const { patterns, kept: known } = await asked(organizationId, search)
    if (known === null) await totalOfSearch(organizationId, patterns, whole)
    return keptTotal(organizationId, search)
  }
  await expect.poll(kept).not.toBeNull()
}

async function counted(organizationId: string, pattern: string): Promise<number> {
  const rows = await db.$queryRaw<{ n: bigint }[]>`
    SELECT count(*) AS n FROM contact WHERE organization_id = ${organizationId}::uuid
      AND contact_search_text(first_name, last_name, email) LIKE ${pattern}`
  return Number(rows[0]?.n)
}

describe('contact search', () => {
  it('a contact search matches every word anywhere in the name or email, ignoring case', async () => {
    const organizationId = await anOrganization()
    await createContact(organizationId, { email: 'zoe@example.com', firstName: 'Zoé', lastName: 'Ångström' })
    await createContact(organizationId, { email: 'jo@example.org', firstName: 'Jo', lastName: 'Marsh' })
    const names = async (search: string) => (await page(organizationId, search)).data.map((found) => found.firstName)
    expect(await names('ÅNGSTR')).toEqual(['Zoé'])
    expect(await names('example zo')).toEqual(['Zoé'])
    expect(await names('marsh jo')).toEqual(['Jo'])
    expect(await names('zo marsh')).toEqual([])
    expect(await names('j')).toEqual(['Jo'])
    expect(await names('rs')).toEqual(['Jo'])
    expect(await names('ars')).toEqual(['Jo'])
    expect(await names('h')).toEqual(['Jo'])
    // Parts of the text shorter than a gram.
    expect(await names('org')).toEqual(['Jo'])
    expect(await names('rg')).toEqual(['Jo'])
    expect(await names('%')).toEqual([])
  })

  it('a contact search takes every character literally', async () => {
    const organizationId = await anOrganization()
    const texts = [
      `o'hara`,
      String.raw`back\slash`,
      '50%_off',
      `a:*b&c|(d)!`,
      '佐藤健太郎',
      '😀😃😄😁',
      `''''`,
      String.raw`\\'`,
    ]
    for (const [index, firstName] of texts.entries())
      await createContact(organizationId, { email: `c${index}@example.com`, firstName })
    for (const [index, text] of texts.entries()) {
      const found = await page(organizationId, text)
      expect([text, found.data.map(({ email }) => email)]).toEqual([text, [`c${index}@example.com`]])
    }
    expect((await page(organizationId, '藤健')).meta.total).toBe(1)
    expect((await page(organizationId, '藤健太郎')).meta.total).toBe(1)
  })

  it('a contact search finds the same contacts as a comparison with each of them, page by page', async () => {
    const organizationId = await anOrganization()
    const stranger = await anOrganization()
    await fill(organizationId, 300, 'Lund')
    await fill(stranger, 300, 'Lund')
    await assert(
      asyncProperty(array(stringMatching(/^[lund0-9p@sam.]{1,9}$/), { minLength: 1, maxLength: 3 }), async (parts) => {
        const search = parts.join(' ')
        const { patterns } = await asked(organizationId, search)
        const expected = await db.$queryRaw<{ email: string }[]>`
            SELECT email FROM contact WHERE organization_id = ${organizationId}::uuid
              AND contact_search_text(first_name, last_name, email) LIKE ALL (${patterns}::text[])
            ORDER BY created_at DESC, id DESC`
        const pages = [await page(organizationId, search), await page(organizationId, search, { page: 2 })]
        expect(pages.map(({ meta }) => meta.total)).toEqual([expected.length, expected.length])
        expect(pages.flatMap(({ data }) => data.map(({ email }) => email))).toEqual(
          expected.slice(0, 100).map(({ email }) => email),
        )
      }),
      { numRuns: byLength(40, 400) },
    )
  })
})

describe('letter case in contact search', () => {
  it.each([
    ['ΠΑΠΑΔΟΠΟΥΛΟΣ', 'παπαδοπουλος'],
    ['Παπαδόπουλος', 'ΠΑΠΑΔΌΠΟΥΛΟΣ'],
    ['Οδυσσεύς', 'ΟΔΥΣΣΕΎΣ'],
    ['παπαδοπουλος', 'ΠΟΥΛΟΣ'],
    ['İSTANBUL', 'istanbul'],
    ['İSTANBUL', 'İSTANBUL'],
    ['Isparta', 'ısparta'],
    ['Großmann', 'GROSSMANN'],
    ['STRASSE', 'straße'],
    ['ẞ', 'ß'],
    ['ЁЛКИН', 'ёлкин'],
    ['Ångström', 'ÅNGSTRÖM'],
    ['ǆungla', 'ǅUNGLA'],
    ['Ꮳꭺꮃꭹ', 'ꮳꭺꮃꭹ'],
  ])('ignoring case, a contact named %s is found by %s', async (lastName, search) => {
    const organizationId = await anOrganization()
    await createContact(organizationId, { email: 'who@example.com', firstName: 'Who', lastName })
    expect((await page(organizationId, search)).data.map((found) => found.lastName)).toEqual([lastName])
  })

  it('a contact search ignores case in every alphabet that has it, also in parts of words', async () => {
    const organizationId = await anOrganization()
    const letters = string({ unit: constantFrom(...CASED), minLength: 1, maxLength: 12 })
    await assert(
      asyncProperty(letters, nat(11), nat(11), async (name, from, length) => {
        const { id } = (
          await createContact(organizationId, { email: `${uuidv7()}@example.com`, firstName: name })
        ).parse()
        const part =
          Array.from(name)
            .slice(from, from + length + 1)
            .join('') || name
        for (const search of [
          name,
          name.toUpperCase(),
          name.toLowerCase(),
          part,
          part.toUpperCase(),
          part.toLowerCase(),
        ])
          expect([search, (await page(organizationId, search, { limit: 100 })).data.map((found) => found.id)]).toEqual([
            search,
            expect.arrayContaining([id]) as string[],
          ])
        await deleteContact(organizationId, id)
      }),
      { numRuns: byLength(40, 400) },
    )
  })

  it('a contact search distinguishes accents', async () => {
    const organizationId = await anOrganization()
    await createContact(organizationId, { email: 'zoe@example.com', firstName: 'Zoé', lastName: 'Müller' })
    expect((await page(organizationId, 'muller')).meta.total).toBe(0)
    expect((await page(organizationId, 'MÜLLER')).meta.total).toBe(1)
  })
})

/** Letters with case in every alphabet, especially those with irregular case mappings. */
const CASED = Array.from('aeiklszIŁØÅÉÜŸßẞſıİiIΑΣΟΊΆΩαςσοίώЖЁЇжԱՖաֆǅǆǄŉﬁﬄΐΰᾳᾼᏣꮳ𐐀𐐨ⓐⒶ')

describe('index lookups of a contact search', () => {
  const id = '0192f0c1-0000-7000-8000-00000000beef'
  it.each([
    ['love', [`'0000beeflove':*`]],
    ['lovelace', [`'0000beeflovel' & '0000beefovela' & '0000beefvelac' & '0000beefelace'`]],
    ['lovel ada', [`'0000beeflovel'`, `'0000beefada':* & '0000beeflovel'`]],
    [`d'arc`, [`'0000beefd''arc'`]],
    [String.raw`d\arc`, [String.raw`'0000beefd\\arc'`]],
  ])('looks up the grams of the contact search %s in the index', async (search, lookups) =>
    expect(gramLookups(id, (await asked(id, search)).words)).toEqual(lookups),
  )

  it.each([
    ['person.500@', 'on.500@'],
    ['ada.lovelace@example.com', 'velace@'],
    ['@example.com', 'ple.com'],
    ['surname00004', 'me00004'],
  ])('for the contact search %s, looks up the gram of %s first', (search, part) =>
    expect(gramLookups(id, [search])[0]).toBe(gramLookups(id, [part])[0]),
  )

  it('finds a contact by a long word only if the whole word matches', async () => {
    const organizationId = await anOrganization()
    await createContact(organizationId, { email: 'ada.lovelace@example.com', firstName: 'Ada' })
    await createContact(organizationId, { email: 'eve.lovelace@example.com', firstName: 'Eve' })
    expect((await page(organizationId, 'ada.lovelace@example.com')).meta.total).toBe(1)
    expect((await page(organizationId, 'lovelace@example.com')).meta.total).toBe(2)
    expect((await page(organizationId, 'lovelace@example.org')).meta.total).toBe(0)
  })
})

describe('totals of broad contact searches', () => {
  it('the stored total of a broad search stays exact through creates, updates, deletes and bulk changes', async () => {
    const organizationId = await anOrganization()
    await fill(organizationId, BROAD_FROM + 50)
    expect(await keptTotal(organizationId, 'quorra')).toBeNull()
    const first = await page(organizationId, 'Quorra')
    expect(first.meta.total).toBe(BROAD_FROM + 50)
    expect(first.data).toHaveLength(50)
    expect(first.data[0]?.lastName).toBe('Quorra1')
    await untilKept(organizationId, 'quorra')
    expect(await keptTotal(organizationId, 'quorra')).toBe(BROAD_FROM + 50)

    const made = (await createContact(organizationId, { email: 'new@example.com', firstName: 'Quorra' })).parse()
    await createContact(organizationId, { email: 'other@example.com', firstName: 'Kevin' })
    expect(await keptTotal(organizationId, 'quorra')).toBe(BROAD_FROM + 51)
    await updateContact(organizationId, { id: made.id, firstName: 'Rinzler' })
    expect(await keptTotal(organizationId, 'quorra')).toBe(BROAD_FROM + 50)
    await deleteContact(organizationId, first.data[0]?.id ?? '')
    expect(await keptTotal(organizationId, 'quorra')).toBe(BROAD_FROM + 49)
    await db.$executeRaw`UPDATE contact SET last_name = 'Dumont' WHERE organization_id = ${organizationId}::uuid AND last_name LIKE 'Quorra1%'`
    await db.$executeRaw`DELETE FROM contact WHERE organization_id = ${organizationId}::uuid AND last_name LIKE 'Quorra2%'`
    expect(await keptTotal(organizationId, 'quorra')).toBe(await counted(organizationId, '%quorra%'))
    expect((await page(organizationId, 'quorra')).meta.total).toBe(await counted(organizationId, '%quorra%'))
  })

  it('the total of a broad search misses no contact created, renamed or deleted while it is counted', async () => {
    const organizationId = await anOrganization()
    await fill(organizationId, BROAD_FROM + 200)
    const whole = {
      organizationId,
      sql: 'c.organization_id = $1::uuid',
      values: [organizationId],
      total: '0',
      list: null,
      isWhole: true,
    }
    const ids = await db.contact.findMany({ where: { organizationId }, select: { id: true }, take: 60 })
    const words = ['quorra', 'sam', 'example', 'p1', 'p2', 'p3']
    await Promise.all([
      ...ids.slice(0, 20).map(({ id }) => deleteContact(organizationId, id)),
      ...ids.slice(20, 40).map(({ id }) => updateContact(organizationId, { id, lastName: 'Gem', firstName: 'Siren' })),
      ...ids
        .slice(40)
        .map((_, index) =>
          createContact(organizationId, { email: `p1new${index}@example.com`, firstName: 'Sam', lastName: 'Quorra' }),
        ),
      ...words.map((word) => totalOfSearch(organizationId, [`%${word}%`], whole)),
    ])
    for (const word of words) {
      const kept = await keptTotal(organizationId, word)
      const present = await counted(organizationId, `%${word}%`)
      expect([word, kept ?? present]).toEqual([word, present])
      await untilKept(organizationId, word)
      expect([word, await keptTotal(organizationId, word)]).toEqual([word, present])
    }
  })

  it('an open transaction on contacts blocks neither other changes nor the count of a search', async () => {
    const organizationId = await anOrganization()
    await fill(organizationId, BROAD_FROM + 10)
    const { open } = await holding(async (tx) => {
      await createContact(organizationId, { email: 'before@example.com', firstName: 'Quorra' })
      await tx.$executeRaw`UPDATE contact SET last_name = 'Dumont' WHERE organization_id = ${organizationId}::uuid AND last_name = 'Quorra1'`
      await tx.$executeRaw`
        INSERT INTO contact (id, organization_id, email, first_name, updated_at) VALUES (uuid_v7(), ${organizationId}::uuid, 'held@example.com', 'Quorra', now())`
      await createContact(organizationId, { email: 'meanwhile@example.com', firstName: 'Quorra' })
      // Exact for this page but not stored: the open transaction's changes are unknown.
      expect((await page(organizationId, 'quorra')).meta.total).toBe(BROAD_FROM + 12)
      expect(await keptTotal(organizationId, 'quorra')).toBeNull()
      await createContact(organizationId, { email: 'after@example.com', firstName: 'Quorra' })
      return { open: (await page(organizationId, '')).meta.total }
    })
    expect(open).toBe(BROAD_FROM + 13)
    await untilKept(organizationId, 'quorra')
    expect(await keptTotal(organizationId, 'quorra')).toBe(BROAD_FROM + 13)
    expect((await page(organizationId, '')).meta.total).toBe(BROAD_FROM + 14)
  })

  it('compacts list changes during concurrent writes and keeps the totals exact', async () => {
    const organizationId = await anOrganization()
    await fill(organizationId, BROAD_FROM + 10)
    await untilKept(organizationId, 'quorra')
    const notes = async () =>
      Number(
        (
          await db.$queryRaw<
            { n: bigint }[]
          >`SELECT count(*) AS n FROM list_change WHERE organization_id = ${organizationId}::uuid`
        )[0]?.n,
      )
    await Promise.all(
      Array.from({ length: 150 }, async (_, index) => {
        const { id } = (
          await createContact(organizationId, { email: `s${index}@example.com`, firstName: 'Quorra' })
        ).parse()
        if (index % 5 === 0) await deleteContact(organizationId, id)
      }),
    )
    expect(await notes()).toBeLessThan(150)
    expect((await page(organizationId, '')).meta.total).toBe(BROAD_FROM + 10 + 120)
    expect(await keptTotal(organizationId, 'quorra')).toBe(await counted(organizationId, '%quorra%'))
  })

  it('the total of a broad search combined with a location counts both filters', async () => {
    const organizationId = await anOrganization()
    await fill(organizationId, BROAD_FROM + 10)
    const { id } = await aLocation(organizationId)
    await db.$executeRaw`UPDATE contact SET location_id = ${id}::uuid WHERE organization_id = ${organizationId}::uuid AND last_name LIKE 'Quorra11%'`
    const found = await page(organizationId, 'quorra', { location_id: id })
    expect(found.meta.total).toBe(await counted(organizationId, '%quorra11%'))
  })
})

describe('contact totals of a location', () => {
  it('the contact total of a location follows contacts that are created, moved and deleted', async () => {
    const organizationId = await anOrganization()
    const [here, there] = [await aLocation(organizationId), await aLocation(organizationId)]
    const totals = async () =>
      Promise.all(
        [here, there].map(
          async ({ id }) => (await listContacts(organizationId, { page: 1, limit: 50, location_id: id })).meta.total,
        ),
      )
    const made = await Promise.all(
      Array.from({ length: 6 }, async (_, index) =>
        (
          await createContact(organizationId, { email: `${index}@example.com`, firstName: 'Ada', locationId: here.id })
        ).parse(),
      ),
    )
    expect(await totals()).toEqual([6, 0])
    const [first, second] = made.map(({ id }) => id)
    await updateContact(organizationId, { id: first ?? '', locationId: there.id })
    await updateContact(organizationId, { id: second ?? '', locationId: null })
    expect(await totals()).toEqual([4, 1])
    await deleteContact(organizationId, first ?? '')
    await db.$executeRaw`UPDATE contact SET location_id = ${there.id}::uuid WHERE organization_id = ${organizationId}::uuid`
    expect(await totals()).toEqual([0, 5])
  })
})
