import { describe, expect, it } from 'vitest'
import { suggestColumns } from './suggest-columns'

const NO_PROPERTIES = { properties: [] }

function suggest(header: string[], sample: string[][] = [], properties = NO_PROPERTIES.properties) {
  return suggestColumns(header, sample, { properties }).map(({ target }) => target)
}

describe('suggestColumns', () => {
  it.each([
    ['E-mail', 'email'],
    ['EMAIL ADDRESS', 'email'],
    ['emailAddress', 'email'],
    ['Courriel', 'email'],
    ['Adresse électronique', 'email'],
    ['Adresse e-mail :', 'email'],
    ['Contact information: Email Address', 'email'],
    ['First Name', 'firstName'],
    ['first_name', 'firstName'],
    ['Prénom', 'firstName'],
    ['Nom de famille', 'lastName'],
    ['Nom', 'fullName'],
    ['Full name', 'fullName'],
    ['Nom et prénom', 'fullName'],
    ['Mobile', 'phone'],
    ['Téléphone portable', 'phone'],
    ['N° de téléphone', 'phone'],
    ['Civilité', 'title'],
    ['Langue', 'preferredLanguage'],
    ['Société', 'company'],
    ["Nom de l'entreprise", 'company'],
    ['Magasin', 'location'],
    ['Étiquettes', 'tags'],
    ['Désabonné', 'unsubscribed'],
    ['Abonné', 'subscribed'],
    ['Infolettre', 'ignored'],
    ['Unsubscribed At', 'unsubscribedAt'],
    ['Bounced', 'bounced'],
    ['Favourite colour', 'ignored'],
    ['Ville', 'ignored'],
    ['', 'ignored'],
  ])('reads the heading %s', (heading, target) => {
    expect(suggest([heading])).toEqual([target])
  })

  it('reads Nom beside Prénom as the family name', () => {
    expect(suggest(['Nom', 'Prénom'])).toEqual(['lastName', 'firstName'])
  })

  it('believes the cells where they contradict the heading', () => {
    expect(suggest(['Email opt-in', 'Company e-mail'], [['yes', 'ada@example.com']])).toEqual(['ignored', 'email'])
    expect(suggest(['Phone type', 'Téléphone (domicile)'], [['home', '01 23 45 67 89']])).toEqual(['ignored', 'phone'])
  })

  it('finds addresses and phone numbers without headings', () => {
    const sample = [
      ['Ada', '+33 6 12 34 56 78', 'ada@example.com'],
      ['Grace', '+33 6 12 34 56 79', 'grace@example.com'],
    ]
    expect(suggestColumns(['', '', ''], sample, NO_PROPERTIES)).toEqual([
      { target: 'ignored', confidence: 'none' },
      { target: 'phone', confidence: 'low' },
      { target: 'email', confidence: 'low' },
    ])
  })

  it.each(['03/02/2021', '03.02.2021', '01-02-2021'])(
    'takes no column of dates such as %s for phone numbers',
    (date) => {
      expect(suggest(['Email', 'Member since'], [['ada@example.com', date]])).toEqual(['email', 'ignored'])
      expect(suggest(['Email', ''], [['ada@example.com', '06.12.34.56.78']])).toEqual(['email', 'phone'])
    },
  )

  it('suggests no target twice, and the better heading for it', () => {
    expect(
      suggest(['Invoice e-mail', 'E-mail', 'Mail'], [['a@example.com', 'b@example.com', 'c@example.com']]),
    ).toEqual(['ignored', 'email', 'ignored'])
  })

  it('suggests declared properties by key and by either label', () => {
    const properties = [
      { key: 'plan', label: { en: 'Plan', fr: 'Formule' } },
      { key: 'customer_since', label: { en: 'Customer since', fr: 'Client depuis' } },
    ]
    expect(suggestColumns(['Formule', 'Client depuis'], [], { properties }).map(({ target }) => target)).toEqual([
      'property:plan',
      'property:customer_since',
    ])
  })

  it('suggests the columns of answers only beside a score', () => {
    expect(suggest(['Email', 'Date', 'Comment', 'Agent'])).toEqual(['email', 'ignored', 'ignored', 'ignored'])
    expect(
      suggest(
        ['Email', 'Date', 'Note', 'Commentaire', 'Enquête'],
        [['a@example.com', '01/03/2024', '9', 'Top', 'NPS']],
      ),
    ).toEqual(['email', 'answeredAt', 'score', 'comment', 'survey'])
  })

  it('reads Note as a comment where it has words', () => {
    expect(suggest(['Score', 'Note'], [['9', 'called back']])).toEqual(['score', 'comment'])
  })
})
