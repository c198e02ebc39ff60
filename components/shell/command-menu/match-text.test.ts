import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import en from '@/server/messages/en/menu.json'
import fr from '@/server/messages/fr/menu.json'
import { foldCaseAndAccents, rankMatch, splitMatches } from './match-text'
import { GUIDE_PAGES } from './use-page-entries'

const marked = (text: string, query: string) =>
  splitMatches(text, query)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('')

it('folds case and accents to plain lowercase letters', () => {
  expect(foldCaseAndAccents('Séquences, Œuvre, Straße, Łukasz, Søren')).toBe(
    'sequences, oeuvre, strasse, lukasz, soren',
  )
})

it('ranks exact matches before prefixes, prefixes before words, and words before synonyms', () => {
  expect(rankMatch('contacts', 'Contacts')).toBe(0)
  expect(rankMatch('cont', 'Contacts')).toBe(1)
  expect(rankMatch('contact', 'Create contact')).toBe(2)
  expect(rankMatch('con cre', 'Create contact')).toBe(2)
  expect(rankMatch('people', 'Contacts', 'people customers')).toBe(3)
  expect(rankMatch('pe', 'Contacts', 'people customers')).toBeNull()
  expect(rankMatch('ontact', 'Contacts', 'people customers')).toBeNull()
  expect(rankMatch('', 'Contacts')).toBeNull()
  expect(rankMatch('%', 'Contacts')).toBeNull()
})

it.each([
  ['creer', fr.actions.survey],
  ['créer quest', fr.actions.survey],
  ['enquete', fr.actions.survey],
  ['parametres', { label: 'Réglages', words: fr.places.settings }],
  ['cle api', fr.actions.apiKey],
  ['new surv', en.actions.survey],
  ['logout', en.actions.signOut],
  ['french', en.actions.language],
])('the menu search finds an entry for %s', (query, { label, words }) => {
  expect(rankMatch(query, label, words)).not.toBeNull()
})

it('highlights matches in the original text, preferring the beginnings of words', () => {
  expect(marked('Zoé Ångström', 'angst zo')).toBe('[Zo]é [Ångst]röm')
  expect(marked('Straße 5', 'strass')).toBe('[Straß]e 5')
  expect(marked('Across Rossi', 'ros')).toBe('Across [Ros]si')
  expect(marked('Across', 'ros')).toBe('Ac[ros]s')
  expect(marked('😀 Ada', 'ada')).toBe('😀 [Ada]')
  expect(marked('Ada', '')).toBe('Ada')
  expect(marked('', 'ada')).toBe('')
})

it.each([
  ['en', en],
  ['fr', fr],
] as const)('the menu names every guide by the guide’s own title: %s', (locale, words) => {
  const root = path.resolve(import.meta.dirname, '../../..')
  for (const [page, href] of Object.entries(GUIDE_PAGES)) {
    if (page === 'reference') continue
    const file = path.join(root, 'docs/guides', locale, `${href === '/docs' ? 'quick-start' : path.basename(href)}.md`)
    const [title] = readFileSync(file, 'utf8').split('\n')
    expect(title).toBe(`# ${words.guides[page as keyof typeof GUIDE_PAGES].label}`)
  }
})
