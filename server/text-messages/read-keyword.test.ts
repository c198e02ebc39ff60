import { expect, it } from 'vitest'
import { readKeyword } from './read-keyword'

it.each([
  ['STOP', 'stop', true],
  [' stop\n', 'stop', true],
  ['Stop.', 'stop', false],
  ['stop please', 'stop', false],
  ['Stop all', 'stop', false],
  ['UNSUBSCRIBE', 'stop', true],
  ['ARRÊT', 'stop', false],
  ['arre\u0302t !', 'stop', false],
  ['  Arret.  ', 'stop', false],
  ['ＳＴＯＰ', 'stop', false],
  ['Arrêtez svp', 'stop', false],
  ['désabonner', 'stop', false],
  ['Start', 'start', true],
  ['unstop', 'start', true],
  ['Oui', 'start', false],
  ['help', 'help', true],
  ['Aide ?', 'help', false],
])('reads %j as %s', (text, keyword, isTwilioDefault) => {
  expect(readKeyword(text)).toMatchObject({ keyword, isTwilioDefault })
})

it.each([
  ['Stop, merci', null],
  ['start', null],
  ['STOP ALL', 'en'],
  ['HELP', 'en'],
  ['Arrêt', 'fr'],
  ['STOP SMS', 'fr'],
])('reads the language of %j as %s', (text, language) => {
  expect(readKeyword(text)).toMatchObject({ language })
})

it.each([
  ['Please do not stop, I love it'],
  ['9'],
  ['The bus stop was far'],
  [''],
  ['!!!'],
  ['STOP'.padEnd(2000, ' x')],
])('reads %j as no keyword', (text) => {
  expect(readKeyword(text)).toBeNull()
})
