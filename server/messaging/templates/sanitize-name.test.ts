import { expect, it } from 'vitest'
import { sanitizeName, sanitizeText } from './sanitize-name'

it.each([
  ['J.R.R. Tolkien'],
  ['Dr. Ng'],
  ["O'Neil"],
  ['O’Neil-Łukasz d’Arc'],
  ['Sammy Davis Jr.'],
  ['محمد\u200cرضا'],
  ['Nguyễn Thị Minh Khai'],
  ['李小龍'],
  ['C/O Ada & Grace <3'],
])('keeps a personal name unchanged: %s', (name) => {
  expect(sanitizeName(name)).toBe(name)
})

it.each([
  ['http://evil.example\n\nClick', 'http evil. example Click'],
  ['HTTPS:// evil.example/path?a=b', 'HTTPS evil. example/path?a=b'],
  ['www.evil.example', 'www. evil. example'],
  ['x@evil.example', 'x@evil. example'],
  ['evil。example', 'evil。 example'],
  ['bit.ly/x', 'bit. ly/x'],
  ['ev\u200bil.exa\u00admple', 'evil. example'],
  ['evil.\u200bexample', 'evil. example'],
  ['Ada\u202egnp.exe', 'Adagnp. exe'],
  ['Ada\u2028\u0000\tLovelace\r\n', 'Ada Lovelace'],
  ['http:\u2028//evil.example', 'http evil. example'],
  ['\u2067\u202e', ''],
])('removes line breaks, hidden characters and links from a name: %j', (name, sanitized) => {
  expect(sanitizeName(name)).toBe(sanitized)
})

it.each([
  ['2.50', '2.50'],
  ['Version 1.2.3, by Ada', 'Version 1.2.3, by Ada'],
  ['https://shop.example.com/orders/12?a=b', 'https://shop.example.com/orders/12?a=b'],
  ['grace@example.com', 'grace@example.com'],
  ['Win at https://evil.example', 'Win at https evil. example'],
  ['http://evil.example', 'http evil. example'],
  ['https://evil.example <b>', 'https evil. example <b>'],
  ['two\nlines', 'two lines'],
])('keeps decimals and a text that is one https or email address, and removes other links: %j', (text, sanitized) => {
  expect(sanitizeText(text)).toBe(sanitized)
})
