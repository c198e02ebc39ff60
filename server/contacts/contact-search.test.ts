import { array, assert, asyncProperty, constantFrom, nat, string, stringMatching } from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { anOrganization } from '../testing/factories/basics'
import { pickByTestLength } from '../testing/test-length'
import { insertContacts, resolveSearchOrThrow, searchContacts } from './contact-search-fixture'
import { buildGramQueries } from './contact-search-queries'
import { createContact } from './create-contact'
import { deleteContact } from './delete-contact'

describe('contact search', () => {
  it('a contact search matches every word anywhere in the name or email, ignoring case', async () => {
    const organizationId = await anOrganization()
    await createContact(organizationId, { email: 'zoe@example.com', firstName: 'Zoé', lastName: 'Ångström' })
    await createContact(organizationId, { email: 'jo@example.org', firstName: 'Jo', lastName: 'Marsh' })
    const names = async (search: string) =>
      (await searchContacts(organizationId, search)).data.map((contact) => contact.firstName)
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
      const contact = await searchContacts(organizationId, text)
      expect([text, contact.data.map(({ email }) => email)]).toEqual([text, [`c${index}@example.com`]])
    }
    expect((await searchContacts(organizationId, '藤健')).meta.total).toBe(1)
    expect((await searchContacts(organizationId, '藤健太郎')).meta.total).toBe(1)
  })

  it('a contact search finds the same contacts as a comparison with each of them, page by page', async () => {
    const organizationId = await anOrganization()
    const otherOrganizationId = await anOrganization()
    await insertContacts(organizationId, 300, 'Lund')
    await insertContacts(otherOrganizationId, 300, 'Lund')
    await assert(
      asyncProperty(array(stringMatching(/^[lund0-9p@sam.]{1,9}$/), { minLength: 1, maxLength: 3 }), async (parts) => {
        const search = parts.join(' ')
        const { patterns } = await resolveSearchOrThrow(organizationId, search)
        const expected = await db.$queryRaw<{ email: string }[]>`
            SELECT email FROM contact WHERE organization_id = ${organizationId}::uuid
              AND contact_search_text(first_name, last_name, email) LIKE ALL (${patterns}::text[])
            ORDER BY created_at DESC, id DESC`
        const pages = [
          await searchContacts(organizationId, search),
          await searchContacts(organizationId, search, { page: 2 }),
        ]
        expect(pages.map(({ meta }) => meta.total)).toEqual([expected.length, expected.length])
        expect(pages.flatMap(({ data }) => data.map(({ email }) => email))).toEqual(
          expected.slice(0, 100).map(({ email }) => email),
        )
      }),
      { numRuns: pickByTestLength(20, 400) },
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
    expect((await searchContacts(organizationId, search)).data.map((contact) => contact.lastName)).toEqual([lastName])
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
          expect([
            search,
            (await searchContacts(organizationId, search, { limit: 100 })).data.map((contact) => contact.id),
          ]).toEqual([search, expect.arrayContaining([id]) as string[]])
        await deleteContact(organizationId, id)
      }),
      { numRuns: pickByTestLength(20, 400) },
    )
  })

  it('a contact search distinguishes accents', async () => {
    const organizationId = await anOrganization()
    await createContact(organizationId, { email: 'zoe@example.com', firstName: 'Zoé', lastName: 'Müller' })
    expect((await searchContacts(organizationId, 'muller')).meta.total).toBe(0)
    expect((await searchContacts(organizationId, 'MÜLLER')).meta.total).toBe(1)
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
    expect(buildGramQueries(id, (await resolveSearchOrThrow(id, search)).words)).toEqual(lookups),
  )

  it.each([
    ['person.500@', 'on.500@'],
    ['ada.lovelace@example.com', 'velace@'],
    ['@example.com', 'ple.com'],
    ['surname00004', 'me00004'],
  ])('for the contact search %s, looks up the gram of %s first', (search, part) =>
    expect(buildGramQueries(id, [search])[0]).toBe(buildGramQueries(id, [part])[0]),
  )

  it('finds a contact by a long word only if the whole word matches', async () => {
    const organizationId = await anOrganization()
    await createContact(organizationId, { email: 'ada.lovelace@example.com', firstName: 'Ada' })
    await createContact(organizationId, { email: 'eve.lovelace@example.com', firstName: 'Eve' })
    expect((await searchContacts(organizationId, 'ada.lovelace@example.com')).meta.total).toBe(1)
    expect((await searchContacts(organizationId, 'lovelace@example.com')).meta.total).toBe(2)
    expect((await searchContacts(organizationId, 'lovelace@example.org')).meta.total).toBe(0)
  })
})
